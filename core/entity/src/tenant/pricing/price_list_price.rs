//! Individual prices of a price list.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{PriceListId, ProductId, WebsiteId};
use stoa_kernel::money::Cents;

/// One row of `price_list_price`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "price_list_price")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The price list.
    #[sea_orm(primary_key, auto_increment = false)]
    pub price_list_id: PriceListId,
    /// The product.
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: ProductId,
    /// The variant; empty for all variants of the product.
    #[sea_orm(primary_key, auto_increment = false)]
    pub variant_id: String,
    /// Unit price, minor units.
    pub price_cents: Cents,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
