//! Products as contributors list, read and change them.

use std::collections::HashSet;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{product, variant};
use stoa_entity::{TenantDb, TenantTx, translations};
use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::site_event::EventTopic;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{TenantCtx, boxed};

use super::edit::{NewProduct, ProductDraft, ProductPatch, Publication, StockPatch};
use super::listing::ProductFilter;
use super::model::CatalogueItem;
use super::product_query::{self, Cursor, Sorting};
use super::store::{self, VisibilityScope};
use super::store_page::{free_url_id, url_slug, with_room};
use super::stores::{check_room, lock_store};
use super::{former_paths, write};
use crate::inventory::{Level, StockConflict};
use crate::{CommerceError, inventory, restock, site_events};

/// A page of the products of a store, or of all stores when `store_id` is `None`; includes hidden products.
///
/// # Errors
/// When the caller may not read products, the store does not exist, or the cursor does not belong to this list.
#[boxed]
pub async fn admin_page(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: Option<&CollectionId>,
    filter: &ProductFilter,
    request: &PageRequest,
) -> Result<Page<CatalogueItem>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let sorting = filter.sorting();
    let behind = request.cursor.as_deref().map(|cursor| spot(cursor, sorting)).transpose()?;
    let wanted = filter.condition(&tx, store_id).await?;
    let spots = product_query::page(&tx, wanted, sorting, behind.as_ref(), request.limit() + 1).await?;
    let cursor = |spot: &Cursor| serde_json::to_string(spot).unwrap_or_default();
    let page = Page::from_rows(spots, request.limit(), cursor);
    let ids: Vec<ProductId> = page.items.into_iter().map(|spot| spot.id).collect();
    let own = store_id.map_or_else(Condition::all, store::of_open_store);
    let items = store::by_ids_where(&tx, &ids, own, VisibilityScope::Contributors).await?;
    // Only an empty page leaves open whether there is such a store.
    if let Some(store_id) = store_id.filter(|_| items.is_empty()) {
        store::store(&tx, store_id).await?.ok_or(CommerceError::NotFound)?;
    }
    Ok(Page { items, next_cursor: page.next_cursor })
}

fn spot(cursor: &str, sorting: Sorting) -> Result<Cursor, CommerceError> {
    let spot = serde_json::from_str(cursor).ok().filter(|spot: &Cursor| spot.is_of(sorting));
    spot.ok_or_else(|| CommerceError::field("cursor", "The cursor does not belong to this list."))
}

/// One product, hidden or not. Related products that were deleted are left out.
///
/// # Errors
/// When the caller may not read products or the product is not in the store.
#[boxed]
pub async fn admin_item(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
) -> Result<CatalogueItem, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    find_item(&tx, store_id, item_id).await
}

/// Creates a product. By default it is a draft with one variant.
///
/// # Errors
/// [`CommerceError::Refused`] when the store is full, [`CommerceError::UrlTaken`] when another product has the path;
/// field errors.
#[boxed]
pub async fn create_item(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    new: NewProduct,
) -> Result<CatalogueItem, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let draft = ProductDraft::empty(new.kind).with(new.patch).counted_as(Some(new.kind)).checked(&[])?;
    check_publication(ctx, &draft, None)?;
    let tx = db.write().await?;
    lock_store(&tx, store_id).await?;
    let made = insert(ctx, &tx, store_id, new.kind, draft).await?;
    tx.commit().await?;
    Ok(made)
}

/// Inserts a validated product into a store, if the store has room for it.
pub(super) async fn insert(
    ctx: &TenantCtx,
    tx: &TenantTx,
    store: &CollectionId,
    kind: super::ProductType,
    mut draft: ProductDraft,
) -> Result<CatalogueItem, CommerceError> {
    check_room(tx, store).await?;
    write::check_references(tx, store, &draft).await?;
    if draft.url_id.is_empty() {
        draft.url_id = own_url_id(tx, store, &draft.name).await?;
    }
    let id = write::insert(ctx, tx, store, kind, &draft).await?;
    former_paths::taken(tx, store, &draft.url_id).await?;
    site_events::products_saved(ctx, tx, EventTopic::ProductCreated, std::slice::from_ref(&id)).await?;
    item_of(tx, store, id).await
}

/// A free path made from the name, based on `product` when the name gives none.
async fn own_url_id(tx: &TenantTx, store: &CollectionId, name: &str) -> Result<String, CommerceError> {
    let slug = url_slug(name);
    let base = if slug.is_empty() { "product" } else { &slug };
    let taken = store::url_ids_like(tx, store, with_room(base)).await?;
    Ok(free_url_id(base, |candidate| taken.contains(candidate)))
}

