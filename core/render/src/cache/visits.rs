//! What sites have recorded of visits, so that an event of a visitor needs no query.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_site::cache_tags;

use super::freshness::Freshness;
use super::pages::KEPT;
use crate::visitor_script::VisitRules;

/// Maximum number of sites of which the rules are kept.
const MAX_SITES: u64 = 10_000;

#[derive(Clone)]
struct Known {
    rules: Arc<VisitRules>,
    made_at: u64,
    made_on: Instant,
}

/// The rules of sites.
pub(crate) struct VisitRulesCache {
    known: moka::future::Cache<WebsiteId, Known>,
    freshness: Freshness,
}

impl VisitRulesCache {
    pub(crate) fn new(invalidation: &dyn Invalidation) -> Self {
        let known = moka::future::Cache::builder().max_capacity(MAX_SITES).build();
        Self { known, freshness: Freshness::new(invalidation.subscribe()) }
    }

    /// The rules of a site, read anew when they may have changed. While the database is unreachable, the last known
    /// ones.
    ///
    /// # Errors
    /// When `read` fails.
    pub(crate) async fn of<E>(
        &self,
        website: &WebsiteId,
        reach: &DatabaseReachability,
        read: impl Future<Output = Result<VisitRules, E>>,
    ) -> Result<Arc<VisitRules>, E> {
        if let Some(known) = self.known.get(website).await {
            let is_fresh = known.made_on.elapsed() < KEPT
                && self.freshness.holds(website, &[cache_tags::SITE.to_owned()], known.made_at);
            if is_fresh || reach.is_away() {
                return Ok(known.rules);
            }
        }
        // Taken before anything is read, so that concurrent changes are noticed.
        let (made_at, made_on) = (self.freshness.now(), Instant::now());
        let rules = Arc::new(read.await?);
        self.known.insert(website.clone(), Known { rules: Arc::clone(&rules), made_at, made_on }).await;
        Ok(rules)
    }
}
