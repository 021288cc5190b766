//! What those who work on a site say about its drafts.

crate::script::script_alone!("m20261122_000029_review_comments");
