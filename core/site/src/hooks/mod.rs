//! Events of a site on their way to those that listen to them, such as plugins, and the schedules of plugins' jobs. Who
//! calls them is not known here.

mod deliveries;
mod delivering;
mod schedules;
mod service;

pub use deliveries::{DeliveryCounts, DeliveryFilter, EventDelivery, counts, drop_delivery, list, replay, replay_all};
pub use delivering::{
    DueDelivery, FailedAttempt, delete_dead, due, mark_delivered, mark_failed, next_deletion, next_due,
};
pub use schedules::{
    DueRun, RunEnd, WantedJob, begin_run, due_runs, end_run, next_run_due, remove_plugin, renew, schedules_differ,
    stored_of,
};
pub use service::{PluginJob, PluginRun, jobs, run_now};
