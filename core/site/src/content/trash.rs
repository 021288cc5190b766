//! The trash: pages lie in it for thirty days before they are gone.

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::tenant::collection::{Column, Entity};
use stoa_entity::tenant::{page_setting, product};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::CollectionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx};

use super::model::{CollectionKind, trash_address};
use super::service::{held_row, page_id};
use super::settings::{self, PageSettings};
use super::{address, items, setting, standing};
use crate::{SiteError, drawn_of, navigation};

/// How long a page lies in the trash, milliseconds: 30 days.
const KEPT_MS: i64 = 30 * 24 * 3_600_000;

/// A page in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrashedPage {
    /// Its id.
    pub id: CollectionId,
    /// What it is.
    pub kind: CollectionKind,
    /// How many items come back with it; none for what holds no items.
    pub item_count: Option<u64>,
    /// Heading.
    pub title: String,
    /// The address it had.
    pub url_id: String,
    /// When it was put there, UTC milliseconds.
    pub trashed_on: i64,
    /// When it is gone for good, UTC milliseconds.
    pub gone_on: i64,
}

/// What lies in the trash, the latest first.
///
/// # Errors
/// When the caller may not see pages.
pub async fn trashed(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<TrashedPage>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let settings = tx
        .find::<page_setting::Entity>()
        .filter(page_setting::Column::TrashedOn.is_not_null())
        .order_by_desc(page_setting::Column::TrashedOn)
        .all()
        .await?;
    let mut pages = Vec::with_capacity(settings.len());
    for own in settings {
        let row = tx.find::<Entity>().filter(Column::Id.eq(own.collection_id.clone())).one().await?;
        let Some(row) = row else { continue };
        let trashed_on = own.trashed_on.unwrap_or_default();
        let kind = CollectionKind::from_name(&row.kind)?;
        pages.push(TrashedPage {
            kind,
            item_count: if kind == CollectionKind::Blog { Some(items::count(&tx, &row.id).await?) } else { None },
            id: row.id,
            title: row.title,
            url_id: own.trashed_url_id.unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned(),
            trashed_on,
            gone_on: trashed_on.saturating_add(KEPT_MS),
        });
    }
    Ok(pages)
}

