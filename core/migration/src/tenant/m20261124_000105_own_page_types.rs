//! Former page type of a splash page.

crate::script::script_alone!("m20261124_000105_own_page_types");
