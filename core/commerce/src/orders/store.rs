//! Queries for orders, their lines and their history.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::keyset::{self, Cursor};
use stoa_entity::tenant::{fulfillment, order, order_donation, order_event, order_item, order_item_answer, order_tag};
use stoa_entity::{DbError, Find, TenantTx, sum};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderEventId, OrderId, OrderItemId};
use stoa_kernel::order::{OrderEventKind, OrderType};
use stoa_kernel::payment::DisputeStatus;

use super::sorting::{OrderSort, OrderSorting};
use super::summary::{OrderFilter, OrderSummary};
use super::{search, tags};
use crate::CommerceError;
use crate::catalogue::ItemAnswer;
use crate::{donations, gift_cards, payments};

/// Maximum number of search results that are sorted separately.
const MAX_SORTED_APART: u64 = 1_000;

/// Adds an entry to the history of an order.
pub(crate) async fn note(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    kind: OrderEventKind,
    message: &str,
) -> Result<(), CommerceError> {
    let row = order_event::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(OrderEventId::generate()),
        order_id: Set(order.clone()),
        at: Set(ctx.now()),
        kind: Set(kind),
        message: Set(message.to_owned()),
        actor: Set(ctx.actor().label()),
    };
    Ok(tx.insert_many(vec![row]).await?)
}

pub(super) async fn one(tx: &TenantTx, id: &OrderId) -> Result<Option<order::Model>, DbError> {
    tx.find::<order::Entity>().filter(order::Column::Id.eq(id.clone())).one().await
}

/// Finds an order; `lock` locks the row.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is none.
pub(crate) async fn find(tx: &TenantTx, id: &OrderId, lock: bool) -> Result<order::Model, CommerceError> {
    let find = tx.find::<order::Entity>().filter(order::Column::Id.eq(id.clone()));
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
    let few = latest.cursors(matching(tx, filter), None, MAX_SORTED_APART + 1).await?;
    if u64::try_from(few.len()).is_ok_and(|found| found > MAX_SORTED_APART) {
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
    let found = match filter.dispute {
        Some(dispute) => found.filter(order::Column::Id.in_subquery(payments::orders_with_disputes(tx, dispute))),
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

/// Summaries of orders for lists.
pub(super) async fn summaries(tx: &TenantTx, orders: &[order::Model]) -> Result<Vec<OrderSummary>, CommerceError> {
    let figures = figures(tx, orders).await?;
    let summary = |row: &order::Model| -> Result<OrderSummary, CommerceError> {
        let figures = figures.get(&row.id).copied().unwrap_or_default();
        let kind = if figures.donations > 0 { OrderType::Donation } else { OrderType::Purchase };
        let summary = OrderSummary::new(row, figures.units, kind)?;
        Ok(OrderSummary { dispute: figures.dispute, ..summary })
    };
    orders.iter().map(summary).collect()
}

/// What lists show of an order besides its row.
#[derive(Clone, Copy, Default)]
struct Figures {
    /// Number of units.
    units: i64,
    /// Above 0 for a donation.
    donations: i64,
    /// Status of the most urgent dispute.
    dispute: Option<DisputeStatus>,
}

async fn figures(tx: &TenantTx, orders: &[order::Model]) -> Result<HashMap<OrderId, Figures>, DbError> {
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx
        .find::<order::Entity>()
        .left_join(order_item::Entity)
        .left_join(order_donation::Entity)
        .filter(order::Column::Id.is_in(orders.iter().map(|order| order.id.clone())))
        .select_only()
        .column(order::Column::Id)
        .column_as(sum(order_item::Column::Quantity), "units")
        .column_as(order_donation::Column::OrderId.count(), "donations")
        .column_as(payments::dispute_urgency(tx), "dispute")
        .group_by(order::Column::Id)
        .into_tuple::<(OrderId, i64, i64, Option<i64>)>()
        .all()
        .await?;
    let figures = |(id, units, donations, urgency): (OrderId, i64, i64, Option<i64>)| {
        (id, Figures { units, donations, dispute: urgency.and_then(DisputeStatus::of_urgency) })
    };
    Ok(rows.into_iter().map(figures).collect())
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
