//! Queries for refunds and their pieces.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{payment, refund, refund_item};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, OrderItemId, PaymentId, RefundId};
use stoa_kernel::payment::RefundStatus;

use super::model::RefundItemView;
use crate::inventory::Pieces;

pub(super) async fn one(tx: &TenantTx, id: &RefundId, lock: bool) -> Result<Option<refund::Model>, DbError> {
    let find = tx.find::<refund::Entity>().filter(refund::Column::Id.eq(id.clone()));
    if lock { find.for_update().one().await } else { find.one().await }
}

pub(super) async fn by_key(tx: &TenantTx, key: &str) -> Result<Option<refund::Model>, DbError> {
    tx.find::<refund::Entity>().filter(refund::Column::IdempotencyKey.eq(key)).one().await
}

/// The pending refund of a payment: there is at most one.
pub(super) async fn open_of(tx: &TenantTx, payment: &PaymentId) -> Result<Option<refund::Model>, DbError> {
    tx.find::<refund::Entity>()
        .filter(refund::Column::PaymentId.eq(payment.clone()))
        .filter(refund::Column::Status.is_in(RefundStatus::values_where(RefundStatus::is_open)))
        .one()
        .await
}

/// The refunds of an order with their pieces, oldest first.
pub(super) async fn of_order(
    tx: &TenantTx,
    order: &OrderId,
) -> Result<Vec<(refund::Model, Vec<refund_item::Model>)>, DbError> {
    let rows = tx
        .find::<refund::Entity>()
        .filter(refund::Column::OrderId.eq(order.clone()))
        .order_by_asc(refund::Column::CreatedOn)
        .order_by_asc(refund::Column::Id)
        .all()
        .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut items: HashMap<RefundId, Vec<refund_item::Model>> = HashMap::new();
    for item in items_of(tx, rows.iter().map(|row| row.id.clone()).collect()).await? {
        items.entry(item.refund_id.clone()).or_default().push(item);
    }
    Ok(rows
        .into_iter()
        .map(|row| {
            let own = items.remove(&row.id).unwrap_or_default();
            (row, own)
        })
        .collect())
}

pub(super) async fn items_of(tx: &TenantTx, refunds: Vec<RefundId>) -> Result<Vec<refund_item::Model>, DbError> {
    tx.find::<refund_item::Entity>().filter(refund_item::Column::RefundId.is_in(refunds)).all().await
}

/// Pieces of each line that were restocked by refunds.
pub(crate) async fn restocked(tx: &TenantTx, order: &OrderId) -> Result<HashMap<OrderItemId, i64>, DbError> {
    let mut pieces = HashMap::new();
    for (row, items) in of_order(tx, order).await? {
        if row.restock && row.status == RefundStatus::Succeeded {
            for item in items {
                *pieces.entry(item.order_item_id).or_insert(0) += item.quantity;
            }
        }
    }
    Ok(pieces)
}

/// The pieces of a refund, for the inventory.
pub(super) async fn pieces(tx: &TenantTx, row: &refund::Model) -> Result<Vec<Pieces>, DbError> {
    let bought = crate::orders::items(tx, &row.order_id).await?;
    let items = items_of(tx, vec![row.id.clone()]).await?;
    let variant = |item: refund_item::Model| {
        let line = bought.iter().find(|line| line.id == item.order_item_id)?;
        Some(Pieces { variant_id: line.variant_id.clone(), quantity: item.quantity })
    };
    Ok(items.into_iter().filter_map(variant).collect())
}

pub(super) async fn insert(
    tx: &TenantTx,
    row: refund::ActiveModel,
    items: Vec<RefundItemView>,
) -> Result<RefundId, DbError> {
    let row = tx.insert(row).await?;
    let rows = items.into_iter().map(|item| refund_item::ActiveModel {
        website_id: Set(tx.website().clone()),
        refund_id: Set(row.id.clone()),
        order_item_id: Set(item.order_item_id),
        quantity: Set(item.quantity),
        amount_cents: Set(item.amount_cents),
    });
    tx.insert_many(rows.collect()).await?;
    Ok(row.id)
}

/// Refunds whose provider is due to be queried.
pub(super) async fn due(tx: &TenantTx, now: Timestamp, limit: u64) -> Result<Vec<refund::Model>, DbError> {
    tx.find::<refund::Entity>()
        .filter(refund::Column::NextCheckOn.lte(now))
        .order_by_asc(refund::Column::NextCheckOn)
        .limit(limit)
        .all()
        .await
}

/// The payment attempts of an order, oldest first.
pub(super) async fn payments(tx: &TenantTx, order: &OrderId) -> Result<Vec<payment::Model>, DbError> {
    tx.find::<payment::Entity>()
        .filter(payment::Column::OrderId.eq(order.clone()))
        .order_by_asc(payment::Column::CreatedOn)
        .order_by_asc(payment::Column::Id)
        .all()
        .await
}
