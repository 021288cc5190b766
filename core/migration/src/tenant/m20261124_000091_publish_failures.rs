//! Why a scheduled publication failed.

crate::script::script_alone!("m20261124_000091_publish_failures");
