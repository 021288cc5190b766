//! Sections that are kept to be put onto pages.

crate::script::script_alone!("m20261122_000026_saved_sections");
