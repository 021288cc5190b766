//! Images and files.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
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
    /// File name in its URL.
    pub filename: String,
    /// Media type.
    pub mime_type: String,
    /// Width in pixels; 0 if not an image.
    pub width: i32,
    /// Height in pixels; 0 if not an image.
    pub height: i32,
    /// Size of the original.
    pub bytes: i64,
    /// Alternative text.
    pub alt_text: String,
    /// Focal point for cropping, 0 left to 1 right.
    pub focal_x: f64,
    /// Focal point for cropping, 0 top to 1 bottom.
    pub focal_y: f64,
    /// Key of the original in the blob store.
    pub blob_key: String,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Version, from 1, incremented when the file is replaced.
    pub version: i64,
    /// Whether it is animated: such images are served unchanged.
    pub animated: bool,
    /// Average colours of its five regions, as JSON text; empty when unknown.
    pub color_data: String,
    /// Its folder; none for the top level.
    pub folder_id: Option<AssetFolderId>,
    /// Title in galleries; empty for none.
    pub title: String,
    /// Description in galleries; empty for none.
    pub body: String,
    /// The external video of which it is the poster image, as JSON text; empty for none.
    pub film: String,
    /// Poster image of a video; none if there is none.
    pub poster_id: Option<AssetId>,
    /// Search text, folded (`stoa_kernel::search`).
    pub searched: String,
}

impl Model {
    /// Its URL path on the site. It changes with the file, so browsers may cache it.
    pub fn url(&self) -> String {
        let Self { id, version, filename, .. } = self;
        match version {
            1 => format!("/assets/{id}/{filename}"),
            _ => format!("/assets/{id}.{version}/{filename}"),
        }
    }

    /// Whether it is served in smaller widths. Vector images have none, and animated images would lose their animation.
    pub fn has_widths(&self) -> bool {
        matches!(self.mime_type.as_str(), "image/jpeg" | "image/png" | "image/webp" | "image/gif") && !self.animated
    }
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
