//! The languages of sites with their address words, so that the language of an address is known without a query.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_site::cache_tags;

use super::freshness::Freshness;
use super::pages::KEPT;
use crate::RenderError;
use crate::language::KnownLanguages;

/// Maximum number of sites of which the languages are kept.
const MAX_SITES: u64 = 10_000;

#[derive(Clone)]
struct Known {
    languages: Arc<KnownLanguages>,
    made_at: u64,
    made_on: Instant,
}

/// The languages of sites besides their primary ones, with the words of their addresses.
pub(crate) struct LanguageCache {
    known: moka::future::Cache<WebsiteId, Known>,
    freshness: Freshness,
}

impl LanguageCache {
    pub(crate) fn new(invalidation: &dyn Invalidation) -> Self {
        let known = moka::future::Cache::builder().max_capacity(MAX_SITES).build();
        Self { known, freshness: Freshness::new(invalidation.subscribe()) }
    }

    /// The languages of a site, read anew when they may have changed. While the database is unreachable, the last known
    /// ones.
    ///
    /// # Errors
    /// When `read` fails.
    pub(crate) async fn of<F>(
        &self,
        website: &WebsiteId,
        reach: &DatabaseReachability,
        read: F,
    ) -> Result<Arc<KnownLanguages>, RenderError>
    where
        F: Future<Output = Result<KnownLanguages, RenderError>>,
    {
        if let Some(known) = self.known.get(website).await {
            let tags = [cache_tags::SITE, cache_tags::LANGUAGES].map(str::to_owned);
            let is_fresh = known.made_on.elapsed() < KEPT && self.freshness.holds(website, &tags, known.made_at);
            if is_fresh || reach.is_away() {
                return Ok(known.languages);
            }
        }
        // Taken before anything is read, so that concurrent changes are noticed.
        let (made_at, made_on) = (self.freshness.now(), Instant::now());
        let languages = Arc::new(read.await?);
        let known = Known { languages: Arc::clone(&languages), made_at, made_on };
        self.known.insert(website.clone(), known).await;
        Ok(languages)
    }
}
