//! Design of a site on top of its theme.

crate::script::script_alone!("m20261122_000030_site_design");
