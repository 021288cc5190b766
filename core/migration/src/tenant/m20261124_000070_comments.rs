//! What visitors say about posts and pages, what they like, and what they report.

crate::script::script_alone!("m20261124_000070_comments");
