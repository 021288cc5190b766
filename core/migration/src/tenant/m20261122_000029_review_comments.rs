//! Review comments of contributors on drafts.

crate::script::script_alone!("m20261122_000029_review_comments");
