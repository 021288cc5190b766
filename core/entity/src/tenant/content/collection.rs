//! Pages, blogs and stores: everything with a URL of its own at the top level.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::CollectionKind;
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
    /// Its kind.
    pub kind: CollectionKind,
    /// Collection type number, 13 for products.
    pub type_code: i32,
    /// Heading.
    pub title: String,
    /// Title in navigation.
    pub navigation_title: String,
    /// Slug below the root, unique in the site; for an area `@` and its id.
    pub url_id: String,
    /// Text under the heading.
    pub description: String,
    /// Whether visitors can open it.
    pub enabled: bool,
    /// Whether it is the home page.
    pub is_home: bool,
    /// Draft document (`stoa_document`), pages only; JSON, so that lists of pages do not read it.
    pub draft: Option<Json>,
    /// Revision of the draft, incremented by each save.
    pub revision: i64,
    /// Published document, likewise.
    pub published: Option<Json>,
    /// Revision of the published draft.
    pub published_revision: Option<i64>,
    /// Last publication, UTC milliseconds.
    pub published_on: Option<Timestamp>,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// Position among its kind.
    pub position: i32,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
