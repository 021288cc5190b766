//! Pages, blogs and stores: listed, read, saved.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_document::edit::Draft;
use stoa_document::{BlockKinds, Document};
use stoa_entity::json_column;
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::{DbError, Find, TenantDb, TenantTx, load_run_items};
use stoa_kernel::content::{CollectionKind, CollectionType, StepKind};
use stoa_kernel::error::Checks;
use stoa_kernel::id::CollectionId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::model::{NewPage, PageDetail, PageDraft, PageSummary, in_trash};
use super::operations::{self, RecordedDraft, draft_of};
use super::page_without_document::{self, PageWithoutDocument};
use super::{address, items, page_metadata, publication};
use crate::{SiteError, contributor_texts, html, navigation};

/// All pages, blogs and stores, in their order.
///
/// # Errors
/// When the caller may not see them or a database query fails.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<PageSummary>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let in_navigation = navigation::main_collections(&tx).await?;
    let rows = page_without_document::read(&tx, page_without_document::kept(&tx), false).await?;
    let settings = page_metadata::of_all(&tx, rows.iter().map(|page| &page.row.id)).await?;
    let summary = |page: &PageWithoutDocument| {
        let id = &page.row.id;
        PageSummary::of(&page.row, page.is_published, settings.get(id), in_navigation.contains(id))
    };
    let mut pages: Vec<PageSummary> = rows.iter().map(summary).collect();
    let counts = items::counts(&tx).await?;
    for page in pages.iter_mut().filter(|page| page.kind == CollectionKind::Blog) {
        page.item_count = Some(counts.get(&page.id).copied().unwrap_or(0));
    }
    Ok(pages)
}

/// A page with its draft.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn page(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    detail(&tx, id).await
}

/// A page whose draft is saved.
#[derive(Clone, Copy, Debug)]
pub struct PageToSave<'a> {
    /// The page.
    pub id: &'a CollectionId,
    /// The revision that the caller has read.
    pub seen: &'a Precondition,
}

/// Saves the draft of a page if its revision is the one that the caller has read.
///
/// # Errors
/// [`SiteError::Invalid`] with messages under field names, block ids or paths; [`SiteError::RevisionStale`] when
/// someone else saved first.
#[boxed]
pub async fn save_draft<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    tools: SaveContext<'a>,
    page: PageToSave<'a>,
    draft: PageDraft,
) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let PageToSave { id, seen } = page;
    let draft = checked(draft, tools.kinds)?;
    let tx = db.write().await?;
    let before = draft_row_for_update(&tx, id).await?;
    if !seen.holds(&before.revision) {
        return Err(SiteError::RevisionStale);
    }
    let recorded = RecordedDraft { kind: StepKind::Replace, draft: &draft.into_edit() };
    operations::record(&tx, ctx, tools.kinds, before, recorded).await?;
    let saved = detail(&tx, id).await?;
    tx.commit().await?;
    Ok(saved)
}

/// A page at a revision.
#[derive(Clone, Copy, Debug)]
pub struct PageVersion<'a> {
    /// The page.
    pub id: &'a CollectionId,
    /// The revision that the caller has read.
    pub revision: i64,
}

/// Dependencies of saving, except the database.
#[derive(Clone, Copy)]
pub struct SaveContext<'a> {
    /// Kinds of blocks that the site can use.
    pub kinds: &'a dyn BlockKinds,
    /// Notified when published content changes.
    pub invalidation: &'a dyn Invalidation,
}

/// Publishes the draft at a revision.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision, [`SiteError::Invalid`] when it has problems, with
/// messages under block ids or paths.
#[boxed]
pub async fn publish<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    tools: SaveContext<'a>,
    version: PageVersion<'a>,
) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let PageVersion { id, revision } = version;
    let tx = db.write().await?;
    let before = draft_row_for_update(&tx, id).await?;
    if before.revision != revision {
        return Err(SiteError::RevisionStale);
    }
    let problems = draft_of(&before)?.document.check(tools.kinds).into_map();
    if !problems.is_empty() {
        return Err(SiteError::Invalid(problems));
    }
    let changed = publication::show(ctx, &tx, &before).await?;
    let published = detail(&tx, id).await?;
    tx.commit().await?;
    tools.invalidation.invalidate_tags(ctx.website(), &changed).await;
    Ok(published)
}

/// The document of the draft of a page.
pub(crate) async fn draft_document(tx: &TenantTx, id: &CollectionId) -> Result<Document, SiteError> {
    Ok(draft_of(&row(tx, id).await?)?.document)
}

/// Publishes a document on a page without unpublished changes, in the transaction of the caller, who has checked its
/// rights. Returns the cache tags to invalidate.
///
/// # Errors
/// [`SiteError::Conflict`] when the draft of the page has changes that are not published, [`SiteError::Invalid`] when the
/// document has problems.
pub(crate) async fn publish_document(
    ctx: &TenantCtx,
    tx: &TenantTx,
    kinds: &dyn BlockKinds,
    id: &CollectionId,
    document: Document,
) -> Result<Vec<String>, SiteError> {
    let before = draft_row_for_update(tx, id).await?;
    if before.published_revision != Some(before.revision) {
        return Err(SiteError::Conflict(contributor_texts::PAGE_HAS_UNPUBLISHED_CHANGES.english().to_owned()));
    }
    let problems = document.check(kinds).into_map();
    if !problems.is_empty() {
        return Err(SiteError::Invalid(problems));
    }
    let wanted = Draft { document, ..draft_of(&before)? };
    let recorded = RecordedDraft { kind: StepKind::Replace, draft: &wanted };
    operations::record(tx, ctx, kinds, before, recorded).await?;
    let changed = draft_row_for_update(tx, id).await?;
    publication::show(ctx, tx, &changed).await
}

