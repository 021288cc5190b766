//! JSON types of bulk stock changes.

use serde::Serialize;
use stoa_commerce::catalogue::ChosenOptions;
use stoa_commerce::inventory::{BadLine, ChangedLine, ImportChange, ImportPreview, Outcome};
use utoipa::ToSchema;

use super::inventory_out::StockLevelOut;
use crate::problem::{ProblemTextOut, contributor_text};

/// Outcome of a stock change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StockOutcome {
    /// Changed, by this request or an earlier one with the same idempotency key.
    Changed,
    /// The stock already had the requested value.
    Unchanged,
    /// The current stock does not allow the change.
    Conflict,
    /// The variant does not exist.
    NotFound,
}

/// Outcome of a line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangedStockLine)]
pub struct ChangedStockLineOut {
    variant_id: String,
    outcome: StockOutcome,
    /// Why it was not changed.
    message: Option<String>,
    /// The current stock level.
    level: Option<StockLevelOut>,
}

/// The outcomes, in the order of the lines.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedStock)]
pub struct ChangedStockOut {
    lines: Vec<ChangedStockLineOut>,
}

/// A line of a CSV file that would change the stock of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockSheetLine)]
pub struct StockImportLineOut {
    /// Line number in the file, from 1.
    line: usize,
    variant_id: String,
    sku: String,
    product_name: String,
    /// Option values by option name.
    #[schema(value_type = BTreeMap<String, String>)]
    attributes: ChosenOptions,
    /// Whether the stock is unlimited now.
    unlimited: bool,
    /// Pieces in stock now.
    qty_in_stock: i64,
    /// Revision of the current stock level.
    revision: i64,
    /// Whether the new stock is unlimited.
    new_unlimited: bool,
    /// New number of pieces in stock.
    new_qty_in_stock: i64,
}

/// An invalid line of a CSV file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BadStockSheetLine)]
pub struct InvalidStockImportLineOut {
    /// Line number in the file, from 1.
    line: usize,
    /// The SKU it names; empty if it names none.
    sku: String,
    reason: String,
    /// What the reason says, for clients that say it in other words.
    reason_text: Option<ProblemTextOut>,
}

/// Effect of a stock import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockSheet)]
pub struct StockImportPreviewOut {
    changes: Vec<StockImportLineOut>,
    bad_lines: Vec<InvalidStockImportLineOut>,
    /// Number of lines that leave the stock unchanged.
    unchanged: usize,
}

impl From<ChangedLine> for ChangedStockLineOut {
    fn from(line: ChangedLine) -> Self {
        let (outcome, message) = match line.outcome {
            Outcome::Changed => (StockOutcome::Changed, None),
            Outcome::Unchanged => (StockOutcome::Unchanged, None),
            Outcome::Conflict(reason) => (StockOutcome::Conflict, Some(reason)),
            Outcome::NotFound => (StockOutcome::NotFound, Some("It no longer exists.".to_owned())),
        };
        Self { variant_id: line.variant_id, outcome, message, level: line.level.map(StockLevelOut::from) }
    }
}

impl From<Vec<ChangedLine>> for ChangedStockOut {
    fn from(lines: Vec<ChangedLine>) -> Self {
        Self { lines: lines.into_iter().map(ChangedStockLineOut::from).collect() }
    }
}

impl From<ImportChange> for StockImportLineOut {
    fn from(line: ImportChange) -> Self {
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

impl From<ImportPreview> for StockImportPreviewOut {
    fn from(check: ImportPreview) -> Self {
        let bad = |BadLine { line, sku, reason }| {
            let reason_text = contributor_text(&reason);
            InvalidStockImportLineOut { line, sku, reason, reason_text }
        };
        Self {
            changes: check.changes.into_iter().map(StockImportLineOut::from).collect(),
            bad_lines: check.bad.into_iter().map(bad).collect(),
            unchanged: check.unchanged,
        }
    }
}
