//! Runs other programs: their output goes to the terminal unless it is captured.

pub(crate) use stoa_plugin_build::shell::{cargo, command, installed, output, probe, run};
