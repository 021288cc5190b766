use std::sync::Arc;
use std::time::Duration;

use stoa_entity::TenantDb;
use stoa_kernel::clock::{Clock as _, SystemClock};
use stoa_kernel::id::{SiteUserId, WebsiteId};
use stoa_kernel::{Actor, PermissionSet, TenantCtx};
use stoa_tenancy::{DatabaseSettings, Databases};

use crate::CurrentSchema;

/// An empty site in an SQLite file that is removed with it.
pub struct TestSite {
    /// The site's rows.
    pub db: TenantDb,
    /// The open databases.
    pub databases: Arc<Databases>,
    _folder: tempfile::TempDir,
}

impl TestSite {
    /// Makes a site.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub async fn new() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let settings = DatabaseSettings::Sqlite {
            folder: folder.path().to_owned(),
            max_open_sites: 10,
            idle: Duration::from_secs(60),
        };
        let databases = Arc::new(Databases::open(settings, Arc::new(CurrentSchema)).await?);
        let db = databases.tenant(&WebsiteId::generate()).await?;
        Ok(Self { db, databases, _folder: folder })
    }

    /// The context of a visitor.
    pub fn visitor(&self) -> TenantCtx {
        self.ctx(Actor::Visitor, PermissionSet::NONE)
    }

    /// The context of a signed-in site user.
    pub fn site_user(&self, id: SiteUserId) -> TenantCtx {
        self.ctx(Actor::SiteUser(id), PermissionSet::NONE)
    }

    /// A context that may do everything.
    pub fn owner(&self) -> TenantCtx {
        self.ctx(Actor::System, PermissionSet::ALL)
    }

    #[expect(clippy::disallowed_methods, reason = "tests stand in for tenancy")]
    fn ctx(&self, actor: Actor, permissions: PermissionSet) -> TenantCtx {
        TenantCtx::mint(self.db.website().clone(), actor, permissions, SystemClock.now_ms(), "test")
    }
}
