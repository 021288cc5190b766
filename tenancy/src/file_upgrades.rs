//! Files of sites that an earlier version of the program has left, brought up to date one after the other while all sites are
//! served. One that is visited before its turn is brought up to date when it is opened. Whoever is cut off is gone on from by the
//! next process: which files are left stands with the platform.

use sea_orm::ColumnTrait as _;
use stoa_entity::platform::website::{Column, Entity};
use stoa_kernel::id::WebsiteId;

use crate::{TenancyError, Tenants};

impl Tenants {
    /// How many files are left; none on Postgres, where all sites are brought up to date when a process begins.
    ///
    /// # Errors
    /// When the platform's database cannot be read.
    pub async fn old_files(&self) -> Result<u64, TenancyError> {
        if !self.databases.is_embedded() {
            return Ok(0);
        }
        let tx = self.databases.platform().read().await?;
        Ok(tx.find::<Entity>().filter(Column::FileVersion.ne(self.databases.sites_version())).count().await?)
    }

    /// The next site after another whose file is left; none on Postgres.
    ///
    /// # Errors
    /// When the platform's database cannot be read.
    pub async fn next_old_file(&self, after: Option<&WebsiteId>) -> Result<Option<WebsiteId>, TenancyError> {
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

    /// Brings a site's file up to date, and notes that.
    ///
    /// # Errors
    /// When the file, or the platform's database, cannot be read or changed.
    pub async fn upgrade_file(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        self.databases.upgrade(website).await?;
        let tx = self.databases.platform().write().await?;
        let own = tx.update::<Entity>(Column::Id.eq(website.clone()));
        own.set(Column::FileVersion, self.databases.sites_version()).exec().await?;
        Ok(tx.commit().await?)
    }
}
