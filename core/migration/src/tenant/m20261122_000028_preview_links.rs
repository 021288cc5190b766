//! Preview links to drafts, for people without an account.

crate::script::script_alone!("m20261122_000028_preview_links");
