//! The language in which somebody asked for a link to their account.

crate::script::script_alone!("m20261124_000080_link_languages", of_sites = false);
