//! JSON types of blog items.

use serde::{Deserialize, Serialize};
use stoa_kernel::Precondition;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionType, ItemSort, PageStatus};
use stoa_kernel::page::PageRequest;
use stoa_site::content::items::{ItemChange, ItemDetail, ItemFields, ItemQuery, ItemSummary, Location, NewItem};
use utoipa::{IntoParams, ToSchema};

use super::page_out::PublishFailureOut;
use crate::extract::Listing;

/// An item in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemSummary)]
pub struct ItemSummaryOut {
    /// Also the page id for the operations on its draft, its status and the trash.
    id: String,
    collection_id: String,
    /// Type of the collection.
    collection_type: CollectionType,
    title: String,
    url_id: String,
    /// Path on the site.
    full_url: String,
    status: PageStatus,
    /// Scheduled time of publication, UTC milliseconds.
    publish_on: Option<i64>,
    /// Why the scheduled publication failed; cleared by the next status change.
    publish_failure: Option<PublishFailureOut>,
    /// Its date: the first publication, or the date set by its author at the last publication; UTC milliseconds.
    published_on: Option<i64>,
    is_published: bool,
    /// Whether the draft differs from the published version.
    has_unpublished_changes: bool,
    is_private: bool,
    /// Version for `If-Match` when changing its status or deleting it. Changes with publication, schedule, review flag
    /// and access; not with edits of the draft.
    standing: String,
    starred: bool,
    author: String,
    tags: Vec<String>,
    categories: Vec<String>,
    /// Start of an event, UTC milliseconds.
    starts_on: Option<i64>,
    /// End of an event, UTC milliseconds.
    ends_on: Option<i64>,
    /// UTC milliseconds.
    created_on: i64,
    /// UTC milliseconds.
    updated_on: i64,
}

/// A page of the items of a blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemsOut {
    pub(in crate::admin) items: Vec<ItemSummaryOut>,
    /// Version of the manual order of the items; null if they are not ordered manually.
    pub(in crate::admin) order_version: Option<String>,
    #[serde(flatten)]
    pub(in crate::admin) listing: Listing,
}

/// An item with all its metadata, without its blocks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Item)]
pub struct ItemOut {
    #[serde(flatten)]
    summary: ItemSummaryOut,
    /// Excerpt as HTML.
    excerpt: String,
    /// Main image.
    image_id: Option<String>,
    /// External URL that it refers to; empty for none.
    external_link: String,
    /// The date set by its author, UTC milliseconds; null to use that of the first publication.
    dated_on: Option<i64>,
    location: Option<LocationOut>,
    seo_title: String,
    seo_description: String,
    /// Whether it is excluded from search engines (noindex); items of an excluded blog are always excluded.
    no_index: bool,
    /// Image for shared links; null for the main image.
    share_image_id: Option<String>,
    /// Revision of the metadata, incremented by each change; 0 before the first.
    pub(in crate::admin) revision: i64,
    /// Revision of the draft from which title and SEO texts were read.
    draft_revision: i64,
}

/// Location of an event.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = ItemLocation)]
pub struct LocationOut {
    #[schema(max_length = 200)]
    address_title: String,
    #[schema(max_length = 200)]
    address_line1: String,
    #[schema(max_length = 200)]
    address_line2: String,
    #[schema(max_length = 200)]
    address_country: String,
    /// Latitude in degrees.
    #[schema(minimum = -90, maximum = 90)]
    map_lat: Option<f64>,
    /// Longitude in degrees.
    #[schema(minimum = -180, maximum = 180)]
    map_lng: Option<f64>,
}

/// An item to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewItem)]
pub struct NewItemBody {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    /// URL slug below the blog; made from the title if omitted.
    #[serde(default)]
    #[schema(max_length = 100)]
    url_id: Option<String>,
}

/// Metadata of an item to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemChange)]
pub struct ItemBody {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    #[schema(min_length = 1, max_length = 100)]
    url_id: String,
    /// Excerpt as HTML.
    #[serde(default)]
    #[schema(max_length = 5000)]
    excerpt: String,
    #[serde(default)]
    #[schema(max_length = 100)]
    author: String,
    /// Main image.
    #[serde(default)]
    image_id: Option<String>,
    /// Each at most 50 characters.
    #[serde(default)]
    #[schema(max_items = 50)]
    tags: Vec<String>,
    /// Each at most 25 characters.
    #[serde(default)]
    #[schema(max_items = 50)]
    categories: Vec<String>,
    #[serde(default)]
    starred: bool,
    #[serde(default)]
    #[schema(max_length = 1000)]
    external_link: String,
    /// The date set by its author, UTC milliseconds, not in the future; null to use that of the first publication.
    #[serde(default)]
    dated_on: Option<i64>,
    /// Start of an event, UTC milliseconds.
    #[serde(default)]
    starts_on: Option<i64>,
    /// End of an event, UTC milliseconds.
    #[serde(default)]
    ends_on: Option<i64>,
    #[serde(default)]
    location: Option<LocationOut>,
    #[serde(default)]
    #[schema(max_length = 200)]
    seo_title: String,
    #[serde(default)]
    #[schema(max_length = 400)]
    seo_description: String,
    /// Whether it is excluded from search engines (noindex).
    #[serde(default)]
    no_index: bool,
    /// Image for shared links.
    #[serde(default)]
    share_image_id: Option<String>,
    /// Whether only contributors can see it.
    #[serde(default)]
    is_private: bool,
    /// The `draftRevision` that was read: changes that others made to title and SEO texts since are merged. If omitted,
    /// they are overwritten.
    #[serde(default)]
    draft_revision: Option<i64>,
}

