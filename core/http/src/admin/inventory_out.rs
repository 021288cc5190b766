//! Stock on the wire.

use serde::Serialize;
use stoa_commerce::catalogue::ChosenOptions;
use stoa_commerce::inventory::{LedgerLine, StockLevel};
use utoipa::ToSchema;

use super::order_out::{Names, name_of};
use crate::extract::Listing;

/// What is left of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockLevel)]
pub struct StockLevelOut {
    variant_id: String,
    product_id: String,
    /// The store of the product.
    collection_id: String,
    product_name: String,
    sku: String,
    /// Option name to value.
    #[schema(value_type = BTreeMap<String, String>)]
    attributes: ChosenOptions,
    /// Whether stock is not counted.
    unlimited: bool,
    /// Pieces left when stock is counted.
    qty_in_stock: i64,
    /// Whether no more is left than the store's threshold.
    is_low: bool,
    /// How many addresses wait for it to come back.
    waiting: i64,
    /// To be named in `If-Match` with a change to a number.
    revision: i64,
}

/// Variants with their stock.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Inventory)]
pub struct InventoryOut {
    pub(super) variants: Vec<StockLevelOut>,
    #[serde(flatten)]
    pub(super) listing: Listing,
}

/// A line of the ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockChange)]
pub struct StockChangeOut {
    id: String,
    /// Pieces added; negative when taken.
    delta: i64,
    /// `order`, `order-released`, `order-refunded`, `manual`, `counting-started`, `counting-stopped` or `seed`.
    reason: String,
    /// What somebody who changed it by hand wrote about it.
    note: String,
    /// The order that caused it.
    order_id: Option<String>,
    order_number: Option<i64>,
    /// Account, `visitor`, site user or `system`.
    actor: String,
    /// Name of the account.
    actor_name: Option<String>,
    /// UTC milliseconds.
    created_on: i64,
}

/// The ledger of a variant, the latest change first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StockChanges)]
pub struct StockChangesOut {
    pub(super) changes: Vec<StockChangeOut>,
    #[serde(flatten)]
    pub(super) listing: Listing,
}

impl From<StockLevel> for StockLevelOut {
    fn from(level: StockLevel) -> Self {
        Self {
            revision: level.version(),
            variant_id: level.variant_id.into(),
            product_id: level.product_id.into(),
            collection_id: level.collection_id.into(),
            product_name: level.product_name,
            sku: level.sku,
            attributes: level.attributes,
            unlimited: level.unlimited,
            qty_in_stock: level.qty_in_stock,
            is_low: level.is_low,
            waiting: level.waiting,
        }
    }
}

impl StockChangeOut {
    pub(super) fn new(line: LedgerLine, names: &Names) -> Self {
        let order_number = line.order.as_ref().map(|order| order.number);
        Self {
            actor_name: name_of(&line.actor, names),
            id: line.id,
            delta: line.delta,
            reason: line.reason,
            note: line.note,
            order_id: line.order.map(|order| order.id.into()),
            order_number,
            actor: line.actor,
            created_on: line.created_on,
        }
    }
}
