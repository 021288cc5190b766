//! Variants of products: what is priced, stocked and sold.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetId, ProductId, VariantId, WebsiteId};

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
    /// Object of option name to value.
    pub attributes: Json,
    /// Price in minor units.
    pub price_cents: i64,
    /// Price while on sale, minor units.
    pub sale_price_cents: Option<i64>,
    /// Whether the sale price holds.
    pub on_sale: bool,
    /// Whether stock is not counted.
    pub unlimited: bool,
    /// Pieces left when stock is counted; never below 0.
    pub qty_in_stock: i64,
    /// Weight of one piece with its wrapping, grams.
    pub weight_grams: i64,
    /// Picture of this variant.
    pub main_image_id: Option<AssetId>,
    /// Order in the product.
    pub position: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
