//! Removal of products.

use std::collections::HashSet;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use stoa_entity::tenant::{event_outbox, order, order_item, product, product_file, stock_change, variant};
use stoa_entity::{TenantDb, TenantTx, load_run_removal};
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::ports::BlobStore;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{TenantCtx, boxed};

use crate::{CommerceError, downloads};

/// Products of a batch.
const BATCH: u64 = 100;

/// Removes products that a run made, with their files and the entries of their variants in the stock ledger. One that
/// someone outside of runs has ordered stays: its buyers download its files. Returns how many were looked at; 0 when
/// none are left.
///
/// # Errors
/// When the database fails; then no row is removed.
#[boxed]
pub async fn remove_products(
    ctx: &TenantCtx,
    db: &TenantDb,
    blobs: &dyn BlobStore,
    run: &LoadRunId,
) -> Result<u64, CommerceError> {
    let kind = LoadRunItemKind::Product;
    let tx = db.read().await?;
    let noted = load_run_removal::next(&tx, run, kind, BATCH).await?;
    if noted.is_empty() {
        return Ok(0);
    }
    let sold = sold(&tx, &noted).await?;
    let ids: Vec<String> = noted.iter().filter(|id| !sold.contains(*id)).cloned().collect();
    drop(tx);
    let tx = db.write().await?;
    let files = product_file::Column::ProductId.is_in(ids.iter().cloned());
    let files = tx.find::<product_file::Entity>().filter(files).all().await?;
    let loose = downloads::delete_rows(ctx, &tx, files).await?;
    let variants = variant::Column::ProductId.is_in(ids.iter().cloned());
    let variants = tx.find::<variant::Entity>().filter(variants).all().await?;
    let ledger = stock_change::Column::VariantId.is_in(variants.into_iter().map(|variant| variant.id));
    tx.delete::<stock_change::Entity>(ledger).exec().await?;
    tx.delete::<product::Entity>(product::Column::Id.is_in(ids.iter().cloned())).exec().await?;
    stoa_entity::translations::forget(&tx, TranslatedKind::Product, ids.clone()).await?;
    tx.delete::<event_outbox::Entity>(event_outbox::Column::ObjectId.is_in(ids.iter().cloned())).exec().await?;
    let kept = noted.len().saturating_sub(ids.len());
    let ended = load_run_removal::end_batch(&tx, run, kind, &noted, kept).await?;
    tx.commit().await?;
    for file in &loose {
        downloads::discard(db, blobs, file).await;
    }
    Ok(ended)
}

/// Those of the products that are in orders which no run made.
async fn sold(tx: &TenantTx, products: &[String]) -> Result<HashSet<String>, CommerceError> {
    let own = order_item::Column::ProductId.is_in(products.iter().cloned());
    let lines = tx.find::<order_item::Entity>().filter(own.clone()).subquery(order_item::Column::OrderId);
    let cart = Expr::col((order::Entity, order::Column::CartId));
    let real = tx
        .find::<order::Entity>()
        .filter(order::Column::Id.in_subquery(lines))
        .filter(load_run_removal::is_not_noted(tx, LoadRunItemKind::Cart, cart))
        .subquery(order::Column::Id);
    let lines = tx.find::<order_item::Entity>().filter(own).filter(order_item::Column::OrderId.in_subquery(real));
    Ok(lines.all().await?.into_iter().map(|line| line.product_id.to_string()).collect())
}
