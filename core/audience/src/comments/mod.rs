//! Comments on posts and pages, likes, reports, and moderation.

mod counts;
mod likes_and_reports;
mod model;
mod moderation;
mod owner_emails;
mod personal;
mod threads;
mod write;

pub use likes_and_reports::{flag, like, like_comment, likes};
pub use model::{Comment, Thread, Topic, VisibleComment};
pub use moderation::{
    CommentChange, CommentFilter, Counts, ModerationResult, change, change_states, counts, list, remove, reply,
};
pub use owner_emails::unread;
pub use personal::{PersonalComment, PersonalLike};
pub(crate) use personal::{erase, of_person, remove_all};
pub use threads::threads;
pub use write::{MAX_TEXT, NewComment, Proof, create, remove_own};
