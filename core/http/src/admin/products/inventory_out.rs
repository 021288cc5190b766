//! JSON types of stock levels.

use serde::Serialize;
use stoa_commerce::catalogue::ChosenOptions;
use stoa_commerce::inventory::{LedgerEntry, StockLevel};
use stoa_kernel::catalogue::StockReason;
use utoipa::ToSchema;

use crate::admin::orders::order_out::{Names, name_of};
use crate::extract::Listing;

/// The stock level of a variant.
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
    /// Option values by option name.
    #[schema(value_type = BTreeMap<String, String>)]
    attributes: ChosenOptions,
    /// Whether stock is unlimited (not tracked).
    unlimited: bool,
    /// Pieces left, if stock is tracked.
    qty_in_stock: i64,
    /// Whether stock is at or below the store's threshold.
    is_low: bool,
    /// Number of restock sign-ups waiting for it.
    waiting: i64,
    /// Revision to send in `If-Match` when setting the stock.
    revision: i64,
}

/// Variants with their stock.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Inventory)]
pub struct InventoryOut {
    pub(in crate::admin) variants: Vec<StockLevelOut>,
    #[serde(flatten)]
    pub(in crate::admin) listing: Listing,
}

/// An entry of the stock history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockChange)]
pub struct StockChangeOut {
    id: String,
    /// Pieces added; negative if removed.
    delta: i64,
    reason: StockReason,
    /// Note entered with a manual change.
    note: String,
    /// The order that caused it.
    order_id: Option<String>,
    order_number: Option<i64>,
    /// Id of the account, `visitor`, id of the site user, or `system`.
    actor: String,
    /// Name of the account.
    actor_name: Option<String>,
    /// UTC milliseconds.
    created_on: i64,
}

/// The stock history of a variant, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StockChanges)]
pub struct StockChangesOut {
    pub(in crate::admin) changes: Vec<StockChangeOut>,
    #[serde(flatten)]
    pub(in crate::admin) listing: Listing,
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
    pub(in crate::admin) fn new(line: LedgerEntry, names: &Names) -> Self {
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
            created_on: line.created_on.ms(),
        }
    }
}
