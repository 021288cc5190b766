//! Catalogue: stores, categories, products and variants, for visitors and contributors.

mod additional_fields;
mod admin;
mod asset_usage;
mod browse;
mod bulk;
mod bulk_write;
pub(crate) mod by_name;
mod categories;
mod chosen_options;
mod duplicate;
mod edit;
mod former_paths;
mod import;
mod listing;
mod manual_order;
mod menu;
mod merchandising;
mod model;
mod product_query;
mod repricing;
mod service;
mod site_search;
pub(crate) mod sku;
mod store;
mod store_page;
mod stores;
mod translations;
mod variant;
mod variant_validation;
mod write;

#[cfg(test)]
pub(crate) mod query_plans;
#[cfg(test)]
mod tests;

pub use additional_fields::{AdditionalField, ItemAnswer};
pub use admin::{
    ItemAt, admin_item, admin_page, create_item, delete_item, next_publication, publish_due, set_stock, update_item,
};
pub use asset_usage::{ProductUsingAsset, products_using_asset};
pub use browse::ListFilter;
pub use bulk::{BulkAction, BulkOutcome, bulk};
pub use categories::{
    CategoryNode, CategoryPatch, MAX_CATEGORIES, NewCategory, category_tree, create_category, delete_category,
    update_category,
};
pub use chosen_options::ChosenOptions;
pub use duplicate::duplicate_item;
pub use edit::{NewProduct, ProductPatch, Publication, StockPatch};
pub use former_paths::item_by_former_url;
pub use import::{
    GivenPrice, GivenVariant, ImportTarget, ImportedPart, ImportedProduct, ProductImport, preview_products,
};
pub use listing::{ProductFilter, ProductSort, StockState};
pub use manual_order::move_item;
pub use menu::{CategoryLevel, CategoryMenu, category_menu};
pub use merchandising::{LowStock, SCARCITY_TEXT, Scarcity};
pub(crate) use model::missing_options_text;
pub use model::{CatalogueItem, Category, Picture, ProductType, UNLIMITED_STOCK};
pub use repricing::PriceChange;
pub use service::{
    CataloguePage, FilteredProducts, ListedTag, Selection, browse, item, item_by_url, items, page, selected,
    variant_stock,
};
pub use site_search::{SearchedItem, searchable_products};
pub use store_page::{MAX_PRODUCTS, NewStore, StorePage, store_url_id, url_slug};
pub use stores::{create_store, stores};
pub use translations::{CategoryTexts, ProductTexts};
pub use variant::{ProductOption, Variant};
pub use variant_validation::{MAX_VARIANTS, Stock, VariantPatch};
pub use write::found_by;

pub(crate) use additional_fields::{answered, answered_in, error_message as additional_fields_error, with_choices_of};
pub(crate) use service::{originals, shown};
pub(crate) use store::{product_of_store, tags_of, touch_product, variants_of};
pub(crate) use translations::{item_in, translated};
