use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{
    fulfillment, fulfillment_item, order, order_event, order_item, order_item_answer, order_tag, payment,
};
use stoa_entity::{DbError, Find, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderEventId, OrderId, OrderItemId};
use stoa_kernel::order::{OrderEventKind, OrderType};

use super::model::{OrderFilter, OrderItemView, OrderRows, OrderSummary, OrderView};
use super::sorting::{OrderSort, OrderSorting};
use super::{search, tags};
use crate::CommerceError;
use crate::catalogue::ItemAnswer;
use crate::subscriptions::SubscriptionPlan;
use crate::{catalogue, checkout, donations, downloads, gift_cards, refunds, subscriptions};
use stoa_entity::keyset::{self, Cursor};

/// Maximum number of search results that are sorted separately.
const FEW: u64 = 1_000;

/// Adds an entry to the history of an order.
pub(crate) async fn note(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    kind: OrderEventKind,
    message: &str,
) -> Result<(), CommerceError> {
    tx.insert(order_event::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(OrderEventId::generate()),
        order_id: Set(order.clone()),
        at: Set(ctx.now_ms()),
        kind: Set(kind),
        message: Set(message.to_owned()),
        actor: Set(ctx.actor().label()),
    })
    .await?;
    Ok(())
}

pub(super) async fn one(tx: &TenantTx, id: &OrderId) -> Result<Option<order::Model>, DbError> {
    tx.find::<order::Entity>().filter(order::Column::Id.eq(id.clone())).one().await
}

/// Finds an order by its id given as text; `lock` locks the row.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is none.
pub(crate) async fn find(tx: &TenantTx, order_id: &str, lock: bool) -> Result<order::Model, CommerceError> {
    let id: OrderId = order_id.parse().map_err(|_| CommerceError::NotFound)?;
    let find = tx.find::<order::Entity>().filter(order::Column::Id.eq(id));
    let found = if lock { find.for_update().one().await? } else { find.one().await? };
    found.ok_or(CommerceError::NotFound)
}

/// Positions of the orders that match a filter, after a position. A search scans many orders to find a few, so it reads
/// only an index that contains all columns of the conditions; the rows themselves are read later.
pub(super) async fn spots(
    tx: &TenantTx,
    filter: &OrderFilter,
    sorting: OrderSorting,
    behind: Option<&Cursor>,
    limit: u64,
) -> Result<Vec<Cursor>, DbError> {
    let order = sorting.order();
    if filter.query.is_none() || sorting.by == OrderSort::Placed {
        return order.cursors(matching(tx, filter), behind, limit).await;
    }
    // That index only supports the order by time. Few matches are sorted separately; if there are many, scanning in the
    // requested order finds enough of them soon.
    let latest = OrderSorting::default().order();
    let few = latest.cursors(matching(tx, filter), None, FEW + 1).await?;
    if u64::try_from(few.len()).is_ok_and(|found| found > FEW) {
        return order.cursors(matching(tx, filter), behind, limit).await;
    }
    let ids = few.iter().map(Cursor::id);
    order.cursors(tx.find::<order::Entity>().filter(order::Column::Id.is_in(ids)), behind, limit).await
}

/// Loads the orders of a page, in its order.
pub(super) async fn at(tx: &TenantTx, spots: &[Cursor]) -> Result<Vec<order::Model>, DbError> {
    let own = order::Column::Id.is_in(spots.iter().map(Cursor::id));
    let rows = tx.find::<order::Entity>().filter(own).all().await?;
    Ok(keyset::sort_by_cursors(rows, spots, |row| row.id.to_string()))
}

/// Query for the orders that match a filter, unsorted.
pub(super) fn matching<'a>(tx: &'a TenantTx, filter: &OrderFilter) -> Find<'a, order::Entity> {
    let with_code = filter.query.as_deref().and_then(|text| gift_cards::orders_with(tx, text));
    let found = tx.find::<order::Entity>().filter(search::condition(filter, with_code));
    let found = match filter.donations {
        Some(true) => found.filter(order::Column::Id.in_subquery(donations::orders_of_donors(tx))),
        Some(false) => found.filter(order::Column::Id.not_in_subquery(donations::orders_of_donors(tx))),
        None => found,
    };
    match &filter.tag {
        Some(tag) => {
            let marked = tx.find::<order_tag::Entity>().filter(order_tag::Column::Tag.eq(tags::normal(tag)));
            found.filter(order::Column::Id.in_subquery(marked.subquery(order_tag::Column::OrderId)))
        }
        None => found,
    }
}

/// The lines of an order.
pub(crate) async fn items(tx: &TenantTx, order: &OrderId) -> Result<Vec<order_item::Model>, DbError> {
    tx.find::<order_item::Entity>()
        .filter(order_item::Column::OrderId.eq(order.clone()))
        .order_by_asc(order_item::Column::Position)
        .all()
        .await
}

