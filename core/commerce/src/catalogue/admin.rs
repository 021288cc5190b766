use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use stoa_entity::tenant::{category, collection, product, variant};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{CategoryId, CollectionId, ProductId};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};

use super::edit::{ProductPatch, StockPatch, VariantPatch};
use super::model::CatalogueItem;
use super::service::slice;
use super::store::{self, Seen};
use super::store_page::{NewStore, StorePage};
use crate::inventory::{self, StockChange};
use crate::{CommerceError, columns};

/// The stores of the site.
///
/// # Errors
/// When the caller may not read products.
pub async fn stores(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<StorePage>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let mut pages: Vec<StorePage> = store::stores(&tx).await?.into_iter().map(StorePage::from).collect();
    for page in &mut pages {
        let categories = store::categories(&tx, std::slice::from_ref(&page.id)).await?;
        page.categories = categories.into_iter().filter(|category| !category.is_root).collect();
    }
    Ok(pages)
}

/// Makes a store with its root category.
///
/// # Errors
/// [`CommerceError::UrlTaken`] when a page has the address; messages beside fields.
pub async fn create_store(ctx: &TenantCtx, db: &TenantDb, new: NewStore) -> Result<StorePage, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let new = new.checked()?;
    let tx = db.write().await?;
    let position = i32::try_from(tx.find::<collection::Entity>().count().await?).unwrap_or(i32::MAX);
    let url_id = new.url_id.clone();
    let row = match tx.insert(collection_row(ctx, new, position)).await {
        Err(DbError::Duplicate(_)) => return Err(CommerceError::UrlTaken(url_id)),
        other => other?,
    };
    tx.insert(root_category(ctx, &row.id)).await?;
    tx.commit().await?;
    Ok(row.into())
}

fn collection_row(ctx: &TenantCtx, new: NewStore, position: i32) -> collection::ActiveModel {
    collection::ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(CollectionId::generate()),
        kind: Set("store".to_owned()),
        type_code: Set(13),
        title: Set(new.title),
        navigation_title: Set(new.navigation_title),
        url_id: Set(new.url_id),
        description: Set(new.description),
        enabled: Set(true),
        is_home: Set(false),
        draft: Set(None),
        revision: Set(1),
        published: Set(None),
        published_revision: Set(None),
        published_on: Set(None),
        seo_title: Set(String::new()),
        seo_description: Set(String::new()),
        position: Set(position),
        created_on: Set(ctx.now_ms()),
        updated_on: Set(ctx.now_ms()),
    }
}

fn root_category(ctx: &TenantCtx, store: &CollectionId) -> category::ActiveModel {
    category::ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(CategoryId::generate()),
        collection_id: Set(store.clone()),
        parent_id: Set(None),
        name: Set("All".to_owned()),
        url_id: Set("all".to_owned()),
        kind: Set("ROOT".to_owned()),
        page_rendering: Set("LIST_VIEW".to_owned()),
        position: Set(1),
    }
}

/// A page of a store's products, hidden ones too; `query` is looked for in names and stock keeping
/// units.
///
/// # Errors
/// When the caller may not read products or the store is not there.
pub async fn admin_page(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    query: Option<&str>,
    request: &PageRequest,
) -> Result<Page<CatalogueItem>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let store_id = find_store(&tx, store_id).await?;
    let rows = store::of_store(&tx, &store_id).await?;
    let mut items = store::complete(&tx, rows, Seen::ByContributors).await?;
    if let Some(wanted) = query.map(|query| query.trim().to_lowercase()).filter(|wanted| !wanted.is_empty()) {
        items.retain(|item| {
            item.name.to_lowercase().contains(&wanted)
                || item.variants.iter().any(|variant| variant.sku.to_lowercase().contains(&wanted))
        });
    }
    Ok(slice(items, request))
}

/// One product, hidden or not.
///
/// # Errors
/// When the caller may not read products or it is not in the store.
pub async fn admin_item(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    item_id: &str,
) -> Result<CatalogueItem, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    find_item(&tx, store_id, item_id).await
}

