//! How a site looks beside its theme's own files.

crate::script::script_alone!("m20261122_000030_site_design");
