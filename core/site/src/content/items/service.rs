//! Items of blogs, portfolios and calendars: created, read and saved.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_document::Document;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::json_column::{self, JsonOf};
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::tenant::item;
use stoa_entity::{DbError, TenantDb, TenantTx, addresses, load_run_items};
use stoa_kernel::content::{CollectionKind, CollectionType, PageAccess};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CollectionId, PostId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::fields::{self, ItemFields};
use super::list::{ItemPage, ItemSummary, all};
use super::publication::show;
use crate::content::model::is_plain;
use crate::content::page_metadata::{self, PublishedMetadata};
use crate::content::service::{any_row, draft_row_for_update, top_row};
use crate::content::settings::existing_image;
use crate::content::{address, operations};
use crate::contributor_texts;
use crate::{SiteError, cache_tags, redirects};

/// Maximum number of items of a manually ordered collection.
const MAX_ORDERABLE: usize = 250;

/// An item to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewItem {
    /// Title.
    pub title: String,
    /// URL slug in the blog; none to derive it from the title.
    pub url_id: Option<String>,
}

/// An item with everything that is edited besides its blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemDetail {
    /// Summary, as in lists.
    pub summary: ItemSummary,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines; empty to use the excerpt.
    pub seo_description: String,
    /// Incremented by each change of these values; 0 before the first.
    pub revision: i64,
    /// Revision of the draft that the title and the texts for search engines were read from.
    pub draft_revision: i64,
}

/// Values of an item to save.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemChange {
    /// Title.
    pub title: String,
    /// URL slug in the blog.
    pub url_id: String,
    /// Its fields. `image` and `share_image` below replace the images in it.
    pub fields: ItemFields,
    /// Main image.
    pub image: Option<String>,
    /// Image for link previews.
    pub share_image: Option<String>,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines; empty to use the excerpt.
    pub seo_description: String,
    /// Whether only contributors may see it.
    pub is_private: bool,
    /// Precondition on the revision.
    pub seen: Precondition,
    /// Revision of the draft that the title and the texts for search engines were read from: later changes by others
    /// are merged. Without it, they are overwritten.
    pub draft_revision: Option<i64>,
}

/// Creates an unpublished item.
///
/// # Errors
/// [`SiteError::Invalid`] for wrong values, and when a manually ordered collection is full; [`SiteError::UrlTaken`]
/// when the slug is in use, [`SiteError::NotFound`] when there is no such blog.
#[boxed]
pub async fn create(
    ctx: &TenantCtx,
    db: &TenantDb,
    collection_id: &CollectionId,
    new: NewItem,
) -> Result<ItemDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let title = new.title.trim().to_owned();
    let mut checks = Checks::default();
    check_title(&title, &mut checks);
    checks.finish()?;
    let tx = db.write().await?;
    let blog = blog_row(&tx, collection_id).await?;
    let place = place(&tx, &blog).await?;
    if place.is_full() {
        return Err(SiteError::field("title", full()));
    }
    let url_id = match new.url_id.filter(|url_id| !url_id.is_empty()) {
        Some(url_id) => {
            let url_id = checked_address(url_id)?;
            address::require_no_other_word(&tx, blog.id.as_str(), &url_id, None).await?;
            url_id
        }
        None => free(&tx, &blog.id, &title).await?,
    };
    let document = json_column::write("collection.draft", &Document::default())?;
    let content = ItemContent { title: &title, fields: &ItemFields::default(), document };
    let id = insert(&tx, ctx, NewItemPosition { url_id, ..place }, content).await?;
    let made = detail(&tx, &id).await?;
    audit::note(ctx, &tx, AuditAction::OfPage(CollectionKind::Item, PageDeed::Create), id.as_str()).await?;
    tx.commit().await?;
    Ok(made)
}

/// An item.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such item, or it or its blog is in the trash.
#[boxed]
pub async fn item(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId) -> Result<ItemDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let row = any_row(&tx, id).await?;
    detail_of(&tx, &row).await
}

