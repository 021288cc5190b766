//! Items of blogs, such as posts and events, as contributors edit them: the data besides their page in `collection`,
//! which holds title and blocks.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CollectionId, PostId, WebsiteId};

use crate::json_column::JsonOf;

/// One row of `item`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "item")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub page_id: CollectionId,
    /// The blog.
    pub collection_id: CollectionId,
    /// Its row in `post` while it is visible to visitors.
    pub post_id: PostId,
    /// Its draft fields.
    pub draft: JsonOf<ItemFields>,
    /// Its published fields; none if never published.
    pub published: Option<JsonOf<ItemFields>>,
    /// First publication, UTC milliseconds.
    pub first_published_on: Option<Timestamp>,
}

/// Fields of an item besides title, slug and blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ItemFields {
    /// Excerpt as HTML.
    pub excerpt: String,
    /// Name of the author.
    pub author: String,
    /// Main image.
    pub image: Option<AssetId>,
    /// Tags.
    pub tags: Vec<String>,
    /// Categories.
    pub categories: Vec<String>,
    /// Whether it is featured.
    pub starred: bool,
    /// External URL that it is about; empty for none.
    pub external_link: String,
    /// Date set by the owner, UTC milliseconds; none to use the first publication.
    pub dated_on: Option<Timestamp>,
    /// Start of an event, UTC milliseconds.
    pub starts_on: Option<Timestamp>,
    /// End of an event, UTC milliseconds.
    pub ends_on: Option<Timestamp>,
    /// Location of an event.
    pub location: Option<Location>,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Image for link previews; none to use the main image.
    pub share_image: Option<AssetId>,
}

/// Location of an event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Location {
    /// Name of the place.
    pub address_title: String,
    /// Street and number.
    pub address_line1: String,
    /// Town, postal code and region.
    pub address_line2: String,
    /// Country, as written by the owner.
    pub address_country: String,
    /// Latitude in degrees.
    pub map_lat: Option<f64>,
    /// Longitude in degrees.
    pub map_lng: Option<f64>,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
