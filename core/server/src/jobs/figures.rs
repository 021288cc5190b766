//! Metrics of the jobs that wait or were given up, and of the sites that wait for the worker.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{DueWork, JobFigures, JobQueue, OverdueSites};

/// Interval in which the jobs are counted.
const INTERVAL: Duration = Duration::from_secs(15);
/// Interval in which the sites are counted that are due: one query of an index.
const SITES_INTERVAL: Duration = Duration::from_secs(2);

/// Counts jobs from time to time.
#[derive(Debug, Default)]
pub(super) struct JobMetrics {
    counted: Option<Instant>,
    sites_counted: Option<Instant>,
}

impl JobMetrics {
    /// Called once a second.
    pub(super) async fn tick(&mut self, queue: &JobQueue, due_work: &DueWork, now: Timestamp) {
        if is_due(&mut self.sites_counted, SITES_INTERVAL) {
            match due_work.overdue().await {
                Ok(overdue) => publish_sites(overdue, now),
                Err(error) => tracing::debug!(%error, "the sites that are due could not be counted"),
            }
        }
        if !is_due(&mut self.counted, INTERVAL) {
            return;
        }
        match queue.figures().await {
            Ok(figures) => publish(figures, now),
            // The worker reports that the database fails.
            Err(error) => tracing::debug!(%error, "the jobs could not be counted"),
        }
    }
}

/// Whether the interval is over; then it begins again.
fn is_due(counted: &mut Option<Instant>, interval: Duration) -> bool {
    let is_due = counted.is_none_or(|counted| counted.elapsed() >= interval);
    if is_due {
        *counted = Some(Instant::now());
    }
    is_due
}

fn publish_sites(overdue: OverdueSites, now: Timestamp) {
    let sites = i64::try_from(overdue.sites).unwrap_or(i64::MAX);
    metrics::gauge!("stoa_due_work_sites").set(float(sites));
    metrics::gauge!("stoa_due_work_age_seconds").set(seconds_since(overdue.first_due_on, now));
}

fn seconds_since(due_on: Option<Timestamp>, now: Timestamp) -> f64 {
    float(due_on.map_or(0, |due_on| (now - due_on).max(0))) / 1_000.0
}

fn publish(figures: JobFigures, now: Timestamp) {
    metrics::gauge!("stoa_job_lag_seconds").set(seconds_since(figures.first_due_on, now));
    let due: HashMap<JobKind, i64> = figures.due.into_iter().collect();
    let dead: HashMap<JobKind, i64> = figures.dead.into_iter().collect();
    for kind in JobKind::ALL {
        let count = |counts: &HashMap<JobKind, i64>| float(counts.get(kind).copied().unwrap_or(0));
        metrics::gauge!("stoa_jobs_due", "kind" => kind.as_str()).set(count(&due));
        metrics::gauge!("stoa_jobs_dead", "kind" => kind.as_str()).set(count(&dead));
    }
}

/// Exact up to four billion, which is more than any of these numbers.
fn float(number: i64) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}
