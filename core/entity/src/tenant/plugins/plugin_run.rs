//! Runs of the jobs of plugins.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{PluginRunId, WebsiteId};
use stoa_kernel::site_event::PluginRunStatus;

/// One row of `plugin_run`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_run")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PluginRunId,
    /// Publisher and name.
    pub plugin_id: String,
    /// Name of the job in the manifest.
    pub name: String,
    /// When it was due, UTC milliseconds.
    pub scheduled_on: Timestamp,
    /// When it began, UTC milliseconds.
    pub began_on: Timestamp,
    /// When it ended, UTC milliseconds.
    pub ended_on: Option<Timestamp>,
    /// How it ended.
    pub status: PluginRunStatus,
    /// Why it failed.
    pub error: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
