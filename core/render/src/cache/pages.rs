//! The page cache of this process, and how long pages stay in it.

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use moka::Expiry;
use sha2::{Digest as _, Sha256};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Cache, Invalidation};
use stoa_kernel::reachability::DatabaseReachability;

use super::entry::{self, CachedPage};
use super::freshness::Freshness;
use crate::RenderError;

/// Maximum size of the cache in this process: 64 MiB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Maximum age of a fresh page; also the maximum delay after which a post with a future date appears.
pub(super) const KEPT: Duration = Duration::from_secs(120);
/// Maximum age of a page with a failed block. The next attempt may succeed, but visitors must not make a block fail as
/// often as they like.
pub(super) const KEPT_WITH_FAILURE: Duration = Duration::from_secs(5);
/// How long a page is retained, to be served while the database server is unreachable; applies where invalidations
/// arrive from all processes.
const STALE_RETENTION: Duration = Duration::from_secs(60 * 60);
/// How long a newly rendered page stays available to the requests that wait for it.
const RENDER_HANDOVER: Duration = Duration::from_secs(1);
/// Maximum number of pages rendered concurrently, each once for all its requests.
const MAX_CONCURRENT_RENDERS: u64 = 1_000;
/// Maximum number of retries when a page changed while it was rendered.
const ATTEMPTS: usize = 3;

/// How long a page is fresh: if all of it could be drawn, as many seconds as its blocks ask for at most.
pub(crate) fn lifetime_of(is_whole: bool, asked_seconds: Option<u32>) -> Duration {
    match asked_seconds {
        _ if !is_whole => KEPT_WITH_FAILURE,
        Some(seconds) => KEPT.min(Duration::from_secs(u64::from(seconds))),
        None => KEPT,
    }
}

/// Key of a page: site and URL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PageKey {
    pub(crate) website: WebsiteId,
    /// Path, origin and all relevant parts of the query.
    pub(crate) name: String,
}

/// A rendered page, and whether it may be cached.
pub(crate) struct Built {
    pub(crate) page: CachedPage,
    /// Whether the page is the same for everyone and may be put into the shared cache.
    pub(crate) shared: bool,
    /// How long it is fresh: [`KEPT`], or less as a block requests it, or [`KEPT_WITH_FAILURE`].
    pub(crate) lifetime: Duration,
}

#[derive(Clone)]
struct LocalEntry {
    page: Arc<CachedPage>,
    made_at: u64,
    made_on: Instant,
    /// How long it is fresh.
    lifetime: Duration,
    /// Retention time.
    held_for: Duration,
}

impl LocalEntry {
    fn is_young(&self) -> bool {
        self.made_on.elapsed() < self.lifetime
    }

    fn held(&self) -> Found {
        Found { page: Arc::clone(&self.page), held: Some(StaleAge { age: self.made_on.elapsed() }) }
    }
}

/// Expires entries after their own retention time, counted from rendering.
struct RetentionExpiry;

impl Expiry<PageKey, LocalEntry> for RetentionExpiry {
    fn expire_after_create(&self, _: &PageKey, kept: &LocalEntry, _: Instant) -> Option<Duration> {
        Some(kept.held_for.saturating_sub(kept.made_on.elapsed()))
    }

    fn expire_after_update(
        &self,
        key: &PageKey,
        kept: &LocalEntry,
        now: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        self.expire_after_create(key, kept, now)
    }
}

/// Marks a cached page that is served although its freshness cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaleAge {
    /// Time since it was rendered.
    pub age: Duration,
}

impl StaleAge {
    /// Remaining seconds of its normal lifetime; negative when it is exceeded.
    pub fn remaining_seconds(self) -> i64 {
        let seconds = |time: Duration| i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
        seconds(KEPT) - seconds(self.age)
    }
}

/// A page to be served.
pub(crate) struct Found {
    pub(crate) page: Arc<CachedPage>,
    /// Set while the database is unreachable.
    pub(crate) held: Option<StaleAge>,
}

impl Found {
    fn fresh(page: Arc<CachedPage>) -> Self {
        Self { page, held: None }
    }
}

/// The page cache.
pub(crate) struct PageCache {
    near: moka::future::Cache<PageKey, LocalEntry>,
    /// Lets one request render a page for all concurrent ones; meanwhile an outdated page stays in `near`.
    making: moka::future::Cache<PageKey, LocalEntry>,
    far: Arc<dyn Cache>,
    invalidation: Arc<dyn Invalidation>,
    freshness: Freshness,
}

impl PageKey {
    fn shared_name(&self) -> String {
        let digest = Sha256::digest(self.name.as_bytes());
        let name = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(digest);
        format!("page:{}:{name}", self.website)
    }
}

