//! Opens databases. On SQLite the platform has a file and every site a file of its own, opened on
//! demand, closed when idle, so many at most; on Postgres there is one database for all.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use sea_orm::{ColumnTrait as _, DatabaseConnection, DbErr};
use stoa_entity::platform::website;
use stoa_entity::{Connections, PlatformDb, SiteMemory, TenantDb};
use stoa_kernel::clock::Clock;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::reach::Reach;
use stoa_kernel::seal::Seal;
use stoa_kernel::storage::WriteHealth;

use crate::database_role::check_role;
use crate::pools::{Doorbell, Missing, Unreached, open_postgres, open_sqlite};
use crate::site_files::SiteFiles;
use crate::unreadable::Unreadable;
use crate::{DueWork, TenancyError};

/// Brings a database to the shape this program expects.
#[async_trait]
pub trait Schema: Send + Sync {
    /// The platform's tables. Those that a later version of the program has changed, and this one cannot work on, are
    /// [`DbErr::Migration`] with a sentence for operators; the same of the sites'.
    async fn migrate_platform(&self, connection: &DatabaseConnection) -> Result<(), DbErr>;
    /// The sites' tables.
    async fn migrate_sites(&self, connection: &DatabaseConnection) -> Result<(), DbErr>;
    /// A number that is another one whenever the sites' tables are.
    fn sites_version(&self) -> i32;
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

/// A site whose file is open.
#[derive(Clone)]
struct OpenSite {
    db: TenantDb,
    /// [`WriteHealth::spell`] when it was opened. SQLite has what it knows of a file's log once for all connections of a process;
    /// while one of them is open from a time when nothing could be written, none can write.
    spell: u64,
    /// [`SiteFiles::mark`] of the file that was opened.
    mark: Option<u64>,
}

/// Where the rows of sites lie.
enum Rows {
    /// All in one database.
    Shared(Connections),
    /// Each in a file of its own.
    Files(Arc<SiteFiles>),
}

/// How long the connections of a site are waited for that is opened anew.
const LONGEST_CLOSING: Duration = Duration::from_secs(1);

/// The open databases.
pub struct Databases {
    schema: Arc<dyn Schema>,
    platform: PlatformDb,
    rows: Rows,
    sites: Cache<WebsiteId, OpenSite>,
    memories: moka::sync::Cache<WebsiteId, SiteMemory>,
    seal: Arc<Seal>,
    health: WriteHealth,
    reach: Reach,
    /// None where the data lies in files.
    doorbell: Option<Doorbell>,
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
        let (mut reach, mut doorbell) = (Reach::default(), None);
        let (connections, rows, kept) = match settings {
            DatabaseSettings::Sqlite { folder, max_open_sites, idle } => {
                let files = SiteFiles::new(&folder, Arc::clone(&schema), health.clone())?;
                let kept = kept.max_capacity(max_open_sites).time_to_idle(idle);
                (
                    open_sqlite(&folder.join("platform.sqlite"), Missing::IsMade, &health),
                    Rows::Files(Arc::new(files)),
                    kept,
                )
            }
            DatabaseSettings::Postgres { url, max_connections } => {
                (reach, doorbell) = (Reach::watched(), Some(Doorbell::of(&url)?));
                let connections = open_postgres(&url, max_connections, &health, &reach).await?;
                check_role(&connections.writer).await?;
                (connections.clone(), Rows::Shared(connections), kept)
            }
        };
        let migrated = async {
            schema.migrate_platform(&connections.writer).await?;
            if let Rows::Shared(shared) = &rows {
                schema.migrate_sites(&shared.writer).await?;
            }
            Ok::<(), DbErr>(())
        };
        migrated.await.map_err(|error| match Unreadable::of_platform(error) {
            Ok(unreadable) => open_error("platform", unreadable),
            Err(other) => open_error("platform", other),
        })?;
        let memories = moka::sync::Cache::builder().max_capacity(REMEMBERED_SITES).time_to_idle(REMEMBERED_FOR).build();
        let (platform, sites) = (PlatformDb::open(connections), kept.build());
        let due_work = Arc::new(DueWork::new(platform.clone(), clock));
        let seal = Arc::new(seal);
        Ok(Self { platform, schema, rows, sites, memories, seal, health, reach, doorbell, due_work })
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

    /// Whether the database can be reached, as calls have found and whoever watches over it has decided.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Asks the database whether it is there, apart from all calls. One that lies in files is.
    ///
    /// # Errors
    /// What keeps it from being reached.
    pub async fn is_there(&self) -> Result<(), Unreached> {
        match &self.doorbell {
            Some(doorbell) => doorbell.ring().await,
            None => Ok(()),
        }
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
        matches!(self.rows, Rows::Files(_))
    }