/// Publishing or scheduling needs the permission to publish, and a scheduled time must be in the future.
pub(super) fn check_publication(
    ctx: &TenantCtx,
    draft: &ProductDraft,
    before: Option<&CatalogueItem>,
) -> Result<(), CommerceError> {
    let same = |item: &CatalogueItem| (item.visible, item.publish_on) == (draft.visible, draft.publish_on);
    if draft.status() == ProductStatus::Draft || before.is_some_and(same) {
        return Ok(());
    }
    ctx.authorise(Resource::Products, Action::Publish)?;
    match draft.publish_on {
        Some(on) if on <= ctx.now() => Err(CommerceError::field(
            "publishOn",
            stoa_kernel::contributor_texts::CHOOSE_A_TIME_IN_THE_FUTURE.english(),
        )),
        _ => Ok(()),
    }
}

/// A product at the revision that the caller has seen.
#[derive(Clone, Copy, Debug)]
pub struct ItemAt<'a> {
    /// The store.
    pub store_id: &'a CollectionId,
    /// The product.
    pub item_id: &'a ProductId,
    /// The revision that the caller has seen.
    pub revision: i64,
}

/// Changes a product if it still has the given revision. If variants are given, all are replaced.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when the product was changed meanwhile, [`CommerceError::StockMoved`] when stock to
/// be set differs from what the caller has seen; field errors.
#[boxed]
pub async fn update_item<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    at: ItemAt<'a>,
    patch: ProductPatch,
) -> Result<CatalogueItem, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    let item = find_item(&tx, at.store_id, at.item_id).await?;
    if item.revision != at.revision {
        return Err(CommerceError::RevisionStale);
    }
    let updated = apply(ctx, &tx, &item, patch).await?;
    tx.commit().await?;
    Ok(updated)
}

/// Applies a patch, if the product still has the revision of `item`, and reads the product again.
async fn apply(
    ctx: &TenantCtx,
    tx: &TenantTx,
    item: &CatalogueItem,
    patch: ProductPatch,
) -> Result<CatalogueItem, CommerceError> {
    write_patch(ctx, tx, item, patch).await?;
    item_of(tx, &item.collection_id, item.id.clone()).await
}

/// Applies a patch, if the product still has the revision of `item`.
async fn write_patch(
    ctx: &TenantCtx,
    tx: &TenantTx,
    item: &CatalogueItem,
    patch: ProductPatch,
) -> Result<(), CommerceError> {
    let mut draft = ProductDraft::from(item).with(patch).counted_as(item.kind()).checked(&item.variants)?;
    draft.related_ids.retain(|id| id != &item.id);
    check_publication(ctx, &draft, Some(item))?;
    write::check_references(tx, &item.collection_id, &draft).await?;
    if draft.url_id.is_empty() {
        draft.url_id = item.url_id.clone();
    }
    raise_revision(ctx, tx, &item.id, Some(item.revision)).await?;
    if draft.url_id != item.url_id {
        write::require_no_other_word(tx, &item.collection_id, &draft.url_id, &item.id).await?;
    }
    write::update(ctx, tx, &item.id, &draft).await?;
    site_events::products_saved(ctx, tx, EventTopic::ProductUpdated, std::slice::from_ref(&item.id)).await?;
    if draft.visible && !item.visible {
        restock::on_product_visible(ctx, tx, std::slice::from_ref(&item.id)).await?;
    }
    former_paths::moved(tx, &item.collection_id, &item.id, &item.url_id, &draft.url_id).await
}

/// Deletes a product. Orders keep copies of what was bought; carts no longer show it.
///
/// # Errors
/// When the caller may not delete products or the product is not in the store.
#[boxed]
pub async fn delete_item(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Products, Action::Delete)?;
    let tx = db.write().await?;
    let item = find_item(&tx, store_id, item_id).await?;
    remove(ctx, &tx, std::slice::from_ref(&item)).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes products. The caller has checked the permission.
pub(super) async fn remove(ctx: &TenantCtx, tx: &TenantTx, items: &[CatalogueItem]) -> Result<(), CommerceError> {
    let rows = product::Column::Id.is_in(items.iter().map(|item| item.id.clone()));
    tx.delete::<product::Entity>(rows).exec().await?;
    let ids: Vec<String> = items.iter().map(|item| item.id.to_string()).collect();
    translations::forget(tx, TranslatedKind::Product, ids.clone()).await?;
    site_events::products_deleted(ctx, tx, items).await?;
    Ok(audit::note_all(ctx, tx, AuditAction::ProductDelete, ids).await?)
}

