//! Events reported by visitors' browsers, with their data. No address or name of a visitor is stored, and nothing for
//! longer than 25 months.

mod service;

pub use service::{KEPT_MS, MAX_BYTES, NewVisitorEvent, delete_old, next_deletion, record};
