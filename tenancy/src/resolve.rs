//! Maps host names to sites. Results, including unknown hosts, are cached for a short time.

mod host_name;

pub use host_name::NameAndPort;

use std::sync::Arc;
use std::time::{Duration, Instant};

use moka::future::Cache;
use sea_orm::ColumnTrait;
use stoa_entity::platform::{host, website};
use stoa_kernel::boxed;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::website::WebsiteStatus;

use crate::{Databases, TenancyError};

/// Maximum number of entries of each cache.
const MAX_ENTRIES: u64 = 100_000;
/// How long an entry is valid.
const TIME_TO_LIVE: Duration = Duration::from_secs(30);
/// How long an entry is kept for use while the database is unreachable.
const STALE_TTL: Duration = Duration::from_secs(60 * 60);

/// A site found by its host name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddress {
    /// The site.
    pub website: WebsiteId,
    /// Its short name.
    pub identifier: String,
    /// Its status, which decides what visitors see.
    pub status: WebsiteStatus,
}

/// A cached result with the time of the query.
#[derive(Clone)]
struct Cached<T> {
    answer: T,
    asked_on: Instant,
}

impl<T> Cached<T> {
    fn now(answer: T) -> Self {
        Self { answer, asked_on: Instant::now() }
    }
}

/// Finds sites by host name.
pub struct Hosts {
    databases: Arc<Databases>,
    known: Cache<String, Cached<Option<SiteAddress>>>,
    primaries: Cache<WebsiteId, Cached<String>>,
}

impl Hosts {
    pub(crate) fn new(databases: Arc<Databases>) -> Self {
        let kept = if databases.reach().is_watched() { STALE_TTL } else { TIME_TO_LIVE };
        let known = Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(kept).build();
        let primaries = Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(kept).build();
        Self { databases, known, primaries }
    }

    /// The site of a host; `host` may include a port and upper case. What is not the name of a host has no site.
    pub async fn resolve(&self, host: &str) -> Result<Option<SiteAddress>, TenancyError> {
        let Some(host) = NameAndPort::of(host) else { return Ok(None) };
        let name = host.name();
        let known = match self.known.get(name).await {
            Some(known) if self.holds(known.asked_on) => return Ok(known.answer),
            known => known,
        };
        let found = Box::pin(self.look_up(name)).await;
        let found = self.or_cached(found, known)?;
        self.known.insert(name.to_owned(), found.clone()).await;
        Ok(found.answer)
    }

    /// Whether a cached result may be used: it is fresh, or the database is unreachable.
    fn holds(&self, asked_on: Instant) -> bool {
        asked_on.elapsed() < TIME_TO_LIVE || self.databases.reach().is_away()
    }

    /// The query result; the cached one when the query failed because the database has just become unreachable.
    fn or_cached<T>(
        &self,
        found: Result<T, TenancyError>,
        known: Option<Cached<T>>,
    ) -> Result<Cached<T>, TenancyError> {
        match (found, known) {
            (Err(_), Some(known)) if self.databases.reach().is_in_doubt() => Ok(known),
            (found, _) => found.map(Cached::now),
        }
    }

    /// The host used in links to a site.
    pub async fn primary(&self, website: &WebsiteId) -> Result<Option<String>, TenancyError> {
        let known = match self.primaries.get(website).await {
            Some(known) if self.holds(known.asked_on) => return Ok(Some(known.answer)),
            known => known,
        };
        let found = self.look_up_primary(website).await.transpose();
        let Some(found) = found else { return Ok(None) };
        let found = self.or_cached(found, known)?;
        self.primaries.insert(website.clone(), found.clone()).await;
        Ok(Some(found.answer))
    }

    /// Clears the caches, after sites or hosts have changed.
    pub fn clear_cache(&self) {
        self.known.invalidate_all();
        self.primaries.invalidate_all();
    }

    #[boxed]
    async fn look_up_primary(&self, website: &WebsiteId) -> Result<Option<String>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let found = tx
            .find::<host::Entity>()
            .filter(host::Column::WebsiteId.eq(website.clone()))
            .order_by_desc(host::Column::IsPrimary)
            .one()
            .await?;
        Ok(found.map(|row| row.host))
    }

    #[boxed]
    async fn look_up(&self, name: &str) -> Result<Option<SiteAddress>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let find = tx.find::<host::Entity>().find_also_related(website::Entity);
        let found = find.filter(host::Column::Host.eq(name)).one().await?;
        let site = found.and_then(|(_, site)| site);
        Ok(site.map(|site| SiteAddress { website: site.id, identifier: site.identifier, status: site.status }))
    }
}
