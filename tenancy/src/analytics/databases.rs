//! The databases of visitors' analytics. On SQLite each site has a second file, created with the first event of a
//! visitor, so that what visitors do never waits for the site's own writes; on Postgres its tables are in the shared
//! database.

use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use moka::policy::EvictionPolicy;
use stoa_entity::{Connections, SiteCache, TenantDb};
use stoa_kernel::boxed;
use stoa_kernel::id::WebsiteId;

use crate::TenancyError;
use crate::databases::{Databases, Rows, open_error};
use crate::site_files::SiteFiles;

/// A site whose analytics file is open.
#[derive(Clone)]
struct OpenAnalytics {
    db: TenantDb,
    /// As for the file of the site.
    spell: u64,
    /// Identifies the file.
    mark: Option<u64>,
}

/// The open files.
pub(crate) struct AnalyticsDatabases {
    open: Cache<WebsiteId, OpenAnalytics>,
}

impl AnalyticsDatabases {
    /// Keeps at most `most` files open, and closes one that was not used for `idle`.
    pub(crate) fn new(most: u64, idle: Duration) -> Self {
        let open = Cache::builder().eviction_policy(EvictionPolicy::lru()).max_capacity(most).time_to_idle(idle);
        Self { open: open.build() }
    }
}

impl Databases {
    /// The analytics of a site; none when nothing was ever recorded for it.
    ///
    /// # Errors
    /// When the database cannot be opened or migrated.
    #[boxed]
    pub async fn analytics(&self, website: &WebsiteId) -> Result<Option<TenantDb>, TenancyError> {
        match &self.rows {
            Rows::Shared(shared) => Ok(Some(self.shared_analytics(website, shared))),
            Rows::Files(files) if files.has_analytics(website).await => self.open_analytics(website).await.map(Some),
            Rows::Files(_) => Ok(None),
        }
    }

    /// The analytics of a site, made when there are none; none when the site does not exist.
    ///
    /// # Errors
    /// When the database cannot be opened, created or migrated.
    #[boxed]
    pub async fn analytics_for_writing(&self, website: &WebsiteId) -> Result<Option<TenantDb>, TenancyError> {
        match &self.rows {
            Rows::Shared(shared) if self.is_known(website).await? => Ok(Some(self.shared_analytics(website, shared))),
            Rows::Files(files) if files.has_analytics(website).await || self.is_known(website).await? => {
                self.open_analytics(website).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "site handles are only created in this crate")]
    fn shared_analytics(&self, website: &WebsiteId, shared: &Connections) -> TenantDb {
        TenantDb::open(website.clone(), shared.clone(), SiteCache::default(), Arc::clone(&self.seal))
    }

    #[expect(clippy::disallowed_methods, reason = "site handles are only created in this crate")]
    async fn open_analytics(&self, website: &WebsiteId) -> Result<TenantDb, TenancyError> {
        let Rows::Files(files) = &self.rows else { return Err(TenancyError::UnknownSite) };
        if let Some(open) = self.analytics.open.get(website).await {
            if open.spell == self.health.spell() {
                return Ok(open.db);
            }
            self.analytics.open.invalidate(website).await;
        }
        let opened = self.analytics.open.try_get_with_by_ref(website, async {
            let spell = self.health.spell();
            let (opening, own) = (Arc::clone(files), website.clone());
            // Spawned, so that a cancelled request does not leave a half-opened file to the next one.
            let opened = tokio::spawn(async move { opening.open_analytics(&own).await }).await;
            let connections = opened.map_err(|error| open_error(website.as_str(), error))??;
            let seal = Arc::clone(&self.seal);
            let db = TenantDb::open(website.clone(), connections, SiteCache::default(), seal);
            let mark = files.analytics_mark(website).await;
            Ok::<_, TenancyError>(OpenAnalytics { db, spell, mark })
        });
        let opened = Box::pin(opened).await;
        self.analytics.open.run_pending_tasks().await;
        let alone = |error| Arc::try_unwrap(error).unwrap_or_else(|shared| open_error(website.as_str(), shared));
        opened.map(|open| open.db).map_err(alone)
    }

    /// Deletes the analytics of a site permanently.
    ///
    /// # Errors
    /// When they cannot be deleted.
    pub(crate) async fn erase_analytics(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        match &self.rows {
            Rows::Shared(shared) => {
                let tx = self.shared_analytics(website, shared).write().await?;
                tx.delete_all_analytics_rows().await?;
                Ok(tx.commit().await?)
            }
            Rows::Files(files) => {
                self.analytics.open.invalidate(website).await;
                files.remove_analytics(website).await
            }
        }
    }

    /// Closes analytics files that were not used for a while, and those beyond the limit.
    pub(crate) async fn close_idle_analytics(&self) {
        self.analytics.open.run_pending_tasks().await;
    }

    /// Closes analytics files that were replaced by a copy after they were opened.
    pub(crate) async fn close_replaced_analytics(&self, files: &SiteFiles) {
        let open: Vec<_> = self.analytics.open.iter().map(|(website, open)| (website, open.mark)).collect();
        for (website, mark) in open {
            if files.analytics_mark(&website).await != mark {
                self.analytics.open.invalidate(&*website).await;
            }
        }
    }

    /// Closes the analytics files.
    pub(crate) async fn close_analytics(&self) -> Result<(), TenancyError> {
        for (_, open) in &self.analytics.open {
            open.db.close().await?;
        }
        self.analytics.open.invalidate_all();
        Ok(())
    }
}
