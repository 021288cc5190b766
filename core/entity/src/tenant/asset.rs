//! Pictures and files.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetId, WebsiteId};

/// One row of `asset`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "asset")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AssetId,
    /// Name in its address.
    pub filename: String,
    /// Media type.
    pub mime_type: String,
    /// Pixels; 0 when it is no picture.
    pub width: i32,
    /// Pixels; 0 when it is no picture.
    pub height: i32,
    /// Size of the original.
    pub bytes: i64,
    /// Description for those who do not see it.
    pub alt_text: String,
    /// What to keep in view when cropped, 0 left to 1 right.
    pub focal_x: f64,
    /// What to keep in view when cropped, 0 top to 1 bottom.
    pub focal_y: f64,
    /// Where the original lies in the blob store.
    pub blob_key: String,
    /// When it was added, UTC milliseconds.
    pub created_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
