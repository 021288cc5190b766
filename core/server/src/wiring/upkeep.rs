//! What goes on beside the requests, as long as the program runs.

use std::sync::{Arc, Weak};
use std::time::Duration;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use stoa_kernel::ports::Invalidation;
use stoa_tenancy::{Databases, VisitorSalts};

use super::AppContext;
use crate::config::Config;
use crate::database_watch::DatabaseWatch;
use crate::outbound::redis::count_failures;
use crate::write_watch::WriteWatch;

/// Bucket bounds of the histograms, seconds.
const SECONDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// The histogram that counts SQL statements, and its buckets.
const STATEMENTS: &str = "stoa_http_request_statements";
const STATEMENT_COUNTS: [f64; 9] = [0.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 32.0, 64.0];
const UPKEEP: Duration = Duration::from_secs(5);

/// Starts what goes on beside the requests: metrics, salts of visitors, and the watches over databases and disk.
pub(super) fn start_upkeep(
    config: &Config,
    foundation: &AppContext,
    invalidation: &Arc<dyn Invalidation>,
    metrics: &PrometheusHandle,
) {
    if !config.redis.url.is_empty() {
        count_failures();
    }
    tokio::spawn(run_maintenance(metrics.clone(), Arc::downgrade(&foundation.databases)));
    let has_files_here = config.database.url.is_empty() || config.storage.kind == "local";
    let disk = has_files_here.then(|| config.data_dir.clone());
    let salts = Arc::downgrade(&foundation.tenancy.visitor_salts);
    tokio::spawn(VisitorSalts::run(salts, Arc::clone(&foundation.clock)));
    tokio::spawn(DatabaseWatch::new(&foundation.databases, Arc::clone(invalidation)).run());
    tokio::spawn(WriteWatch::new(&foundation.databases, disk, config.disk.reserve_megabytes).run());
}

/// Folds samples into the histograms and closes idle site files, even when nobody reads metrics, as long as the program
/// runs.
async fn run_maintenance(metrics: PrometheusHandle, databases: Weak<Databases>) {
    let mut round = tokio::time::interval(UPKEEP);
    loop {
        round.tick().await;
        metrics.run_upkeep();
        let Some(databases) = databases.upgrade() else { return };
        if databases.is_embedded() {
            databases.close_replaced_sites().await;
            let open = u32::try_from(databases.open_sites().await).unwrap_or(u32::MAX);
            metrics::gauge!("stoa_open_site_files").set(f64::from(open));
        }
    }
}

/// One recorder for the whole process, even if the program is built several times in it.
pub(super) fn metrics_handle() -> PrometheusHandle {
    static HANDLE: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let counts = Matcher::Full(STATEMENTS.to_owned());
            let builder = PrometheusBuilder::new().set_buckets(&SECONDS);
            let builder = builder.and_then(|builder| builder.set_buckets_for_metric(counts, &STATEMENT_COUNTS));
            let recorder = builder.map_or_else(
                |error| {
                    tracing::warn!(%error, "the histogram buckets are invalid; summaries are exported instead");
                    PrometheusBuilder::new().build_recorder()
                },
                PrometheusBuilder::build_recorder,
            );
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("another metrics recorder is already installed");
            }
            handle
        })
        .clone()
}
