//! Gapless sequence numbers.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `counter`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "counter")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Name of the sequence.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// The last number used.
    pub value: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
