//! Trials of sites. Running trials restart when the program first sees them.

crate::script::script_alone!("m20261124_000077_trials", of_sites = false);