impl PageCache {
    pub(crate) fn new(far: Arc<dyn Cache>, invalidation: Arc<dyn Invalidation>) -> Self {
        let near = moka::future::Cache::builder()
            .max_capacity(MAX_BYTES)
            .weigher(|key: &PageKey, kept: &LocalEntry| {
                // The compressed copy of a page adds about a quarter of its size.
                u32::try_from(kept.page.body.len() / 4 * 5 + key.name.len() + 500).unwrap_or(u32::MAX)
            })
            .expire_after(RetentionExpiry)
            .build();
        let making =
            moka::future::Cache::builder().max_capacity(MAX_CONCURRENT_RENDERS).time_to_live(RENDER_HANDOVER).build();
        let freshness = Freshness::new(invalidation.subscribe());
        Self { near, making, far, invalidation, freshness }
    }

    /// Returns a fresh page from the nearest level, otherwise rendered by `build`, once for all concurrent requests.
    /// While the database is unreachable, outdated pages are returned too.
    ///
    /// # Errors
    /// When `build` fails; failures are not cached.
    pub(crate) async fn page<F, B>(
        &self,
        key: PageKey,
        reach: &DatabaseReachability,
        build: B,
    ) -> Result<Found, RenderError>
    where
        B: Fn() -> F,
        F: Future<Output = Result<Built, RenderError>>,
    {
        match self.near(&key).await {
            Some(kept) if reach.is_away() => return Ok(kept.held()),
            Some(kept) if kept.is_young() => return Ok(Found::fresh(kept.page)),
            _ => {}
        }
        // Boxed, so that the future of a cache hit does not include the large rendering future.
        let made = Box::pin(self.made(key.clone(), reach, build)).await;
        match made {
            // The database has become unreachable in the meantime.
            Err(error) if reach.is_away() => self.near(&key).await.map(|kept| kept.held()).ok_or(error),
            made => made.map(Found::fresh),
        }
    }

    async fn made<F, B>(
        &self,
        key: PageKey,
        reach: &DatabaseReachability,
        build: B,
    ) -> Result<Arc<CachedPage>, RenderError>
    where
        B: Fn() -> F,
        F: Future<Output = Result<Built, RenderError>>,
    {
        let held_for = if reach.is_watched() && self.invalidation.is_shared() { STALE_RETENTION } else { KEPT };
        for _ in 0..ATTEMPTS {
            // Boxed, too: the rendering future is large, and runtime threads have small stacks.
            let making = Box::pin(self.render_and_store(&key, held_for, Box::pin(build())));
            let made = self.making.try_get_with(key.clone(), making).await;
            let kept = made.map_err(RenderError::Shared)?;
            self.making.invalidate(&key).await;
            if self.freshness.holds(&key.website, &kept.page.tags, kept.made_at) {
                return Ok(kept.page);
            }
        }
        Ok(Arc::new(Box::pin(build()).await?.page))
    }

    async fn render_and_store<F>(&self, key: &PageKey, held_for: Duration, build: F) -> Result<LocalEntry, RenderError>
    where
        F: Future<Output = Result<Built, RenderError>>,
    {
        // Another request may have rendered it since the cache miss.
        if let Some(kept) = self.near(key).await.filter(LocalEntry::is_young) {
            return Ok(kept);
        }
        let made = self.shared_or_built(key, held_for, build).await?;
        self.near.insert(key.clone(), made.clone()).await;
        Ok(made)
    }

    /// The retained page, unless its data has changed.
    async fn near(&self, key: &PageKey) -> Option<LocalEntry> {
        let kept = self.near.get(key).await?;
        if self.freshness.holds(&key.website, &kept.page.tags, kept.made_at) {
            return Some(kept);
        }
        self.near.invalidate(key).await;
        None
    }

    async fn shared_or_built<F>(&self, key: &PageKey, held_for: Duration, build: F) -> Result<LocalEntry, RenderError>
    where
        F: Future<Output = Result<Built, RenderError>>,
    {
        // Taken before anything is read, so that concurrent changes are noticed.
        let (made_at, made_on) = (self.freshness.now(), Instant::now());
        let generations = self.invalidation.generations(&key.website).await;
        let shared_name = key.shared_name();
        if let Some(page) = self.far(&shared_name, generations.as_ref()).await {
            return Ok(LocalEntry { page: Arc::new(page), made_at, made_on, lifetime: KEPT, held_for });
        }
        let Built { page, shared, lifetime } = build.await?;
        // The shared cache does not tell the age of a page, so it has only those with the usual lifetime.
        let is_usual = lifetime >= KEPT;
        if let Some(generations) = generations.filter(|_| shared && is_usual) {
            let own: BTreeMap<String, u64> =
                page.tags.iter().map(|tag| (tag.clone(), generations.get(tag).copied().unwrap_or(0))).collect();
            if let Some(bytes) = entry::write(&page, &own) {
                self.far.set(&shared_name, bytes, KEPT).await;
            }
        }
        let held_for = if is_usual { held_for } else { lifetime };
        Ok(LocalEntry { page: Arc::new(page), made_at, made_on, lifetime, held_for })
    }

    async fn far(&self, name: &str, generations: Option<&HashMap<String, u64>>) -> Option<CachedPage> {
        let generations = generations?;
        let (page, own) = entry::read(&self.far.get(name).await?)?;
        let same = own.iter().all(|(tag, generation)| generations.get(tag).copied().unwrap_or(0) == *generation);
        same.then_some(page)
    }
}
