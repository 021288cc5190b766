//! Stock: changed with conditional updates, each change recorded in a ledger.

mod bulk_update;
mod change;
mod csv_rows;
mod doubles;
mod export;
mod import;
mod list;
mod listing;
mod model;
mod store;
mod undo;

#[cfg(test)]
mod query_plans;
#[cfg(test)]
mod tests;

pub use bulk_update::{
    BulkStockUpdate, ChangedLine, MAX_LINES, Outcome, RequestedStockChange, WantedLine, bulk_update_stock,
};
pub use change::{Adjustment, NewLevel, adjust, set_level};
pub use csv_rows::{BadLine, GivenStock};
pub use export::{Export, export};
pub use import::{ImportChange, ImportPreview, preview_import, preview_rows};
pub use list::{changes, level, levels};
pub use listing::{InventoryFilter, InventorySort};
pub use model::{LedgerEntry, MAX_STOCK, Pieces, StockChange, StockConflict, StockLevel, summed};
pub use store::{Shortage, record, restock, restore_stock, take};

pub(crate) use doubles::{NamedRow, other_lines};
pub(crate) use model::version;
pub(crate) use store::{Level, deduct, record_taken, set};
pub(crate) use undo::undo;
