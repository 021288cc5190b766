//! The sites on which load tests ran.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{LoadRunId, WebsiteId};

/// One row of `load_run_site`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "load_run_site")]
pub struct Model {
    /// The run.
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: LoadRunId,
    /// The site.
    pub website_id: WebsiteId,
    /// Name of the run; unique on the site only.
    pub name: String,
    /// Start, UTC milliseconds.
    pub started_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
