//! What is known of each site until it may have changed, so that a request needs no query for it: its languages, its
//! running experiments, and what it records of visits.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::reachability::DatabaseReachability;

use super::freshness::Freshness;
use super::pages::KEPT;

/// Maximum number of sites of which something is kept. Beyond it, a tenth is forgotten.
const MAX_SITES: usize = 10_000;

struct CachedValue<T> {
    value: Arc<T>,
    made_at: u64,
    made_on: Instant,
}

impl<T> Clone for CachedValue<T> {
    fn clone(&self) -> Self {
        Self { value: Arc::clone(&self.value), made_at: self.made_at, made_on: self.made_on }
    }
}

/// A value of each site. A change of one of its tags makes it stale. Every page asks for one, so this is a plain map: a
/// cache that notes what is used costs several times as much.
pub(crate) struct SiteCache<T> {
    known: RwLock<HashMap<WebsiteId, CachedValue<T>>>,
    freshness: Freshness,
    tags: Vec<String>,
}

impl<T: Send + Sync + 'static> SiteCache<T> {
    pub(crate) fn new(invalidation: &dyn Invalidation, tags: &[&str]) -> Self {
        Self {
            known: RwLock::default(),
            freshness: Freshness::new(invalidation.subscribe()),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        }
    }

    /// The value of a site, if it has not changed since it was read; while the database is unreachable, the last known
    /// one.
    pub(crate) fn known(&self, website: &WebsiteId, reach: &DatabaseReachability) -> Option<Arc<T>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(website).cloned()?;
        let is_fresh = known.made_on.elapsed() < KEPT && self.freshness.holds(website, &self.tags, known.made_at);
        (is_fresh || reach.is_away()).then_some(known.value)
    }

    /// The value of a site, read again when it may have changed. While the database is unreachable, the last known one.
    ///
    /// # Errors
    /// When `read` fails.
    pub(crate) async fn of<E>(
        &self,
        website: &WebsiteId,
        reach: &DatabaseReachability,
        read: impl Future<Output = Result<T, E>>,
    ) -> Result<Arc<T>, E> {
        if let Some(known) = self.known(website, reach) {
            return Ok(known);
        }
        // Taken before anything is read, so that concurrent changes are noticed.
        let (made_at, made_on) = (self.freshness.now(), Instant::now());
        let value = Arc::new(read.await?);
        let mut sites = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if sites.len() >= MAX_SITES && !sites.contains_key(website) {
            forget_oldest(&mut sites);
        }
        sites.insert(website.clone(), CachedValue { value: Arc::clone(&value), made_at, made_on });
        Ok(value)
    }
}

/// Removes the tenth of the sites that was read longest ago, and those that were read at the same time as its last.
fn forget_oldest<T>(sites: &mut HashMap<WebsiteId, CachedValue<T>>) {
    let mut times: Vec<Instant> = sites.values().map(|known| known.made_on).collect();
    times.sort_unstable();
    if let Some(&last) = times.get((times.len() / 10).saturating_sub(1)) {
        sites.retain(|_, known| known.made_on > last);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use stoa_kernel::id::WebsiteId;

    use super::{CachedValue, forget_oldest};

    #[test]
    fn the_tenth_read_longest_ago_is_forgotten() {
        let begin = Instant::now();
        let mut sites = HashMap::new();
        for second in 0..40 {
            let made_on = begin + Duration::from_secs(second);
            sites.insert(WebsiteId::generate(), CachedValue { value: Arc::new(second), made_at: 0, made_on });
        }
        forget_oldest(&mut sites);
        let mut kept: Vec<u64> = sites.values().map(|known| *known.value).collect();
        kept.sort_unstable();
        assert_eq!(kept, (4..40).collect::<Vec<u64>>());
    }

    #[test]
    fn sites_read_at_the_same_time_do_not_fill_it() {
        let made_on = Instant::now();
        let known = |_| (WebsiteId::generate(), CachedValue { value: Arc::new(()), made_at: 0, made_on });
        let mut sites: HashMap<_, _> = (0..20).map(known).collect();
        forget_oldest(&mut sites);
        assert!(sites.is_empty());
    }
}
