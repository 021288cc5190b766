//! Looks at sites that are under way. A provider or a program of an owner that does not answer keeps nobody waiting but its own
//! site.

use std::collections::{HashMap, HashSet};
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Look;
use tokio::task::{Id, JoinError, JoinSet};

use super::post::Post;
use super::{Jobs, site};

/// How long one look keeps the others waiting. One that takes longer goes on beside them.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long looks that have begun may go on when the program ends. What is cut off is looked at again.
const GRACE: Duration = Duration::from_secs(5);

/// One look for each site at a time.
#[derive(Default)]
pub(super) struct Looks {
    tasks: JoinSet<()>,
    sites: HashMap<Id, WebsiteId>,
    /// Sites that changed while they were looked at.
    changed: HashSet<WebsiteId>,
}

impl Looks {
    /// Looks at a site, and waits for the end if that comes soon.
    pub(super) async fn begin(&mut self, jobs: &Jobs, post: &Arc<Post>, look: Look) {
        if self.sites.values().any(|website| *website == look.website) {
            self.changed.insert(look.website);
            return;
        }
        let (jobs, post, website) = (jobs.clone(), Arc::clone(post), look.website.clone());
        let task = self.tasks.spawn(async move {
            if let Err(error) = site::look_after(&jobs, &post, &look).await {
                if jobs.is_in_doubt() {
                    tracing::debug!(error = format!("{error:#}"), "the work of a site is broken off");
                    return;
                }
                tracing::error!(tenant.id = %look.website, error = format!("{error:#}"), "the work of a site failed");
            }
        });
        self.sites.insert(task.id(), website);
        if let Ok(Some(ended)) = tokio::time::timeout(PATIENCE, self.tasks.join_next_with_id()).await {
            self.ended(ended);
        }
    }

    /// Waits until a look is over after which the site is to be looked at again.
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

    /// Waits for what has begun, but not for long.
    pub(super) async fn end(mut self) {
        let all = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, all).await.is_err() {
            tracing::info!("work that takes long is cut off, and done when the program runs again");
        }
    }

    fn ended(&mut self, ended: Result<(Id, ()), JoinError>) {
        let id = match ended {
            Ok((id, ())) => id,
            Err(error) => {
                tracing::error!(%error, "the work of a site ended in a panic");
                error.id()
            }
        };
        self.sites.remove(&id);
    }
}
