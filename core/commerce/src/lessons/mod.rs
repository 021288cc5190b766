//! Lessons: the files of a paywall product, for signed-in site users who have bought it.

mod model;
mod service;

pub use model::{Lesson, LessonFile};
pub use service::{find, list, part, titles};

pub(crate) use model::lesson;
pub(crate) use service::{lesson_texts, original_titles};
