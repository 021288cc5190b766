//! Plan of a site, set by the operator.

crate::script::script_alone!("m20261126_000086_plans", of_sites = false);
