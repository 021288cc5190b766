//! An empty site, for tests of the domains.

use std::path::Path;
use std::sync::Arc;

use sea_orm::{ConnectionTrait as _, Database, DbBackend, Statement, TransactionTrait as _};
use stoa_entity::TenantDb;
use stoa_kernel::clock::{Clock as _, SystemClock, Timestamp};
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::{SiteUserId, WebsiteId};
use stoa_kernel::{Actor, PermissionSet, TenantCtx};
use stoa_tenancy::{DatabaseSettings, Databases};

use crate::migrated::{migrated_database, migrated_folder, sqlite};
use crate::{CurrentSchema, Postgres};

/// An empty site, in a temporary SQLite file or in a database of a Postgres server.
pub struct TestSite {
    /// The site's rows.
    pub db: TenantDb,
    /// The open databases.
    pub databases: Arc<Databases>,
    settings: DatabaseSettings,
    folder: tempfile::TempDir,
}

impl TestSite {
    /// Creates a site on SQLite.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub async fn new() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        migrated_folder(folder.path()).await?;
        Self::open(sqlite(folder.path()), folder).await
    }

    /// Creates a site in a new database of a server.
    ///
    /// # Errors
    /// When the database cannot be created.
    pub async fn on_postgres(server: &Postgres) -> anyhow::Result<Self> {
        let settings = DatabaseSettings::Postgres { url: migrated_database(server).await?, max_connections: 8 };
        Self::open(settings, tempfile::tempdir()?).await
    }

    async fn open(settings: DatabaseSettings, folder: tempfile::TempDir) -> anyhow::Result<Self> {
        let seal = Cipher::new(&[7; 32])?;
        let databases =
            Arc::new(Databases::open(settings.clone(), Arc::new(CurrentSchema), seal, Arc::new(SystemClock)).await?);
        let db = databases.tenant(&WebsiteId::generate()).await?;
        Ok(Self { db, databases, settings, folder })
    }

    /// The folder of its files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs `ANALYZE` on Postgres, as autovacuum does after a while, so that query plans use current statistics; does
    /// nothing on SQLite.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn analyse(&self) -> anyhow::Result<()> {
        let DatabaseSettings::Postgres { url, .. } = &self.settings else { return Ok(()) };
        let connection = Database::connect(url.as_str()).await?;
        connection.execute_unprepared("VACUUM ANALYZE").await?;
        Ok(connection.close().await?)
    }

    /// Bytes of the tables on Postgres whose names begin like this, with their indexes; none on SQLite.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn table_bytes(&self, beginning: &str) -> anyhow::Result<Option<u64>> {
        let DatabaseSettings::Postgres { url, .. } = &self.settings else { return Ok(None) };
        let connection = Database::connect(url.as_str()).await?;
        let sql = "SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class \
                   WHERE relkind = 'r' AND starts_with(relname, $1)";
        let asked = Statement::from_sql_and_values(DbBackend::Postgres, sql, [beginning.into()]);
        let row = connection.query_one_raw(asked).await?;
        connection.close().await?;
        let bytes: Option<i64> = row.map(|row| row.try_get("", "bytes")).transpose()?.flatten();
        Ok(bytes.and_then(|bytes| u64::try_from(bytes).ok()))
    }

    /// Runs statements on the tables of its analytics in one transaction, past the handles: benchmarks copy rows.
    ///
    /// # Errors
    /// When nothing was ever recorded, or the database refuses.
    pub async fn run_on_analytics(&self, statements: &[String]) -> anyhow::Result<()> {
        let website = self.db.website();
        let url = match &self.settings {
            DatabaseSettings::Postgres { url, .. } => url.clone(),
            DatabaseSettings::Sqlite { .. } => {
                let file = self.folder.path().join("sites").join(format!("{website}.analytics.sqlite"));
                format!("sqlite://{}?mode=rw", file.display())
            }
        };
        let connection = Database::connect(url).await?;
        let tx = connection.begin().await?;
        if self.is_on_postgres() {
            tx.execute_unprepared(&format!("SELECT set_config('stoa.website_id', '{website}', true)")).await?;
        }
        for statement in statements {
            tx.execute_unprepared(statement).await?;
        }
        tx.commit().await?;
        Ok(connection.close().await?)
    }

    /// Whether it is in a Postgres database.
    pub fn is_on_postgres(&self) -> bool {
        matches!(self.settings, DatabaseSettings::Postgres { .. })
    }

    /// The context of a visitor.
    pub fn visitor(&self) -> TenantCtx {
        self.ctx(Actor::Visitor, PermissionSet::NONE)
    }

    /// The context of a signed-in site user.
    pub fn site_user(&self, id: SiteUserId) -> TenantCtx {
        self.ctx(Actor::SiteUser(id), PermissionSet::NONE)
    }

    /// A context with all permissions.
    pub fn owner(&self) -> TenantCtx {
        self.ctx(Actor::System, PermissionSet::ALL)
    }

    /// The same, this many milliseconds from now.
    pub fn owner_in(&self, milliseconds: i64) -> TenantCtx {
        self.ctx_at(SystemClock.now() + milliseconds, Actor::System, PermissionSet::ALL)
    }

    fn ctx(&self, actor: Actor, permissions: PermissionSet) -> TenantCtx {
        self.ctx_at(SystemClock.now(), actor, permissions)
    }

    #[expect(clippy::disallowed_methods, reason = "tests stand in for tenancy")]
    fn ctx_at(&self, now: Timestamp, actor: Actor, permissions: PermissionSet) -> TenantCtx {
        TenantCtx::mint(self.db.website().clone(), actor, permissions, now, "test")
    }
}
