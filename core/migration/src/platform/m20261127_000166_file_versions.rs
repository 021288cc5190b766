//! Schema version of site files, so that outdated ones are found without opening them.

crate::script::script_alone!("m20261127_000166_file_versions", of_sites = false);