/// Saves an item if the precondition holds. Title and fields reach visitors when it is published; slug and privacy
/// change immediately.
///
/// # Errors
/// [`SiteError::Invalid`] for wrong values, [`SiteError::UrlTaken`], [`SiteError::RevisionStale`] when someone else
/// saved first, or the draft revision is too old to merge; [`SiteError::Denied`] when the change is visible to visitors
/// and the caller may not publish.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &CollectionId,
    change: ItemChange,
) -> Result<ItemDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let mut change = checked(ctx, change)?;
    let tx = db.write().await?;
    let row = draft_row_for_update(&tx, id).await?;
    let item = item_row(&tx, id).await?.ok_or(SiteError::NotFound)?;
    let own = page_metadata::of(&tx, id).await?;
    if !change.seen.holds(&own.revision) {
        return Err(SiteError::RevisionStale);
    }
    let blog = plain_row(&tx, &item.collection_id).await?;
    let address = address_below(&blog.id, &change.url_id);
    let is_private = own.access == PageAccess::Private;
    let moves = row.url_id != address;
    let shows = is_private != change.is_private;
    if page_metadata::is_published(&row) && (moves || shows) {
        ctx.authorise(Resource::Content, Action::Publish)?;
    }
    change.fields.image = existing_image(&tx, "imageId", change.image.as_deref()).await?;
    change.fields.share_image = existing_image(&tx, "shareImageId", change.share_image.as_deref()).await?;
    let face = PublishedMetadata {
        title: change.title.clone(),
        navigation_title: change.title.clone(),
        seo_title: change.seo_title,
        seo_description: change.seo_description,
        ..page_metadata::drafted(&row, Some(&own))
    };
    page_metadata::store_published_metadata(&tx, &row).await?;
    operations::record_texts(&tx, ctx, row.clone(), change.draft_revision, page_metadata::texts(&face)).await?;
    if moves {
        move_to(&tx, ctx, &blog, &row, &change.url_id).await?;
    }
    store_draft(ctx, &tx, id, change.fields, change.is_private).await?;
    if moves || shows {
        show(&tx, ctx, id).await?;
    }
    let saved = detail(&tx, id).await?;
    tx.commit().await?;
    if moves || shows {
        invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    }
    Ok(saved)
}

/// Stores what an item has besides its blocks as a draft, and whether it is private.
async fn store_draft(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &CollectionId,
    fields: ItemFields,
    is_private: bool,
) -> Result<(), SiteError> {
    tx.update::<item::Entity>(item::Column::PageId.eq(id.clone()))
        .set(item::Column::Draft, JsonOf(fields))
        .exec()
        .await?;
    tx.update::<Entity>(Column::Id.eq(id.clone())).set(Column::UpdatedOn, ctx.now()).exec().await?;
    let mut kept = page_metadata::of(tx, id).await?;
    kept.access = if is_private { PageAccess::Private } else { PageAccess::Public };
    page_metadata::keep(tx, kept).await?;
    Ok(())
}

/// Changes the slug of an item; once it has been published, the former URL redirects permanently to the new one.
async fn move_to(
    tx: &TenantTx,
    ctx: &TenantCtx,
    blog: &collection::Model,
    row: &collection::Model,
    url_id: &str,
) -> Result<(), SiteError> {
    let post = item_row(tx, &row.id).await?.map(|own| own.post_id.to_string());
    address::require_no_other_word(tx, blog.id.as_str(), url_id, post.as_deref()).await?;
    let own = Column::Id.eq(row.id.clone());
    match tx.update::<Entity>(own).set(Column::UrlId, address_below(&blog.id, url_id)).exec().await {
        Err(DbError::Duplicate(_)) => return Err(SiteError::UrlTaken(url_id.to_owned())),
        other => other?,
    };
    if !page_metadata::is_published(row) {
        return Ok(());
    }
    audit::note(ctx, tx, AuditAction::OfPage(CollectionKind::Item, PageDeed::Move), row.id.as_str()).await?;
    let former = row.url_id.rsplit('/').next().unwrap_or_default();
    let path = |url_id: &str| format!("{}/{url_id}", blog.url_id);
    redirects::redirect_moved_page(ctx, tx, &path(former), &path(url_id), false).await
}

