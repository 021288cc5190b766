//! The people who visit a site: those with an account, what visitors write into forms, and what they say about posts.
//!
//! It knows no web framework and no shop. What others must learn of it goes to the outbox in the
//! transaction that made it true.

pub mod comments;
pub mod email;
pub mod members;
pub mod submissions;
pub mod visitor_events;
pub mod webhooks;

mod error;
mod outbox;
mod secret;

pub use error::AudienceError;
