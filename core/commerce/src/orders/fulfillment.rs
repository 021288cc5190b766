//! Order fulfilment, complete or partial.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde::Serialize;
use stoa_entity::outbox;
use stoa_entity::tenant::{fulfillment, fulfillment_item, order, order_item, payment};
use stoa_entity::{DbError, TenantDb, TenantTx, sum};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::Event;
use stoa_kernel::id::{FulfillmentId, FulfillmentItemId, OrderId, OrderItemId};
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus};
use stoa_kernel::payment::AttemptStatus;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Failure, TenantCtx, boxed, error::Checks};

use super::auto_fulfillment::is_auto_fulfilled;
use super::model::{OrderView, is_paid_on_delivery};
use super::{details, store};
use crate::contributor_texts;
use crate::payments::capture_for_shipment;
use crate::ports::Payments;
use crate::refunds::Ledger;
use crate::{CommerceError, donations, site_events};

/// A quantity of an order line that goes into a parcel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FulfillmentLine {
    /// The order line.
    pub order_item_id: String,
    /// Quantity.
    pub quantity: i64,
}

/// A new fulfilment of an order or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewFulfillment {
    /// Contents of the parcel; empty for everything that is left.
    pub items: Vec<FulfillmentLine>,
    /// Tracking number.
    pub tracking_number: String,
    /// Who carries it.
    pub carrier: String,
    /// Tracking page.
    pub tracking_url: String,
    /// Whether the customer is notified by e-mail.
    pub notify_customer: bool,
}

impl NewFulfillment {
    /// Whether it says how to follow a parcel.
    fn is_tracked(&self) -> bool {
        ![&self.tracking_number, &self.carrier, &self.tracking_url].into_iter().all(String::is_empty)
    }

    fn checked(self) -> Result<Self, Failure> {
        let trimmed = Self {
            items: self.items,
            tracking_number: self.tracking_number.trim().to_owned(),
            carrier: self.carrier.trim().to_owned(),
            tracking_url: self.tracking_url.trim().to_owned(),
            notify_customer: self.notify_customer,
        };
        let mut checks = Checks::default();
        let plain = |text: &str, most| text.chars().count() <= most && !text.chars().any(char::is_control);
        checks.require(
            plain(&trimmed.tracking_number, 100),
            "trackingNumber",
            contributor_texts::AT_MOST_100_CHARACTERS,
        );
        checks.require(plain(&trimmed.carrier, 100), "carrier", contributor_texts::AT_MOST_100_CHARACTERS);
        let url = &trimmed.tracking_url;
        let web = url.is_empty() || url.starts_with("https://") || url.starts_with("http://");
        checks.require(
            web && plain(url, 500) && !url.contains(char::is_whitespace),
            "trackingUrl",
            contributor_texts::ENTER_AN_ADDRESS_THAT_BEGINS_WITH_HTTPS,
        );
        checks.require(
            trimmed.items.iter().all(|line| line.quantity > 0),
            "items",
            contributor_texts::LEAVE_OUT_LINES_WITH_NOTHING_TO_FULFILL,
        );
        let mut ids: Vec<&str> = trimmed.items.iter().map(|line| line.order_item_id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        checks.require(ids.len() == trimmed.items.len(), "items", contributor_texts::LIST_EACH_LINE_ONLY_ONCE);
        checks.finish()?;
        Ok(trimmed)
    }
}

/// A quantity of an order line in a parcel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FulfillmentItemView {
    /// The order line.
    pub order_item_id: OrderItemId,
    /// Quantity.
    pub quantity: i64,
}

/// A parcel, or a handover at a pickup location.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FulfillmentView {
    /// Its id.
    pub id: FulfillmentId,
    /// Its contents.
    pub items: Vec<FulfillmentItemView>,
    /// Tracking number.
    pub tracking_number: String,
    /// Who carries it.
    pub carrier: String,
    /// Tracking page.
    pub tracking_url: String,
    /// Time.
    pub created_on: Timestamp,
}

impl FulfillmentView {
    pub(super) fn new(row: fulfillment::Model, items: &[fulfillment_item::Model]) -> Self {
        let own = items.iter().filter(|item| item.fulfillment_id == row.id);
        let view = |item: &fulfillment_item::Model| FulfillmentItemView {
            order_item_id: item.order_item_id.clone(),
            quantity: item.quantity,
        };
        Self {
            items: own.map(view).collect(),
            id: row.id,
            tracking_number: row.tracking_number,
            carrier: row.carrier,
            tracking_url: row.tracking_url,
            created_on: row.created_on,
        }
    }
}