fn check_title(title: &str, checks: &mut Checks) {
    checks.require(!title.is_empty(), "title", contributor_texts::TITLE_CANNOT_BE_BLANK);
    checks.require(title.chars().count() <= 200, "title", contributor_texts::USE_AT_MOST_200_CHARACTERS);
}

fn checked(ctx: &TenantCtx, mut change: ItemChange) -> Result<ItemChange, SiteError> {
    for text in [&mut change.title, &mut change.url_id, &mut change.seo_title, &mut change.seo_description] {
        *text = text.trim().to_owned();
    }
    let mut checks = Checks::default();
    check_title(&change.title, &mut checks);
    for (value, field, most) in [(&change.seo_title, "seoTitle", 200), (&change.seo_description, "seoDescription", 400)]
    {
        checks.require(
            value.chars().count() <= most,
            field,
            stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", most).to_string(),
        );
    }
    checks.require(is_plain(&change.url_id), "urlId", PLAIN);
    fields::check(&mut change.fields, ctx.now(), &mut checks);
    checks.finish()?;
    Ok(change)
}

const PLAIN: &str = contributor_texts::LOWER_CASE_SINGLE_HYPHENS.english();

fn checked_address(url_id: String) -> Result<String, SiteError> {
    if is_plain(&url_id) { Ok(url_id) } else { Err(SiteError::field("urlId", PLAIN)) }
}

/// Stored slug of an item: unique in its blog, and not a valid URL.
fn address_below(blog: &CollectionId, url_id: &str) -> String {
    format!("{blog}/{url_id}")
}

/// A free slug in the blog, made from a title.
pub(super) async fn free(tx: &TenantTx, blog: &CollectionId, wanted: &str) -> Result<String, SiteError> {
    let base = address::plain(wanted, "item");
    let mut url_id = base.clone();
    let mut number = 1_u32;
    while tx.find::<Entity>().filter(Column::UrlId.eq(address_below(blog, &url_id))).count().await? > 0
        || addresses::takes(tx, blog.as_str(), &url_id, None).await?
    {
        number += 1;
        url_id = format!("{base}-{number}");
    }
    Ok(url_id)
}

/// Position of a new item.
pub(super) struct NewItemPosition {
    pub(super) blog: CollectionId,
    pub(super) collection_type: CollectionType,
    pub(super) post_id: PostId,
    pub(super) url_id: String,
    /// Number of items in the blog.
    pub(super) count: usize,
    /// A position before all of them.
    pub(super) position: i32,
}

impl NewItemPosition {
    /// Whether the collection has the maximum number of items.
    pub(super) fn is_full(&self) -> bool {
        self.collection_type.is_orderable() && self.count >= MAX_ORDERABLE
    }
}

/// Error message for a full collection.
pub(super) fn full() -> String {
    contributor_texts::LIMIT_OF_ITEMS.with("count", MAX_ORDERABLE).to_string()
}

pub(super) async fn place(tx: &TenantTx, blog: &collection::Model) -> Result<NewItemPosition, SiteError> {
    let mut place = NewItemPosition {
        blog: blog.id.clone(),
        collection_type: type_of(blog),
        post_id: PostId::generate(),
        url_id: String::new(),
        count: 0,
        position: 0,
    };
    if place.collection_type.is_orderable() {
        let all = all(tx, blog).await?;
        place.count = all.len();
        place.position = all.iter().map(|(position, _)| position.saturating_sub(1)).min().unwrap_or_default();
    }
    Ok(place)
}

