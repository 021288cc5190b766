//! Opens databases. On SQLite the platform has a file and every site a file of its own, opened on
//! demand, closed when idle, so many at most; on Postgres there is one database for all.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use sea_orm::{DatabaseConnection, DbErr};
use stoa_entity::{Connections, PlatformDb, SiteMemory, TenantDb};
use stoa_kernel::clock::Clock;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::seal::Seal;
use stoa_kernel::storage::WriteHealth;

use crate::database_role::check_role;
use crate::pools::{open_postgres, open_sqlite};
use crate::{DueWork, TenancyError};

/// Brings a database to the shape this program expects.
#[async_trait]
pub trait Schema: Send + Sync {
    /// The platform's tables.
    async fn migrate_platform(&self, connection: &DatabaseConnection) -> Result<(), DbErr>;
    /// The sites' tables.
    async fn migrate_tenant(&self, connection: &DatabaseConnection) -> Result<(), DbErr>;
}

/// Where the data lies.
#[derive(Clone, Debug)]
pub enum DatabaseSettings {
    /// A file for the platform and one for each site below this folder.
    Sqlite {
        /// The folder; made when missing.
        folder: PathBuf,
        /// Sites whose files are kept open at one time.
        max_open_sites: u64,
        /// A site's file that nobody used for so long is closed.
        idle: Duration,
    },
    /// One Postgres database for all.
    Postgres {
        /// Connection address with user and password; never logged.
        url: String,
        /// Connections held at most.
        max_connections: u32,
    },
}

/// Sites that a process on Postgres remembers something of; on SQLite those whose files are open.
const REMEMBERED_SITES: u64 = 1_000;
/// How long something is remembered of a site that nobody visits.
const REMEMBERED_FOR: Duration = Duration::from_secs(10 * 60);

/// The open databases.
pub struct Databases {
    settings: DatabaseSettings,
    schema: Arc<dyn Schema>,
    platform: PlatformDb,
    shared: Option<Connections>,
    sites: Cache<WebsiteId, TenantDb>,
    memories: moka::sync::Cache<WebsiteId, SiteMemory>,
    seal: Arc<Seal>,
    health: WriteHealth,
    due_work: Arc<DueWork>,
}

impl Databases {
    /// Opens the platform's database and brings it up to date. On Postgres the sites' tables too;
    /// on SQLite each site's file is brought up to date when it is opened. `seal` keeps the secrets of sites.
    ///
    /// # Errors
    /// When a database cannot be reached, made or migrated.
    pub async fn open(
        settings: DatabaseSettings,
        schema: Arc<dyn Schema>,
        seal: Seal,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, TenancyError> {
        let health = WriteHealth::default();
        // The site used longest ago makes room; by the frequency of use a new one would hardly get in.
        let kept = Cache::builder().eviction_policy(EvictionPolicy::lru());
        let (connections, shared, kept) = match &settings {
            DatabaseSettings::Sqlite { folder, max_open_sites, idle } => {
                let sites = folder.join("sites");
                std::fs::create_dir_all(&sites).map_err(|error| open_error(&sites.display().to_string(), error))?;
                let kept = kept.max_capacity(*max_open_sites).time_to_idle(*idle);
                (open_sqlite(&folder.join("platform.sqlite"), &health).await?, None, kept)
            }
            DatabaseSettings::Postgres { url, max_connections } => {
                let connections = open_postgres(url, *max_connections, &health).await?;
                check_role(&connections.writer).await?;
                (connections.clone(), Some(connections), kept)
            }
        };
        let migrated = async {
            schema.migrate_platform(&connections.writer).await?;
            if let Some(shared) = &shared {
                schema.migrate_tenant(&shared.writer).await?;
            }
            Ok::<(), DbErr>(())
        };
        migrated.await.map_err(|error| open_error("platform", error))?;
        let memories = moka::sync::Cache::builder().max_capacity(REMEMBERED_SITES).time_to_idle(REMEMBERED_FOR).build();
        let (platform, sites) = (PlatformDb::open(connections), kept.build());
        let due_work = Arc::new(DueWork::new(platform.clone(), clock));
        Ok(Self { platform, settings, schema, shared, sites, memories, seal: Arc::new(seal), health, due_work })
    }

    /// Which site is to be looked at, and when.
    pub fn due_work(&self) -> &DueWork {
        &self.due_work
    }

    /// The platform's rows.
    pub fn platform(&self) -> &PlatformDb {
        &self.platform
    }

    /// Whether data can be written, as the databases have found.
    pub fn health(&self) -> &WriteHealth {
        &self.health
    }

    /// Asks the platform's database for something small.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn answers(&self) -> Result<(), TenancyError> {
        let tx = self.platform.read().await?;
        tx.find::<stoa_entity::platform::website::Entity>().one().await?;
        Ok(())
    }

