//! Trials of sites. Those that run already begin anew when the program first sees them.

crate::script::script_alone!("m20261124_000077_trials", of_sites = false);