/// Changes a product and its variants.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when somebody was faster; messages beside fields.
pub async fn update_item(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    item_id: &str,
    patch: ProductPatch,
) -> Result<CatalogueItem, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    let item = find_item(&tx, store_id, item_id).await?;
    let patch = patch.checked(&item)?;
    raise_revision(ctx, &tx, &item.id, Some(patch.revision)).await?;
    tx.update::<product::Entity>(product::Column::Id.eq(item.id.clone()))
        .set(product::Column::Name, patch.name)
        .set(product::Column::Description, patch.description)
        .set(product::Column::Excerpt, patch.excerpt)
        .set(product::Column::Taxable, patch.taxable)
        .set(product::Column::Visible, patch.visible)
        .set(product::Column::Tags, columns::write("product.tags", &patch.tags)?)
        .set(product::Column::UseCustomAddButtonText, patch.use_custom_add_button_text)
        .set(product::Column::CustomAddButtonText, patch.custom_add_button_text)
        .exec()
        .await?;
    for (index, variant) in patch.variants.iter().enumerate() {
        update_variant(&tx, index, variant).await?;
    }
    let updated = find_item(&tx, store_id, item_id).await?;
    tx.commit().await?;
    Ok(updated)
}

/// Sets the stock of a variant and writes the difference into the ledger.
///
/// # Errors
/// When the caller may not change products or the variant is not of the product.
pub async fn set_stock(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    item_id: &str,
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
    tx.update::<variant::Entity>(variant::Column::Id.eq(row.id.clone()))
        .set(variant::Column::Unlimited, patch.unlimited)
        .set(variant::Column::QtyInStock, patch.qty_in_stock)
        .exec()
        .await?;
    let change = StockChange {
        variant_id: row.id,
        delta: patch.qty_in_stock - row.qty_in_stock,
        reason: "manual",
        reference: patch.reason.unwrap_or_default(),
    };
    inventory::record(ctx, &tx, vec![change]).await?;
    let updated = find_item(&tx, store_id, item_id).await?;
    tx.commit().await?;
    Ok(updated)
}

/// Marks a product as changed; with a revision only when it still has that one.
async fn raise_revision(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &ProductId,
    seen: Option<i64>,
) -> Result<(), CommerceError> {
    let mut update = tx
        .update::<product::Entity>(product::Column::Id.eq(id.clone()))
        .set(product::Column::Revision, Expr::col(product::Column::Revision).add(1))
        .set(product::Column::UpdatedOn, ctx.now_ms());
    if let Some(seen) = seen {
        update = update.filter(product::Column::Revision.eq(seen));
    }
    if update.exec().await? == 1 { Ok(()) } else { Err(CommerceError::RevisionStale) }
}

async fn update_variant(tx: &TenantTx, index: usize, patch: &VariantPatch) -> Result<(), CommerceError> {
    let taken = || CommerceError::field(&format!("variants[{index}].sku"), "Another product has this SKU.");
    let lower = Expr::expr(Func::lower(Expr::col(variant::Column::Sku)));
    let others = tx
        .find::<variant::Entity>()
        .filter(lower.eq(patch.sku.to_lowercase()))
        .filter(variant::Column::Id.ne(patch.id.clone()))
        .count()
        .await?;
    if others > 0 {
        return Err(taken());
    }
    let update = tx
        .update::<variant::Entity>(variant::Column::Id.eq(patch.id.clone()))
        .set(variant::Column::Sku, patch.sku.clone())
        .set(variant::Column::PriceCents, patch.price_cents)
        .set(variant::Column::SalePriceCents, patch.sale_price_cents)
        .set(variant::Column::OnSale, patch.on_sale)
        .set(variant::Column::WeightGrams, patch.weight_grams);
    match update.exec().await {
        Err(DbError::Duplicate(_)) => Err(taken()),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(()),
    }
}

async fn find_store(tx: &TenantTx, store_id: &str) -> Result<CollectionId, CommerceError> {
    let id = store_id.parse().map_err(|_| CommerceError::NotFound)?;
    let row = store::store(tx, &id).await?.ok_or(CommerceError::NotFound)?;
    Ok(row.id)
}

async fn find_item(tx: &TenantTx, store_id: &str, item_id: &str) -> Result<CatalogueItem, CommerceError> {
    let store_id = find_store(tx, store_id).await?;
    let id = item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let item = store::by_ids(tx, &[id], Seen::ByContributors).await?.pop();
    item.filter(|item| item.collection_id == store_id).ok_or(CommerceError::NotFound)
}
