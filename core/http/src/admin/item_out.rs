//! Items of blogs on the wire.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::page::PageRequest;
use stoa_kernel::{Failure, Precondition};
use stoa_site::content::PageStatus;
use stoa_site::content::items::{
    ItemChange, ItemDetail, ItemFields, ItemSort, ItemSummary, ItemsWanted, Location, NewItem,
};
use utoipa::{IntoParams, ToSchema};

use super::page_out::PublishFailureOut;
use crate::extract::Listing;

/// An item in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemSummary)]
pub struct ItemSummaryOut {
    /// Also the id of its page, by which its draft, its status and the trash are called.
    id: String,
    collection_id: String,
    /// What the collection is: `generic`, `events` or `portfolio`.
    collection_type: String,
    title: String,
    url_id: String,
    /// Path on the site.
    full_url: String,
    /// `draft`, `needs-review`, `scheduled`, `published` or `private`.
    status: String,
    /// When the draft is published by itself, UTC milliseconds.
    publish_on: Option<i64>,
    /// Why the draft was not published when its time had come; gone with the next change of its status.
    publish_failure: Option<PublishFailureOut>,
    /// Its date: when it was first published, or what its owner has said when it was published last; UTC milliseconds.
    published_on: Option<i64>,
    is_published: bool,
    /// Whether what is edited differs from what was published.
    has_unpublished_changes: bool,
    is_private: bool,
    /// Another word as soon as somebody else publishes it, takes it back, schedules it or lets others open it; named in
    /// `If-Match` by who changes its status or deletes it.
    standing: String,
    starred: bool,
    author: String,
    tags: Vec<String>,
    categories: Vec<String>,
    /// When an event begins, UTC milliseconds.
    starts_on: Option<i64>,
    /// When it ends, UTC milliseconds.
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
    pub(super) items: Vec<ItemSummaryOut>,
    /// A word for the order that the owner gave the items; none where they have an order of their own.
    pub(super) order_version: Option<String>,
    #[serde(flatten)]
    pub(super) listing: Listing,
}

/// An item with all that is edited about it beside its blocks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Item)]
pub struct ItemOut {
    #[serde(flatten)]
    summary: ItemSummaryOut,
    /// Short version as HTML.
    excerpt: String,
    /// Main picture.
    image_id: Option<String>,
    /// Address elsewhere that it is about; empty for none.
    external_link: String,
    /// The date its owner gives it, UTC milliseconds; none for that of its first publication.
    dated_on: Option<i64>,
    location: Option<LocationOut>,
    seo_title: String,
    seo_description: String,
    /// Whether search engines are asked to leave it out; those of a blog that is left out are left out with it.
    no_index: bool,
    /// Picture shown when it is shared; none for the main picture.
    share_image_id: Option<String>,
    /// Raised by each change of all this; 0 before the first.
    pub(super) revision: i64,
    /// Revision of the draft that the title and the texts for search engines were read of.
    draft_revision: i64,
}

/// Where an event takes place.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = ItemLocation)]
pub struct LocationOut {
    address_title: String,
    address_line1: String,
    address_line2: String,
    address_country: String,
    /// Degrees north.
    map_lat: Option<f64>,
    /// Degrees east.
    map_lng: Option<f64>,
}

/// An item to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewItem)]
pub struct NewItemBody {
    title: String,
    /// Address below the blog; left out to make one of the title.
    #[serde(default)]
    url_id: Option<String>,
}

/// What an item shall be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemChange)]
pub struct ItemBody {
    title: String,
    url_id: String,
    /// Short version as HTML.
    #[serde(default)]
    excerpt: String,
    #[serde(default)]
    author: String,
    /// Main picture.
    #[serde(default)]
    image_id: Option<String>,
    /// Each at most 50 characters.
    #[serde(default)]
    tags: Vec<String>,
    /// Each at most 25 characters.
    #[serde(default)]
    categories: Vec<String>,
    #[serde(default)]
    starred: bool,
    #[serde(default)]
    external_link: String,
    /// The date its owner gives it, UTC milliseconds, none to come; without one it keeps that of its first publication.
    #[serde(default)]
    dated_on: Option<i64>,
    /// When an event begins, UTC milliseconds.
    #[serde(default)]
    starts_on: Option<i64>,
    /// When it ends, UTC milliseconds.
    #[serde(default)]
    ends_on: Option<i64>,
    #[serde(default)]
    location: Option<LocationOut>,
    #[serde(default)]
    seo_title: String,
    #[serde(default)]
    seo_description: String,
    /// Whether search engines are asked to leave it out.
    #[serde(default)]
    no_index: bool,
    /// Picture shown when it is shared.
    #[serde(default)]
    share_image_id: Option<String>,
    /// Whether nobody but contributors may see it.
    #[serde(default)]
    is_private: bool,
    /// As it was told with the item: what others wrote since in the title and the texts for search engines stays. Left
    /// out, they replace what is there.
    #[serde(default)]
    draft_revision: Option<i64>,
}

