//! Plugins of a site and their settings.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `plugin_setting`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_setting")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Its settings; JSON, because the plugin's schema decides its members.
    pub settings: Json,
    /// Version of the settings that they are made for, by the manifest of the plugin.
    pub settings_version: i64,
    /// Revision, incremented by each change.
    pub revision: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
