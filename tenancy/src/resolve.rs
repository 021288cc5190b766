//! Host name to site, remembered for a while, refusals too.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use sea_orm::ColumnTrait;
use stoa_entity::platform::{host, website};
use stoa_kernel::id::WebsiteId;

use crate::{Databases, TenancyError, WebsiteStatus};

/// How many answers of a kind are remembered.
const MOST: u64 = 100_000;
/// How long.
const KEPT: Duration = Duration::from_secs(30);

/// A site as its host names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddress {
    /// The site.
    pub website: WebsiteId,
    /// Its short name.
    pub identifier: String,
    /// Its standing, which decides what visitors get.
    pub status: WebsiteStatus,
}

/// Finds sites by host name.
pub struct Hosts {
    databases: Arc<Databases>,
    known: Cache<String, Option<SiteAddress>>,
    primaries: Cache<WebsiteId, String>,
}

impl Hosts {
    pub(crate) fn new(databases: Arc<Databases>) -> Self {
        let known = Cache::builder().max_capacity(MOST).time_to_live(KEPT).build();
        let primaries = Cache::builder().max_capacity(MOST).time_to_live(KEPT).build();
        Self { databases, known, primaries }
    }

    /// The site that a host shows; `host` may carry a port and any case.
    ///
    /// # Errors
    /// When the platform's database cannot be read.
    pub async fn resolve(&self, host: &str) -> Result<Option<SiteAddress>, TenancyError> {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        let name = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        };
        if let Some(known) = self.known.get(name.as_ref()).await {
            return Ok(known);
        }
        let found = Box::pin(self.look_up(&name)).await?;
        self.known.insert(name.into_owned(), found.clone()).await;
        Ok(found)
    }

    /// The host that links to a site are built with.
    ///
    /// # Errors
    /// When the platform's database cannot be read.
    pub async fn primary(&self, website: &WebsiteId) -> Result<Option<String>, TenancyError> {
        if let Some(known) = self.primaries.get(website).await {
            return Ok(Some(known));
        }
        let tx = self.databases.platform().read().await?;
        let found = tx
            .find::<host::Entity>()
            .filter(host::Column::WebsiteId.eq(website.clone()))
            .order_by_desc(host::Column::IsPrimary)
            .one()
            .await?;
        let Some(row) = found else { return Ok(None) };
        self.primaries.insert(website.clone(), row.host.clone()).await;
        Ok(Some(row.host))
    }

    /// Forgets what was remembered, after sites or hosts have changed.
    pub fn forget(&self) {
        self.known.invalidate_all();
        self.primaries.invalidate_all();
    }

    async fn look_up(&self, name: &str) -> Result<Option<SiteAddress>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let Some(found) = tx.find::<host::Entity>().filter(host::Column::Host.eq(name)).one().await? else {
            return Ok(None);
        };
        let site = tx.find::<website::Entity>().filter(website::Column::Id.eq(found.website_id)).one().await?;
        let address = |site: website::Model| {
            let status = site.status.parse()?;
            Ok(SiteAddress { website: site.id, identifier: site.identifier, status })
        };
        site.map(address).transpose()
    }
}
