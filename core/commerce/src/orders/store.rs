use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func, LikeExpr};
use stoa_entity::tenant::{fulfillment, order, order_event, order_item, payment};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{FulfillmentId, OrderEventId, OrderId};

use super::model::{EventKind, NewFulfillment, OrderFilter, OrderItemView, OrderRows, OrderView};
use crate::CommerceError;
use crate::catalogue;

/// Writes a line into an order's history.
pub(crate) async fn note(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    kind: EventKind,
    message: &str,
) -> Result<(), CommerceError> {
    tx.insert(order_event::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(OrderEventId::generate()),
        order_id: Set(order.clone()),
        at: Set(ctx.now_ms()),
        kind: Set(kind.name().to_owned()),
        message: Set(message.to_owned()),
        actor: Set(ctx.actor().label()),
    })
    .await?;
    Ok(())
}

pub(super) async fn one(tx: &TenantTx, id: &OrderId) -> Result<Option<order::Model>, DbError> {
    tx.find::<order::Entity>().filter(order::Column::Id.eq(id.clone())).one().await
}

/// Orders from the latest to the oldest, those behind the cursor.
pub(super) async fn page(
    tx: &TenantTx,
    filter: &OrderFilter,
    behind: Option<(i64, OrderId)>,
    limit: u64,
) -> Result<Vec<order::Model>, DbError> {
    let mut condition = Condition::all();
    if let Some(status) = &filter.fulfillment_status {
        condition = condition.add(order::Column::FulfillmentStatus.eq(status.as_str()));
    }
    if let Some(status) = &filter.payment_status {
        condition = condition.add(order::Column::PaymentStatus.eq(status.as_str()));
    }
    if let Some(text) = filter.query.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        condition = condition.add(matching(text));
    }
    if let Some((created_on, id)) = behind {
        let same_time = order::Column::CreatedOn.eq(created_on).and(order::Column::Id.lt(id));
        condition = condition.add(order::Column::CreatedOn.lt(created_on).or(same_time));
    }
    tx.find::<order::Entity>()
        .filter(condition)
        .order_by_desc(order::Column::CreatedOn)
        .order_by_desc(order::Column::Id)
        .limit(limit)
        .all()
        .await
}

fn matching(text: &str) -> Condition {
    let escaped = text.to_lowercase().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let contains = |column: order::Column| {
        Expr::expr(Func::lower(Expr::col(column))).like(LikeExpr::new(format!("%{escaped}%")).escape('\\'))
    };
    let mut condition = Condition::any().add(contains(order::Column::Email)).add(contains(order::Column::CustomerName));
    if let Ok(number) = text.trim_start_matches('#').parse::<i64>() {
        condition = condition.add(order::Column::Number.eq(number));
    }
    condition
}

/// Pieces of each order.
pub(super) async fn item_counts(tx: &TenantTx, orders: &[order::Model]) -> Result<HashMap<OrderId, i64>, DbError> {
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let items = tx
        .find::<order_item::Entity>()
        .filter(order_item::Column::OrderId.is_in(orders.iter().map(|order| order.id.clone())))
        .all()
        .await?;
    let mut counts = HashMap::new();
    for item in items {
        *counts.entry(item.order_id).or_insert(0) += item.quantity;
    }
    Ok(counts)
}

/// Everything about an order.
pub(super) async fn complete(tx: &TenantTx, row: order::Model) -> Result<OrderView, CommerceError> {
    let items = tx
        .find::<order_item::Entity>()
        .filter(order_item::Column::OrderId.eq(row.id.clone()))
        .order_by_asc(order_item::Column::Position)
        .all()
        .await?;
    let pictures =
        catalogue::pictures(tx, items.iter().filter_map(|item| item.image_asset_id.clone()).collect()).await?;
    let mut views = Vec::with_capacity(items.len());
    for item in items {
        let picture = item.image_asset_id.as_ref().and_then(|id| pictures.get(id));
        views.push(OrderItemView::new(item, picture)?);
    }
    let payments = tx
        .find::<payment::Entity>()
        .filter(payment::Column::OrderId.eq(row.id.clone()))
        .order_by_desc(payment::Column::CreatedOn)
        .order_by_desc(payment::Column::Id)
        .all()
        .await?;
    let fulfillments = tx
        .find::<fulfillment::Entity>()
        .filter(fulfillment::Column::OrderId.eq(row.id.clone()))
        .order_by_asc(fulfillment::Column::CreatedOn)
        .all()
        .await?;
    let events = tx
        .find::<order_event::Entity>()
        .filter(order_event::Column::OrderId.eq(row.id.clone()))
        .order_by_asc(order_event::Column::At)
        .order_by_asc(order_event::Column::Id)
        .all()
        .await?;
    OrderView::new(row, OrderRows { items: views, payments, fulfillments, events })
}

/// Marks a paid order as fulfilled, once. False when it is canceled, unpaid or was fulfilled.
pub(super) async fn mark_fulfilled(ctx: &TenantCtx, tx: &TenantTx, id: &OrderId) -> Result<bool, DbError> {
    let changed = tx
        .update::<order::Entity>(order::Column::Id.eq(id.clone()))
        .filter(order::Column::FulfillmentStatus.eq("PENDING"))
        .filter(order::Column::PaymentStatus.is_in(["PAID", "PARTIALLY_REFUNDED"]))
        .set(order::Column::FulfillmentStatus, "FULFILLED")
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    Ok(changed == 1)
}

pub(super) async fn insert_fulfillment(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    new: &NewFulfillment,
) -> Result<(), DbError> {
    tx.insert(fulfillment::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(FulfillmentId::generate()),
        order_id: Set(order.clone()),
        carrier: Set(new.carrier.clone()),
        tracking_number: Set(new.tracking_number.clone()),
        tracking_url: Set(new.tracking_url.clone()),
        created_on: Set(ctx.now_ms()),
    })
    .await?;
    Ok(())
}