/// Which items of a blog are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ItemsQuery {
    /// Words of the title.
    #[serde(default)]
    q: Option<String>,
    /// `draft`, `needs-review`, `scheduled`, `published` or `private`.
    #[serde(default)]
    status: Option<String>,
    /// Only items with this tag.
    #[serde(default)]
    tag: Option<String>,
    /// Only items of this category.
    #[serde(default)]
    category: Option<String>,
    /// `published` (what was never published first, then the latest publication), `created`, `changed` or `title`;
    /// `published` unless told. Works stand in the order of their owner.
    #[serde(default)]
    sort: Option<String>,
    /// `nextCursor` of the page before.
    #[serde(default)]
    cursor: Option<String>,
    /// Items on a page, 1 to 200, usually 50.
    #[serde(default)]
    limit: Option<u64>,
}

/// The order of the items of a collection.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ItemOrder)]
pub struct ItemOrderBody {
    /// Their ids, each once.
    pub(super) items: Vec<String>,
}

impl ItemsQuery {
    pub(super) fn into_wanted(self) -> Result<ItemsWanted, Failure> {
        let named = |text: Option<String>| text.filter(|text| !text.is_empty());
        let status = match named(self.status) {
            Some(name) => Some(PageStatus::from_name(&name).ok_or_else(|| {
                let message = "Choose draft, needs-review, scheduled, published or private.".to_owned();
                Failure::validation(FieldErrors::from([("status".to_owned(), message)]))
            })?),
            None => None,
        };
        let sort = match named(self.sort) {
            Some(name) => ItemSort::from_name(&name).ok_or_else(|| {
                let message = "Choose published, created, changed or title.".to_owned();
                Failure::validation(FieldErrors::from([("sort".to_owned(), message)]))
            })?,
            None => ItemSort::default(),
        };
        Ok(ItemsWanted {
            sort,
            search: named(self.q),
            status,
            tag: named(self.tag),
            category: named(self.category),
            request: PageRequest::new(self.cursor, self.limit),
        })
    }
}

impl From<NewItemBody> for NewItem {
    fn from(body: NewItemBody) -> Self {
        Self { title: body.title, url_id: body.url_id }
    }
}

impl ItemBody {
    pub(super) fn into_change(self, seen: Precondition) -> ItemChange {
        let fields = ItemFields {
            excerpt: self.excerpt,
            author: self.author,
            image: None,
            tags: self.tags,
            categories: self.categories,
            starred: self.starred,
            external_link: self.external_link,
            dated_on: self.dated_on,
            starts_on: self.starts_on,
            ends_on: self.ends_on,
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
    pub(super) fn of(item: &ItemSummary) -> Self {
        Self {
            id: item.id.to_string(),
            collection_id: item.collection_id.to_string(),
            collection_type: item.collection_type.name().to_owned(),
            title: item.title.clone(),
            url_id: item.url_id.clone(),
            full_url: item.full_url.clone(),
            status: item.status.name().to_owned(),
            publish_on: item.publish_on,
            publish_failure: item.publish_failure.clone().map(PublishFailureOut::from),
            published_on: item.published_on,
            is_published: item.is_published,
            has_unpublished_changes: item.has_unpublished_changes,
            is_private: item.is_private,
            standing: item.standing.clone(),
            starred: item.fields.starred,
            author: item.fields.author.clone(),
            tags: item.fields.tags.clone(),
            categories: item.fields.categories.clone(),
            starts_on: item.fields.starts_on,
            ends_on: item.fields.ends_on,
            created_on: item.created_on,
            updated_on: item.updated_on,
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
            dated_on: fields.dated_on,
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
