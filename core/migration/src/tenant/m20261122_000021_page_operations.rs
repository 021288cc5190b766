//! Operation log of pages, and presence of editors.

crate::script::script_alone!("m20261122_000021_page_operations");
