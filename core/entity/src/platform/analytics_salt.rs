//! The key of a day with which visitors without an identifier are counted.

use sea_orm::entity::prelude::*;

/// One row of `analytics_salt`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_salt")]
pub struct Model {
    /// Days since 1 January 1970, UTC.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: i64,
    /// The key, encrypted.
    pub salt: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