/// Query parameters of the item list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ItemsQuery {
    /// Search text: title.
    #[serde(default)]
    q: Option<String>,
    /// Only items with this status.
    #[serde(default)]
    #[param(inline)]
    status: Option<PageStatus>,
    /// Only items with this tag.
    #[serde(default)]
    tag: Option<String>,
    /// Only items of this category.
    #[serde(default)]
    category: Option<String>,
    /// `published` by default. Portfolio items are always in manual order.
    #[serde(default)]
    #[param(inline)]
    sort: Option<ItemSort>,
    /// `nextPageCursor` of the previous page.
    #[serde(default)]
    cursor: Option<String>,
    /// Page size, 1 to 200; 50 by default.
    #[serde(default)]
    limit: Option<u64>,
}

/// Manual order of the items of a collection.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ItemOrder)]
pub struct ItemOrderBody {
    /// Item ids, each once.
    pub(in crate::admin) items: Vec<String>,
}

impl From<ItemsQuery> for ItemQuery {
    fn from(query: ItemsQuery) -> Self {
        let named = |text: Option<String>| text.filter(|text| !text.is_empty());
        Self {
            sort: query.sort.unwrap_or_default(),
            search: named(query.q),
            status: query.status,
            tag: named(query.tag),
            category: named(query.category),
            request: PageRequest::new(query.cursor, query.limit),
        }
    }
}

impl From<NewItemBody> for NewItem {
    fn from(body: NewItemBody) -> Self {
        Self { title: body.title, url_id: body.url_id }
    }
}

impl ItemBody {
    pub(in crate::admin) fn into_change(self, seen: Precondition) -> ItemChange {
        let fields = ItemFields {
            excerpt: self.excerpt,
            author: self.author,
            image: None,
            tags: self.tags,
            categories: self.categories,
            starred: self.starred,
            external_link: self.external_link,
            dated_on: self.dated_on.map(Timestamp::from_ms),
            starts_on: self.starts_on.map(Timestamp::from_ms),
            ends_on: self.ends_on.map(Timestamp::from_ms),
            location: self.location.map(Location::from),
            no_index: self.no_index,
            share_image: None,
        };
        ItemChange {
            title: self.title,
            url_id: self.url_id,
            fields,
            image: self.image_id,
            share_image: self.share_image_id,
            seo_title: self.seo_title,
            seo_description: self.seo_description,
            is_private: self.is_private,
            seen,
            draft_revision: self.draft_revision,
        }
    }
}

impl From<LocationOut> for Location {
    fn from(location: LocationOut) -> Self {
        Self {
            address_title: location.address_title,
            address_line1: location.address_line1,
            address_line2: location.address_line2,
            address_country: location.address_country,
            map_lat: location.map_lat,
            map_lng: location.map_lng,
        }
    }
}

impl From<Location> for LocationOut {
    fn from(location: Location) -> Self {
        Self {
            address_title: location.address_title,
            address_line1: location.address_line1,
            address_line2: location.address_line2,
            address_country: location.address_country,
            map_lat: location.map_lat,
            map_lng: location.map_lng,
        }
    }
}

impl ItemSummaryOut {
    pub(in crate::admin) fn of(item: &ItemSummary) -> Self {
        Self {
            id: item.id.to_string(),
            collection_id: item.collection_id.to_string(),
            collection_type: item.collection_type,
            title: item.title.clone(),
            url_id: item.url_id.clone(),
            full_url: item.full_url.clone(),
            status: item.status,
            publish_on: item.publish_on.map(Timestamp::ms),
            publish_failure: item.publish_failure.clone().map(PublishFailureOut::from),
            published_on: item.published_on.map(Timestamp::ms),
            is_published: item.is_published,
            has_unpublished_changes: item.has_unpublished_changes,
            is_private: item.is_private,
            standing: item.standing.clone(),
            starred: item.fields.starred,
            author: item.fields.author.clone(),
            tags: item.fields.tags.clone(),
            categories: item.fields.categories.clone(),
            starts_on: item.fields.starts_on.map(Timestamp::ms),
            ends_on: item.fields.ends_on.map(Timestamp::ms),
            created_on: item.created_on.ms(),
            updated_on: item.updated_on.ms(),
        }
    }
}

impl From<ItemDetail> for ItemOut {
    fn from(item: ItemDetail) -> Self {
        let summary = ItemSummaryOut::of(&item.summary);
        let fields = item.summary.fields;
        Self {
            summary,
            excerpt: fields.excerpt,
            image_id: fields.image.map(String::from),
            external_link: fields.external_link,
            dated_on: fields.dated_on.map(Timestamp::ms),
            location: fields.location.map(LocationOut::from),
            seo_title: item.seo_title,
            seo_description: item.seo_description,
            no_index: fields.no_index,
            share_image_id: fields.share_image.map(String::from),
            revision: item.revision,
            draft_revision: item.draft_revision,
        }
    }
}