/// The draft of a new item.
pub(super) struct ItemContent<'a> {
    pub(super) title: &'a str,
    pub(super) fields: &'a ItemFields,
    /// A [`Document`] as JSON.
    pub(super) document: serde_json::Value,
}

/// Inserts the rows of a draft.
pub(super) async fn insert(
    tx: &TenantTx,
    ctx: &TenantCtx,
    place: NewItemPosition,
    content: ItemContent<'_>,
) -> Result<CollectionId, SiteError> {
    let ItemContent { title, fields, document } = content;
    let id = CollectionId::generate();
    let inserted = tx
        .insert(collection::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(id.clone()),
            kind: Set(CollectionKind::Item),
            type_code: Set(place.collection_type.code()),
            title: Set(title.to_owned()),
            navigation_title: Set(title.to_owned()),
            url_id: Set(address_below(&place.blog, &place.url_id)),
            description: Set(String::new()),
            enabled: Set(true),
            is_home: Set(false),
            draft: Set(Some(document)),
            revision: Set(1),
            published: Set(None),
            published_revision: Set(None),
            published_on: Set(None),
            seo_title: Set(String::new()),
            seo_description: Set(String::new()),
            position: Set(place.position),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        })
        .await;
    match inserted {
        Err(DbError::Duplicate(_)) => return Err(SiteError::UrlTaken(place.url_id)),
        other => other?,
    };
    tx.insert(item::ActiveModel {
        website_id: Set(tx.website().clone()),
        page_id: Set(id.clone()),
        collection_id: Set(place.blog),
        post_id: Set(place.post_id),
        draft: Set(JsonOf(fields.clone())),
        published: Set(None),
        first_published_on: Set(None),
    })
    .await?;
    load_run_items::note(ctx, tx, LoadRunItemKind::Item, id.as_str()).await?;
    Ok(id)
}

async fn detail(tx: &TenantTx, id: &CollectionId) -> Result<ItemDetail, SiteError> {
    detail_of(tx, &plain_row(tx, id).await?).await
}

async fn detail_of(tx: &TenantTx, row: &collection::Model) -> Result<ItemDetail, SiteError> {
    let own = item_row(tx, &row.id).await?.ok_or(SiteError::NotFound)?;
    let blog = plain_row(tx, &own.collection_id).await?;
    if !row.url_id.starts_with(&format!("{}/", blog.id)) {
        return Err(SiteError::NotFound);
    }
    let setting = page_metadata::find(tx, &row.id).await?;
    Ok(ItemDetail {
        summary: ItemSummary::of(&blog, own, ItemPage::from(row), setting.as_ref()),
        seo_title: row.seo_title.clone(),
        seo_description: row.seo_description.clone(),
        revision: setting.map_or(0, |setting| setting.revision),
        draft_revision: row.revision,
    })
}

pub(super) async fn item_row(tx: &TenantTx, id: &CollectionId) -> Result<Option<item::Model>, SiteError> {
    Ok(tx.find::<item::Entity>().filter(item::Column::PageId.eq(id.clone())).one().await?)
}

/// Id of an item's post; none for pages that are not items.
pub(in crate::content) async fn post_of(tx: &TenantTx, id: &CollectionId) -> Result<Option<PostId>, SiteError> {
    Ok(item_row(tx, id).await?.map(|own| own.post_id))
}

/// A row of `collection` of any kind, in the trash or not.
pub(super) async fn plain_row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?.ok_or(SiteError::NotFound)
}

/// A collection that has items.
pub(super) async fn blog_row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    let row = top_row(tx, id).await?;
    if row.kind == CollectionKind::Blog { Ok(row) } else { Err(SiteError::NotFound) }
}

pub(super) fn type_of(blog: &collection::Model) -> CollectionType {
    CollectionType::from_code(blog.type_code).unwrap_or(CollectionType::Generic)
}
