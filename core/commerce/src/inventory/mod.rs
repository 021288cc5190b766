//! Stock: taken and given back in guarded writes, every change written into a ledger.

mod change;
mod export;
mod import;
mod list;
mod listing;
mod many;
mod model;
mod sheet;
mod store;

#[cfg(test)]
mod plans;
#[cfg(test)]
mod tests;

pub use change::{Adjustment, NewLevel, adjust, set_level};
pub use export::{Export, export};
pub use import::{SheetCheck, SheetLine, check_sheet};
pub use list::{changes, level, levels};
pub use listing::{InventoryFilter, InventorySort};
pub use many::{ChangedLine, MAX_LINES, ManyChanges, Outcome, Wanted, WantedLine, change_many};
pub use model::{LedgerLine, MAX_STOCK, MovedStock, Pieces, StockChange, StockLevel, summed};
pub use sheet::BadLine;
pub use store::{Shortage, give_back, record, restock, take};

pub(crate) use model::version;
pub(crate) use store::{Level, deduct, record_taken, set};
