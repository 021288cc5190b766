//! Drafts and versions of header and footer.

crate::script::script_alone!("m20261122_000048_header_footer_versions");
