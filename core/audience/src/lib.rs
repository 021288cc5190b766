//! The visitors of a site: members, form submissions, comments and subscribers of mailing lists.
//!
//! The crate depends on no web framework and on no store code. Events for other domains are written to the outbox in
//! the transaction that caused them.

pub mod comments;
pub mod contributor_texts;
pub mod email;
pub mod load_runs;
pub mod members;
pub mod problem_texts;
pub mod submissions;
pub mod subscribers;
pub mod visitor_events;
pub mod webhooks;

mod error;

pub use error::AudienceError;
