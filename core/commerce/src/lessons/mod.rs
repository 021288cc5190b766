//! Lessons: the files of a paywall, for those who have bought it and are signed in.

mod model;
mod service;

pub(crate) use model::lesson;
pub use model::{Lesson, LessonFile};
pub use service::{find, list, part, titles};
