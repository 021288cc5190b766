//! Metrics of the jobs that wait or were given up.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{JobFigures, JobQueue};

/// Interval in which the jobs are counted.
const INTERVAL: Duration = Duration::from_secs(15);

/// Counts jobs from time to time.
#[derive(Debug, Default)]
pub(super) struct JobMetrics {
    counted: Option<Instant>,
}

impl JobMetrics {
    /// Called once a second.
    pub(super) async fn tick(&mut self, queue: &JobQueue, now: Timestamp) {
        if self.counted.is_some_and(|counted| counted.elapsed() < INTERVAL) {
            return;
        }
        self.counted = Some(Instant::now());
        match queue.figures().await {
            Ok(figures) => publish(figures, now),
            // The worker reports that the database fails.
            Err(error) => tracing::debug!(%error, "the jobs could not be counted"),
        }
    }
}

fn publish(figures: JobFigures, now: Timestamp) {
    let lag_ms = figures.first_due_on.map_or(0, |due_on| (now - due_on).max(0));
    metrics::gauge!("stoa_job_lag_seconds").set(float(lag_ms) / 1_000.0);
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
