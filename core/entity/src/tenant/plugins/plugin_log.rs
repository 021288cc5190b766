//! Lines that plugins wrote.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{PluginLogId, WebsiteId};
use stoa_kernel::plugin_change::PluginLogLevel;

/// One row of `plugin_log`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_log")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Id; later lines have later ones.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PluginLogId,
    /// Publisher and name of the plugin.
    pub plugin_id: String,
    /// UTC milliseconds.
    pub at: Timestamp,
    /// Its level.
    pub level: PluginLogLevel,
    /// Version of the plugin.
    pub version: String,
    /// What it says.
    pub text: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
