//! E-mailed links stay valid when another one is requested.

crate::script::script_alone!("m20261127_000163_earlier_links", of_sites = false);