    /// A site's rows. On SQLite opens its file, and makes it when it is not there.
    ///
    /// # Errors
    /// When the file cannot be opened or migrated.
    #[expect(clippy::disallowed_methods, reason = "tenancy is where site handles are made")]
    pub async fn tenant(&self, website: &WebsiteId) -> Result<TenantDb, TenancyError> {
        let files = match &self.rows {
            Rows::Files(files) => files,
            Rows::Shared(shared) => {
                let memory = self.memories.get_with_by_ref(website, SiteMemory::default);
                let site = TenantDb::open(website.clone(), shared.clone(), memory, Arc::clone(&self.seal));
                return Ok(site.with_notice(Arc::clone(&self.due_work) as _));
            }
        };
        if let Some(open) = self.sites.get(website).await {
            if open.spell == self.health.spell() {
                return Ok(open.db);
            }
            self.let_go(website).await;
            // Its own handle, and the one that is about to leave the cache: nobody else is kept from anything.
            if open.db.users() <= 2 {
                // A transaction that outlived its handle is not waited for: the next failure comes here again.
                let _ = tokio::time::timeout(LONGEST_CLOSING, open.db.close()).await;
            }
        }
        let opened = self.sites.try_get_with_by_ref(website, async {
            let spell = self.health.spell();
            // Before it is opened: a copy may take its place meanwhile.
            let found = files.mark(website).await;
            let missing = if found.is_some() || files.is_there(website).await || self.is_known(website).await? {
                Missing::Fails
            } else {
                Missing::IsMade
            };
            let (opening, own) = (Arc::clone(files), website.clone());
            // A caller that goes away does not leave half of it to the next one.
            let opened = tokio::spawn(async move { opening.open(&own, missing).await }).await;
            let connections = opened.map_err(|error| open_error(website.as_str(), error))??;
            let (memory, seal) = (SiteMemory::default(), Arc::clone(&self.seal));
            let site = TenantDb::open(website.clone(), connections, memory, seal);
            let mark = if missing == Missing::IsMade { files.mark(website).await } else { found };
            Ok::<_, TenancyError>(OpenSite { db: site.with_notice(Arc::clone(&self.due_work) as _), spell, mark })
        });
        let opened = Box::pin(opened).await;
        // Room is made at once: many sites may be opened one after the other.
        self.sites.run_pending_tasks().await;
        let alone = |error| Arc::try_unwrap(error).unwrap_or_else(|shared| open_error(website.as_str(), shared));
        opened.map(|open| open.db).map_err(alone)
    }

    /// Whether the platform knows a site: until then its file may still have to be made.
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

    /// The version of the sites' tables that this program works with.
    pub(crate) fn sites_version(&self) -> i32 {
        self.schema.sites_version()
    }

    /// Brings a site's file up to date without keeping it open; whoever has it open has seen to that. One that is gone is not
    /// made again.
    ///
    /// # Errors
    /// When it cannot be changed or read.
    pub(crate) async fn upgrade(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        let Rows::Files(files) = &self.rows else { return Ok(()) };
        if !self.is_open(website) && (files.is_there(website).await || self.is_known(website).await?) {
            self.tenant(website).await?;
            self.let_go(website).await;
        }
        Ok(())
    }

    /// Whether this process has a site open; always on Postgres, where nothing is opened.
    pub fn is_open(&self, website: &WebsiteId) -> bool {
        !self.is_embedded() || self.sites.contains_key(website)
    }

    /// Closes a site once the calls that use it are done; whoever comes next opens it anew.
    pub async fn let_go(&self, website: &WebsiteId) {
        self.sites.invalidate(website).await;
    }

    /// Closes sites whose files are not those that were opened any more, because a copy was put in their place.
    pub async fn let_go_of_replaced(&self) {
        let Some(files) = self.files() else { return };
        let open: Vec<_> = self.sites.iter().map(|(website, open)| (website, open.mark)).collect();
        for (website, mark) in open {
            if files.mark(&website).await != mark {
                self.let_go(&website).await;
            }
        }
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
        match &self.rows {
            Rows::Shared(_) => {
                let tx = self.tenant(website).await?.without_notice().write().await?;
                tx.erase_site().await?;
                Ok(tx.commit().await?)
            }
            Rows::Files(files) => {
                self.sites.invalidate(website).await;
                files.remove(website).await
            }
        }
    }

    /// Closes everything, so that files can be copied and a server left.
    ///
    /// # Errors
    /// When a connection does not close.
    pub async fn close(&self) -> Result<(), TenancyError> {
        for (_, open) in &self.sites {
            open.db.close().await?;
        }
        self.sites.invalidate_all();
        Ok(self.platform.close().await?)
    }
}

pub(crate) fn open_error(name: &str, source: impl std::error::Error + Send + Sync + 'static) -> TenancyError {
    TenancyError::Open { name: name.to_owned(), source: Box::new(source) }
}
