//! Published versions of pages know who published them.

crate::script::script_alone!("m20261124_000106_publishers");
