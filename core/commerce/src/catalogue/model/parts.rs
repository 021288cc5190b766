//! What belongs to a product: images and categories.

use stoa_entity::tenant::{asset, category};
use stoa_kernel::catalogue::{CategoryKind, PageRendering};
use stoa_kernel::id::{AssetId, CategoryId};

/// An image, with what is needed to show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its id.
    pub id: AssetId,
    /// File name in its URL.
    pub filename: String,
    /// Alternative text for people who do not see it.
    pub alt_text: String,
    /// Width, pixels.
    pub width: i32,
    /// Height, pixels.
    pub height: i32,
    /// Horizontal focal point for cropping, 0 (left) to 1 (right).
    pub focal_x: f64,
    /// Vertical focal point for cropping, 0 (top) to 1 (bottom).
    pub focal_y: f64,
    /// Average colours of five parts, as JSON text; empty when unknown.
    pub color_data: String,
    /// Whether smaller widths are available.
    pub has_widths: bool,
    url: String,
}

impl Picture {
    /// Its URL on the site.
    pub fn url(&self) -> String {
        self.url.clone()
    }
}

impl From<asset::Model> for Picture {
    fn from(row: asset::Model) -> Self {
        Self {
            url: row.url(),
            has_widths: row.has_widths(),
            id: row.id,
            filename: row.filename,
            color_data: row.color_data,
            alt_text: row.alt_text,
            width: row.width,
            height: row.height,
            focal_x: row.focal_x,
            focal_y: row.focal_y,
        }
    }
}

/// A category of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// Its id.
    pub id: CategoryId,
    /// Display name.
    pub name: String,
    /// Slug, used in filters.
    pub url_id: String,
    /// Parent category.
    pub parent_id: Option<CategoryId>,
    /// Whether it is the root category, which contains all products of the store.
    pub is_root: bool,
    /// Layout of its page.
    pub page_rendering: PageRendering,
    /// Position among its siblings.
    pub position: i32,
}

impl From<category::Model> for Category {
    fn from(row: category::Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            url_id: row.url_id,
            parent_id: row.parent_id,
            is_root: row.kind == CategoryKind::Root,
            page_rendering: row.page_rendering,
            position: row.position,
        }
    }
}
