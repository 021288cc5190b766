//! Site-wide upload limits set by the operator, and the password of a site.

crate::script::script_alone!("m20261122_000038_whole_site");
