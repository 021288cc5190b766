//! Uploads in progress: their parts are in the blob store until the upload is complete. Also files in the blob store that
//! no other row names.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetFolderId, AssetId, AssetUploadId, WebsiteId};

/// One row of `asset_upload`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "asset_upload")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AssetUploadId,
    /// Announced file name.
    pub filename: String,
    /// Alternative text.
    pub alt_text: String,
    /// The target folder; none for the top level.
    pub folder_id: Option<AssetFolderId>,
    /// The image or file that it replaces, if any.
    pub replaces: Option<AssetId>,
    /// Announced size; none when the client did not know it.
    pub bytes: Option<i64>,
    /// Bytes received.
    pub received: i64,
    /// The resulting file, once complete.
    pub asset_id: Option<AssetId>,
    /// Start time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When incomplete parts are deleted, UTC milliseconds.
    pub expires_on: Timestamp,
    /// For a row that is not an upload in parts: the key of a file that no other row names, see `loose_files`.
    pub blob_key: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
