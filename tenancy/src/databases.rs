//! Opens databases. On SQLite the platform has one file and each site has its own, opened on demand, closed when idle,
//! and limited in number; on Postgres all share one database.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use sea_orm::{ColumnTrait as _, DatabaseConnection, DbErr};
use stoa_entity::platform::website;
use stoa_entity::{Connections, PlatformDb, SiteCache, TenantDb};
use stoa_kernel::boxed;
use stoa_kernel::clock::Clock;
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_kernel::storage::WriteHealth;

use crate::analytics::AnalyticsDatabases;
use crate::database_role::check_role;
use crate::pools::{Missing, ReachabilityProbe, UnreachableReason, open_postgres, open_sqlite};
use crate::site_files::SiteFiles;
use crate::unreadable_data::UnreadableData;
use crate::{DueWork, JobQueue, TenancyError};

/// Migrates a database to the schema that this program expects.
#[async_trait]
pub trait Schema: Send + Sync {
    /// Migrates the platform's tables. When a later version of the program has migrated them and this one cannot work
    /// with them, the error is [`DbErr::Migration`] with a message for operators; the same holds for the sites' tables.
    async fn migrate_platform(&self, connection: &DatabaseConnection) -> Result<(), DbErr>;
    /// Migrates the sites' tables.
    async fn migrate_sites(&self, connection: &DatabaseConnection) -> Result<(), DbErr>;
    /// A number that changes whenever the schema of the sites' tables changes.
    fn sites_version(&self) -> i32;
    /// Migrates the tables of visitors' analytics.
    async fn migrate_analytics(&self, connection: &DatabaseConnection) -> Result<(), DbErr>;
    /// A number that changes whenever the schema of the tables of visitors' analytics changes.
    fn analytics_version(&self) -> i32;
}

/// Where the data is stored.
#[derive(Clone, Debug)]
pub enum DatabaseSettings {
    /// One file for the platform and one per site, below this folder.
    Sqlite {
        /// The folder; created when missing.
        folder: PathBuf,
        /// Maximum number of sites whose files are open at the same time.
        max_open_sites: u64,
        /// The file of a site that was not used for this long is closed.
        idle: Duration,
    },
    /// One Postgres database for all.
    Postgres {
        /// Connection URL with user and password; never logged.
        url: String,
        /// Maximum number of connections.
        max_connections: u32,
    },
}

/// Sites for which a process on Postgres keeps cached data; on SQLite it is those whose files are open.
const CACHED_SITES: u64 = 1_000;
/// How long cached data of a site that nobody visits is kept.
const CACHE_IDLE_TIME: Duration = Duration::from_secs(10 * 60);

/// A site whose file is open.
#[derive(Clone)]
struct OpenSite {
    db: TenantDb,
    /// [`WriteHealth::epoch`] when it was opened. SQLite shares its state of a file's WAL among all connections of a
    /// process: while one is open from a time when nothing could be written, none can write.
    epoch: u64,
    /// [`SiteFiles::mark`] of the file when it was opened.
    mark: Option<u64>,
}

/// Where the rows of sites are stored.
pub(crate) enum Rows {
    /// All in one database.
    Shared(Connections),
    /// Each site in its own file.
    Files(Arc<SiteFiles>),
}

/// The connections of this process to Postgres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolState {
    /// Those in use.
    pub used: u32,
    /// Those that wait for a request.
    pub idle: u32,
    /// How many there may be.
    pub most: u32,
}

/// How long to wait for the connections of a site to close before it is reopened.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The open databases.
pub struct Databases {
    schema: Arc<dyn Schema>,
    platform: PlatformDb,
    pub(crate) rows: Rows,
    pub(crate) analytics: AnalyticsDatabases,
    sites: Cache<WebsiteId, OpenSite>,
    memories: moka::sync::Cache<WebsiteId, SiteCache>,
    pub(crate) seal: Arc<Cipher>,
    pub(crate) health: WriteHealth,
    reach: DatabaseReachability,
    /// None for SQLite.
    doorbell: Option<ReachabilityProbe>,
    due_work: Arc<DueWork>,
    jobs: JobQueue,
}

