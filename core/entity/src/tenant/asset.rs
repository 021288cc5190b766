//! Pictures and files.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetFolderId, AssetId, WebsiteId};

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
    /// 1, and one more each time the file was replaced.
    pub version: i64,
    /// Whether it moves: such pictures are served as they are.
    pub animated: bool,
    /// Average colours of its five parts, as JSON text; empty when they are not known.
    pub color_data: String,
    /// The folder it lies in; none for the top.
    pub folder_id: Option<AssetFolderId>,
    /// What galleries call it; empty for nothing.
    pub title: String,
    /// What galleries say about it; empty for nothing.
    pub body: String,
    /// The film elsewhere that it is the still picture of, as JSON text; empty for none.
    pub film: String,
    /// The picture that stands for a film until it plays; none for none.
    pub poster_id: Option<AssetId>,
    /// What it is found by, without case and accents (`stoa_kernel::search`).
    pub searched: String,
}

impl Model {
    /// Its address on the site. It changes with the file, so that browsers may keep what they have.
    pub fn url(&self) -> String {
        let Self { id, version, filename, .. } = self;
        match version {
            1 => format!("/assets/{id}/{filename}"),
            _ => format!("/assets/{id}.{version}/{filename}"),
        }
    }

    /// Whether it is served in smaller widths. Drawings have none, and pictures that move would stop.
    pub fn has_widths(&self) -> bool {
        matches!(self.mime_type.as_str(), "image/jpeg" | "image/png" | "image/webp" | "image/gif") && !self.animated
    }
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
