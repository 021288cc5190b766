//! Files on their way in: their parts lie in the blob store until the last one is there.

use sea_orm::entity::prelude::*;
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
    /// Name it was announced under.
    pub filename: String,
    /// Description for those who do not see it.
    pub alt_text: String,
    /// The folder it goes to; none for the top.
    pub folder_id: Option<AssetFolderId>,
    /// The picture or file it replaces, if any.
    pub replaces: Option<AssetId>,
    /// Its size as it was announced; none when the sender did not know it.
    pub bytes: Option<i64>,
    /// Bytes that are there.
    pub received: i64,
    /// The file it became, when it was finished.
    pub asset_id: Option<AssetId>,
    /// When it was begun, UTC milliseconds.
    pub created_on: i64,
    /// When its parts are thrown away, UTC milliseconds.
    pub expires_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
