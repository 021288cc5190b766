//! Running the program: start, shutdown, killed processes, outages, scaling out, plugins.

pub(crate) mod canonical_host;
pub(crate) mod commands;
pub(crate) mod concurrent_bulk_changes;
pub(crate) mod connections;
pub(crate) mod deployment;
pub(crate) mod faults;
pub(crate) mod idle_sites;
pub(crate) mod jobs;
pub(crate) mod killed;
pub(crate) mod killed_email_sender;
pub(crate) mod killed_scheduled_emails;
pub(crate) mod killed_sign_in;
pub(crate) mod killed_uploads;
pub(crate) mod many_sites;
pub(crate) mod metrics;
pub(crate) mod plugin_authors;
pub(crate) mod plugin_events;
pub(crate) mod plugin_packages;
mod plugin_reads;
pub(crate) mod plugin_storage;
pub(crate) mod plugins;
pub(crate) mod private_files;
pub(crate) mod scale_out;
pub(crate) mod secret_key;
pub(crate) mod shutdown;
pub(crate) mod site_copies;
pub(crate) mod statements;
