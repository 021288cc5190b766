//! What discounts name: the products or categories of `discount.target_ids`, where carts look for them.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{DiscountId, WebsiteId};

/// One row of `discount_target`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "discount_target")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// A product or a category.
    #[sea_orm(primary_key, auto_increment = false)]
    pub target_id: String,
    /// The discount that names it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub discount_id: DiscountId,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
