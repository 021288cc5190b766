//! What browsers report about visits: the bodies of reports, and what is read from them.

mod fields;
mod hits;
mod named_events;

pub use fields::{Fields, json, refused, text_of};
pub use hits::{hit_content, hit_kind};
pub use named_events::{MAX_NAME_LENGTH, named_event};
