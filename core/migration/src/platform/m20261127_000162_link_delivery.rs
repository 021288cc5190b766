//! Keeps the encrypted token of an account link, so that every delivery attempt sends the same e-mail.

crate::script::script_alone!("m20261127_000162_link_delivery", of_sites = false);
