//! What search engines are asked about a post, and the picture it is passed on with.

crate::script::script_alone!("m20261124_000092_posts_for_machines");
