//! What holds for a whole site: what the operator lets it take in, and the password without which nobody sees it.

crate::script::script_alone!("m20261122_000038_whole_site");