/// Records a fulfilment of an order or a part of it, and notifies the customer if requested. When nothing is left, the
/// order becomes fulfilled. One that its payment has fulfilled takes a parcel with tracking, once: what a contributor
/// entered before the payment was captured is kept.
///
/// # Errors
/// [`CommerceError::NotFulfillable`] when it is canceled, unpaid or already fulfilled.
#[boxed]
pub async fn fulfill(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
    new: NewFulfillment,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let new = new.checked()?;
    let was_set_aside = capture_for_shipment(ctx, db, payments, order_id).await?;
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, true).await?;
    let is_given = is_fulfilled_by_payment(&tx, &row).await?;
    if was_set_aside && is_given && !new.is_tracked() {
        return details::complete(&tx, row).await;
    }
    let is_late_parcel = is_given && new.is_tracked();
    let is_on_delivery = is_awaited_on_delivery(&tx, &row).await?;
    let closed = if is_late_parcel { None } else { refusal_by_state(&row) };
    if let Some(reason) = closed.or_else(|| refusal_by_payment(&row, is_on_delivery)) {
        return Err(CommerceError::NotFulfillable(reason.to_owned()));
    }
    let parcel = packed(&tx, &row, &new, is_late_parcel).await?;
    let id = insert(ctx, &tx, &row.id, &new, &parcel).await?;
    let content = parcel.iter().map(|(item, quantity)| format!("{quantity} × {}", item.product_name));
    let how = if is_picked_up(&row) { contributor_texts::READY_FOR_PICKUP } else { contributor_texts::WAS_FULFILLED };
    let message = how.with("items", content.collect::<Vec<_>>().join(", ")).to_string();
    store::note(ctx, &tx, &row.id, OrderEventKind::Fulfilled, &message).await?;
    mark_fulfilled_if_complete(ctx, &tx, &row.id).await?;
    site_events::order_fulfilled(ctx, &tx, &row.id, &id).await?;
    let event = Event::OrderFulfilled { order_id: row.id, fulfillment_id: Some(id), notify: new.notify_customer };
    outbox::emit(ctx, &tx, &event).await?;
    let row = store::find(&tx, order_id, false).await?;
    let view = details::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

/// Whether the customer picks it up.
pub(super) fn is_picked_up(row: &order::Model) -> bool {
    row.shipping_option.as_ref().is_some_and(|choice| choice.0.pickup.is_some())
}

/// Whether the order is to be paid on delivery.
async fn is_awaited_on_delivery(tx: &TenantTx, row: &order::Model) -> Result<bool, DbError> {
    if row.payment_status != OrderPaymentStatus::AwaitingPayment {
        return Ok(false);
    }
    let waiting = tx
        .find::<payment::Entity>()
        .filter(payment::Column::OrderId.eq(row.id.clone()))
        .filter(payment::Column::Status.eq(AttemptStatus::Pending))
        .all()
        .await?;
    Ok(waiting.iter().any(is_paid_on_delivery))
}

/// Whether the payment has fulfilled the order, as nothing of it had to be sent, and no parcel was recorded.
async fn is_fulfilled_by_payment(tx: &TenantTx, row: &order::Model) -> Result<bool, CommerceError> {
    if row.fulfillment_status != FulfillmentStatus::Fulfilled {
        return Ok(false);
    }
    let items = store::items(tx, &row.id).await?;
    let is_given = !items.is_empty() && items.iter().all(|item| is_auto_fulfilled(item.product_type));
    let is_donation = donations::of_orders(tx, [row.id.clone()]).await?.contains_key(&row.id);
    Ok((is_given || is_donation) && store::fulfillments(tx, &row.id).await?.is_empty())
}

fn refusal_by_state(row: &order::Model) -> Option<&'static str> {
    match row.fulfillment_status {
        FulfillmentStatus::Fulfilled => Some(contributor_texts::ORDER_ALREADY_FULFILLED.english()),
        FulfillmentStatus::Canceled => Some(contributor_texts::ORDER_WAS_CANCELED.english()),
        FulfillmentStatus::Pending => None,
    }
}

fn refusal_by_payment(row: &order::Model, is_on_delivery: bool) -> Option<&'static str> {
    match row.payment_status {
        OrderPaymentStatus::Paid | OrderPaymentStatus::PartiallyRefunded => None,
        OrderPaymentStatus::AwaitingPayment if is_on_delivery => None,
        OrderPaymentStatus::AwaitingPayment | OrderPaymentStatus::Failed => {
            Some(contributor_texts::ORDER_NOT_PAID.english())
        }
        OrderPaymentStatus::Authorized => Some(contributor_texts::CAPTURE_FIRST.english()),
        OrderPaymentStatus::Refunded => Some(contributor_texts::ORDER_WAS_REFUNDED.english()),
    }
}

