//! How a site arranges the top and the foot of its pages.

crate::script::script_alone!("m20261122_000020_header_footer");
