//! How often buyers fetched files.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{OrderId, ProductFileId, WebsiteId};

/// One row of `download`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "download")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The order that gives the right.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// The file.
    #[sea_orm(primary_key, auto_increment = false)]
    pub file_id: ProductFileId,
    /// How often it was fetched.
    pub times: i64,
    /// When it was last counted, UTC milliseconds.
    pub last_on: i64,
    /// How often a transfer went on since then.
    pub resumptions: i64,
    /// How many bytes those have asked for.
    pub resumed_bytes: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