/// Contents of the parcel: the given lines, or everything that was neither fulfilled nor refunded. Restocked units
/// cannot be part of a parcel, and items that are fulfilled by the payment itself only with `has_given_items`.
async fn packed(
    tx: &TenantTx,
    order: &order::Model,
    new: &NewFulfillment,
    has_given_items: bool,
) -> Result<Vec<(order_item::Model, i64)>, CommerceError> {
    let sent = sent(tx, &order.id).await?;
    let ledger = Ledger::load(tx, order).await?;
    let mut named: HashMap<&str, i64> =
        new.items.iter().map(|line| (line.order_item_id.as_str(), line.quantity)).collect();
    let mut parcel = Vec::new();
    for item in store::items(tx, &order.id).await? {
        let is_given = !has_given_items && is_auto_fulfilled(item.product_type);
        let unsent = if is_given { 0 } else { item.quantity - sent.get(&item.id).copied().unwrap_or(0) };
        let quantity = if new.items.is_empty() {
            unsent - ledger.refunded_pieces(&item.id)
        } else {
            named.remove(item.id.as_str()).unwrap_or(0)
        };
        let most = (unsent - ledger.restocked_pieces(&item.id)).max(0);
        if quantity > most {
            let message = match is_given {
                true => contributor_texts::NEED_NOT_BE_FULFILLED.with("name", item.product_name),
                false => contributor_texts::MOST_STILL_FULFILLABLE.with("most", most).with("name", item.product_name),
            };
            return Err(CommerceError::NotFulfillable(message.to_string()));
        }
        if quantity > 0 {
            parcel.push((item, quantity));
        }
    }
    if !named.is_empty() {
        return Err(CommerceError::field("items", contributor_texts::ORDER_HAS_NO_SUCH_LINE.english()));
    }
    if parcel.is_empty() {
        return Err(CommerceError::NotFulfillable(
            contributor_texts::EVERYTHING_FULFILLED_OR_REFUNDED.english().to_owned(),
        ));
    }
    Ok(parcel)
}

async fn insert(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    new: &NewFulfillment,
    parcel: &[(order_item::Model, i64)],
) -> Result<FulfillmentId, DbError> {
    let row = tx
        .insert(fulfillment::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(FulfillmentId::generate()),
            order_id: Set(order.clone()),
            carrier: Set(new.carrier.clone()),
            tracking_number: Set(new.tracking_number.clone()),
            tracking_url: Set(new.tracking_url.clone()),
            created_on: Set(ctx.now()),
        })
        .await?;
    let items = parcel.iter().map(|(item, quantity)| fulfillment_item::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(FulfillmentItemId::generate()),
        fulfillment_id: Set(row.id.clone()),
        order_item_id: Set(item.id.clone()),
        quantity: Set(*quantity),
    });
    tx.insert_many(items.collect()).await?;
    Ok(row.id)
}

/// Fulfilled quantity of each line.
async fn sent(tx: &TenantTx, order: &OrderId) -> Result<HashMap<OrderItemId, i64>, DbError> {
    let sent = tx
        .find::<fulfillment::Entity>()
        .inner_join(fulfillment_item::Entity)
        .filter(fulfillment::Column::OrderId.eq(order.clone()))
        .select_only()
        .column(fulfillment_item::Column::OrderItemId)
        .column_as(sum(fulfillment_item::Column::Quantity), "quantity")
        .group_by(fulfillment_item::Column::OrderItemId)
        .into_tuple::<(OrderItemId, i64)>()
        .all()
        .await?;
    Ok(sent.into_iter().collect())
}

/// Marks a partially fulfilled order as fulfilled as soon as every unit was either fulfilled or refunded.
pub(crate) async fn mark_fulfilled_if_complete(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &OrderId,
) -> Result<(), CommerceError> {
    let sent = sent(tx, id).await?;
    if sent.is_empty() {
        return Ok(());
    }
    let row = store::find(tx, id, false).await?;
    let ledger = Ledger::load(tx, &row).await?;
    let covered = |item: &order_item::Model| {
        is_auto_fulfilled(item.product_type)
            || sent.get(&item.id).copied().unwrap_or(0) + ledger.refunded_pieces(&item.id) >= item.quantity
    };
    if !store::items(tx, id).await?.iter().all(covered) {
        return Ok(());
    }
    let closed = tx
        .update::<order::Entity>(order::Column::Id.eq(id.clone()))
        .filter(order::Column::FulfillmentStatus.eq(FulfillmentStatus::Pending))
        .set(order::Column::FulfillmentStatus, FulfillmentStatus::Fulfilled)
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if closed == 1 {
        store::note(ctx, tx, id, OrderEventKind::Fulfilled, contributor_texts::ORDER_WAS_FULFILLED.english()).await?;
    }
    Ok(())
}
