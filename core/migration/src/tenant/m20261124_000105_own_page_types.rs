//! A page that stands alone remembers what it was before.

crate::script::script_alone!("m20261124_000105_own_page_types");
