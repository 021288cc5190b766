//! Contributors' calls.

pub mod assets;
pub mod block_kinds;
pub mod document_out;
pub mod mail;
pub mod order_out;
pub mod orders;
pub mod page_out;
pub mod pages;
pub mod plugins;
pub mod product_out;
pub mod products;
pub mod session;
pub mod settings;
pub mod submissions;
