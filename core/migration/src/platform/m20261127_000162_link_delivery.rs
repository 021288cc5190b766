//! The e-mail with a link to somebody with an account is the same at each try.

crate::script::script_alone!("m20261127_000162_link_delivery", of_sites = false);
