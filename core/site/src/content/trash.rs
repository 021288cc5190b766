//! The trash: deleted pages stay in it for 30 days.

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::tenant::collection::{Column, Entity};
use stoa_entity::tenant::{discussion, item, page_setting, post, product, visitor_comment};
use stoa_entity::{TenantDb, TenantTx, translations};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::CollectionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::model::trash_address;
use super::service::row_for_update;
use super::settings::{self, PageSettings};
use super::{address, items, page_metadata, page_version};
use crate::{SiteError, cache_tags, contributor_texts, navigation};

/// How long a page stays in the trash, in milliseconds: 30 days.
const KEPT_MS: i64 = 30 * DAY_MS;

/// A page in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrashedPage {
    /// Its id.
    pub id: CollectionId,
    /// Its kind.
    pub kind: CollectionKind,
    /// Number of items that are restored with it; none for kinds without items.
    pub item_count: Option<u64>,
    /// Title.
    pub title: String,
    /// Its former slug.
    pub url_id: String,
    /// When it was deleted, UTC milliseconds.
    pub trashed_on: Timestamp,
    /// When it is removed permanently, UTC milliseconds.
    pub gone_on: Timestamp,
}

/// Pages in the trash, newest first.
///
/// # Errors
/// When the caller may not see pages.
#[boxed]
pub async fn trashed(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<TrashedPage>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let settings = tx
        .find::<page_setting::Entity>()
        .find_also_related(Entity)
        .filter(page_setting::Column::TrashedOn.is_not_null())
        .order_by_desc(page_setting::Column::TrashedOn)
        .all()
        .await?;
    let counts = items::counts(&tx).await?;
    let mut pages = Vec::with_capacity(settings.len());
    for (own, row) in settings {
        let Some(row) = row else { continue };
        let trashed_on = own.trashed_on.unwrap_or_default();
        pages.push(TrashedPage {
            kind: row.kind,
            item_count: (row.kind == CollectionKind::Blog).then(|| counts.get(&row.id).copied().unwrap_or(0)),
            id: row.id,
            title: row.title,
            url_id: own.trashed_url_id.unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned(),
            trashed_on,
            gone_on: trashed_on.saturating_add_ms(KEPT_MS),
        });
    }
    Ok(pages)
}

/// Moves a page to the trash: it can no longer be opened, its slug becomes free, and it is removed from all
/// navigations. The items of a blog go with it.
///
/// # Errors
/// [`SiteError::Conflict`] for the home page, an area of the theme, and a store that has products;
/// [`SiteError::RevisionStale`] when its version has changed.
#[boxed]
pub async fn discard_page(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &CollectionId,
    seen: &Precondition,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Delete)?;
    let tx = db.write().await?;
    let row = row_for_update(&tx, id).await?;
    let mut own = page_metadata::of(&tx, id).await?;
    page_version::require(&row, Some(&own), seen)?;
    if row.is_home {
        let reason = contributor_texts::THIS_IS_THE_HOME_PAGE.english();
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    if row.kind == CollectionKind::Area {
        let reason = contributor_texts::AREA_CANNOT_BE_DELETED.english();
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    if row.kind == CollectionKind::Store && has_products(&tx, id).await? {
        let reason = contributor_texts::PRODUCTS_IN_THIS_STORE.english();
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    own.trashed_on = Some(ctx.now());
    own.trashed_url_id = Some(row.url_id);
    own.publish_on = None;
    own.publish_failure = None;
    page_metadata::keep(&tx, own).await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::UrlId, trash_address(id))
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    navigation::remove_page(ctx, &tx, id).await?;
    items::show(&tx, ctx, id).await?;
    audit::note(ctx, &tx, AuditAction::OfPage(row.kind, PageDeed::Trash), id.as_str()).await?;
    if row.kind == CollectionKind::Blog {
        items::hide_items(&tx, id).await?;
    }
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(())
}

/// Restores a page from the trash, with its former slug or a similar one if that is in use. The items of a blog are
/// restored with it.
///
/// # Errors
/// [`SiteError::NotFound`] when it is not in the trash, [`SiteError::Conflict`] for an item whose blog is in the trash
/// too.
#[boxed]
pub async fn restore(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &CollectionId,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Delete)?;
    let tx = db.write().await?;
    let mut own = in_trash(&tx, id).await?;
    if items::is_blog_in_trash(&tx, id).await? {
        let reason = contributor_texts::COLLECTION_IN_THE_TRASH.english();
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    let former = own.trashed_url_id.take().unwrap_or_default();
    let url_id = match items::free_former_slug(&tx, id, &former).await? {
        Some(url_id) => url_id,
        None => address::free(&tx, &former).await?,
    };
    own.trashed_on = None;
    page_metadata::keep(&tx, own).await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::UrlId, url_id)
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    items::show(&tx, ctx, id).await?;
    items::show_items(&tx, ctx, id).await?;
    let settings = settings::read(&tx, id).await?;
    audit::note(ctx, &tx, AuditAction::OfPage(settings.summary.kind, PageDeed::Restore), id.as_str()).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(settings)
}

