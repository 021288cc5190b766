//! The highest serial number seen of each index of plugins.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;

/// One row of `plugin_index`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_index")]
pub struct Model {
    /// Folder or URL of the index.
    #[sea_orm(primary_key, auto_increment = false)]
    pub source: String,
    /// Its highest serial number.
    pub serial: i64,
    /// When that was seen, UTC milliseconds.
    pub seen_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
