//! Publisher of each published page version.

crate::script::script_alone!("m20261124_000106_publishers");
