//! Variants of products: the units that have a price and stock and are sold.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetId, ProductId, VariantId, WebsiteId};
use stoa_kernel::money::Cents;

use crate::json_column::JsonOf;

/// One row of `variant`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "variant")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: VariantId,
    /// The product.
    pub product_id: ProductId,
    /// Stock keeping unit, unique in the site.
    pub sku: String,
    /// What searches look in: the folded SKU.
    pub searched: String,
    /// Object of option name to value.
    pub attributes: JsonOf<BTreeMap<String, String>>,
    /// Price in minor units.
    pub price_cents: Cents,
    /// Sale price, minor units.
    pub sale_price_cents: Option<Cents>,
    /// Whether the sale price applies.
    pub on_sale: bool,
    /// Whether stock is unlimited (not tracked).
    pub unlimited: bool,
    /// Stock when tracked; never below 0.
    pub qty_in_stock: i64,
    /// Weight of one unit with packaging, grams.
    pub weight_grams: i64,
    /// Image of this variant.
    pub main_image_id: Option<AssetId>,
    /// Position in the product.
    pub position: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
