//! Order lines, with product data as of the purchase.

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
    /// Position of the line.
    pub position: i32,
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// SKU at the time of purchase.
    pub sku: String,
    /// Product name at the time of purchase.
    pub product_name: String,
    /// Options at the time of purchase.
    pub attributes: Json,
    /// Image at the time of purchase.
    pub image_asset_id: Option<AssetId>,
    /// Product type.
    pub product_type: i32,
    /// Quantity.
    pub quantity: i64,
    /// Unit price, minor units.
    pub unit_price_cents: i64,
    /// Line total, minor units.
    pub total_cents: i64,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
