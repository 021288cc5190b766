//! Calls of plugins by hour.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

use crate::json_column::JsonOf;

/// One row of `plugin_activity`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_activity")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name of the plugin.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// The hour, counted from the epoch in UTC.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hour: i64,
    /// What was called, such as `block`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// Number of calls.
    pub calls: i64,
    /// How many of them failed.
    pub failures: i64,
    /// Number of calls by duration: the ranges are those of the plugin host.
    pub durations: JsonOf<Vec<u64>>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