/// Permanently removes a page from the trash.
///
/// # Errors
/// [`SiteError::NotFound`] when it is not in the trash.
#[boxed]
pub async fn purge(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Delete)?;
    let tx = db.write().await?;
    in_trash(&tx, id).await?;
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?.ok_or(SiteError::NotFound)?;
    remove(&tx, id).await?;
    audit::note(ctx, &tx, AuditAction::OfPage(row.kind, PageDeed::Purge), id.as_str()).await?;
    Ok(tx.commit().await?)
}

/// Permanently removes pages that have been in the trash for 30 days.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn purge_due(ctx: &TenantCtx, db: &TenantDb) -> Result<(), SiteError> {
    let due = page_setting::Column::TrashedOn.lte(ctx.now() - KEPT_MS);
    let found = db.read().await?.find::<page_setting::Entity>().filter(due).all().await?;
    for own in found {
        let tx = db.write().await?;
        remove(&tx, &own.collection_id).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// When the next page in the trash is to be removed, UTC milliseconds.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn next_purge(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    let lying = tx.find::<page_setting::Entity>().filter(page_setting::Column::TrashedOn.is_not_null());
    let first = lying.order_by_asc(page_setting::Column::TrashedOn).one().await?;
    Ok(first.and_then(|own| own.trashed_on).map(|since| since.saturating_add_ms(KEPT_MS)))
}

/// Removes a page that a load test made, whatever its state. One that the owner uses stays: the home page, a store with
/// products, a blog with items.
pub(crate) async fn remove_of_run(ctx: &TenantCtx, tx: &TenantTx, id: &CollectionId) -> Result<(), SiteError> {
    let Some(row) = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await? else { return Ok(()) };
    let inside = tx.find::<item::Entity>().filter(item::Column::CollectionId.eq(id.clone()));
    if row.is_home || has_products(tx, id).await? || inside.count_up_to(1).await? > 0 {
        return Ok(());
    }
    navigation::remove_page(ctx, tx, id).await?;
    tx.delete::<visitor_comment::Entity>(visitor_comment::Column::TargetId.eq(id.as_str())).exec().await?;
    tx.delete::<discussion::Entity>(discussion::Column::TargetId.eq(id.as_str())).exec().await?;
    let own = item::Column::PageId.eq(id.clone());
    if let Some(own) = tx.find::<item::Entity>().filter(own).one().await? {
        tx.delete::<post::Entity>(post::Column::Id.eq(own.post_id)).exec().await?;
    }
    remove(tx, id).await
}

async fn in_trash(tx: &TenantTx, id: &CollectionId) -> Result<page_setting::Model, SiteError> {
    page_metadata::find(tx, id).await?.filter(|own| own.trashed_on.is_some()).ok_or(SiteError::NotFound)
}

/// Whether a store has products. Locked, so that none is added until the transaction ends.
async fn has_products(tx: &TenantTx, store: &CollectionId) -> Result<bool, SiteError> {
    tx.find::<Entity>().filter(Column::Id.eq(store.clone())).for_update().one().await?;
    let inside = tx.find::<product::Entity>().filter(product::Column::CollectionId.eq(store.clone()));
    Ok(inside.count().await? > 0)
}

async fn remove(tx: &TenantTx, id: &CollectionId) -> Result<(), SiteError> {
    items::forget_translations(tx, id).await?;
    items::remove_all(tx, id).await?;
    tx.delete::<page_setting::Entity>(page_setting::Column::CollectionId.eq(id.clone())).exec().await?;
    tx.delete::<Entity>(Column::Id.eq(id.clone())).exec().await?;
    translations::forget(tx, TranslatedKind::Page, vec![id.to_string()]).await?;
    Ok(())
}