pub(super) async fn fulfillments(tx: &TenantTx, order: &OrderId) -> Result<Vec<fulfillment::Model>, DbError> {
    tx.find::<fulfillment::Entity>()
        .filter(fulfillment::Column::OrderId.eq(order.clone()))
        .order_by_asc(fulfillment::Column::CreatedOn)
        .order_by_asc(fulfillment::Column::Id)
        .all()
        .await
}

pub(super) async fn fulfillment_items(
    tx: &TenantTx,
    parcels: &[fulfillment::Model],
) -> Result<Vec<fulfillment_item::Model>, DbError> {
    if parcels.is_empty() {
        return Ok(Vec::new());
    }
    let ids = parcels.iter().map(|parcel| parcel.id.clone());
    tx.find::<fulfillment_item::Entity>()
        .filter(fulfillment_item::Column::FulfillmentId.is_in(ids))
        .order_by_asc(fulfillment_item::Column::Id)
        .all()
        .await
}

/// Summaries of orders for lists.
pub(super) async fn summaries(tx: &TenantTx, orders: &[order::Model]) -> Result<Vec<OrderSummary>, CommerceError> {
    let counts = item_counts(tx, orders).await?;
    let donations = donations::of_orders(tx, orders.iter().map(|order| order.id.clone())).await?;
    let summary = |row: &order::Model| {
        let kind = if donations.contains_key(&row.id) { OrderType::Donation } else { OrderType::Purchase };
        OrderSummary::new(row, counts.get(&row.id).copied().unwrap_or(0), kind)
    };
    orders.iter().map(summary).collect()
}

/// Number of units of each order.
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

/// The customers' answers about order lines.
pub(super) async fn item_answers(
    tx: &TenantTx,
    orders: &[OrderId],
) -> Result<HashMap<OrderItemId, Vec<ItemAnswer>>, CommerceError> {
    let own = order_item_answer::Column::OrderId.is_in(orders.iter().cloned());
    let rows = tx.find::<order_item_answer::Entity>().filter(own).all().await?;
    Ok(rows.into_iter().map(|row| (row.order_item_id, row.answers.0)).collect())
}

/// An order with all its details.
pub(crate) async fn complete(tx: &TenantTx, row: order::Model) -> Result<OrderView, CommerceError> {
    complete_for(tx, row, false).await
}

/// As [`complete`]; with `by_tester`, a test order is shown with the digital content that a real one would deliver.
pub(crate) async fn complete_for(
    tx: &TenantTx,
    row: order::Model,
    by_tester: bool,
) -> Result<OrderView, CommerceError> {
    let items = items(tx, &row.id).await?;
    let pictures =
        catalogue::pictures(tx, items.iter().filter_map(|item| item.image_asset_id.clone()).collect()).await?;
    let plan = subscriptions::of_order(tx, &row.id).await?;
    let rhythm = plan.as_ref().map(SubscriptionPlan::text);
    let mut answers = item_answers(tx, std::slice::from_ref(&row.id)).await?;
    let mut views = Vec::with_capacity(items.len());
    for item in items {
        let picture = item.image_asset_id.as_ref().and_then(|id| pictures.get(id));
        let answers = answers.remove(&item.id).unwrap_or_default();
        let (subscription, plan) = (rhythm.clone(), plan.clone());
        views.push(OrderItemView { subscription, plan, answers, ..OrderItemView::new(item, picture) });
    }
    let payments = tx
        .find::<payment::Entity>()
        .filter(payment::Column::OrderId.eq(row.id.clone()))
        .order_by_desc(payment::Column::CreatedOn)
        .order_by_desc(payment::Column::Id)
        .all()
        .await?;
    let refunds = refunds::of_order(tx, &row.id).await?;
    let fulfillments = fulfillments(tx, &row.id).await?;
    let fulfillment_items = fulfillment_items(tx, &fulfillments).await?;
    let events = tx
        .find::<order_event::Entity>()
        .filter(order_event::Column::OrderId.eq(row.id.clone()))
        .order_by_asc(order_event::Column::At)
        .order_by_asc(order_event::Column::Id)
        .all()
        .await?;
    let tags = tags::of_order(tx, &row.id).await?;
    let answers = checkout::details_of(tx, &row.cart_id).await?.answers;
    let donation = donations::of_order(tx, &row.id).await?;
    let rows =
        OrderRows { items: views, payments, refunds, fulfillments, fulfillment_items, events, tags, answers, donation };
    let order = OrderView::new(row, rows)?;
    let order = OrderView { delivers_digital_content: by_tester || order.delivers_digital_content, ..order };
    let gift_cards = gift_cards::of_order(tx, &order).await?;
    Ok(OrderView { downloads: downloads::of_order(tx, &order).await?, gift_cards, ..order })
}
