//! Stock levels and their changes.

use std::collections::BTreeMap;

use serde_json::json;
use stoa_entity::tenant::variant;
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, OrderId, ProductId, VariantId};
use stoa_kernel::{ErrorCode, Failure};

use crate::catalogue::ChosenOptions;
use crate::contributor_texts;

/// Largest stock of a variant, in units.
pub const MAX_STOCK: i64 = 999_999_999;

/// A quantity of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The variant.
    pub variant_id: VariantId,
    /// How many.
    pub quantity: i64,
}

/// A ledger entry to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockChange {
    /// The variant.
    pub variant_id: VariantId,
    /// Units added; negative for units removed.
    pub delta: i64,
    /// Why it changed.
    pub reason: StockReason,
    /// Its cause, such as the order's id.
    pub reference: String,
    /// Idempotency key of the request, so that a request sent twice counts once.
    pub request_key: Option<String>,
}

/// A ledger entry as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Its id.
    pub id: String,
    /// Units added; negative for units removed.
    pub delta: i64,
    /// Why it changed.
    pub reason: StockReason,
    /// Note of the person who changed the stock manually.
    pub note: String,
    /// The order that caused it.
    pub order: Option<LedgerOrder>,
    /// Label of the actor, see `Actor::label`.
    pub actor: String,
    /// Time.
    pub created_on: Timestamp,
}

/// The order that caused a stock change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerOrder {
    /// Its id.
    pub id: OrderId,
    /// Its number.
    pub number: i64,
}

/// Stock of a variant.
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
    /// Option values by option name.
    pub attributes: ChosenOptions,
    /// Whether stock is not tracked.
    pub unlimited: bool,
    /// Units in stock, if tracked.
    pub qty_in_stock: i64,
    /// Whether the stock is at or below the shop's low-stock threshold.
    pub is_low: bool,
    /// Number of restock sign-ups.
    pub waiting: i64,
}

impl StockLevel {
    /// Version for optimistic locking: the units in stock, or −1 if stock is not tracked.
    pub fn version(&self) -> i64 {
        version(self.unlimited, self.qty_in_stock)
    }
}

pub(crate) fn version(unlimited: bool, qty_in_stock: i64) -> i64 {
    if unlimited { -1 } else { qty_in_stock }
}

/// The current stock of a variant that was to be set on condition of another level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockConflict {
    /// The field of the request that set the stock.
    pub field: String,
    /// The variant.
    pub variant_id: VariantId,
    /// Whether stock is not tracked.
    pub unlimited: bool,
    /// Units in stock, if tracked.
    pub qty_in_stock: i64,
}

impl StockConflict {
    pub(crate) fn new(field: impl Into<String>, row: &variant::Model) -> Self {
        let (unlimited, qty_in_stock) = (row.unlimited, row.qty_in_stock);
        Self { field: field.into(), variant_id: row.id.clone(), unlimited, qty_in_stock }
    }

    /// A message for each field, and the current levels for clients that continue from them.
    pub(crate) fn failure(all: &[Self]) -> Failure {
        let levels = all.iter().map(|moved| {
            let Self { variant_id, unlimited, qty_in_stock, .. } = moved;
            json!({"variantId": variant_id.as_str(), "unlimited": unlimited, "qtyInStock": qty_in_stock})
        });
        let fields = all.iter().map(|moved| (moved.field.clone(), moved_text(moved.unlimited, moved.qty_in_stock)));
        let failure = Failure::new(ErrorCode::StockMoved, contributor_texts::STOCK_CHANGED_NOTHING_SAVED.english());
        Failure { fields: fields.collect(), ..failure }.with("stock", levels.collect())
    }
}

/// The message with the current stock.
pub(super) fn moved_text(unlimited: bool, qty_in_stock: i64) -> String {
    if unlimited {
        contributor_texts::STOCK_NOT_TRACKED_NOW.english().to_owned()
    } else {
        contributor_texts::STOCK_IS_NOW.with("count", qty_in_stock).to_string()
    }
}

/// Sums the quantities of each variant and sorts them by id. All orders lock variants in this order, so that two of
/// them cannot deadlock.
pub fn summed(lines: impl IntoIterator<Item = Pieces>) -> Vec<Pieces> {
    let mut sums: BTreeMap<VariantId, i64> = BTreeMap::new();
    for line in lines {
        let sum = sums.entry(line.variant_id).or_default();
        *sum = sum.saturating_add(line.quantity);
    }
    sums.into_iter().map(|(variant_id, quantity)| Pieces { variant_id, quantity }).collect()
}
