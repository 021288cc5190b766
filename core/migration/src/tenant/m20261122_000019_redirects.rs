//! Redirects.

crate::script::script_alone!("m20261122_000019_redirects");
