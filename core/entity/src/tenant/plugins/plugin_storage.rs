//! Key-value storage of plugins for a site.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `plugin_storage`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_storage")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// Key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Value, base 64.
    pub value: String,
    /// Expiry, UTC milliseconds.
    pub expires_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
