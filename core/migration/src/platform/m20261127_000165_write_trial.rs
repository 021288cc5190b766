//! Table for the check whether the platform's database is writable, by writing a row of some size.

crate::script::script_alone!("m20261127_000165_write_trial", of_sites = false);