/// Publishes the scheduled products that are due, and returns their ids.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn publish_due(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<ProductId>, CommerceError> {
    let due = product::Column::PublishOn.lte(ctx.now());
    let tx = db.read().await?;
    let rows = tx.find::<product::Entity>().filter(due.clone()).all().await?;
    drop(tx);
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let tx = db.write().await?;
    tx.update::<product::Entity>(due)
        .set(product::Column::Visible, true)
        .set(product::Column::PublishOn, Option::<Timestamp>::None)
        .set(product::Column::Revision, Expr::col(product::Column::Revision).add(1))
        .set(product::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let ids: Vec<ProductId> = rows.into_iter().map(|row| row.id).collect();
    restock::on_product_visible(ctx, &tx, &ids).await?;
    site_events::products_saved(ctx, &tx, EventTopic::ProductUpdated, &ids).await?;
    tx.commit().await?;
    Ok(ids)
}

/// When the next scheduled product is due, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_publication(tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    let scheduled = tx.find::<product::Entity>().filter(product::Column::PublishOn.is_not_null());
    Ok(scheduled.order_by_asc(product::Column::PublishOn).one().await?.and_then(|row| row.publish_on))
}

/// Sets the stock of a variant, if it is what the caller has seen, and records the difference in the stock ledger.
///
/// # Errors
/// [`CommerceError::StockMoved`] when the stock has changed meanwhile; when the caller may not change products or the
/// variant does not belong to the product.
#[boxed]
pub async fn set_stock(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
    patch: StockPatch,
) -> Result<CatalogueItem, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let patch = patch.checked()?;
    let tx = db.write().await?;
    let item = find_item(&tx, store_id, item_id).await?;
    raise_revision(ctx, &tx, &item.id, None).await?;
    let row = tx
        .find::<variant::Entity>()
        .filter(variant::Column::Id.eq(patch.variant_id.clone()))
        .filter(variant::Column::ProductId.eq(item.id.clone()))
        .for_update()
        .one()
        .await?
        .ok_or(CommerceError::NotFound)?;
    if inventory::version(row.unlimited, row.qty_in_stock) != patch.seen {
        return Err(CommerceError::StockMoved(vec![StockConflict::new("qtyInStock", &row)]));
    }
    let level = Level {
        unlimited: patch.unlimited,
        qty_in_stock: patch.qty_in_stock,
        note: patch.reason.unwrap_or_default(),
        request_key: None,
    };
    inventory::set(ctx, &tx, &row, level).await?;
    let updated = find_item(&tx, store_id, item_id).await?;
    tx.commit().await?;
    Ok(updated)
}

/// Increments the revision of a product. With `seen`, only if it still has that revision.
async fn raise_revision(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &ProductId,
    seen: Option<i64>,
) -> Result<(), CommerceError> {
    let mut update = tx
        .update::<product::Entity>(product::Column::Id.eq(id.clone()))
        .set(product::Column::Revision, Expr::col(product::Column::Revision).add(1))
        .set(product::Column::UpdatedOn, ctx.now());
    if let Some(seen) = seen {
        update = update.filter(product::Column::Revision.eq(seen));
    }
    if update.exec().await? == 1 { Ok(()) } else { Err(CommerceError::RevisionStale) }
}

/// A product of a store, hidden or not.
pub(super) async fn find_item(
    tx: &TenantTx,
    store_id: &CollectionId,
    item_id: &ProductId,
) -> Result<CatalogueItem, CommerceError> {
    item_where(tx, item_id.clone(), store::of_open_store(store_id)).await
}

pub(super) async fn item_of(
    tx: &TenantTx,
    store: &CollectionId,
    id: ProductId,
) -> Result<CatalogueItem, CommerceError> {
    let item = item_where(tx, id, Condition::all()).await?;
    if &item.collection_id == store { Ok(item) } else { Err(CommerceError::NotFound) }
}

async fn item_where(tx: &TenantTx, id: ProductId, condition: Condition) -> Result<CatalogueItem, CommerceError> {
    items_where(tx, &[id], condition).await?.pop().ok_or(CommerceError::NotFound)
}

/// Products by id that meet a condition, hidden or not.
pub(super) async fn items_where(
    tx: &TenantTx,
    ids: &[ProductId],
    condition: Condition,
) -> Result<Vec<CatalogueItem>, CommerceError> {
    let mut items = store::by_ids_where(tx, ids, condition, VisibilityScope::Contributors).await?;
    let related: HashSet<ProductId> = items.iter().flat_map(|item| item.related_ids.iter().cloned()).collect();
    if !related.is_empty() {
        let find = tx.find::<product::Entity>().filter(product::Column::Id.is_in(related));
        let known = find.select_only().column(product::Column::Id).into_tuple::<ProductId>().all().await?;
        let known: HashSet<ProductId> = known.into_iter().collect();
        for item in &mut items {
            item.related_ids.retain(|id| known.contains(id));
        }
    }
    Ok(items)
}

/// A patch that only sets the publication of a product.
pub(super) fn publication(publication: Publication) -> ProductPatch {
    ProductPatch { publication: Some(publication), ..ProductPatch::default() }
}
