//! The log of what was changed on pages, and who has a page open.

crate::script::script_alone!("m20261122_000021_page_operations");
