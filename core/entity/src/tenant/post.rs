//! Items of blogs, such as posts and events, as visitors see them. A row stands while they do; contributors change `item`.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetId, CollectionId, PostId, WebsiteId};

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
    /// Address below the blog.
    pub url_id: String,
    /// Heading.
    pub title: String,
    /// Short version as HTML.
    pub excerpt: String,
    /// Name of the author.
    pub author: String,
    /// Lead picture.
    pub image_asset_id: Option<AssetId>,
    /// List of tags.
    pub tags: Json,
    /// Its blocks.
    pub document: Json,
    /// When it was or will be visible.
    pub published_on: Option<i64>,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
    /// List of categories.
    pub categories: Json,
    /// Whether its owner has marked it.
    pub starred: bool,
    /// When an event begins, UTC milliseconds.
    pub starts_on: Option<i64>,
    /// When it ends, UTC milliseconds.
    pub ends_on: Option<i64>,
    /// Where it takes place.
    pub location: Option<Json>,
    /// Address elsewhere that it is about; empty for none.
    pub external_link: String,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines; empty to use the excerpt.
    pub seo_description: String,
    /// Whether search engines are asked to leave it out.
    pub no_index: bool,
    /// Picture shown when it is shared; none for its lead picture.
    pub share_image_id: Option<AssetId>,
    /// Its place among the items of a collection that its owner orders.
    pub position: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
