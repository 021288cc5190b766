//! Events that visitors' browsers reported before there was `stoa_analytics`. They are kept for 25 months; nothing adds to
//! them.

mod service;

pub use service::{KEPT_MS, delete_old, next_deletion};
