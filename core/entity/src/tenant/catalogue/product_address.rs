//! Former slugs of products.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CollectionId, ProductId, WebsiteId};

/// One row of `product_address`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "product_address")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The store.
    #[sea_orm(primary_key, auto_increment = false)]
    pub collection_id: CollectionId,
    /// The slug below the store.
    #[sea_orm(primary_key, auto_increment = false)]
    pub url_id: String,
    /// The product that last had it.
    pub product_id: ProductId,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
