//! Files of sites that are from an earlier version of the program are found without opening any.

crate::script::script_alone!("m20261127_000166_file_versions", of_sites = false);
