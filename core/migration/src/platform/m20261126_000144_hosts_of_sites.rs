//! The hosts of a site are found without reading those of all others.

crate::script::script_alone!("m20261126_000144_hosts_of_sites", of_sites = false);
