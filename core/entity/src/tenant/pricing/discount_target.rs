//! Targets of discounts: the products or categories of `discount.target_ids`, indexed for lookups by carts.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{DiscountId, WebsiteId};

/// One row of `discount_target`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "discount_target")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Id of a product or category.
    #[sea_orm(primary_key, auto_increment = false)]
    pub target_id: String,
    /// The discount.
    #[sea_orm(primary_key, auto_increment = false)]
    pub discount_id: DiscountId,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
