//! Lines of orders, as they were when bought.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetId, OrderId, OrderItemId, ProductId, VariantId, WebsiteId};

/// One row of `order_item`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "order_item")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: OrderItemId,
    /// The order.
    pub order_id: OrderId,
    /// Order of the line.
    pub position: i32,
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// Its stock keeping unit then.
    pub sku: String,
    /// Its name then.
    pub product_name: String,
    /// Its options then.
    pub attributes: Json,
    /// Its picture then.
    pub image_asset_id: Option<AssetId>,
    /// Its type.
    pub product_type: i32,
    /// Pieces.
    pub quantity: i64,
    /// Price of one, minor units.
    pub unit_price_cents: i64,
    /// Price of all, minor units.
    pub total_cents: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
