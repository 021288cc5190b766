//! Identity of the installation: a check value of its secret key.

crate::script::script_alone!("m20261127_000160_installation", of_sites = false);
