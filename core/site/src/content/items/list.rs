//! Lists of a blog's items, for contributors.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{collection, item, page_setting};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionType, ItemSort, PageAccess, PageStatus};
use stoa_kernel::id::{CollectionId, PostId};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::search::folded;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::arrange::version_of;
use super::fields::ItemFields;
use super::order::{self, ItemBatch, ItemCursor};
use super::publication::fields_differ;
use super::service::{blog_row, type_of};
use crate::SiteError;
use crate::content::page_metadata::{self, PublishFailure};
use crate::content::page_version::Standing;

/// Filter and order of a list of items.
#[derive(Clone, Debug, Default)]
pub struct ItemQuery {
    /// Words in the title.
    pub search: Option<String>,
    /// Only items with this status.
    pub status: Option<PageStatus>,
    /// Only items with this tag.
    pub tag: Option<String>,
    /// Only items in this category.
    pub category: Option<String>,
    /// Sort order; ignored where a collection is ordered manually.
    pub sort: ItemSort,
    /// Cursor and limit.
    pub request: PageRequest,
}

/// A page of a list of items.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemList {
    /// The items.
    pub page: Page<ItemSummary>,
    /// Version of the manual order; none where the collection is sorted automatically.
    pub order: Option<String>,
}

/// An item in a list, for contributors.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemSummary {
    /// Its page.
    pub id: CollectionId,
    /// The blog.
    pub collection_id: CollectionId,
    /// Id of its published post.
    pub post_id: PostId,
    /// Type of the blog.
    pub collection_type: CollectionType,
    /// Title.
    pub title: String,
    /// URL slug in the blog.
    pub url_id: String,
    /// Path on the site.
    pub full_url: String,
    /// Its publication status.
    pub status: PageStatus,
    /// When its draft is published automatically, UTC milliseconds.
    pub publish_on: Option<Timestamp>,
    /// Why the scheduled publication failed.
    pub publish_failure: Option<PublishFailure>,
    /// When it was first published, UTC milliseconds.
    pub published_on: Option<Timestamp>,
    /// Whether it was published.
    pub is_published: bool,
    /// Whether the draft differs from the published version.
    pub has_unpublished_changes: bool,
    /// Whether only contributors may see it.
    pub is_private: bool,
    /// Version for `If-Match`: changes with publication, schedule, review flag and access; not with edits of the draft.
    pub standing: String,
    /// Its fields in the draft.
    pub fields: ItemFields,
    /// When it was created, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Columns of an item's page that lists need, without the blocks.
#[derive(sea_orm::FromQueryResult)]
pub(super) struct ItemPage {
    id: CollectionId,
    title: String,
    url_id: String,
    revision: i64,
    published_revision: Option<i64>,
    position: i32,
    created_on: Timestamp,
    updated_on: Timestamp,
}

/// Items of a blog outside the trash, in the requested order, or in the manual order of the collection.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such blog; a message for `cursor` when it belongs to another order.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    collection_id: &CollectionId,
    wanted: &ItemQuery,
) -> Result<ItemList, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let blog = blog_row(&tx, collection_id).await?;
    if type_of(&blog).is_orderable() {
        let mut all = all(&tx, &blog).await?;
        all.sort_by_key(|(position, _)| *position);
        let mut items: Vec<ItemSummary> = all.into_iter().map(|(_, item)| item).collect();
        let order = Some(version_of(&items));
        items.retain(|item| wanted.fits(item));
        return Ok(ItemList { page: Page { items, next_cursor: None }, order });
    }
    let limit = wanted.request.limit();
    let enough = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut behind =
        wanted.request.cursor.as_deref().map(|cursor| order::parse_cursor(wanted.sort, cursor)).transpose()?;
    let mut found: Vec<(ItemCursor, ItemSummary)> = Vec::new();
    loop {
        let ItemBatch { spots, is_last } = order::batch(&tx, &blog.id, wanted.sort, behind.as_ref()).await?;
        let Some(last) = spots.last().cloned() else { break };
        let mut seen = items_at(&tx, &blog, &spots).await?;
        let items = spots.into_iter().filter_map(|spot| seen.remove(&spot.id).map(|item| (spot, item)));
        found.extend(items.filter(|(_, item)| wanted.fits(item)));
        if is_last || found.len() > enough {
            break;
        }
        behind = Some(last);
    }
    let page = Page::from_rows(found, limit, |(spot, _)| spot.cursor()).map(|(_, item)| item);
    Ok(ItemList { page, order: None })
}

