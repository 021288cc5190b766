use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{stock_change, variant};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderId, StockChangeId, VariantId};

use super::model::{Pieces, StockChange, summed};
use crate::{CommerceError, restock};

/// There is not enough of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The variant.
    pub variant_id: VariantId,
}

/// Takes the pieces of an order out of stock and writes it into the ledger: all of them, or the inner error names the
/// first variant of which there is not enough, and nothing of that variant is taken.
///
/// # Errors
/// When the database refuses.
pub async fn take(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
) -> Result<Result<(), Shortage>, CommerceError> {
    let taken = deduct(tx, lines.clone()).await?;
    if taken.is_ok() {
        record_taken(ctx, tx, order, lines).await?;
    }
    Ok(taken)
}

/// Writes into the ledger that an order takes its pieces. Whoever calls it before [`deduct`], so that others wait for
/// the rows of the stock no longer than they must, drops the transaction when there is not enough.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn record_taken(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
) -> Result<(), CommerceError> {
    let changes = summed(lines).into_iter().map(|pieces| change(pieces.variant_id, -pieces.quantity, "order", order));
    record(ctx, tx, changes.collect()).await
}

/// Takes pieces out of stock, the ledger apart: all of them, or the inner error names the first variant of which there
/// is not enough.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn deduct(tx: &TenantTx, lines: Vec<Pieces>) -> Result<Result<(), Shortage>, CommerceError> {
    for pieces in summed(lines) {
        let enough = Condition::any()
            .add(variant::Column::Unlimited.eq(true))
            .add(variant::Column::QtyInStock.gte(pieces.quantity));
        // A variant that is not counted keeps its number, so the guard holds for both in one write.
        let left = Expr::case(Expr::col(variant::Column::Unlimited).eq(true), Expr::col(variant::Column::QtyInStock))
            .finally(Expr::col(variant::Column::QtyInStock).sub(pieces.quantity));
        let taken = tx
            .update::<variant::Entity>(variant::Column::Id.eq(pieces.variant_id.clone()))
            .filter(enough)
            .set(variant::Column::QtyInStock, left)
            .exec()
            .await?;
        if taken != 1 {
            return Ok(Err(Shortage { variant_id: pieces.variant_id }));
        }
    }
    Ok(Ok(()))
}

/// Gives the pieces of an order back. The caller makes sure that it happens once.
///
/// # Errors
/// When the database refuses.
pub async fn give_back(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
) -> Result<(), CommerceError> {
    add(ctx, tx, order, lines, "order-released").await
}

/// Puts refunded pieces of an order back. The caller makes sure that it happens once.
///
/// # Errors
/// When the database refuses.
pub async fn restock(ctx: &TenantCtx, tx: &TenantTx, order: &OrderId, lines: Vec<Pieces>) -> Result<(), CommerceError> {
    add(ctx, tx, order, lines, "order-refunded").await
}

async fn add(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
    reason: &'static str,
) -> Result<(), CommerceError> {
    let mut changes = Vec::new();
    for pieces in summed(lines) {
        tx.update::<variant::Entity>(variant::Column::Id.eq(pieces.variant_id.clone()))
            .filter(variant::Column::Unlimited.eq(false))
            .set(variant::Column::QtyInStock, Expr::col(variant::Column::QtyInStock).add(pieces.quantity))
            .exec()
            .await?;
        changes.push(change(pieces.variant_id, pieces.quantity, reason, order));
    }
    let back = came_back(tx, &changes).await?;
    record(ctx, tx, changes).await?;
    restock::on_return(ctx, tx, &back).await
}

/// The variants of which there was nothing before these changes, made already, added something.
pub(super) async fn came_back(tx: &TenantTx, changes: &[StockChange]) -> Result<Vec<VariantId>, CommerceError> {
    let ids = changes.iter().filter(|change| change.delta > 0).map(|change| change.variant_id.clone());
    let rows = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(ids)).all().await?;
    let was_empty = |row: &variant::Model| {
        let added = changes.iter().find(|change| change.variant_id == row.id).map(|change| change.delta);
        !row.unlimited && added == Some(row.qty_in_stock)
    };
    Ok(rows.into_iter().filter(was_empty).map(|row| row.id).collect())
}

/// How much of a variant there is to be.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Whether it is not counted.
    pub(crate) unlimited: bool,
    /// Pieces.
    pub(crate) qty_in_stock: i64,
    /// Why.
    pub(crate) note: String,
    /// Names the call that asked for it, so that one sent twice counts once.
    pub(crate) request_key: Option<String>,
}

/// Sets the stock of a variant whose row is locked, and writes the difference into the ledger.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn set(
    ctx: &TenantCtx,
    tx: &TenantTx,
    before: &variant::Model,
    level: Level,
) -> Result<(), CommerceError> {
    let Level { unlimited, qty_in_stock, note, request_key } = level;
    tx.update::<variant::Entity>(variant::Column::Id.eq(before.id.clone()))
        .set(variant::Column::Unlimited, unlimited)
        .set(variant::Column::QtyInStock, qty_in_stock)
        .exec()
        .await?;
    let change = StockChange {
        variant_id: before.id.clone(),
        delta: qty_in_stock - before.qty_in_stock,
        reason: "manual",
        reference: note,
        request_key,
    };
    record(ctx, tx, vec![change]).await?;
    let had_none = !before.unlimited && before.qty_in_stock <= 0;
    if had_none && (unlimited || qty_in_stock > 0) {
        restock::on_return(ctx, tx, std::slice::from_ref(&before.id)).await?;
    }
    Ok(())
}

fn change(variant_id: VariantId, delta: i64, reason: &'static str, order: &OrderId) -> StockChange {
    StockChange { variant_id, delta, reason, reference: order.to_string(), request_key: None }
}

/// Writes lines of the ledger.
///
/// # Errors
/// When the database refuses.
pub async fn record(ctx: &TenantCtx, tx: &TenantTx, changes: Vec<StockChange>) -> Result<(), CommerceError> {
    let rows = changes.into_iter().map(|change| stock_change::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(StockChangeId::generate()),
        variant_id: Set(change.variant_id),
        delta: Set(change.delta),
        reason: Set(change.reason.to_owned()),
        reference: Set(change.reference),
        actor: Set(ctx.actor().label()),
        request_key: Set(change.request_key),
        created_on: Set(ctx.now_ms()),
    });
    Ok(tx.insert_many(rows.collect()).await?)
}
