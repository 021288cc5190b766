//! The stock of many variants on the wire.

use serde::Serialize;
use stoa_commerce::catalogue::ChosenOptions;
use stoa_commerce::inventory::{BadLine, ChangedLine, Outcome, SheetCheck, SheetLine};
use utoipa::ToSchema;

use super::inventory_out::StockLevelOut;

/// What became of the stock of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StockOutcome {
    /// It was changed, by this call or by the same call before.
    Changed,
    /// There was as much as there is to be.
    Unchanged,
    /// What there is now does not allow it.
    Conflict,
    /// There is no such variant.
    NotFound,
}

/// The answer to a line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangedStockLine)]
pub struct ChangedStockLineOut {
    variant_id: String,
    outcome: StockOutcome,
    /// Why it was not changed, in words.
    message: Option<String>,
    /// What there is of it now.
    level: Option<StockLevelOut>,
}

/// The answers, in the order of the lines.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedStock)]
pub struct ChangedStockOut {
    lines: Vec<ChangedStockLineOut>,
}

/// A line of a table that would change the stock of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockSheetLine)]
pub struct StockSheetLineOut {
    /// Where it stands in the file, counted from 1.
    line: usize,
    variant_id: String,
    sku: String,
    product_name: String,
    /// Option name to value.
    #[schema(value_type = BTreeMap<String, String>)]
    attributes: ChosenOptions,
    /// Whether stock is not counted now.
    unlimited: bool,
    /// Pieces there are now.
    qty_in_stock: i64,
    /// Of what there is now.
    revision: i64,
    /// Whether stock is not to be counted.
    new_unlimited: bool,
    /// Pieces there are to be.
    new_qty_in_stock: i64,
}

/// A line of a table that says nothing that could be made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BadStockSheetLine)]
pub struct BadStockSheetLineOut {
    /// Where it stands in the file, counted from 1.
    line: usize,
    /// The stock keeping unit it names; empty when it names none.
    sku: String,
    reason: String,
}

/// What a table of stock would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockSheet)]
pub struct StockSheetOut {
    changes: Vec<StockSheetLineOut>,
    bad_lines: Vec<BadStockSheetLineOut>,
    /// How many lines leave the stock as it is.
    unchanged: usize,
}

impl From<ChangedLine> for ChangedStockLineOut {
    fn from(line: ChangedLine) -> Self {
        let (outcome, message) = match line.outcome {
            Outcome::Changed => (StockOutcome::Changed, None),
            Outcome::Unchanged => (StockOutcome::Unchanged, None),
            Outcome::Conflict(reason) => (StockOutcome::Conflict, Some(reason)),
            Outcome::NotFound => (StockOutcome::NotFound, Some("It is not there any more.".to_owned())),
        };
        Self { variant_id: line.variant_id, outcome, message, level: line.level.map(StockLevelOut::from) }
    }
}

impl From<Vec<ChangedLine>> for ChangedStockOut {
    fn from(lines: Vec<ChangedLine>) -> Self {
        Self { lines: lines.into_iter().map(ChangedStockLineOut::from).collect() }
    }
}

impl From<SheetLine> for StockSheetLineOut {
    fn from(line: SheetLine) -> Self {
        Self {
            revision: line.seen(),
            line: line.line,
            variant_id: line.variant_id.into(),
            sku: line.sku,
            product_name: line.product_name,
            attributes: line.attributes,
            unlimited: line.unlimited,
            qty_in_stock: line.qty_in_stock,
            new_unlimited: line.new_unlimited,
            new_qty_in_stock: line.new_qty_in_stock,
        }
    }
}

impl From<SheetCheck> for StockSheetOut {
    fn from(check: SheetCheck) -> Self {
        let bad = |BadLine { line, sku, reason }| BadStockSheetLineOut { line, sku, reason };
        Self {
            changes: check.changes.into_iter().map(StockSheetLineOut::from).collect(),
            bad_lines: check.bad.into_iter().map(bad).collect(),
            unchanged: check.unchanged,
        }
    }
}
