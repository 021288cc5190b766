//! When the jobs of the site's plugins are due.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `plugin_schedule`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_schedule")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// Name of the job in the manifest.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// How often it runs: `every:<milliseconds>` or `daily:<hh:mm>`.
    pub cadence: String,
    /// Next run, UTC milliseconds.
    pub due_on: Timestamp,
    /// When a contributor asked for a run that has not begun, UTC milliseconds.
    pub asked_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
