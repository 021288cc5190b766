//! What visitors' browsers report: that something happened, and what they say about it. No address and no
//! name of a visitor is kept, and nothing for longer than 25 months.

mod service;

pub use service::{KEPT_MS, MOST_BYTES, NewVisitorEvent, forget_old, next_to_forget, record};
