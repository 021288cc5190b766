use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use moka::Expiry;
use sha2::{Digest as _, Sha256};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Cache, Invalidation};
use stoa_kernel::reach::Reach;

use super::entry::{self, CachedPage};
use super::freshness::Freshness;
use crate::RenderError;

/// Most bytes of pages kept in this process: 64 MiB.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// How long a page is kept at most: a post with a date to come appears after this time.
const KEPT: Duration = Duration::from_secs(120);
/// How long a page is held that is made of a database which may go away, to be shown while it is, where word of changes comes
/// from all processes.
const HELD: Duration = Duration::from_secs(60 * 60);
/// How long a page that was just made lies apart at most, for those who wait for it.
const HANDED_OVER: Duration = Duration::from_secs(1);
/// Most pages that are made at one time, each by one for all.
const MOST_MAKING: u64 = 1_000;
/// Times a page is asked for again because it changed while it was made.
const ATTEMPTS: usize = 3;

/// Which page of which site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PageKey {
    pub(crate) website: WebsiteId,
    /// Address, origin and everything of the query that matters.
    pub(crate) name: String,
}

/// A page that was made, and whether it may be kept.
pub(crate) struct Built {
    pub(crate) page: CachedPage,
    /// A page that may be kept for all is the same for everybody.
    pub(crate) shared: bool,
    /// A page with a block that failed is shown once and made anew: it may be whole the next time.
    pub(crate) lasting: bool,
}

#[derive(Clone)]
struct Kept {
    page: Arc<CachedPage>,
    made_at: u64,
    made_on: Instant,
    lasting: bool,
    /// How long it is held at most.
    held_for: Duration,
}

impl Kept {
    fn is_young(&self) -> bool {
        self.made_on.elapsed() < KEPT
    }

    fn held(&self) -> Found {
        Found { page: Arc::clone(&self.page), held: Some(Held { age: self.made_on.elapsed() }) }
    }
}

/// Pages are held as long as they say, from when they were made.
struct AsLongAsHeld;

impl Expiry<PageKey, Kept> for AsLongAsHeld {
    fn expire_after_create(&self, _: &PageKey, kept: &Kept, _: Instant) -> Option<Duration> {
        Some(kept.held_for.saturating_sub(kept.made_on.elapsed()))
    }

    fn expire_after_update(&self, key: &PageKey, kept: &Kept, now: Instant, _: Option<Duration>) -> Option<Duration> {
        self.expire_after_create(key, kept, now)
    }
}

/// A kept page that is shown although nobody can be asked whether it still holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// How long ago it was made.
    pub age: Duration,
}

impl Held {
    /// How many seconds it would be kept otherwise; below nought when they are over.
    pub fn rest_seconds(self) -> i64 {
        let seconds = |time: Duration| i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
        seconds(KEPT) - seconds(self.age)
    }
}

/// A page on its way out.
pub(crate) struct Found {
    pub(crate) page: Arc<CachedPage>,
    /// Set while the database is away.
    pub(crate) held: Option<Held>,
}

impl Found {
    fn fresh(page: Arc<CachedPage>) -> Self {
        Self { page, held: None }
    }
}

