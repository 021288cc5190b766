//! What is known of each site until it may have changed, so that a request needs no query for it: its languages, its
//! running experiments, and what it records of visits.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::reachability::DatabaseReachability;

use super::freshness::Freshness;
use super::pages::KEPT;

/// Maximum number of sites of which something is kept.
const MAX_SITES: u64 = 10_000;

struct Known<T> {
    value: Arc<T>,
    made_at: u64,
    made_on: Instant,
}

impl<T> Clone for Known<T> {
    fn clone(&self) -> Self {
        Self { value: Arc::clone(&self.value), made_at: self.made_at, made_on: self.made_on }
    }
}

/// A value of each site. A change of one of its tags makes it stale.
pub(crate) struct SiteCache<T> {
    known: moka::future::Cache<WebsiteId, Known<T>>,
    freshness: Freshness,
    tags: Vec<String>,
}

impl<T: Send + Sync + 'static> SiteCache<T> {
    pub(crate) fn new(invalidation: &dyn Invalidation, tags: &[&str]) -> Self {
        Self {
            known: moka::future::Cache::builder().max_capacity(MAX_SITES).build(),
            freshness: Freshness::new(invalidation.subscribe()),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        }
    }

    /// The value of a site, read anew when it may have changed. While the database is unreachable, the last known one.
    ///
    /// # Errors
    /// When `read` fails.
    pub(crate) async fn of<E>(
        &self,
        website: &WebsiteId,
        reach: &DatabaseReachability,
        read: impl Future<Output = Result<T, E>>,
    ) -> Result<Arc<T>, E> {
        if let Some(known) = self.known.get(website).await {
            let is_fresh = known.made_on.elapsed() < KEPT && self.freshness.holds(website, &self.tags, known.made_at);
            if is_fresh || reach.is_away() {
                return Ok(known.value);
            }
        }
        // Taken before anything is read, so that concurrent changes are noticed.
        let (made_at, made_on) = (self.freshness.now(), Instant::now());
        let value = Arc::new(read.await?);
        self.known.insert(website.clone(), Known { value: Arc::clone(&value), made_at, made_on }).await;
        Ok(value)
    }
}
