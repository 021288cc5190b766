use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_document::edit::Draft;
use stoa_document::{BlockKinds, Document};
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::{DbError, Find, TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::CollectionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx};

use super::brief::{self, Brief};
use super::collection_type::CollectionType;
use super::model::{CollectionKind, NewPage, PageDetail, PageDraft, PageSummary, in_trash};
use super::operations::{self, Origin, StepKind, draft_of};
use super::{address, items, publication, setting};
use crate::{SiteError, columns, html, navigation};

/// All pages, blogs and stores, in their order.
///
/// # Errors
/// When the caller may not see them or the database refuses.
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<PageSummary>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let in_navigation = navigation::main_collections(&tx).await?;
    let rows = brief::read(&tx, brief::kept(&tx), false).await?;
    let settings = setting::of_all(&tx, rows.iter().map(|brief| &brief.row.id)).await?;
    let summary = |brief: &Brief| {
        let id = &brief.row.id;
        PageSummary::of(&brief.row, brief.is_published, settings.get(id), in_navigation.contains(id))
    };
    let mut pages: Vec<PageSummary> = rows.iter().map(summary).collect::<Result<_, _>>()?;
    for page in pages.iter_mut().filter(|page| page.kind == CollectionKind::Blog) {
        page.item_count = Some(items::count(&tx, &page.id).await?);
    }
    Ok(pages)
}

/// A page with its draft.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
pub async fn page(ctx: &TenantCtx, db: &TenantDb, id: &str) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    detail(&tx, &page_id(id)?).await
}

/// Saves the draft of a page, when the one that is there is what the caller has seen.
///
/// # Errors
/// [`SiteError::Invalid`] with messages under field names, block ids or paths;
/// [`SiteError::RevisionStale`] when somebody saved meanwhile.
pub async fn save_draft(
    ctx: &TenantCtx,
    db: &TenantDb,
    tools: Tools<'_>,
    (id, seen): (&str, &Precondition),
    draft: PageDraft,
) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let draft = checked(draft, tools.kinds)?;
    let id = page_id(id)?;
    let tx = db.write().await?;
    let before = locked_row(&tx, &id).await?;
    if !seen.holds(&before.revision) {
        return Err(SiteError::RevisionStale);
    }
    let origin = Origin::server(StepKind::Replace);
    operations::record(&tx, ctx, tools.kinds, before, (origin, &draft.into_edit())).await?;
    let saved = detail(&tx, &id).await?;
    tx.commit().await?;
    Ok(saved)
}

/// A page as somebody saw it.
#[derive(Clone, Copy, Debug)]
pub struct PageVersion<'a> {
    /// The page.
    pub id: &'a str,
    /// Its revision then.
    pub revision: i64,
}

/// What saving needs beside the database.
#[derive(Clone, Copy)]
pub struct Tools<'a> {
    /// The kinds of blocks the site can use.
    pub kinds: &'a dyn BlockKinds,
    /// Told when visitors see something else.
    pub invalidation: &'a dyn Invalidation,
}

/// Shows visitors the draft of a revision.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision by now, [`SiteError::Invalid`] when something in it is
/// not right yet, with messages under block ids or paths.
pub async fn publish(
    ctx: &TenantCtx,
    db: &TenantDb,
    tools: Tools<'_>,
    version: PageVersion<'_>,
) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let PageVersion { id, revision } = version;
    let id = page_id(id)?;
    let tx = db.write().await?;
    let before = locked_row(&tx, &id).await?;
    if before.revision != revision {
        return Err(SiteError::RevisionStale);
    }
    let problems = draft_of(&before)?.document.check(tools.kinds).into_map();
    if !problems.is_empty() {
        return Err(SiteError::Invalid(problems));
    }
    let changed = publication::show(ctx, &tx, &before).await?;
    let published = detail(&tx, &id).await?;
    tx.commit().await?;
    tools.invalidation.bump(ctx.website(), &changed).await;
    Ok(published)
}

