//! Running looks at sites. A payment provider or webhook that does not respond delays only its own site.

use std::collections::{HashMap, HashSet};
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Look;
use tokio::task::{Id, JoinError, JoinSet};

use super::email_sender::Post;
use super::{Jobs, site};

/// How long one look delays the others. A longer one continues concurrently.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long running looks may continue when the program stops. An interrupted one is repeated.
const GRACE: Duration = Duration::from_secs(5);

/// At most one look per site at a time.
#[derive(Default)]
pub(super) struct Looks {
    tasks: JoinSet<()>,
    sites: HashMap<Id, WebsiteId>,
    /// Sites that changed during their look.
    changed: HashSet<WebsiteId>,
}

impl Looks {
    /// Starts a look at a site, and waits for its end for a short time.
    pub(super) async fn begin(&mut self, jobs: &Jobs, post: &Arc<Post>, look: Look) {
        if self.sites.values().any(|website| *website == look.website) {
            self.changed.insert(look.website);
            return;
        }
        let (jobs, post, website) = (jobs.clone(), Arc::clone(post), look.website.clone());
        let task = self.tasks.spawn(async move {
            if let Err(error) = site::look_after(&jobs, &post, &look).await {
                if jobs.is_in_doubt() {
                    tracing::debug!(error = format!("{error:#}"), "the jobs of a site were interrupted");
                    return;
                }
                tracing::error!(tenant.id = %look.website, error = format!("{error:#}"), "the jobs of a site failed");
            }
        });
        self.sites.insert(task.id(), website);
        if let Ok(Some(ended)) = tokio::time::timeout(PATIENCE, self.tasks.join_next_with_id()).await {
            self.ended(ended);
        }
    }

    /// Waits for the end of a look; returns a site that is to be looked at again.
    pub(super) async fn over(&mut self) -> Option<WebsiteId> {
        let changed = self.changed.iter().find(|website| !self.sites.values().any(|busy| busy == *website)).cloned();
        if let Some(website) = changed {
            self.changed.remove(&website);
            return Some(website);
        }
        match self.tasks.join_next_with_id().await {
            Some(ended) => self.ended(ended),
            None => return pending().await,
        }
        None
    }

    /// Waits for running looks for a limited time.
    pub(super) async fn end(mut self) {
        let all = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, all).await.is_err() {
            tracing::info!("long-running jobs are aborted; they run again after the next start");
        }
    }

    fn ended(&mut self, ended: Result<(Id, ()), JoinError>) {
        let id = match ended {
            Ok((id, ())) => id,
            Err(error) => {
                tracing::error!(%error, "the jobs of a site panicked");
                error.id()
            }
        };
        self.sites.remove(&id);
    }
}
