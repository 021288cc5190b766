//! Tests of the page cache.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Cache, Changed, Invalidation};
use stoa_kernel::reachability::DatabaseReachability;
use stoa_site::website_settings::CookieSettings;
use tokio::sync::broadcast;

use super::pages::{KEPT, KEPT_WITH_FAILURE};
use super::{Built, CachedPage, PageCache, PageKey, lifetime_of};
use crate::RenderError;

#[derive(Default)]
struct TestCache(Mutex<HashMap<String, Bytes>>);

#[async_trait]
impl Cache for TestCache {
    async fn get(&self, key: &str) -> Option<Bytes> {
        self.0.lock().unwrap().get(key).cloned()
    }

    async fn set(&self, key: &str, value: Bytes, _: Duration) {
        self.0.lock().unwrap().insert(key.to_owned(), value);
    }

    async fn delete(&self, key: &str) {
        self.0.lock().unwrap().remove(key);
    }
}

struct Bell {
    sender: broadcast::Sender<Changed>,
    generations: Mutex<HashMap<String, u64>>,
}

impl Bell {
    fn new() -> Self {
        Self { sender: broadcast::channel(16).0, generations: Mutex::default() }
    }
}

#[async_trait]
impl Invalidation for Bell {
    async fn invalidate_tags(&self, website: &WebsiteId, tags: &[String]) {
        for tag in tags {
            *self.generations.lock().unwrap().entry(tag.clone()).or_default() += 1;
        }
        let _ = self.sender.send(Changed::Tags { website: website.clone(), tags: tags.to_vec() });
    }

    async fn generations(&self, _: &WebsiteId) -> Option<HashMap<String, u64>> {
        Some(self.generations.lock().unwrap().clone())
    }

    fn subscribe(&self) -> broadcast::Receiver<Changed> {
        self.sender.subscribe()
    }
}

struct Site {
    website: WebsiteId,
    bell: Arc<Bell>,
    shelf: Arc<TestCache>,
    reach: DatabaseReachability,
    built: AtomicUsize,
    lifetime: Duration,
}

impl Site {
    fn new() -> Self {
        Self {
            website: WebsiteId::generate(),
            bell: Arc::new(Bell::new()),
            shelf: Arc::default(),
            reach: DatabaseReachability::watched(),
            built: AtomicUsize::new(0),
            lifetime: KEPT,
        }
    }

    fn process(&self) -> PageCache {
        PageCache::new(self.shelf.clone(), self.bell.clone())
    }

    async fn get(&self, cache: &PageCache) -> String {
        let key = PageKey { website: self.website.clone(), name: "/".to_owned() };
        let found = cache.page(key, &self.reach, || self.build()).await.unwrap();
        assert_eq!(found.held.is_some(), self.reach.is_away());
        String::from_utf8(found.page.body.to_vec()).unwrap()
    }

    async fn build(&self) -> Result<Built, RenderError> {
        let number = self.built.fetch_add(1, Ordering::SeqCst) + 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
        let tags = vec!["site".to_owned(), "posts".to_owned()];
        let body = Bytes::from(format!("page {number}"));
        Ok(Built {
            page: CachedPage::new(200, body, "e".to_owned(), tags, CookieSettings::default()),
            shared: true,
            lifetime: self.lifetime,
        })
    }
}

#[tokio::test]
async fn page_is_cached_until_a_tag_changes() {
    let site = Site::new();
    let cache = site.process();
    assert_eq!(site.get(&cache).await, "page 1");
    assert_eq!(site.get(&cache).await, "page 1");
    site.bell.invalidate_tags(&site.website, &["product:x".to_owned()]).await;
    assert_eq!(site.get(&cache).await, "page 1");
    site.bell.invalidate_tags(&WebsiteId::generate(), &["other".to_owned()]).await;
    assert_eq!(site.get(&cache).await, "page 1");
    site.bell.invalidate_tags(&site.website, &["posts".to_owned()]).await;
    assert_eq!(site.get(&cache).await, "page 2");
    let _ = site.bell.sender.send(Changed::Everything);
    assert_eq!(site.get(&cache).await, "page 2", "the shared cache still has it at this generation");
}

#[tokio::test]
async fn shared_cache_serves_no_stale_pages() {
    let site = Site::new();
    let (first, second) = (site.process(), site.process());
    assert_eq!(site.get(&first).await, "page 1");
    assert_eq!(site.get(&second).await, "page 1");
    site.bell.invalidate_tags(&site.website, &["site".to_owned()]).await;
    assert_eq!(site.get(&second).await, "page 2");
    assert_eq!(site.get(&first).await, "page 2");
    assert_eq!(site.built.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn concurrent_requests_render_a_page_once() {
    let site = Site::new();
    let cache = site.process();
    let seen = tokio::join!(site.get(&cache), site.get(&cache), site.get(&cache), site.get(&cache));
    assert_eq!(seen.0, seen.3);
    assert_eq!(site.built.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn page_changed_while_rendering_is_rendered_again() {
    let site = Site::new();
    let cache = site.process();
    let change = async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        site.bell.invalidate_tags(&site.website, &["site".to_owned()]).await;
    };
    let (seen, ()) = tokio::join!(site.get(&cache), change);
    assert_eq!(seen, "page 2");
    assert_eq!(site.get(&site.process()).await, "page 2");
}

#[tokio::test]
async fn cached_page_is_served_during_outage_unless_changed() {
    let site = Site::new();
    let cache = site.process();
    assert_eq!(site.get(&cache).await, "page 1");
    site.reach.decide(true);
    assert_eq!(site.get(&cache).await, "page 1");
    site.reach.decide(false);
    site.bell.invalidate_tags(&site.website, &["site".to_owned()]).await;
    assert_eq!(site.get(&cache).await, "page 2");
}

#[tokio::test]
async fn page_with_a_short_lifetime_is_cached_for_it_in_its_process() {
    let site = Site { lifetime: Duration::from_secs(1), ..Site::new() };
    let cache = site.process();
    assert_eq!(site.get(&cache).await, "page 1");
    assert_eq!(site.get(&cache).await, "page 1");
    assert_eq!(site.get(&site.process()).await, "page 2", "the shared cache does not have it");
    tokio::time::sleep(Duration::from_millis(1_050)).await;
    assert_eq!(site.get(&cache).await, "page 3");
}

// spec: plugins.blocks.varies
#[test]
fn a_page_is_fresh_for_as_long_as_its_blocks_say_and_shortly_after_a_failure() {
    assert_eq!(lifetime_of(true, None), KEPT);
    assert_eq!(lifetime_of(true, Some(1)), Duration::from_secs(1));
    assert_eq!(lifetime_of(true, Some(86_400)), KEPT, "no longer than other pages");
    for asked in [None, Some(1), Some(86_400)] {
        assert_eq!(lifetime_of(false, asked), KEPT_WITH_FAILURE, "what visitors call again and again fails no faster");
    }
    assert!(KEPT_WITH_FAILURE <= Duration::from_secs(10));
}
