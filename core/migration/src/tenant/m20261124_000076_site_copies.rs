//! Copies of sites.

crate::script::script_alone!("m20261124_000076_site_copies");