/// Makes the draft again what visitors see.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
pub async fn discard(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    id: &str,
) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let id = page_id(id)?;
    let tx = db.write().await?;
    let before = locked_row(&tx, &id).await?;
    let published = before.published.as_ref().filter(|document| !document.is_null());
    let published: Option<Document> =
        published.map(|document| columns::read("collection.published", document)).transpose()?;
    let was_published = published.is_some();
    let own = setting::find(&tx, &id).await?;
    let page = setting::Face::shown(&before, own.as_ref())?.texts();
    let wanted = Draft { document: published.unwrap_or_default(), page };
    let origin = Origin::server(StepKind::Discard);
    let revision = operations::record(&tx, ctx, kinds, before.clone(), (origin, &wanted)).await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::PublishedRevision, was_published.then_some(revision))
        .exec()
        .await?;
    setting::restore_face(&tx, &before).await?;
    items::restore_fields(&tx, &before).await?;
    let restored = detail(&tx, &id).await?;
    tx.commit().await?;
    Ok(restored)
}

/// Makes a page.
///
/// # Errors
/// [`SiteError::UrlTaken`] when the address is in use, [`SiteError::Invalid`] when something is not
/// right.
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
    let document = columns::write("collection.draft", &draft.document)?;
    let id = CollectionId::generate();
    let tx = db.write().await?;
    if new.is_home {
        tx.update::<Entity>(Column::IsHome.eq(true)).set(Column::IsHome, false).exec().await?;
    }
    let inserted = tx
        .insert(collection::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(id.clone()),
            kind: Set(CollectionKind::Page.name().to_owned()),
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
            published_on: Set(new.publish.then_some(ctx.now_ms())),
            seo_title: Set(draft.seo_title),
            seo_description: Set(draft.seo_description),
            position: Set(new.position),
            created_on: Set(ctx.now_ms()),
            updated_on: Set(ctx.now_ms()),
        })
        .await;
    match inserted {
        Err(DbError::Duplicate(_)) => return Err(SiteError::UrlTaken(new.url_id)),
        Err(error) => return Err(error.into()),
        Ok(_) => {}
    }
    let made = detail(&tx, &id).await?;
    tx.commit().await?;
    Ok(made)
}

pub(super) fn page_id(id: &str) -> Result<CollectionId, SiteError> {
    id.parse().map_err(|_| SiteError::NotFound)
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

/// A page, blog, store, folder or item that does not lie in the trash.
pub(super) async fn any_row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    found(tx, find_kept(tx, id).one().await?).await
}

/// The same for a change of it: nobody else changes it until the transaction ends.
pub(super) async fn held_row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    found(tx, find_kept(tx, id).for_update().one().await?).await
}

/// What has an address at the top level: no item.
pub(super) async fn top_row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    let is_item = |row: &collection::Model| row.kind == CollectionKind::Item.name();
    Some(any_row(tx, id).await?).filter(|row| !is_item(row)).ok_or(SiteError::NotFound)
}

/// The same as [`row`] for a change of its draft: nobody else changes it until the transaction ends.
pub(super) async fn locked_row(tx: &TenantTx, id: &CollectionId) -> Result<collection::Model, SiteError> {
    found(tx, find_page(tx, id).for_update().one().await?).await
}

/// What was found, unless it is an item whose blog lies in the trash: what lies in a blog lies there with it.
async fn found(tx: &TenantTx, row: Option<collection::Model>) -> Result<collection::Model, SiteError> {
    let row = row.ok_or(SiteError::NotFound)?;
    match row.kind == CollectionKind::Item.name() && items::has_lost_its_blog(tx, &row.id).await? {
        true => Err(SiteError::NotFound),
        false => Ok(row),
    }
}

fn find_page<'t>(tx: &'t TenantTx, id: &CollectionId) -> Find<'t, Entity> {
    find_kept(tx, id).filter(Column::Kind.is_in([CollectionKind::Page.name(), CollectionKind::Item.name()]))
}

fn find_kept<'t>(tx: &'t TenantTx, id: &CollectionId) -> Find<'t, Entity> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).filter(Column::UrlId.not_like(in_trash()))
}

pub(super) async fn detail(tx: &TenantTx, id: &CollectionId) -> Result<PageDetail, SiteError> {
    let row = row(tx, id).await?;
    let own = setting::find(tx, id).await?;
    let in_main_nav = navigation::main_collections(tx).await?.contains(id);
    let mut detail = PageDetail::from_row(row, own.as_ref(), in_main_nav)?;
    items::complete(tx, &mut detail.summary).await?;
    Ok(detail)
}
