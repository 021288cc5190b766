//! The log of a page: every change of its draft as a step that can be undone, with author and time.
//!
//! The draft in `collection` is the result of the log; both are written in one transaction, and `revision` is the
//! number of the last step. Autosave, undo, history and merging between editors all use this log.

mod history;
mod log;
mod model;
mod presence;
mod steps;

pub use history::{HistoryEntry, HistoryPage, Version, history, name_version, restore, version};
pub use model::{LoggedStep, NewStep, Submission, Submitted};
pub use presence::{ActiveEditor, end_presence, present, record_presence};
pub use steps::{has_news, own_steps, since, submit};

pub(super) use log::{RecordedDraft, mark_published, record, record_changes, record_texts};
pub(super) use model::draft_of;
