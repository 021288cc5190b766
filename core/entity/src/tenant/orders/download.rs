//! Download counters of purchased files.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, ProductFileId, WebsiteId};

/// One row of `download`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "download")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The order that entitles to the download.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// The file.
    #[sea_orm(primary_key, auto_increment = false)]
    pub file_id: ProductFileId,
    /// Number of downloads.
    pub times: i64,
    /// Last counted download, UTC milliseconds.
    pub last_on: Timestamp,
    /// Number of resumed transfers since then.
    pub resumptions: i64,
    /// Number of bytes requested by these.
    pub resumed_bytes: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
