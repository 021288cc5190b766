//! Saved sections, to be inserted into pages.

crate::script::script_alone!("m20261122_000026_saved_sections");
