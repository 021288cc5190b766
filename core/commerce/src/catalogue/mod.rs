//! Stores, categories, products and their variants: what visitors see and what contributors edit.

mod admin;
mod edit;
mod model;
mod service;
mod sku;
mod store;
mod store_page;

#[cfg(test)]
mod tests;

pub use admin::{admin_item, admin_page, create_store, set_stock, stores, update_item};
pub use edit::{ProductPatch, StockPatch, VariantPatch};
pub use model::{
    CatalogueItem, Category, Picture, ProductOption, ProductType, UNLIMITED_STOCK, Variant, missing_options_message,
};
pub use service::{CataloguePage, categories, item, item_by_url, items, page, variant_stock};
pub use store_page::{MAX_PRODUCTS, NewStore, StorePage, store_url_id, url_slug};

pub(crate) use store::pictures;
