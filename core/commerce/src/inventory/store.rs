//! Takes pieces out of stock and puts them back, each with an entry in the ledger.

use std::collections::{BTreeMap, HashSet};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{product, stock_change, variant};
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::id::{OrderId, StockChangeId, VariantId};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Pieces, StockChange, summed};
use crate::catalogue::ProductType;
use crate::site_events::StockSteps;
use crate::{CommerceError, contributor_texts, restock, site_events};

/// Message for enabling stock tracking for a product type that never sells out.
const NEVER_COUNTED: &str = contributor_texts::NEVER_SELL_OUT.english();

/// A variant has too few units in stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The variant.
    pub variant_id: VariantId,
}

/// Takes the units of an order out of stock and records it in the ledger: all of them, or the inner error names the
/// first variant with too few units, whose stock is then unchanged. Untracked variants are skipped.
///
/// # Errors
/// When the database fails.
pub async fn take(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
) -> Result<Result<(), Shortage>, CommerceError> {
    let own = variant::Column::Id.is_in(lines.iter().map(|pieces| pieces.variant_id.clone()));
    let rows = tx.find::<variant::Entity>().filter(own).order_by_asc(variant::Column::Id).for_update().all().await?;
    let uncounted: HashSet<VariantId> = rows.into_iter().filter(|row| row.unlimited).map(|row| row.id).collect();
    let counted: Vec<Pieces> = lines.into_iter().filter(|pieces| !uncounted.contains(&pieces.variant_id)).collect();
    let taken = deduct(tx, counted.clone()).await?;
    if taken.is_ok() {
        let steps = counted.iter().map(|pieces| (pieces.variant_id.clone(), -pieces.quantity)).collect();
        record_taken(ctx, tx, order, counted).await?;
        site_events::stock_changed(ctx, tx, steps).await?;
    }
    Ok(taken)
}

/// Records in the ledger that an order takes its tracked units. Callers may do this before [`deduct`], to hold the
/// locks on the stock rows as briefly as possible; they must then roll back if stock is short.
///
/// # Errors
/// When the database fails.
pub(crate) async fn record_taken(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
) -> Result<(), CommerceError> {
    let changes =
        summed(lines).into_iter().map(|pieces| change(pieces.variant_id, -pieces.quantity, StockReason::Order, order));
    record(ctx, tx, changes.collect()).await
}

/// Takes units of tracked variants out of stock, without the ledger: all of them, or the inner error names the first
/// variant that has too few units or whose tracking was disabled meanwhile.
///
/// # Errors
/// When the database fails.
pub(crate) async fn deduct(tx: &TenantTx, lines: Vec<Pieces>) -> Result<Result<(), Shortage>, CommerceError> {
    for pieces in summed(lines) {
        let taken = tx
            .update::<variant::Entity>(variant::Column::Id.eq(pieces.variant_id.clone()))
            .filter(variant::Column::Unlimited.eq(false))
            .filter(variant::Column::QtyInStock.gte(pieces.quantity))
            .set(variant::Column::QtyInStock, Expr::col(variant::Column::QtyInStock).sub(pieces.quantity))
            .exec()
            .await?;
        if taken != 1 {
            return Ok(Err(Shortage { variant_id: pieces.variant_id }));
        }
    }
    Ok(Ok(()))
}

/// Returns the units of an order to stock. The caller ensures that it happens only once.
///
/// # Errors
/// When the database fails.
pub async fn restore_stock(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
) -> Result<(), CommerceError> {
    add(ctx, tx, order, lines, StockReason::OrderReleased).await
}

/// Returns refunded units of an order to stock. The caller ensures that it happens only once.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn restock(ctx: &TenantCtx, tx: &TenantTx, order: &OrderId, lines: Vec<Pieces>) -> Result<(), CommerceError> {
    add(ctx, tx, order, lines, StockReason::OrderRefunded).await
}

/// Returns units of an order to stock, of each variant at most as many as the order holds according to the ledger: what
/// was untracked when it was bought was never taken. The number of a variant that has become untracked is updated too,
/// so that it stays consistent with the ledger.
async fn add(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
    reason: StockReason,
) -> Result<(), CommerceError> {
    let held = held_by(tx, order).await?;
    let mut changes = Vec::new();
    for pieces in summed(lines) {
        let quantity = std::cmp::min(pieces.quantity, held.get(&pieces.variant_id).copied().unwrap_or(0));
        if quantity <= 0 {
            continue;
        }
        tx.update::<variant::Entity>(variant::Column::Id.eq(pieces.variant_id.clone()))
            .set(variant::Column::QtyInStock, Expr::col(variant::Column::QtyInStock).add(quantity))
            .exec()
            .await?;
        changes.push(change(pieces.variant_id, quantity, reason, order));
    }
    let back = back_in_stock_variants(tx, &changes).await?;
    let steps = steps_of(&changes);
    record(ctx, tx, changes).await?;
    site_events::stock_changed(ctx, tx, steps).await?;
    restock::on_restocked(ctx, tx, &back).await
}

