//! Mailing lists remember what they were called, since pages name them by it. Their subscribers are read page by page.

crate::script::script_alone!("m20261124_000115_list_names");
