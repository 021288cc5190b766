//! Items of blogs, such as posts and events, as visitors see them. A row exists while the item is visible; contributors
//! edit `item`.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CollectionId, PostId, WebsiteId};

use super::item::Location;
use crate::json_column::JsonOf;

/// One row of `post`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "post")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PostId,
    /// The blog.
    pub collection_id: CollectionId,
    /// Slug below the blog.
    pub url_id: String,
    /// Heading.
    pub title: String,
    /// Excerpt as HTML.
    pub excerpt: String,
    /// Name of the author.
    pub author: String,
    /// Lead image.
    pub image_asset_id: Option<AssetId>,
    /// List of tags.
    pub tags: JsonOf<Vec<String>>,
    /// Its blocks; JSON of `stoa_document`, whose blocks have settings of their own.
    pub document: Json,
    /// Publication time, past or future.
    pub published_on: Option<Timestamp>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
    /// List of categories.
    pub categories: JsonOf<Vec<String>>,
    /// Whether it is featured.
    pub starred: bool,
    /// Start of an event, UTC milliseconds.
    pub starts_on: Option<Timestamp>,
    /// End of an event, UTC milliseconds.
    pub ends_on: Option<Timestamp>,
    /// Location of an event.
    pub location: Option<JsonOf<Location>>,
    /// External URL that it links to; empty for none.
    pub external_link: String,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines; empty to use the excerpt.
    pub seo_description: String,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Image for social sharing; none for the lead image.
    pub share_image_id: Option<AssetId>,
    /// Position in a collection with manual order.
    pub position: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
