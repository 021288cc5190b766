use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use sha2::{Digest as _, Sha256};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Cache, Invalidation};

use super::entry::{self, CachedPage};
use super::freshness::Freshness;
use crate::RenderError;

/// Most bytes of pages kept in this process: 64 MiB.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// How long a page is kept at most: a post with a date to come appears after this time.
const KEPT: Duration = Duration::from_secs(120);
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
    lasting: bool,
}

/// The pages that are kept.
pub(crate) struct PageCache {
    near: moka::future::Cache<PageKey, Kept>,
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
            .time_to_live(KEPT)
            .build();
        let freshness = Freshness::new(invalidation.subscribe());
        Self { near, far, invalidation, freshness }
    }

    /// A page from the nearest place that has it fresh, else made by `build`, by one caller for all
    /// who ask meanwhile.
    ///
    /// # Errors
    /// When `build` fails; the failure is not kept.
    pub(crate) async fn page<F, B>(&self, key: PageKey, build: B) -> Result<Arc<CachedPage>, RenderError>
    where
        B: Fn() -> F,
        F: Future<Output = Result<Built, RenderError>>,
    {
        match self.near(&key).await {
            Some(page) => Ok(page),
            // On the heap, so that a call which finds its page does not carry the making of it around.
            None => Box::pin(self.made(key, build)).await,
        }
    }

    async fn made<F, B>(&self, key: PageKey, build: B) -> Result<Arc<CachedPage>, RenderError>
    where
        B: Fn() -> F,
        F: Future<Output = Result<Built, RenderError>>,
    {
        for _ in 0..ATTEMPTS {
            let made = self.near.try_get_with(key.clone(), self.far_or_built(&key, build())).await;
            let kept = made.map_err(RenderError::Shared)?;
            let fresh = self.freshness.holds(&key.website, &kept.page.tags, kept.made_at);
            if !fresh || !kept.lasting {
                self.near.invalidate(&key).await;
            }
            if fresh {
                return Ok(kept.page);
            }
        }
        Ok(Arc::new(build().await?.page))
    }

    async fn near(&self, key: &PageKey) -> Option<Arc<CachedPage>> {
        let kept = self.near.get(key).await?;
        if self.freshness.holds(&key.website, &kept.page.tags, kept.made_at) {
            return Some(kept.page);
        }
        self.near.invalidate(key).await;
        None
    }

    async fn far_or_built<F>(&self, key: &PageKey, build: F) -> Result<Kept, RenderError>
    where
        F: Future<Output = Result<Built, RenderError>>,
    {
        // Both counts are taken before anything is read, so that a change in between is noticed.
        let made_at = self.freshness.now();
        let generations = self.invalidation.generations(&key.website).await;
        let shared_name = key.shared_name();
        if let Some(page) = self.far(&shared_name, generations.as_ref()).await {
            return Ok(Kept { page: Arc::new(page), made_at, lasting: true });
        }
        let Built { page, shared, lasting } = build.await?;
        if let Some(generations) = generations.filter(|_| shared && lasting) {
            let own: BTreeMap<String, u64> =
                page.tags.iter().map(|tag| (tag.clone(), generations.get(tag).copied().unwrap_or(0))).collect();
            if let Some(bytes) = entry::write(&page, &own) {
                self.far.set(&shared_name, bytes, KEPT).await;
            }
        }
        Ok(Kept { page: Arc::new(page), made_at, lasting })
    }

    async fn far(&self, name: &str, generations: Option<&HashMap<String, u64>>) -> Option<CachedPage> {
        let generations = generations?;
        let (page, own) = entry::read(&self.far.get(name).await?)?;
        let same = own.iter().all(|(tag, generation)| generations.get(tag).copied().unwrap_or(0) == *generation);
        same.then_some(page)
    }
}
