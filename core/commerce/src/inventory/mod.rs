//! Stock: taken and given back in guarded writes, every change written into a ledger.

mod change;
mod list;
mod model;
mod store;

#[cfg(test)]
mod tests;

pub use change::{Adjustment, NewLevel, adjust, set_level};
pub use list::{InventoryFilter, changes, level, levels};
pub use model::{LedgerLine, MAX_STOCK, Pieces, StockChange, StockLevel, summed};
pub use store::{Shortage, give_back, record, restock, take};

pub(crate) use store::{Level, set};
