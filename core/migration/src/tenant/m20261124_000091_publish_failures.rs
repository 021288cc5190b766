//! Why a draft was not published when its time had come.

crate::script::script_alone!("m20261124_000091_publish_failures");
