//! Files for buyers of a product. They outlive the product.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{ProductFileId, ProductId, WebsiteId};

/// One row of `product_file`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "product_file")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ProductFileId,
    /// The product.
    pub product_id: ProductId,
    /// File name for downloads.
    pub filename: String,
    /// Its size.
    pub bytes: i64,
    /// Its key in the blob store.
    pub blob_key: String,
    /// When it was added, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
