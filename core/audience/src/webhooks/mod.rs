//! Webhooks for form submissions: signed, retried, and listed for contributors.

mod key;
mod queue;

pub use key::{SigningKey, key, renew};
pub use queue::{Delivery, delete_delivery, due, handle_event, list, mark_failed, mark_sent, message, next, retry};
