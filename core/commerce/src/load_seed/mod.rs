//! Data of a shop for load tests, the same each time: products with stock, customers and paid orders, written in bulk.
//!
//! What is written follows from the setting alone ([`ShopPlan`], pure). It is true to the rules of the shop: totals are
//! computed by [`crate::pricing`], the stock changes of a variant add up to its stock, each paid order was paid once, and
//! order numbers have no gaps. The store page, the prices of shipping and taxes, and the settings of payments are the
//! caller's: the orders were shipped for [`shipping_options`] and taxed with [`SALES_TAX_BASIS_POINTS`].

mod customers;
mod orders;
mod plan;
mod products;
mod purchase;
mod random;
mod words;
mod write;

#[cfg(test)]
mod tests;

pub use plan::{ShopPlan, ShopSetting, ShopSize};
pub use purchase::{SALES_TAX, SALES_TAX_BASIS_POINTS, shipping_options};
pub use random::{Random, Zipf};
pub use words::sentences;
pub use write::{Written, write_shop};
