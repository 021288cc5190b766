//! Monitors a remote database. While it is unreachable nothing waits for it: cached pages are served, all other
//! requests fail at once. It is only probed after queries have failed, and while it is unreachable.

use std::sync::{Arc, Weak};
use std::time::Duration;

use stoa_kernel::ports::Invalidation;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_site::cache_tags;
use stoa_tenancy::{Databases, UnreachableReason};

/// Interval of probes while the database is unreachable, and minimum interval of probes after reports of failed
/// queries.
const PAUSE: Duration = Duration::from_millis(250);
/// Probes without a response after which the database counts as unreachable, unless a query succeeded meanwhile.
/// Requests wait for them, half a second and one second for each.
const PROBES: usize = 2;

/// The monitor of one process.
pub(crate) struct DatabaseWatch {
    databases: Weak<Databases>,
    reach: DatabaseReachability,
    invalidation: Arc<dyn Invalidation>,
}

impl DatabaseWatch {
    pub(crate) fn new(databases: &Arc<Databases>, invalidation: Arc<dyn Invalidation>) -> Self {
        Self { databases: Arc::downgrade(databases), reach: databases.reach().clone(), invalidation }
    }

    /// Runs as long as the databases are open; returns at once on SQLite.
    pub(crate) async fn run(self) {
        if self.reach.is_watched() {
            metrics::gauge!("stoa_database_away").set(0.0);
        }
        while self.reach.is_watched() {
            let cause = self.reach.reported().await;
            if self.check(cause).await.is_none() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Probes the database and, if it is unreachable, waits until it is reachable again. None when it was closed.
    async fn check(&self, cause: Option<String>) -> Option<()> {
        let asked = self.ask().await?;
        self.invalidate_uncertain_sites().await;
        let Err(UnreachableReason { reason, .. }) = asked else {
            self.reach.decide(false);
            if let Some(error) = cause {
                tracing::warn!(error, "a request could not reach the database, but a probe can");
            }
            return Some(());
        };
        self.reach.decide(true);
        metrics::gauge!("stoa_database_away").set(1.0);
        tracing::error!(
            error = reason,
            "the database cannot be reached: cached pages are served, all other requests are refused"
        );
        loop {
            tokio::time::sleep(PAUSE).await;
            let is_there = self.databases.upgrade()?.is_there().await.is_ok();
            self.invalidate_uncertain_sites().await;
            if is_there {
                break;
            }
        }
        let away = self.reach.away_for().unwrap_or_default();
        self.reach.decide(false);
        metrics::gauge!("stoa_database_away").set(0.0);
        tracing::info!(away.seconds = away.as_secs_f64(), "the database can be reached again");
        Some(())
    }

    /// Probes the database, and again when a failure may be due to this process being short of processor time. If a
    /// query succeeded meanwhile, the database counts as reachable. None when it was closed.
    async fn ask(&self) -> Option<Result<(), UnreachableReason>> {
        let done = self.reach.done();
        let mut asked = self.databases.upgrade()?.is_there().await;
        for probe in 1..=PROBES {
            if !asked.as_ref().is_err_and(|error| error.may_be_here) {
                break;
            }
            if self.reach.done() != done {
                return Some(Ok(()));
            }
            if probe < PROBES {
                tokio::time::sleep(PAUSE).await;
                asked = self.databases.upgrade()?.is_there().await;
            }
        }
        Some(asked)
    }

    /// Invalidates the cached pages of sites where the outcome of the last commit is unknown: nothing else would
    /// invalidate them.
    async fn invalidate_uncertain_sites(&self) {
        for website in self.reach.take_uncertain_commits() {
            self.invalidation.invalidate_tags(&website, &[cache_tags::SITE.to_owned()]).await;
        }
    }
}