/// The pages that are kept.
pub(crate) struct PageCache {
    near: moka::future::Cache<PageKey, Kept>,
    /// Has one caller make a page for all who ask meanwhile; one that is too old stays in `near` until then.
    making: moka::future::Cache<PageKey, Kept>,
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
            .max_capacity(MOST_BYTES)
            .weigher(|key: &PageKey, kept: &Kept| {
                // A packed copy of a page takes about a quarter of it.
                u32::try_from(kept.page.body.len() / 4 * 5 + key.name.len() + 500).unwrap_or(u32::MAX)
            })
            .expire_after(AsLongAsHeld)
            .build();
        let making = moka::future::Cache::builder().max_capacity(MOST_MAKING).time_to_live(HANDED_OVER).build();
        let freshness = Freshness::new(invalidation.subscribe());
        Self { near, making, far, invalidation, freshness }
    }

    /// A page from the nearest place that has it fresh, else made by `build`, by one caller for all
    /// who ask meanwhile. While the database is away pages count that are too old otherwise.
    ///
    /// # Errors
    /// When `build` fails; the failure is not kept.
    pub(crate) async fn page<F, B>(&self, key: PageKey, reach: &Reach, build: B) -> Result<Found, RenderError>
    where
        B: Fn() -> F,
        F: Future<Output = Result<Built, RenderError>>,
    {
        match self.near(&key).await {
            Some(kept) if reach.is_away() => return Ok(kept.held()),
            Some(kept) if kept.is_young() => return Ok(Found::fresh(kept.page)),
            _ => {}
        }
        // On the heap, so that a call which finds its page does not carry the making of it around.
        let made = Box::pin(self.made(key.clone(), reach, build)).await;
        match made {
            // The database has just gone away.
            Err(error) if reach.is_away() => self.near(&key).await.map(|kept| kept.held()).ok_or(error),
            made => made.map(Found::fresh),
        }
    }

    async fn made<F, B>(&self, key: PageKey, reach: &Reach, build: B) -> Result<Arc<CachedPage>, RenderError>
    where
        B: Fn() -> F,
        F: Future<Output = Result<Built, RenderError>>,
    {
        let held_for = if reach.is_watched() && self.invalidation.is_shared() { HELD } else { KEPT };
        for _ in 0..ATTEMPTS {
            // On the heap, too: what makes a page is large, and threads of the runtime have small stacks.
            let making = Box::pin(self.made_and_kept(&key, held_for, Box::pin(build())));
            let made = self.making.try_get_with(key.clone(), making).await;
            let kept = made.map_err(RenderError::Shared)?;
            self.making.invalidate(&key).await;
            if self.freshness.holds(&key.website, &kept.page.tags, kept.made_at) {
                return Ok(kept.page);
            }
        }
        Ok(Arc::new(Box::pin(build()).await?.page))
    }

    async fn made_and_kept<F>(&self, key: &PageKey, held_for: Duration, build: F) -> Result<Kept, RenderError>
    where
        F: Future<Output = Result<Built, RenderError>>,
    {
        // Somebody may have made it between the look of this caller and its turn.
        if let Some(kept) = self.near(key).await.filter(Kept::is_young) {
            return Ok(kept);
        }
        let made = self.far_or_built(key, held_for, build).await?;
        if made.lasting {
            self.near.insert(key.clone(), made.clone()).await;
        }
        Ok(made)
    }

    /// The page that is held, unless what it shows has changed.
    async fn near(&self, key: &PageKey) -> Option<Kept> {
        let kept = self.near.get(key).await?;
        if self.freshness.holds(&key.website, &kept.page.tags, kept.made_at) {
            return Some(kept);
        }
        self.near.invalidate(key).await;
        None
    }

    async fn far_or_built<F>(&self, key: &PageKey, held_for: Duration, build: F) -> Result<Kept, RenderError>
    where
        F: Future<Output = Result<Built, RenderError>>,
    {
        // Both counts are taken before anything is read, so that a change in between is noticed.
        let (made_at, made_on) = (self.freshness.now(), Instant::now());
        let generations = self.invalidation.generations(&key.website).await;
        let shared_name = key.shared_name();
        if let Some(page) = self.far(&shared_name, generations.as_ref()).await {
            return Ok(Kept { page: Arc::new(page), made_at, made_on, lasting: true, held_for });
        }
        let Built { page, shared, lasting } = build.await?;
        if let Some(generations) = generations.filter(|_| shared && lasting) {
            let own: BTreeMap<String, u64> =
                page.tags.iter().map(|tag| (tag.clone(), generations.get(tag).copied().unwrap_or(0))).collect();
            if let Some(bytes) = entry::write(&page, &own) {
                self.far.set(&shared_name, bytes, KEPT).await;
            }
        }
        Ok(Kept { page: Arc::new(page), made_at, made_on, lasting, held_for })
    }

    async fn far(&self, name: &str, generations: Option<&HashMap<String, u64>>) -> Option<CachedPage> {
        let generations = generations?;
        let (page, own) = entry::read(&self.far.get(name).await?)?;
        let same = own.iter().all(|(tag, generation)| generations.get(tag).copied().unwrap_or(0) == *generation);
        same.then_some(page)
    }
}
