//! The sites on which load tests ran, so that what a run made is found by its name without opening all sites.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::platform::load_run_site;
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{LoadRunId, WebsiteId};

use crate::{TenancyError, Tenants};

/// A run of a load test on a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadRunSite {
    /// The run.
    pub run: LoadRunId,
    /// The site.
    pub website: WebsiteId,
    /// Name of the run; unique on the site only.
    pub name: String,
    /// Start, UTC milliseconds.
    pub started_on: Timestamp,
}

impl From<load_run_site::Model> for LoadRunSite {
    fn from(row: load_run_site::Model) -> Self {
        Self { run: row.run_id, website: row.website_id, name: row.name, started_on: row.started_on }
    }
}

impl Tenants {
    /// Records a run before it starts on its site.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn record_load_run(&self, run: LoadRunSite) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        tx.insert(load_run_site::ActiveModel {
            run_id: Set(run.run),
            website_id: Set(run.website),
            name: Set(run.name),
            started_on: Set(run.started_on),
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Forgets a run that did not start, or of which nothing is left.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn forget_load_run(&self, run: &LoadRunId) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        tx.delete::<load_run_site::Entity>(load_run_site::Column::RunId.eq(run.clone())).exec().await?;
        tx.commit().await?;
        Ok(())
    }

    /// The runs with a name, or all of them; the newest first.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn load_runs(&self, name: Option<&str>) -> Result<Vec<LoadRunSite>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let mut found = tx.find::<load_run_site::Entity>().order_by_desc(load_run_site::Column::RunId);
        if let Some(name) = name {
            found = found.filter(load_run_site::Column::Name.eq(name));
        }
        Ok(found.all().await?.into_iter().map(LoadRunSite::from).collect())
    }
}
