//! Comments and likes of visitors.

pub mod discussion;
pub mod visitor_comment;
pub mod visitor_mark;
