//! Language in which a link to an account was requested.

crate::script::script_alone!("m20261124_000080_link_languages", of_sites = false);
