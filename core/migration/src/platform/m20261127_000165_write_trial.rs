//! Whether the platform's database can be written is found out by writing something of a size.

crate::script::script_alone!("m20261127_000165_write_trial", of_sites = false);
