//! Stores, categories, products and their variants: what visitors see and what contributors edit.

mod additional_fields;
mod addresses;
mod admin;
mod arrange;
mod browse;
mod bulk;
pub(crate) mod by_name;
mod categories;
mod chosen;
mod duplicate;
mod edit;
mod listing;
mod matrix;
mod menu;
mod merchandising;
mod model;
mod pictured;
mod repricing;
mod searched;
mod seek;
mod service;
mod sku;
mod store;
mod store_page;
mod stores;
mod variant;
mod write;

#[cfg(test)]
pub(crate) mod plans;
#[cfg(test)]
mod tests;

pub use additional_fields::{AdditionalField, FieldKind, ItemAnswer};
pub use addresses::item_by_former_url;
pub use admin::{
    ItemAt, admin_item, admin_page, create_item, delete_item, next_publication, publish_due, set_stock, update_item,
};
pub use arrange::move_item;
pub use browse::{ListOrder, ListWish};
pub use bulk::{BulkAction, BulkOutcome, bulk};
pub use categories::{
    CategoryNode, CategoryPatch, MAX_CATEGORIES, NewCategory, PageRendering, category_tree, create_category,
    delete_category, update_category,
};
pub use chosen::ChosenOptions;
pub use duplicate::duplicate_item;
pub use edit::{NewProduct, ProductPatch, Publication, StockPatch};
pub use listing::{ProductFilter, ProductSort, StockState};
pub use matrix::{MAX_VARIANTS, Stock, VariantPatch};
pub use menu::{CategoryLevel, CategoryMenu, category_menu};
pub use merchandising::{FewLeft, SCARCITY_TEXT, Scarcity};
pub use model::{
    CatalogueItem, Category, Picture, ProductStatus, ProductType, UNLIMITED_STOCK, missing_options_message,
};
pub use pictured::{Pictured, pictured};
pub use repricing::PriceChange;
pub use searched::{SearchedItem, searched};
pub use service::{Browsed, CataloguePage, browse, item, item_by_url, items, page, variant_stock};
pub use store_page::{MAX_PRODUCTS, NewStore, StorePage, store_url_id, url_slug};
pub use stores::{create_store, stores};
pub use variant::{ProductOption, Variant};
pub use write::found_by;

pub(crate) use additional_fields::{answered, complaint as additional_fields_complaint};
pub(crate) use service::shown;
pub(crate) use store::{pictures, product_of_store, tags_of, touch_product, variants_of};
