//! Log output: text for people, JSON for collectors.

use std::io::IsTerminal as _;

use anyhow::Context as _;
use tracing_subscriber::EnvFilter;

use crate::config::LogConfig;

/// Starts logging to standard error.
pub(crate) fn start(config: &LogConfig) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.filter).context("log.filter is invalid")?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A line that cannot be written, since the log's disk is full, would be reported by `eprintln!`, which panics then:
    // in a request, or in a task that watches over the disk.
    let builder = builder.log_internal_errors(false);
    let started = if config.format == "json" {
        builder.json().flatten_event(true).try_init()
    } else {
        // Colours are for terminals; in files they are noise, and cost time.
        builder.with_target(false).with_ansi(std::io::stderr().is_terminal()).try_init()
    };
    started.map_err(|error| anyhow::anyhow!("logging could not start: {error}"))
}
