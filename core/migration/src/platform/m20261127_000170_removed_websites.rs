//! List of removed sites, until all their data is deleted, files included.

crate::script::script_alone!("m20261127_000170_removed_websites", of_sites = false);
