//! Start-up: settings, wiring, jobs and commands. The only crate that depends on all others; nothing depends on it.

mod analytics_stores;
pub mod cli;
pub mod config;
pub mod connection_limits;
mod copying;
mod database_watch;
pub mod jobs;
mod load_run_removal;
pub mod load_seed;
mod metrics_endpoint;
pub mod outbound;
pub mod plugin_ports;
mod private_files;
pub mod process_metrics;
mod secret_check;
pub mod secrets;
pub mod seed;
mod site_removal;
pub mod wiring;
mod write_watch;
