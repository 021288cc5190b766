//! The plan of a site. What a plan allows is defined in the settings of the installation.

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use stoa_entity::platform::website;
use stoa_kernel::boxed;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{PortError, SitePlans};

use crate::{Tenancy, TenancyError, Tenants};

impl Tenants {
    /// Sets or removes the plan of a site; applies from the next upload on.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when no site has that identifier.
    #[boxed]
    pub async fn set_plan(&self, identifier: &str, plan: Option<&str>) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let own = website::Column::Identifier.eq(identifier);
        let changed = tx.update::<website::Entity>(own).set(website::Column::Plan, plan).exec().await?;
        if changed == 0 {
            return Err(TenancyError::UnknownSite);
        }
        Ok(tx.commit().await?)
    }

    async fn plan(&self, website: &WebsiteId) -> Result<Option<String>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let row = tx.find::<website::Entity>().filter(website::Column::Id.eq(website.clone())).one().await?;
        Ok(row.and_then(|row| row.plan))
    }
}

#[async_trait]
impl SitePlans for Tenancy {
    async fn plan_of(&self, website: &WebsiteId) -> Result<Option<String>, PortError> {
        self.tenants.plan(website).await.map_err(|error| error.at_port("plans"))
    }
}
