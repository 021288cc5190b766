//! Events as hooks get them.

use serde_json::Value;

/// An event of a site, as passed to a hook.
#[derive(Debug, Clone, PartialEq)]
pub struct HookEvent {
    /// Its id; the same for each attempt.
    pub id: String,
    /// What happened, such as `order.paid`.
    pub topic: String,
    /// The object it happened to.
    pub object_id: String,
    /// Grows with the events of the object.
    pub sequence: u64,
    /// When it happened, UTC epoch milliseconds.
    pub occurred_ms: u64,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// What the topic tells.
    pub payload: Value,
}
