//! Order lines, with product data as of the purchase.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::id::{AssetId, OrderId, OrderItemId, ProductId, VariantId, WebsiteId};
use stoa_kernel::money::Cents;

use crate::json_column::JsonOf;

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
    pub attributes: JsonOf<ItemOptions>,
    /// Image at the time of purchase.
    pub image_asset_id: Option<AssetId>,
    /// Product type.
    pub product_type: i32,
    /// Quantity.
    pub quantity: i64,
    /// Unit price, minor units.
    pub unit_price_cents: Cents,
    /// Line total, minor units.
    pub total_cents: Cents,
}

/// The chosen value of each option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ItemOptions {
    /// Pairs of option name and value, in the order of the product's options.
    InOrder(Vec<(String, String)>),
    /// Values by option name, in older orders.
    ByName(BTreeMap<String, String>),
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
