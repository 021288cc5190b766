//! Stock: taken and given back in guarded writes, every change written into a ledger.

mod model;
mod store;

#[cfg(test)]
mod tests;

pub use model::{Pieces, StockChange, summed};
pub use store::{Shortage, give_back, record, restock, take};
