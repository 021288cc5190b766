//! Numbers that count up without gaps.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `counter`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "counter")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// What is counted.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// The last number given.
    pub value: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
