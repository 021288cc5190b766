//! Header and footer of a site.

crate::script::script_alone!("m20261122_000020_header_footer");
