//! Sites that were removed stand in a list of their own until nothing of them is left, in the store of files neither.

crate::script::script_alone!("m20261127_000170_removed_websites", of_sites = false);
