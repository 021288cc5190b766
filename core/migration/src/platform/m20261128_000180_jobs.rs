//! Table of the background jobs of sites. Rows are created when a site is processed next.

crate::script::script_alone!("m20261128_000180_jobs", of_sites = false);
