//! Categories of products.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CategoryId, ProductId, WebsiteId};

/// One row of `product_category`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "product_category")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The product.
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: ProductId,
    /// Its category.
    #[sea_orm(primary_key, auto_increment = false)]
    pub category_id: CategoryId,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
