//! In-process counterparts of Redis: cache, invalidation and rate limits in memory; sessions in the site's database, so
//! that a restart signs nobody out.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::Bytes;
use moka::Expiry;
use moka::future::Cache as Memory;
use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::tenant::site_session;
use stoa_kernel::clock::Clock;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Cache, Changed, Invalidation, PortError, RateLimit, SessionEntry, Sessions};
use stoa_tenancy::{Databases, TenancyError};
use tokio::sync::broadcast;

/// No shared cache: a single process only has its own page cache.
#[derive(Debug, Default)]
pub struct NoSharedCache;

#[async_trait]
impl Cache for NoSharedCache {
    async fn get(&self, _: &str) -> Option<Bytes> {
        None
    }

    async fn set(&self, _: &str, _: Bytes, _: Duration) {}

    async fn delete(&self, _: &str) {}
}

/// Invalidation within this process.
pub struct LocalInvalidation {
    generations: Mutex<HashMap<WebsiteId, HashMap<String, u64>>>,
    sender: broadcast::Sender<Changed>,
}

impl Default for LocalInvalidation {
    fn default() -> Self {
        Self { generations: Mutex::default(), sender: broadcast::channel(1024).0 }
    }
}

#[async_trait]
impl Invalidation for LocalInvalidation {
    async fn invalidate_tags(&self, website: &WebsiteId, tags: &[String]) {
        if let Ok(mut generations) = self.generations.lock() {
            let of_site = generations.entry(website.clone()).or_default();
            for tag in tags {
                *of_site.entry(tag.clone()).or_default() += 1;
            }
        }
        // Without a receiver sending fails harmlessly: nothing is cached then either.
        let _ = self.sender.send(Changed::Tags { website: website.clone(), tags: tags.to_vec() });
    }

    async fn generations(&self, website: &WebsiteId) -> Option<HashMap<String, u64>> {
        let generations = self.generations.lock().ok()?;
        Some(generations.get(website).cloned().unwrap_or_default())
    }

    fn subscribe(&self) -> broadcast::Receiver<Changed> {
        self.sender.subscribe()
    }
}

/// Maximum number of counters; beyond, those of the least active clients are evicted.
const MAX_COUNTED: u64 = 200_000;

/// Requests of one client within a window.
#[derive(Clone)]
struct Count {
    begun: Instant,
    window: Duration,
    calls: Arc<AtomicU32>,
}

/// A counter expires at the end of its window, regardless of its use.
struct WindowExpiry;

impl Expiry<String, Count> for WindowExpiry {
    fn expire_after_create(&self, _: &String, count: &Count, _: Instant) -> Option<Duration> {
        Some(count.window)
    }
}

/// Fixed-window rate limit.
pub struct LocalRateLimit {
    counts: Memory<String, Count>,
}

impl Default for LocalRateLimit {
    fn default() -> Self {
        Self { counts: Memory::builder().max_capacity(MAX_COUNTED).expire_after(WindowExpiry).build() }
    }
}

#[async_trait]
impl RateLimit for LocalRateLimit {
    async fn hit(&self, key: &str, limit: u32, window: Duration) -> Option<Duration> {
        let fresh = async { Count { begun: Instant::now(), window, calls: Arc::default() } };
        let count = self.counts.get_with_by_ref(key, fresh).await;
        let before = count.calls.fetch_add(1, Ordering::Relaxed);
        (before >= limit).then(|| count.window.saturating_sub(count.begun.elapsed()))
    }

    async fn uncount(&self, key: &str) {
        if let Some(count) = self.counts.get(key).await {
            // A request is given back at most once, so the count is never negative.
            let _ = count.calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |calls| calls.checked_sub(1));
        }
    }
}

/// Sessions in the site's database.
pub struct StoredSessions {
    databases: Arc<Databases>,
    clock: Arc<dyn Clock>,
    longest: Duration,
}

impl StoredSessions {
    /// Sessions that expire by this clock, after `longest` at the latest however often they are used.
    pub fn new(databases: Arc<Databases>, clock: Arc<dyn Clock>, longest: Duration) -> Self {
        Self { databases, clock, longest }
    }
}

fn port_error(error: impl Into<TenancyError>) -> PortError {
    error.into().at_port("sessions")
}

#[async_trait]
impl Sessions for StoredSessions {
    async fn get(&self, website: &WebsiteId, key: &str) -> Result<Option<String>, PortError> {
        let db = self.databases.tenant(website).await.map_err(port_error)?;
        let tx = db.read().await.map_err(port_error)?;
        let found = tx.find::<site_session::Entity>().filter(site_session::Column::Key.eq(key)).one().await;
        let now = self.clock.now();
        Ok(found.map_err(port_error)?.filter(|row| row.expires_on > now).map(|row| row.value))
    }

    async fn put(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<(), PortError> {
        let db = self.databases.tenant(website).await.map_err(port_error)?;
        let now = self.clock.now();
        let keep = i64::try_from(session.keep.as_millis()).unwrap_or(i64::MAX);
        let tx = db.write().await.map_err(port_error)?;
        let own = site_session::Column::Key.eq(key);
        let ended = site_session::Column::ExpiresOn.lte(now);
        let gone = sea_orm::Condition::any().add(own).add(ended);
        tx.delete::<site_session::Entity>(gone).exec().await.map_err(port_error)?;
        tx.insert(site_session::ActiveModel {
            website_id: ActiveValue::Set(website.clone()),
            key: ActiveValue::Set(key.to_owned()),
            value: ActiveValue::Set(session.value.to_owned()),
            expires_on: ActiveValue::Set(now.saturating_add_ms(keep)),
            site_user_id: ActiveValue::Set(Some(session.owner.clone())),
        })
        .await
        .map_err(port_error)?;
        tx.commit().await.map_err(port_error)
    }

    fn longest(&self) -> Duration {
        self.longest
    }

    async fn renew(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<bool, PortError> {
        let db = self.databases.tenant(website).await.map_err(port_error)?;
        let now = self.clock.now();
        let keep = i64::try_from(session.keep.as_millis()).unwrap_or(i64::MAX);
        let tx = db.write().await.map_err(port_error)?;
        let renewed = tx
            .update::<site_session::Entity>(site_session::Column::Key.eq(key))
            .filter(site_session::Column::ExpiresOn.gt(now))
            .set(site_session::Column::Value, session.value)
            .set(site_session::Column::ExpiresOn, now.saturating_add_ms(keep))
            .exec()
            .await
            .map_err(port_error)?;
        tx.commit().await.map_err(port_error)?;
        Ok(renewed > 0)
    }

    async fn delete(&self, website: &WebsiteId, key: &str) -> Result<(), PortError> {
        let db = self.databases.tenant(website).await.map_err(port_error)?;
        let tx = db.write().await.map_err(port_error)?;
        tx.delete::<site_session::Entity>(site_session::Column::Key.eq(key)).exec().await.map_err(port_error)?;
        tx.commit().await.map_err(port_error)
    }
}
