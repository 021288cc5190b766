//! Duplicates a product.

use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, IntoActiveModel as _};
use stoa_entity::tenant::{donation_terms, product_file, subscription_plan};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CollectionId, ProductFileId, ProductId, SubscriptionPlanId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::admin::{find_item, insert, item_of};
use super::edit::{MAX_NAME_LENGTH, ProductDraft};
use super::model::CatalogueItem;
use super::stores::lock_store;
use super::variant_validation::Stock;
use crate::{CommerceError, downloads};

/// Creates a draft copy of a product, with its subscription plan, donation terms and downloadable files. The copy has
/// its own path, new SKUs and no stock.
///
/// # Errors
/// [`CommerceError::Refused`] when the store is full; when the caller may not change products.
#[boxed]
pub async fn duplicate_item(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
) -> Result<CatalogueItem, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    lock_store(&tx, store_id).await?;
    let item = find_item(&tx, store_id, item_id).await?;
    let kind = item.kind().ok_or(CommerceError::NotFound)?;
    let mut draft = ProductDraft::from(&item);
    draft.name = copy_name(&item.name);
    draft.url_id = String::new();
    (draft.visible, draft.publish_on) = (false, None);
    draft.changes_variants = true;
    for (patch, variant) in draft.variants.iter_mut().zip(&item.variants) {
        (patch.id, patch.sku) = (None, String::new());
        patch.stock = Some(Stock { unlimited: variant.unlimited, qty_in_stock: 0, seen: None });
    }
    let made = insert(ctx, &tx, store_id, kind, draft.checked(&[])?).await?;
    copy_plan(ctx, &tx, &item.id, &made.id).await?;
    copy_donation_terms(ctx, &tx, &item.id, &made.id).await?;
    copy_files(ctx, &tx, &item.id, &made.id).await?;
    let made = item_of(&tx, store_id, made.id).await?;
    tx.commit().await?;
    Ok(made)
}

fn copy_name(name: &str) -> String {
    const ENDING: &str = " (copy)";
    let room = MAX_NAME_LENGTH - ENDING.len();
    format!("{}{ENDING}", name.chars().take(room).collect::<String>().trim_end())
}

async fn copy_plan(ctx: &TenantCtx, tx: &TenantTx, from: &ProductId, to: &ProductId) -> Result<(), CommerceError> {
    let own = subscription_plan::Column::ProductId.eq(from.clone());
    let Some(row) = tx.find::<subscription_plan::Entity>().filter(own).one().await? else { return Ok(()) };
    let copy = subscription_plan::ActiveModel {
        id: Set(SubscriptionPlanId::generate()),
        product_id: Set(to.clone()),
        revision: Set(1),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
        ..row.into_active_model().reset_all()
    };
    tx.insert(copy).await?;
    Ok(())
}

async fn copy_donation_terms(
    ctx: &TenantCtx,
    tx: &TenantTx,
    from: &ProductId,
    to: &ProductId,
) -> Result<(), CommerceError> {
    let own = donation_terms::Column::ProductId.eq(from.clone());
    let Some(row) = tx.find::<donation_terms::Entity>().filter(own).one().await? else { return Ok(()) };
    let copy = donation_terms::ActiveModel {
        product_id: Set(to.clone()),
        revision: Set(1),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
        ..row.into_active_model().reset_all()
    };
    tx.insert(copy).await?;
    Ok(())
}

/// Both products share the stored files, which are deleted when no product uses them any more.
async fn copy_files(ctx: &TenantCtx, tx: &TenantTx, from: &ProductId, to: &ProductId) -> Result<(), CommerceError> {
    let rows = downloads::locked_files_of(tx, from).await?;
    let mut ids: Vec<ProductFileId> = rows.iter().map(|_| ProductFileId::generate()).collect();
    // Files are ordered by id.
    ids.sort();
    let copies = ids.into_iter().zip(rows).map(|(id, row)| product_file::ActiveModel {
        id: Set(id),
        product_id: Set(to.clone()),
        created_on: Set(ctx.now()),
        ..row.into_active_model().reset_all()
    });
    Ok(tx.insert_many(copies.collect()).await?)
}
