//! Contributors' calls.

pub mod mail;
pub mod order_out;
pub mod orders;
pub mod plugins;
pub mod product_out;
pub mod products;
pub mod session;