impl Databases {
    /// Opens the platform's database and migrates it. On Postgres this includes the sites' tables; on SQLite each
    /// site's file is migrated when it is opened. `seal` encrypts the secrets of sites.
    ///
    /// # Errors
    /// When a database cannot be reached, created or migrated.
    #[boxed]
    pub async fn open(
        settings: DatabaseSettings,
        schema: Arc<dyn Schema>,
        seal: Cipher,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, TenancyError> {
        let health = WriteHealth::default();
        // Evicts the least recently used site; with eviction by frequency a new site would hardly be admitted.
        let kept = Cache::builder().eviction_policy(EvictionPolicy::lru());
        let (mut reach, mut doorbell) = (DatabaseReachability::default(), None);
        let (mut most, mut closed_after) = (CACHED_SITES, CACHE_IDLE_TIME);
        let (connections, rows, kept) = match settings {
            DatabaseSettings::Sqlite { folder, max_open_sites, idle } => {
                let files = SiteFiles::new(&folder, Arc::clone(&schema), health.clone())?;
                let kept = kept.max_capacity(max_open_sites).time_to_idle(idle);
                (most, closed_after) = (max_open_sites, idle);
                (
                    open_sqlite(&folder.join("platform.sqlite"), Missing::IsMade, &health),
                    Rows::Files(Arc::new(files)),
                    kept,
                )
            }
            DatabaseSettings::Postgres { url, max_connections } => {
                (reach, doorbell) = (DatabaseReachability::watched(), Some(ReachabilityProbe::of(&url)?));
                let connections = open_postgres(&url, max_connections, &health, &reach).await?;
                check_role(&connections.writer).await?;
                (connections.clone(), Rows::Shared(connections), kept)
            }
        };
        let migrated = async {
            schema.migrate_platform(&connections.writer).await?;
            if let Rows::Shared(shared) = &rows {
                schema.migrate_sites(&shared.writer).await?;
                schema.migrate_analytics(&shared.writer).await?;
            }
            Ok::<(), DbErr>(())
        };
        migrated.await.map_err(|error| match UnreadableData::of_platform(error) {
            Ok(unreadable) => open_error("platform", unreadable),
            Err(other) => open_error("platform", other),
        })?;
        let memories = moka::sync::Cache::builder().max_capacity(CACHED_SITES).time_to_idle(CACHE_IDLE_TIME).build();
        let (platform, sites) = (PlatformDb::open(connections), kept.build());
        let due_work = Arc::new(DueWork::new(platform.clone(), Arc::clone(&clock)));
        let jobs = JobQueue::new(platform.clone(), clock);
        let (seal, analytics) = (Arc::new(seal), AnalyticsDatabases::new(most, closed_after));
        Ok(Self { platform, schema, rows, analytics, sites, memories, seal, health, reach, doorbell, due_work, jobs })
    }

    /// The list of due work.
    pub fn due_work(&self) -> &DueWork {
        &self.due_work
    }

    /// The background jobs of sites.
    pub fn jobs(&self) -> &JobQueue {
        &self.jobs
    }

    /// The platform's rows.
    pub fn platform(&self) -> &PlatformDb {
        &self.platform
    }

    /// Whether data can be written, as observed by the databases.
    pub fn health(&self) -> &WriteHealth {
        &self.health
    }

    /// Whether the database can be reached, as observed by queries and decided by the watcher.
    pub fn reach(&self) -> &DatabaseReachability {
        &self.reach
    }

    /// The connections to Postgres; none with SQLite, where each site has its own.
    pub fn pool(&self) -> Option<PoolState> {
        let Rows::Shared(shared) = &self.rows else { return None };
        let pool = shared.reader.get_postgres_connection_pool();
        let (open, idle) = (pool.size(), u32::try_from(pool.num_idle()).unwrap_or(u32::MAX));
        Some(PoolState { used: open.saturating_sub(idle), idle, most: pool.options().get_max_connections() })
    }

    /// Checks by a connection outside the pool whether the database is up. SQLite always is.
    ///
    /// # Errors
    /// Why it was not reached.
    #[boxed]
    pub async fn is_there(&self) -> Result<(), UnreachableReason> {
        match &self.doorbell {
            Some(doorbell) => doorbell.ring().await,
            None => Ok(()),
        }
    }

    /// Pings the platform's database with a small query.
    ///
    /// # Errors
    /// When it does not respond.
    #[boxed]
    pub async fn answers(&self) -> Result<(), TenancyError> {
        let tx = self.platform.read().await?;
        tx.find::<stoa_entity::platform::website::Entity>().one().await?;
        Ok(())
    }

    /// Whether each site has its own file.
    pub fn is_embedded(&self) -> bool {
        matches!(self.rows, Rows::Files(_))
    }

    /// Opens a site's rows. On SQLite this opens its file, and creates the file when the site is new.
    ///
    /// # Errors
    /// When the file cannot be opened or migrated.
    #[boxed]
    #[expect(clippy::disallowed_methods, reason = "site handles are only created in this crate")]
    pub async fn tenant(&self, website: &WebsiteId) -> Result<TenantDb, TenancyError> {
        let files = match &self.rows {
            Rows::Files(files) => files,
            Rows::Shared(shared) => {
                let memory = self.memories.get_with_by_ref(website, SiteCache::default);
                let site = TenantDb::open(website.clone(), shared.clone(), memory, Arc::clone(&self.seal));
                return Ok(site.with_notice(Arc::clone(&self.due_work) as _));
            }
        };
        if let Some(open) = self.sites.get(website).await {
            if open.epoch == self.health.epoch() {
                return Ok(open.db);
            }
            self.close_site(website).await;
            // Only this handle and the one about to leave the cache exist: closing blocks nobody else.
            if open.db.users() <= 2 {
                // Does not wait for a transaction that outlived its handle: the next failure comes here again.
                let _ = tokio::time::timeout(CLOSE_TIMEOUT, open.db.close()).await;
            }
        }
        let opened = self.sites.try_get_with_by_ref(website, async {
            let epoch = self.health.epoch();
            // Read before opening: a copy may replace the file meanwhile.
            let found = files.mark(website).await;
            let missing = if found.is_some() || files.is_there(website).await || self.is_known(website).await? {
                Missing::Fails
            } else {
                Missing::IsMade
            };
            let (opening, own) = (Arc::clone(files), website.clone());
            // Spawned, so that a cancelled request does not leave a half-opened site to the next one.
            let opened = tokio::spawn(async move { opening.open(&own, missing).await }).await;
            let connections = opened.map_err(|error| open_error(website.as_str(), error))??;
            let (memory, seal) = (SiteCache::default(), Arc::clone(&self.seal));
            let site = TenantDb::open(website.clone(), connections, memory, seal);
            let mark = if missing == Missing::IsMade { files.mark(website).await } else { found };
            Ok::<_, TenancyError>(OpenSite { db: site.with_notice(Arc::clone(&self.due_work) as _), epoch, mark })
        });
        let opened = Box::pin(opened).await;
        // Evicts at once: many sites may be opened one after another.
        self.sites.run_pending_tasks().await;
        let alone = |error| Arc::try_unwrap(error).unwrap_or_else(|shared| open_error(website.as_str(), shared));
        opened.map(|open| open.db).map_err(alone)
    }

    /// Whether the platform knows a site. The file of an unknown one may still have to be created.
    pub(crate) async fn is_known(&self, website: &WebsiteId) -> Result<bool, TenancyError> {
        let tx = self.platform.read().await?;
        let own = website::Column::Id.eq(website.clone());
        Ok(tx.find::<website::Entity>().filter(own).one().await?.is_some())
    }

    /// The files of sites; none on Postgres.
    pub(crate) fn files(&self) -> Option<&SiteFiles> {
        match &self.rows {
            Rows::Files(files) => Some(files),
            Rows::Shared(_) => None,
        }
    }

    /// The schema version of the sites' tables that this program works with.
    pub(crate) fn sites_version(&self) -> i32 {
        self.schema.sites_version()
    }

    /// Migrates a site's file without keeping it open. A site that is open was migrated already. A missing file is not
    /// created again.
    ///
    /// # Errors
    /// When it cannot be changed or read.
    pub(crate) async fn upgrade(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        let Rows::Files(files) = &self.rows else { return Ok(()) };
        if !self.is_open(website) && (files.is_there(website).await || self.is_known(website).await?) {
            self.tenant(website).await?;
            self.close_site(website).await;
        }
        Ok(())
    }

    /// Whether this process has a site open; always true on Postgres, where nothing is opened.
    pub fn is_open(&self, website: &WebsiteId) -> bool {
        !self.is_embedded() || self.sites.contains_key(website)
    }

    /// Closes a site once the requests that use it have ended; the next use reopens it.
    #[boxed]
    pub async fn close_site(&self, website: &WebsiteId) {
        self.sites.invalidate(website).await;
    }

    /// Closes sites whose file was replaced by a copy after it was opened.
    #[boxed]
    pub async fn close_replaced_sites(&self) {
        let Some(files) = self.files() else { return };
        let open: Vec<_> = self.sites.iter().map(|(website, open)| (website, open.mark)).collect();
        for (website, mark) in open {
            if files.mark(&website).await != mark {
                self.close_site(&website).await;
            }
        }
        self.close_replaced_analytics(files).await;
    }

    /// Number of sites whose files are open, after eviction of idle ones and those beyond the limit: a file is closed
    /// once the requests that still use it have ended. Zero on Postgres.
    #[boxed]
    pub async fn open_sites(&self) -> u64 {
        self.sites.run_pending_tasks().await;
        self.close_idle_analytics().await;
        self.sites.entry_count()
    }

    /// Deletes a site's rows permanently: its file, or its rows in every table.
    ///
    /// # Errors
    /// When they cannot be deleted.
    pub(crate) async fn erase(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        self.erase_analytics(website).await?;
        match &self.rows {
            Rows::Shared(_) => {
                let tx = self.tenant(website).await?.without_notice().write().await?;
                tx.delete_all_site_rows().await?;
                Ok(tx.commit().await?)
            }
            Rows::Files(files) => {
                self.sites.invalidate(website).await;
                files.remove(website).await
            }
        }
    }

    /// Whether rows of a site may be there; where sites share a database, that is not looked at.
    pub(crate) async fn may_have_rows(&self, website: &WebsiteId) -> bool {
        match &self.rows {
            Rows::Shared(_) => true,
            Rows::Files(files) => files.is_there(website).await,
        }
    }

    /// Closes all connections, so that files can be copied and a server can stop.
    #[boxed]
    pub async fn close(&self) -> Result<(), TenancyError> {
        for (_, open) in &self.sites {
            open.db.close().await?;
        }
        self.sites.invalidate_all();
        self.close_analytics().await?;
        Ok(self.platform.close().await?)
    }
}

pub(crate) fn open_error(name: &str, source: impl std::error::Error + Send + Sync + 'static) -> TenancyError {
    TenancyError::Open { name: name.to_owned(), source: Box::new(source) }
}