/// Resets the draft to the published version.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn discard(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    id: &CollectionId,
) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let before = draft_row_for_update(&tx, id).await?;
    let published = before.published.as_ref().filter(|document| !document.is_null());
    let published: Option<Document> =
        published.map(|document| json_column::read("collection.published", document)).transpose()?;
    let was_published = published.is_some();
    let own = page_metadata::find(&tx, id).await?;
    let page = page_metadata::texts(&page_metadata::shown(&before, own.as_ref()));
    let wanted = Draft { document: published.unwrap_or_default(), page };
    let recorded = RecordedDraft { kind: StepKind::Discard, draft: &wanted };
    let revision = operations::record(&tx, ctx, kinds, before.clone(), recorded).await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::PublishedRevision, was_published.then_some(revision))
        .exec()
        .await?;
    page_metadata::restore_published_metadata(&tx, &before).await?;
    items::restore_fields(&tx, &before).await?;
    let restored = detail(&tx, id).await?;
    tx.commit().await?;
    Ok(restored)
}

/// Creates a page.
///
/// # Errors
/// [`SiteError::UrlTaken`] when the slug is in use, [`SiteError::Invalid`] when values are wrong.
#[boxed]
pub async fn create(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    new: NewPage,
) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    if new.publish {
        ctx.authorise(Resource::Content, Action::Publish)?;
    }
    address::check(&new.url_id)?;
    let draft = checked(new.draft, kinds)?;
    let document = json_column::write("collection.draft", &draft.document)?;
    let id = CollectionId::generate();
    let tx = db.write().await?;
    if new.is_home {
        tx.update::<Entity>(Column::IsHome.eq(true)).set(Column::IsHome, false).exec().await?;
    }
    let inserted = tx
        .insert(collection::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(id.clone()),
            kind: Set(CollectionKind::Page),
            type_code: Set(CollectionType::Page.code()),
            title: Set(draft.title),
            navigation_title: Set(draft.navigation_title),
            url_id: Set(new.url_id.clone()),
            description: Set(String::new()),
            enabled: Set(true),
            is_home: Set(new.is_home),
            published: Set(new.publish.then(|| document.clone())),
            draft: Set(Some(document)),
            revision: Set(1),
            published_revision: Set(new.publish.then_some(1)),
            published_on: Set(new.publish.then_some(ctx.now())),
            seo_title: Set(draft.seo_title),
            seo_description: Set(draft.seo_description),
            position: Set(new.position),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        })
        .await;
    match inserted {
        Err(DbError::Duplicate(_)) => return Err(SiteError::UrlTaken(new.url_id)),
        Err(error) => return Err(error.into()),
        Ok(_) => {}
    }
    load_run_items::note(ctx, &tx, LoadRunItemKind::Page, id.as_str()).await?;
    let made = detail(&tx, &id).await?;
    tx.commit().await?;
    Ok(made)
}

fn checked(mut draft: PageDraft, kinds: &dyn BlockKinds) -> Result<PageDraft, SiteError> {
    let mut checks = Checks::default();
    draft.check(&mut checks);
    for (place, message) in draft.document.check(kinds).into_map() {
        checks.require(false, &place, message);
    }
    checks.finish()?;
    html::sanitise_document(&mut draft.document, kinds);
    Ok(draft)
}

pub(crate) async fn row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    found(tx, find_page(tx, id).one().await?).await
}

/// A page, blog, store, folder, item or area that is not in the trash.
pub(super) async fn any_row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    found(tx, find_not_in_trash(tx, id).one().await?).await
}

/// The same, locked until the transaction ends.
pub(super) async fn row_for_update(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    found(tx, find_not_in_trash(tx, id).for_update().one().await?).await
}

/// A row with a top-level URL: neither item nor area.
pub(super) async fn top_row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    Some(any_row(tx, id).await?).filter(|row| !row.kind.is_nested()).ok_or(SiteError::NotFound)
}

/// As [`row`], locked until the transaction ends, for changes of the draft.
pub(super) async fn draft_row_for_update(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    found(tx, find_page(tx, id).for_update().one().await?).await
}

/// The row, unless it is an item of a blog in the trash: items go to the trash with their blog.
async fn found(tx: &TenantTx, row: Option<collection::Model>) -> Result<collection::Model, SiteError> {
    let row = row.ok_or(SiteError::NotFound)?;
    match row.kind == CollectionKind::Item && items::is_blog_in_trash(tx, &row.id).await? {
        true => Err(SiteError::NotFound),
        false => Ok(row),
    }
}

fn find_page<'t>(tx: &'t TenantTx, id: &CollectionId) -> Find<'t, Entity> {
    find_not_in_trash(tx, id).filter(Column::Kind.is_in(CollectionKind::values_where(CollectionKind::has_draft)))
}

fn find_not_in_trash<'t>(tx: &'t TenantTx, id: &CollectionId) -> Find<'t, Entity> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).filter(Column::UrlId.not_like(in_trash()))
}

pub(super) async fn detail(tx: &TenantTx, id: &CollectionId) -> Result<PageDetail, SiteError> {
    let row = row(tx, id).await?;
    let own = page_metadata::find(tx, id).await?;
    let in_main_nav = navigation::main_collections(tx).await?.contains(id);
    let mut detail = PageDetail::from_row(row, own.as_ref(), in_main_nav)?;
    items::complete(tx, &mut detail.summary).await?;
    Ok(detail)
}
