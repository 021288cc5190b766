//! Migrates the site files that an earlier version of the program left, one after another, while all sites are served.
//! A site that is visited before its turn is migrated when it is opened. The platform's database records which files
//! are left, so an interrupted run is continued by the next process.

use sea_orm::ColumnTrait as _;
use stoa_entity::platform::website::{Column, Entity};
use stoa_kernel::boxed;
use stoa_kernel::id::WebsiteId;

use crate::{TenancyError, Tenants};

impl Tenants {
    /// Number of files still to be migrated; zero on Postgres, where all sites are migrated at start-up.
    #[boxed]
    pub async fn count_files_to_migrate(&self) -> Result<u64, TenancyError> {
        if !self.databases.is_embedded() {
            return Ok(0);
        }
        let tx = self.databases.platform().read().await?;
        Ok(tx.find::<Entity>().filter(Column::FileVersion.ne(self.databases.sites_version())).count().await?)
    }

    /// The next site after `after` whose file is still to be migrated; none on Postgres.
    #[boxed]
    pub async fn next_file_to_migrate(&self, after: Option<&WebsiteId>) -> Result<Option<WebsiteId>, TenancyError> {
        if !self.databases.is_embedded() {
            return Ok(None);
        }
        let tx = self.databases.platform().read().await?;
        let mut left = tx.find::<Entity>().filter(Column::FileVersion.ne(self.databases.sites_version()));
        if let Some(after) = after {
            left = left.filter(Column::Id.gt(after.clone()));
        }
        Ok(left.order_by_asc(Column::Id).one().await?.map(|site| site.id))
    }

    /// Migrates a site's file and records that.
    #[boxed]
    pub async fn upgrade_file(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        self.databases.upgrade(website).await?;
        let tx = self.databases.platform().write().await?;
        let own = tx.update::<Entity>(Column::Id.eq(website.clone()));
        own.set(Column::FileVersion, self.databases.sites_version()).exec().await?;
        Ok(tx.commit().await?)
    }
}
