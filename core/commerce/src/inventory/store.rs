use std::collections::{BTreeMap, HashSet};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{product, stock_change, variant};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderId, StockChangeId, VariantId};

use super::model::{Pieces, StockChange, summed};
use crate::catalogue::ProductType;
use crate::{CommerceError, restock};

/// Why the ledger has a line of an order.
const ORDERED: &str = "order";
const RELEASED: &str = "order-released";
const REFUNDED: &str = "order-refunded";
/// Said to whoever wants to count what is never sold out.
const NEVER_COUNTED: &str = "Digital products and gift cards are never sold out, so their stock is not counted.";

/// There is not enough of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The variant.
    pub variant_id: VariantId,
}

/// Takes the pieces of an order out of stock and writes it into the ledger: all of them, or the inner error names the
/// first variant of which there is not enough, and nothing of that variant is taken. Variants that are not counted are
/// left alone.
///
/// # Errors
/// When the database refuses.
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
        record_taken(ctx, tx, order, counted).await?;
    }
    Ok(taken)
}

/// Writes into the ledger that an order takes its counted pieces. Whoever calls it before [`deduct`], so that others wait for
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
    let changes = summed(lines).into_iter().map(|pieces| change(pieces.variant_id, -pieces.quantity, ORDERED, order));
    record(ctx, tx, changes.collect()).await
}

/// Takes pieces of counted variants out of stock, the ledger apart: all of them, or the inner error names the first
/// variant of which there is not enough, or which somebody has stopped to count in the meantime.
///
/// # Errors
/// When the database refuses.
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
    add(ctx, tx, order, lines, RELEASED).await
}

/// Puts refunded pieces of an order back. The caller makes sure that it happens once.
///
/// # Errors
/// When the database refuses.
pub async fn restock(ctx: &TenantCtx, tx: &TenantTx, order: &OrderId, lines: Vec<Pieces>) -> Result<(), CommerceError> {
    add(ctx, tx, order, lines, REFUNDED).await
}

/// Adds pieces of an order, no more of each variant than the ledger says that the order holds of it: what was not counted
/// when it was bought never left. A variant that is no longer counted keeps its number true to the ledger all the same.
async fn add(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    lines: Vec<Pieces>,
    reason: &'static str,
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
    let back = came_back(tx, &changes).await?;
    record(ctx, tx, changes).await?;
    restock::on_return(ctx, tx, &back).await
}

/// How many pieces of each variant an order has taken from stock and not given back.
async fn held_by(tx: &TenantTx, order: &OrderId) -> Result<BTreeMap<VariantId, i64>, CommerceError> {
    let own = tx
        .find::<stock_change::Entity>()
        .filter(stock_change::Column::Reference.eq(order.as_str()))
        .filter(stock_change::Column::Reason.is_in([ORDERED, RELEASED, REFUNDED]));
    let mut held = BTreeMap::new();
    for line in own.all().await? {
        *held.entry(line.variant_id).or_insert(0_i64) -= line.delta;
    }
    Ok(held)
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

/// Sets the stock of a variant whose row is locked, and writes the difference into the ledger, which also says when
/// counting began or ended.
///
/// # Errors
/// [`CommerceError::Conflict`] when it is of a kind that is never counted.
pub(crate) async fn set(
    ctx: &TenantCtx,
    tx: &TenantTx,
    before: &variant::Model,
    level: Level,
) -> Result<(), CommerceError> {
    let Level { unlimited, qty_in_stock, note, request_key } = level;
    let reason = match (before.unlimited, unlimited) {
        (true, false) => "counting-started",
        (false, true) => "counting-stopped",
        _ => "manual",
    };
    if before.unlimited && !unlimited && is_never_counted(tx, before).await? {
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
    let had_none = !before.unlimited && before.qty_in_stock <= 0;
    if had_none && (unlimited || qty_in_stock > 0) {
        restock::on_return(ctx, tx, std::slice::from_ref(&before.id)).await?;
    }
    Ok(())
}

async fn is_never_counted(tx: &TenantTx, row: &variant::Model) -> Result<bool, CommerceError> {
    let product = tx.find::<product::Entity>().filter(product::Column::Id.eq(row.product_id.clone())).one().await?;
    let kind = product.and_then(|product| ProductType::from_code(product.product_type));
    Ok(kind.is_some_and(ProductType::is_never_counted))
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
