//! The running experiments of sites, so that a page is found in the cache by the variants that its visitor gets, without
//! a query.

use std::future::Future;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_site::cache_tags;
use stoa_site::experiments::RunningExperiments;

use super::freshness::Freshness;
use super::pages::KEPT;
use crate::RenderError;

/// Maximum number of sites of which the experiments are kept.
const MAX_SITES: u64 = 10_000;

/// A change of these makes the list stale.
static TAGS: LazyLock<[String; 2]> = LazyLock::new(|| [cache_tags::SITE, cache_tags::EXPERIMENTS].map(str::to_owned));

#[derive(Clone)]
struct Known {
    experiments: Arc<RunningExperiments>,
    made_at: u64,
    made_on: Instant,
}

/// The running experiments of sites; most have none.
pub(crate) struct ExperimentCache {
    known: moka::future::Cache<WebsiteId, Known>,
    freshness: Freshness,
}

impl ExperimentCache {
    pub(crate) fn new(invalidation: &dyn Invalidation) -> Self {
        let known = moka::future::Cache::builder().max_capacity(MAX_SITES).build();
        Self { known, freshness: Freshness::new(invalidation.subscribe()) }
    }

    /// The running experiments of a site, read anew when they may have changed. While the database is unreachable, the
    /// last known ones.
    ///
    /// # Errors
    /// When `read` fails.
    pub(crate) async fn of<F>(
        &self,
        website: &WebsiteId,
        reach: &DatabaseReachability,
        read: F,
    ) -> Result<Arc<RunningExperiments>, RenderError>
    where
        F: Future<Output = Result<RunningExperiments, RenderError>>,
    {
        if let Some(known) = self.known.get(website).await {
            let is_fresh =
                known.made_on.elapsed() < KEPT && self.freshness.holds(website, TAGS.as_slice(), known.made_at);
            if is_fresh || reach.is_away() {
                return Ok(known.experiments);
            }
        }
        // Taken before anything is read, so that concurrent changes are noticed.
        let (made_at, made_on) = (self.freshness.now(), Instant::now());
        let experiments = Arc::new(read.await?);
        let known = Known { experiments: Arc::clone(&experiments), made_at, made_on };
        self.known.insert(website.clone(), known).await;
        Ok(experiments)
    }
}
