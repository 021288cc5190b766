//! Index for the hosts of a site.

crate::script::script_alone!("m20261126_000144_hosts_of_sites", of_sites = false);
