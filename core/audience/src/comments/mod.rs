//! What visitors say about posts and pages, what they like and report, and what those who work on the site do with it.

mod counts;
mod marks;
mod model;
mod moderation;
mod news;
mod personal;
mod threads;
mod write;

pub use marks::{flag, like, like_comment, likes};
pub use model::{Comment, CommentState, Said, Thread, Topic};
pub use moderation::{CommentFilter, Counts, Moderated, change, change_states, counts, list, remove, reply};
pub use news::unread;
pub use personal::{PersonalComment, PersonalLike};
pub(crate) use personal::{erase, of_person};
pub use threads::threads;
pub use write::{MOST_TEXT, NewComment, Proof, remove_own, say};
