//! A stamp that is new whenever something changed that a shop's offers are made of.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `shop_stamp`; none before the first change. Triggers write it.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "shop_stamp")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Random; no two changes have the same.
    pub stamp: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