    /// Whether each site has a file of its own.
    pub fn is_embedded(&self) -> bool {
        self.shared.is_none()
    }

    /// A site's rows. On SQLite opens its file, and makes it when it is not there.
    ///
    /// # Errors
    /// When the file cannot be opened or migrated.
    #[expect(clippy::disallowed_methods, reason = "tenancy is where site handles are made")]
    pub async fn tenant(&self, website: &WebsiteId) -> Result<TenantDb, TenancyError> {
        if let Some(shared) = &self.shared {
            let memory = self.memories.get_with_by_ref(website, SiteMemory::default);
            let site = TenantDb::open(website.clone(), shared.clone(), memory, Arc::clone(&self.seal));
            return Ok(site.with_notice(Arc::clone(&self.due_work) as _));
        }
        if let Some(open) = self.sites.get(website).await {
            return Ok(open);
        }
        let opened = self.sites.try_get_with_by_ref(website, async {
            let connections = open_sqlite(&self.site_file(website), &self.health).await?;
            self.schema
                .migrate_tenant(&connections.writer)
                .await
                .map_err(|error| open_error(website.as_str(), error))?;
            let (memory, seal) = (SiteMemory::default(), Arc::clone(&self.seal));
            let site = TenantDb::open(website.clone(), connections, memory, seal);
            Ok::<_, TenancyError>(site.with_notice(Arc::clone(&self.due_work) as _))
        });
        let opened = Box::pin(opened).await;
        // Room is made at once: many sites may be opened one after the other.
        self.sites.run_pending_tasks().await;
        opened.map_err(|error| TenancyError::Open { name: website.to_string(), source: Box::new(error) })
    }

    /// Sites whose files are kept open. Lets go of those beyond the limit and of the idle ones first: a
    /// file is closed once the calls that still use it are done. None on Postgres.
    pub async fn open_sites(&self) -> u64 {
        self.sites.run_pending_tasks().await;
        self.sites.entry_count()
    }

    /// Removes a site's rows for good: its file, or its rows in every table.
    ///
    /// # Errors
    /// When they cannot be removed.
    pub(crate) async fn erase(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        if self.shared.is_some() {
            let tx = self.tenant(website).await?.write().await?;
            tx.erase_site().await?;
            tx.commit().await?;
            return Ok(());
        }
        self.sites.invalidate(website).await;
        let file = self.site_file(website);
        for suffix in ["", "-wal", "-shm"] {
            let mut name = file.clone().into_os_string();
            name.push(suffix);
            match tokio::fs::remove_file(PathBuf::from(name)).await {
                Ok(()) => {}
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(open_error(website.as_str(), error)),
            }
        }
        Ok(())
    }

    /// Closes everything, so that files can be copied and a server left.
    ///
    /// # Errors
    /// When a connection does not close.
    pub async fn close(&self) -> Result<(), TenancyError> {
        for (_, site) in &self.sites {
            site.close().await?;
        }
        self.sites.invalidate_all();
        Ok(self.platform.close().await?)
    }

    fn site_file(&self, website: &WebsiteId) -> PathBuf {
        match &self.settings {
            DatabaseSettings::Sqlite { folder, .. } => folder.join("sites").join(format!("{website}.sqlite")),
            DatabaseSettings::Postgres { .. } => PathBuf::new(),
        }
    }
}

pub(crate) fn open_error(name: &str, source: impl std::error::Error + Send + Sync + 'static) -> TenancyError {
    TenancyError::Open { name: name.to_owned(), source: Box::new(source) }
}