impl ItemQuery {
    fn fits(&self, item: &ItemSummary) -> bool {
        let bears = |names: &[String], wanted: &Option<String>| {
            wanted.as_ref().is_none_or(|wanted| names.iter().any(|name| name.to_lowercase() == wanted.to_lowercase()))
        };
        let title = folded(&item.title);
        let search = folded(self.search.as_deref().unwrap_or_default());
        self.status.is_none_or(|status| status == item.status)
            && bears(&item.fields.tags, &self.tag)
            && bears(&item.fields.categories, &self.category)
            && search.split_whitespace().all(|word| title.contains(word))
    }
}

/// The items of a blog at these cursor positions, by id.
async fn items_at(
    tx: &TenantTx,
    blog: &collection::Model,
    spots: &[ItemCursor],
) -> Result<HashMap<CollectionId, ItemSummary>, SiteError> {
    let ids = spots.iter().map(|spot| spot.id.clone());
    let of_blog = item::Column::CollectionId.eq(blog.id.clone());
    let find = tx.find::<item::Entity>().find_also_related(page_setting::Entity);
    let rows = find.filter(of_blog).filter(item::Column::PageId.is_in(ids)).all().await?;
    let items = summaries(tx, blog, rows).await?;
    Ok(items.into_iter().map(|(_, item)| (item.id.clone(), item)).collect())
}

/// All items of a blog, each with its position.
pub(super) async fn all(tx: &TenantTx, blog: &collection::Model) -> Result<Vec<(i32, ItemSummary)>, SiteError> {
    let find = tx.find::<item::Entity>().find_also_related(page_setting::Entity);
    let own = find.filter(item::Column::CollectionId.eq(blog.id.clone()));
    summaries(tx, blog, own.order_by_desc(item::Column::PageId).all().await?).await
}

async fn summaries(
    tx: &TenantTx,
    blog: &collection::Model,
    rows: Vec<(item::Model, Option<page_setting::Model>)>,
) -> Result<Vec<(i32, ItemSummary)>, SiteError> {
    use collection::Column;
    let below = format!("{}/%", blog.id);
    let pages: Vec<ItemPage> = tx
        .find::<collection::Entity>()
        .filter(Column::Id.is_in(rows.iter().map(|(row, _)| row.page_id.clone())))
        .filter(Column::UrlId.like(below))
        .select_columns(&[
            Column::Id,
            Column::Title,
            Column::UrlId,
            Column::Revision,
            Column::PublishedRevision,
            Column::Position,
            Column::CreatedOn,
            Column::UpdatedOn,
        ])
        .await?;
    let mut pages: HashMap<CollectionId, ItemPage> = pages.into_iter().map(|page| (page.id.clone(), page)).collect();
    let mut items = Vec::with_capacity(rows.len());
    for (row, own) in rows {
        let Some(page) = pages.remove(&row.page_id) else { continue };
        items.push((page.position, ItemSummary::of(blog, row, page, own.as_ref())));
    }
    Ok(items)
}

impl From<&collection::Model> for ItemPage {
    fn from(row: &collection::Model) -> Self {
        Self {
            id: row.id.clone(),
            title: row.title.clone(),
            url_id: row.url_id.clone(),
            revision: row.revision,
            published_revision: row.published_revision,
            position: row.position,
            created_on: row.created_on,
            updated_on: row.updated_on,
        }
    }
}

impl ItemSummary {
    pub(super) fn of(
        blog: &collection::Model,
        row: item::Model,
        page: ItemPage,
        own: Option<&page_setting::Model>,
    ) -> Self {
        let url_id = page.url_id.rsplit('/').next().unwrap_or_default().to_owned();
        let is_published = page.published_revision.is_some();
        Self {
            has_unpublished_changes: page.published_revision != Some(page.revision) || fields_differ(&row),
            status: page_metadata::status_of(is_published, own),
            publish_on: own.and_then(|own| own.publish_on),
            publish_failure: own.and_then(page_metadata::failure_of),
            is_private: own.is_some_and(|own| own.access == PageAccess::Private),
            standing: Standing {
                published_revision: page.published_revision,
                enabled: true,
                is_home: false,
                setting: own,
            }
            .version(),
            fields: row.draft.0,
            collection_type: type_of(blog),
            full_url: format!("/{}/{url_id}", blog.url_id),
            id: row.page_id,
            collection_id: row.collection_id,
            post_id: row.post_id,
            title: page.title,
            url_id,
            published_on: row.first_published_on,
            is_published,
            created_on: page.created_on,
            updated_on: page.updated_on,
        }
    }
}
