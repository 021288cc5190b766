//! Secrets that contributors entered for plugins.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `plugin_secret`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_secret")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name of the plugin.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// Name in the manifest.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// The value, encrypted.
    pub sealed_value: String,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
