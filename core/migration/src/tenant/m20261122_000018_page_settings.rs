//! Page settings: access, schedule, published titles and metadata, trash.

crate::script::script_alone!("m20261122_000018_page_settings");
