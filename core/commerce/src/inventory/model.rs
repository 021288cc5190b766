use std::collections::BTreeMap;

use serde_json::json;
use stoa_entity::tenant::variant;
use stoa_kernel::id::{CollectionId, OrderId, ProductId, VariantId};
use stoa_kernel::{ErrorCode, Failure};

use crate::catalogue::ChosenOptions;

/// Largest counted stock.
pub const MAX_STOCK: i64 = 999_999_999;

/// So many pieces of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The variant.
    pub variant_id: VariantId,
    /// How many.
    pub quantity: i64,
}

/// A line of the ledger to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockChange {
    /// The variant.
    pub variant_id: VariantId,
    /// Pieces added; negative when taken.
    pub delta: i64,
    /// `order`, `order-released`, `order-refunded`, `manual`, `counting-started`, `counting-stopped` or `seed`.
    pub reason: &'static str,
    /// What caused it, such as the order's id.
    pub reference: String,
    /// Names the call that asked for it, so that one sent twice counts once.
    pub request_key: Option<String>,
}

/// A line of the ledger that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// Its id.
    pub id: String,
    /// Pieces added; negative when taken.
    pub delta: i64,
    /// `order`, `order-released`, `order-refunded`, `manual`, `counting-started`, `counting-stopped` or `seed`.
    pub reason: String,
    /// What somebody who changed it by hand wrote about it.
    pub note: String,
    /// The order that caused it.
    pub order: Option<LedgerOrder>,
    /// Label of who caused it, see `Actor::label`.
    pub actor: String,
    /// When, UTC milliseconds.
    pub created_on: i64,
}

/// The order behind a change of stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerOrder {
    /// Its id.
    pub id: OrderId,
    /// Its number.
    pub number: i64,
}

/// What is left of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockLevel {
    /// The variant.
    pub variant_id: VariantId,
    /// Its product.
    pub product_id: ProductId,
    /// The store of the product.
    pub collection_id: CollectionId,
    /// Name of the product.
    pub product_name: String,
    /// Stock keeping unit.
    pub sku: String,
    /// Option name to value.
    pub attributes: ChosenOptions,
    /// Whether stock is not counted.
    pub unlimited: bool,
    /// Pieces left when stock is counted.
    pub qty_in_stock: i64,
    /// Whether the pieces left are no more than the shop's threshold.
    pub is_low: bool,
    /// How many addresses wait for it to come back.
    pub waiting: i64,
}

impl StockLevel {
    /// Stands for what was seen, so that a change to a fixed number can be refused when it has moved
    /// since: the pieces left, −1 when they are not counted.
    pub fn version(&self) -> i64 {
        version(self.unlimited, self.qty_in_stock)
    }
}

pub(crate) fn version(unlimited: bool, qty_in_stock: i64) -> i64 {
    if unlimited { -1 } else { qty_in_stock }
}

/// What there is of a variant whose stock was to be set over another level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedStock {
    /// The field of the call that named the stock.
    pub field: String,
    /// The variant.
    pub variant_id: VariantId,
    /// Whether stock is not counted.
    pub unlimited: bool,
    /// Pieces left when it is.
    pub qty_in_stock: i64,
}

impl MovedStock {
    pub(crate) fn new(field: impl Into<String>, row: &variant::Model) -> Self {
        let (unlimited, qty_in_stock) = (row.unlimited, row.qty_in_stock);
        Self { field: field.into(), variant_id: row.id.clone(), unlimited, qty_in_stock }
    }

    /// A message beside each field, and the levels for those who want to go on from them.
    pub(crate) fn failure(all: &[Self]) -> Failure {
        let levels = all.iter().map(|moved| {
            let Self { variant_id, unlimited, qty_in_stock, .. } = moved;
            json!({"variantId": variant_id.as_str(), "unlimited": unlimited, "qtyInStock": qty_in_stock})
        });
        let fields = all.iter().map(|moved| (moved.field.clone(), moved_text(moved.unlimited, moved.qty_in_stock)));
        let failure = Failure::new(ErrorCode::StockMoved, "Stock has changed in the meantime. Nothing was saved.");
        Failure { fields: fields.collect(), ..failure }.with("stock", levels.collect())
    }
}

/// Says what there is now.
pub(super) fn moved_text(unlimited: bool, qty_in_stock: i64) -> String {
    if unlimited {
        "The stock has changed in the meantime: it is not counted now.".to_owned()
    } else {
        format!("The stock has changed in the meantime: there are {qty_in_stock} now.")
    }
}

/// Sums the pieces of each variant, in the one order in which variants are locked, so that two
/// orders never wait for each other in a circle.
pub fn summed(lines: impl IntoIterator<Item = Pieces>) -> Vec<Pieces> {
    let mut sums: BTreeMap<VariantId, i64> = BTreeMap::new();
    for line in lines {
        let sum = sums.entry(line.variant_id).or_default();
        *sum = sum.saturating_add(line.quantity);
    }
    sums.into_iter().map(|(variant_id, quantity)| Pieces { variant_id, quantity }).collect()
}
