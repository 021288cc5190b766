//! Products, categories, stock and reviews.

pub(crate) mod all_products;
pub(crate) mod catalogue;
pub(crate) mod categories;
pub(crate) mod commerce_preferences;
pub(crate) mod currency;
pub(crate) mod inventory;
pub(crate) mod inventory_bulk;
pub(crate) mod lessons;
pub(crate) mod list_sorting;
pub(crate) mod plugin_formats;
pub(crate) mod plugin_imports;
pub(crate) mod price_lists;
pub(crate) mod product_bulk;
pub(crate) mod product_copies;
pub(crate) mod product_images;
pub(crate) mod product_lists;
pub(crate) mod product_order_and_redirects;
pub(crate) mod product_pages;
pub(crate) mod product_reviews;
pub(crate) mod product_seo;
pub(crate) mod product_stock;
pub(crate) mod restock;
pub(crate) mod store_creation;
pub(crate) mod store_import;
pub(crate) mod subscriptions;
pub(crate) mod wishlists;
