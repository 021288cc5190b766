//! `noindex` flag and share image of posts.

crate::script::script_alone!("m20261124_000092_posts_for_machines");