/// Puts a page into the trash: nobody finds it any more, its address is free, and no navigation leads to it. What lies in a
/// blog goes with it.
///
/// # Errors
/// [`SiteError::Conflict`] for the home page, and for a store that has products; [`SiteError::RevisionStale`] when it no
/// longer stands as it was seen.
pub async fn discard_page(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &str,
    seen: &Precondition,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Delete)?;
    let id = page_id(id)?;
    let tx = db.write().await?;
    let row = held_row(&tx, &id).await?;
    let mut own = setting::of(&tx, &id).await?;
    standing::require(&row, Some(&own), seen)?;
    if row.is_home {
        let reason = "This is the home page. Choose another home page first.";
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    let kind = CollectionKind::from_name(&row.kind)?;
    if kind == CollectionKind::Store && has_products(&tx, &id).await? {
        let reason = "There are products in this store. Delete them first, or switch the store off.";
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    own.trashed_on = Some(ctx.now_ms());
    own.trashed_url_id = Some(row.url_id);
    own.publish_on = None;
    own.publish_failure = None;
    setting::keep(&tx, own).await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::UrlId, trash_address(&id))
        .set(Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    navigation::forget(ctx, &tx, &id).await?;
    items::show(&tx, ctx, &id).await?;
    audit::note(
        ctx,
        &tx,
        AuditAction::OfPage(CollectionKind::from_name(&row.kind)?.audited(), PageDeed::Trash),
        id.as_str(),
    )
    .await?;
    if kind == CollectionKind::Blog {
        items::hide_all(&tx, &id).await?;
    }
    tx.commit().await?;
    invalidation.bump(ctx.website(), &[drawn_of::SITE.to_owned()]).await;
    Ok(())
}

/// Takes a page out of the trash. It has its address again, or one like it when that is in use by now. What lies in a blog
/// comes with it.
///
/// # Errors
/// [`SiteError::NotFound`] when it does not lie there, [`SiteError::Conflict`] for an item whose blog lies there too.
pub async fn restore(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &str,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Delete)?;
    let id = page_id(id)?;
    let tx = db.write().await?;
    let mut own = in_trash(&tx, &id).await?;
    if items::has_lost_its_blog(&tx, &id).await? {
        let reason = "The collection it lies in is in the trash as well. Bring that back first.";
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    let former = own.trashed_url_id.take().unwrap_or_default();
    let url_id = match items::free_again(&tx, &id, &former).await? {
        Some(url_id) => url_id,
        None => address::free(&tx, &former).await?,
    };
    own.trashed_on = None;
    setting::keep(&tx, own).await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::UrlId, url_id)
        .set(Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    items::show(&tx, ctx, &id).await?;
    items::show_all(&tx, ctx, &id).await?;
    let settings = settings::read(&tx, &id).await?;
    audit::note(ctx, &tx, AuditAction::OfPage(settings.summary.kind.audited(), PageDeed::Restore), id.as_str()).await?;
    tx.commit().await?;
    invalidation.bump(ctx.website(), &[drawn_of::SITE.to_owned()]).await;
    Ok(settings)
}

/// Removes a page of the trash for good.
///
/// # Errors
/// [`SiteError::NotFound`] when it does not lie there.
pub async fn purge(ctx: &TenantCtx, db: &TenantDb, id: &str) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Delete)?;
    let id = page_id(id)?;
    let tx = db.write().await?;
    in_trash(&tx, &id).await?;
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?.ok_or(SiteError::NotFound)?;
    remove(&tx, &id).await?;
    audit::note(
        ctx,
        &tx,
        AuditAction::OfPage(CollectionKind::from_name(&row.kind)?.audited(), PageDeed::Purge),
        id.as_str(),
    )
    .await?;
    Ok(tx.commit().await?)
}

/// Removes what has lain in the trash for long enough.
///
/// # Errors
/// When the database refuses.
pub async fn purge_due(ctx: &TenantCtx, db: &TenantDb) -> Result<(), SiteError> {
    let due = page_setting::Column::TrashedOn.lte(ctx.now_ms().saturating_sub(KEPT_MS));
    let found = db.read().await?.find::<page_setting::Entity>().filter(due).all().await?;
    for own in found {
        let tx = db.write().await?;
        remove(&tx, &own.collection_id).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// When the next page of the trash is gone for good, UTC milliseconds.
///
/// # Errors
/// When the database refuses.
pub async fn next_purge(tx: &TenantTx) -> Result<Option<i64>, SiteError> {
    let lying = tx.find::<page_setting::Entity>().filter(page_setting::Column::TrashedOn.is_not_null());
    let first = lying.order_by_asc(page_setting::Column::TrashedOn).one().await?;
    Ok(first.and_then(|own| own.trashed_on).map(|since| since.saturating_add(KEPT_MS)))
}

async fn in_trash(tx: &TenantTx, id: &CollectionId) -> Result<page_setting::Model, SiteError> {
    setting::find(tx, id).await?.filter(|own| own.trashed_on.is_some()).ok_or(SiteError::NotFound)
}

/// Whether there are products in a store. Nobody puts one into it until the transaction ends.
async fn has_products(tx: &TenantTx, store: &CollectionId) -> Result<bool, SiteError> {
    tx.find::<Entity>().filter(Column::Id.eq(store.clone())).for_update().one().await?;
    let inside = tx.find::<product::Entity>().filter(product::Column::CollectionId.eq(store.clone()));
    Ok(inside.count().await? > 0)
}

async fn remove(tx: &TenantTx, id: &CollectionId) -> Result<(), SiteError> {
    items::remove_all(tx, id).await?;
    tx.delete::<page_setting::Entity>(page_setting::Column::CollectionId.eq(id.clone())).exec().await?;
    tx.delete::<Entity>(Column::Id.eq(id.clone())).exec().await?;
    Ok(())
}
