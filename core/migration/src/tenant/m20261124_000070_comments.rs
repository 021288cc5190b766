//! Visitors' comments on posts and pages, likes, and reports of comments.

crate::script::script_alone!("m20261124_000070_comments");