/// Number of units of each variant that an order has taken from stock and not returned.
async fn held_by(tx: &TenantTx, order: &OrderId) -> Result<BTreeMap<VariantId, i64>, CommerceError> {
    let own = tx
        .find::<stock_change::Entity>()
        .filter(stock_change::Column::Reference.eq(order.as_str()))
        .filter(stock_change::Column::Reason.is_in(StockReason::values_where(StockReason::is_by_order)));
    let mut held = BTreeMap::new();
    for line in own.all().await? {
        *held.entry(line.variant_id).or_insert(0_i64) -= line.delta;
    }
    Ok(held)
}

/// The variants that had no stock before these changes, which have already been applied and added units.
pub(super) async fn back_in_stock_variants(
    tx: &TenantTx,
    changes: &[StockChange],
) -> Result<Vec<VariantId>, CommerceError> {
    let ids = changes.iter().filter(|change| change.delta.is_positive()).map(|change| change.variant_id.clone());
    let rows = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(ids)).all().await?;
    let was_empty = |row: &variant::Model| {
        let added = changes.iter().find(|change| change.variant_id == row.id).map(|change| change.delta);
        !row.unlimited && added == Some(row.qty_in_stock)
    };
    Ok(rows.into_iter().filter(was_empty).map(|row| row.id).collect())
}

/// A new stock level.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Whether stock is not tracked.
    pub(crate) unlimited: bool,
    /// Units in stock.
    pub(crate) qty_in_stock: i64,
    /// Reason, for the ledger.
    pub(crate) note: String,
    /// Idempotency key of the request, so that a request sent twice counts once.
    pub(crate) request_key: Option<String>,
}

/// Sets the stock of a variant whose row is locked, and records the difference in the ledger, as well as the start or
/// end of tracking.
///
/// # Errors
/// [`CommerceError::Conflict`] when stock of its product type is never tracked.
pub(crate) async fn set(
    ctx: &TenantCtx,
    tx: &TenantTx,
    before: &variant::Model,
    level: Level,
) -> Result<(), CommerceError> {
    let Level { unlimited, qty_in_stock, note, request_key } = level;
    let reason = match (before.unlimited, unlimited) {
        (true, false) => StockReason::CountingStarted,
        (false, true) => StockReason::CountingStopped,
        _ => StockReason::Manual,
    };
    if before.unlimited && !unlimited && has_unlimited_stock(tx, before).await? {
        return Err(CommerceError::Conflict(NEVER_COUNTED.to_owned()));
    }
    tx.update::<variant::Entity>(variant::Column::Id.eq(before.id.clone()))
        .set(variant::Column::Unlimited, unlimited)
        .set(variant::Column::QtyInStock, qty_in_stock)
        .exec()
        .await?;
    let change = StockChange {
        variant_id: before.id.clone(),
        delta: qty_in_stock - before.qty_in_stock,
        reason,
        reference: note,
        request_key,
    };
    record(ctx, tx, vec![change]).await?;
    if !before.unlimited && !unlimited {
        let step = (before.id.clone(), qty_in_stock - before.qty_in_stock);
        site_events::stock_changed(ctx, tx, vec![step]).await?;
    }
    let had_none = !before.unlimited && before.qty_in_stock <= 0;
    if had_none && (unlimited || qty_in_stock > 0) {
        restock::on_restocked(ctx, tx, std::slice::from_ref(&before.id)).await?;
    }
    Ok(())
}

async fn has_unlimited_stock(tx: &TenantTx, row: &variant::Model) -> Result<bool, CommerceError> {
    let product = tx.find::<product::Entity>().filter(product::Column::Id.eq(row.product_id.clone())).one().await?;
    let kind = product.and_then(|product| ProductType::from_code(product.product_type));
    Ok(kind.is_some_and(ProductType::has_unlimited_stock))
}

fn change(variant_id: VariantId, delta: i64, reason: StockReason, order: &OrderId) -> StockChange {
    StockChange { variant_id, delta, reason, reference: order.to_string(), request_key: None }
}

/// The changes of stock, for those that listen to its events.
pub(super) fn steps_of(changes: &[StockChange]) -> StockSteps {
    changes.iter().map(|change| (change.variant_id.clone(), change.delta)).collect()
}

/// Records entries in the ledger.
///
/// # Errors
/// When the database fails.
pub async fn record(ctx: &TenantCtx, tx: &TenantTx, changes: Vec<StockChange>) -> Result<(), CommerceError> {
    let rows = changes.into_iter().map(|change| stock_change::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(StockChangeId::generate()),
        variant_id: Set(change.variant_id),
        delta: Set(change.delta),
        reason: Set(change.reason),
        reference: Set(change.reference),
        actor: Set(ctx.actor().label()),
        request_key: Set(change.request_key),
        created_on: Set(ctx.now()),
    });
    Ok(tx.insert_many(rows.collect()).await?)
}
