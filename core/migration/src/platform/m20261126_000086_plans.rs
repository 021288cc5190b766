//! The plan that the operator has given a site.

crate::script::script_alone!("m20261126_000086_plans", of_sites = false);
