//! Running passes over sites. A payment provider or webhook that does not respond delays only its own site.

use std::collections::{HashMap, HashSet};
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use stoa_kernel::id::WebsiteId;
use stoa_tenancy::SitePass;
use tokio::task::{Id, JoinError, JoinSet};

use super::email_sender::Post;
use super::{Jobs, site};

/// How long one pass delays the others. A longer one continues concurrently.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long running passes may continue when the program stops. An interrupted one is repeated.
const GRACE: Duration = Duration::from_secs(5);

/// At most one pass per site at a time.
#[derive(Default)]
pub(super) struct SitePasses {
    tasks: JoinSet<()>,
    sites: HashMap<Id, WebsiteId>,
    /// Sites that changed during their pass.
    changed: HashSet<WebsiteId>,
}

impl SitePasses {
    /// Starts a pass over a site, and waits for its end for a short time.
    pub(super) async fn begin(&mut self, jobs: &Jobs, post: &Arc<Post>, pass: SitePass) {
        if self.sites.values().any(|website| *website == pass.website) {
            self.changed.insert(pass.website);
            return;
        }
        let (jobs, post, website) = (jobs.clone(), Arc::clone(post), pass.website.clone());
        let task = self.tasks.spawn(async move {
            if let Err(error) = site::run_site_pass(&jobs, &post, &pass).await {
                if jobs.is_in_doubt() {
                    tracing::debug!(error = format!("{error:#}"), "the jobs of a site were interrupted");
                    return;
                }
                tracing::error!(tenant.id = %pass.website, error = format!("{error:#}"), "the jobs of a site failed");
            }
        });
        self.sites.insert(task.id(), website);
        if let Ok(Some(ended)) = tokio::time::timeout(PATIENCE, self.tasks.join_next_with_id()).await {
            self.ended(ended);
        }
    }

    /// Waits for the end of a pass; returns a site that is to be processed again.
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

    /// Waits for running passes for a limited time.
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
