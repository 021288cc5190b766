//! Pages, blogs and stores: what has an address of its own at the top level.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CollectionId, WebsiteId};

/// One row of `collection`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "collection")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CollectionId,
    /// `page`, `blog` or `store`.
    pub kind: String,
    /// Collection type number, 13 for products.
    pub type_code: i32,
    /// Heading.
    pub title: String,
    /// Text in navigations.
    pub navigation_title: String,
    /// Address below the root, unique in the site.
    pub url_id: String,
    /// Text under the heading.
    pub description: String,
    /// Whether visitors can open it.
    pub enabled: bool,
    /// Whether it answers at the root.
    pub is_home: bool,
    /// Document being edited; pages only.
    pub draft: Option<Json>,
    /// Raised by each saved draft.
    pub revision: i64,
    /// Document that visitors see.
    pub published: Option<Json>,
    /// Revision of the draft that was published.
    pub published_revision: Option<i64>,
    /// When it was last published, UTC milliseconds.
    pub published_on: Option<i64>,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// Order among its kind.
    pub position: i32,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
