//! Storage used by plugins on a site, so that a quota is checked without reading all values.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `plugin_storage_size`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_storage_size")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// Bytes of keys and values, including expired ones not yet deleted.
    pub bytes: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
