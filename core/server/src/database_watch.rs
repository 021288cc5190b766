//! Watches over a database elsewhere. While it is away nobody waits for it: pages that are kept are served, everything else is
//! refused at once. It is asked for only when calls have lost it, and while it is away.

use std::sync::{Arc, Weak};
use std::time::Duration;

use stoa_kernel::ports::Invalidation;
use stoa_kernel::reach::Reach;
use stoa_site::drawn_of;
use stoa_tenancy::{Databases, Unreached};

/// How often a database that is away is asked for, and at most how often one that calls complain about.
const PAUSE: Duration = Duration::from_millis(250);

/// The watcher of one process.
pub(crate) struct DatabaseWatch {
    databases: Weak<Databases>,
    reach: Reach,
    invalidation: Arc<dyn Invalidation>,
}

impl DatabaseWatch {
    pub(crate) fn new(databases: &Arc<Databases>, invalidation: Arc<dyn Invalidation>) -> Self {
        Self { databases: Arc::downgrade(databases), reach: databases.reach().clone(), invalidation }
    }

    /// Watches as long as the databases are open; ends at once where they lie in files.
    pub(crate) async fn run(self) {
        while self.reach.is_watched() {
            let cause = self.reach.reported().await;
            if self.look(cause).await.is_none() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Looks whether the database is there, and if not, until it is. None when it was closed.
    async fn look(&self, cause: Option<String>) -> Option<()> {
        let asked = self.ask().await?;
        self.drop_uncertain().await;
        let Err(Unreached { reason, .. }) = asked else {
            self.reach.decide(false);
            if let Some(error) = cause {
                tracing::warn!(error, "a call did not reach the database, which answers");
            }
            return Some(());
        };
        self.reach.decide(true);
        metrics::gauge!("stoa_database_away").set(1.0);
        tracing::error!(
            error = reason,
            "the database cannot be reached: pages that are kept are served, everything else is refused"
        );
        loop {
            tokio::time::sleep(PAUSE).await;
            let is_there = self.databases.upgrade()?.is_there().await.is_ok();
            self.drop_uncertain().await;
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

    /// Asks for the database; once more when it may be there and only this process has no time to hear it. One that has done
    /// something meanwhile is there then. None when it was closed.
    async fn ask(&self) -> Option<Result<(), Unreached>> {
        let may_be_here = |asked: &Result<(), Unreached>| asked.as_ref().is_err_and(|error| error.may_be_here);
        let done = self.reach.done();
        let first = self.databases.upgrade()?.is_there().await;
        if !may_be_here(&first) {
            return Some(first);
        }
        tokio::time::sleep(PAUSE).await;
        let second = self.databases.upgrade()?.is_there().await;
        let is_served = self.reach.done() != done;
        Some(if is_served && may_be_here(&second) { Ok(()) } else { second })
    }

    /// Drops the kept pages of sites whose last changes were made or not: nobody else says that they have changed.
    async fn drop_uncertain(&self) {
        for website in self.reach.take_uncertain() {
            self.invalidation.bump(&website, &[drawn_of::SITE.to_owned()]).await;
        }
    }
}
