//! Variants of products and the options that they differ in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoa_entity::tenant::variant;
use stoa_kernel::id::{AssetId, VariantId};
use stoa_kernel::money::Cents;

use super::model::UNLIMITED_STOCK;

/// A variant of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its id.
    pub id: VariantId,
    /// SKU, unique in the site.
    pub sku: String,
    /// Option values by option name.
    pub attributes: BTreeMap<String, String>,
    /// Price, minor units.
    pub price_cents: Cents,
    /// Sale price, minor units.
    pub sale_price_cents: Option<Cents>,
    /// Whether the sale price is active.
    pub on_sale: bool,
    /// Whether stock is not tracked.
    pub unlimited: bool,
    /// Quantity in stock when it is tracked.
    pub qty_in_stock: i64,
    /// Weight of one item with packaging, grams.
    pub weight_grams: i64,
    /// Its image.
    pub main_image_id: Option<AssetId>,
}

impl From<variant::Model> for Variant {
    fn from(row: variant::Model) -> Self {
        Self {
            id: row.id,
            sku: row.sku,
            attributes: row.attributes.0,
            price_cents: row.price_cents,
            sale_price_cents: row.sale_price_cents,
            on_sale: row.on_sale,
            unlimited: row.unlimited,
            qty_in_stock: row.qty_in_stock,
            weight_grams: row.weight_grams,
            main_image_id: row.main_image_id,
        }
    }
}

impl Variant {
    /// Quantity that can be bought; [`UNLIMITED_STOCK`] when stock is not tracked.
    pub fn stock(&self) -> i64 {
        if self.unlimited { UNLIMITED_STOCK } else { self.qty_in_stock.max(0) }
    }
}

/// An option that a shopper chooses, such as a size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductOption {
    /// Its name.
    pub name: String,
    /// Its values, in the order of the variants, without duplicates.
    pub values: Vec<String>,
}
