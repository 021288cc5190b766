//! Host name to site, remembered for a while, refusals too.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use sea_orm::ColumnTrait;
use stoa_entity::platform::{host, website};
use stoa_kernel::id::WebsiteId;

use crate::{Databases, TenancyError};

/// A site as its host names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddress {
    /// The site.
    pub website: WebsiteId,
    /// Its short name.
    pub identifier: String,
}

/// Finds sites by host name.
pub struct Hosts {
    databases: Arc<Databases>,
    known: Cache<String, Option<SiteAddress>>,
}

impl Hosts {
    pub(crate) fn new(databases: Arc<Databases>) -> Self {
        let known = Cache::builder().max_capacity(100_000).time_to_live(Duration::from_secs(30)).build();
        Self { databases, known }
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
        let tx = self.databases.platform().read().await?;
        let found = tx
            .find::<host::Entity>()
            .filter(host::Column::WebsiteId.eq(website.clone()))
            .order_by_desc(host::Column::IsPrimary)
            .one()
            .await?;
        Ok(found.map(|row| row.host))
    }

    /// Forgets what was remembered, after sites or hosts have changed.
    pub fn forget(&self) {
        self.known.invalidate_all();
    }

    async fn look_up(&self, name: &str) -> Result<Option<SiteAddress>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let Some(found) = tx.find::<host::Entity>().filter(host::Column::Host.eq(name)).one().await? else {
            return Ok(None);
        };
        let site = tx.find::<website::Entity>().filter(website::Column::Id.eq(found.website_id)).one().await?;
        Ok(site.map(|site| SiteAddress { website: site.id, identifier: site.identifier }))
    }
}
