//! What the store tells those that listen to its events, such as plugins, in the transaction of the change. The shapes
//! of the payloads are documented for authors in `docs/plugins/events.md`: members may be added, none changes its
//! meaning. They contain neither card data nor secrets.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use serde_json::{Value, json};
use stoa_entity::TenantTx;
use stoa_entity::site_events::{EventAudience, SiteEvent, audience, audiences};
use stoa_entity::tenant::{
    cart, checkout_detail, fulfillment, order, order_item, order_subscription, product, refund, variant,
};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{FulfillmentId, OrderId, ProductId, RefundId, VariantId};
use stoa_kernel::order::FulfillmentStatus;
use stoa_kernel::site_event::EventTopic;

use crate::CommerceError;
use crate::catalogue::CatalogueItem;
use crate::checkout::CheckoutAnswer;
use crate::settings::StoreSettings;

/// Variants with their changes of stock, already applied.
pub(crate) type StockSteps = Vec<(VariantId, i64)>;

const OF_STOCK: [EventTopic; 3] = [EventTopic::StockLow, EventTopic::StockOut, EventTopic::StockBack];

const OF_PAYMENT: [EventTopic; 4] =
    [EventTopic::OrderPlaced, EventTopic::OrderPaid, EventTopic::SubscriptionStarted, EventTopic::OrderFulfilled];
/// What happens when an order is placed, and perhaps paid at once.
const OF_NEW_ORDER: [EventTopic; 8] = [
    EventTopic::CustomerCreated,
    EventTopic::StockLow,
    EventTopic::StockOut,
    EventTopic::StockBack,
    EventTopic::OrderPlaced,
    EventTopic::OrderPaid,
    EventTopic::SubscriptionStarted,
    EventTopic::OrderFulfilled,
];

/// Those that listen to some topics, found by one statement. Orders ask before they lock rows that others wait for.
pub(crate) struct Listening(Vec<EventAudience>);

impl Listening {
    async fn to(tx: &TenantTx, topics: &[EventTopic]) -> Result<Self, CommerceError> {
        Ok(Self(audiences(tx, topics).await?))
    }

    /// Those that listen to changes of stock.
    async fn to_stock(tx: &TenantTx) -> Result<Self, CommerceError> {
        Self::to(tx, &OF_STOCK).await
    }

    /// Those that listen to what a payment changes.
    pub(crate) async fn to_payment(tx: &TenantTx) -> Result<Self, CommerceError> {
        Self::to(tx, &OF_PAYMENT).await
    }

    /// Those that listen to what a new order changes.
    pub(crate) async fn to_new_order(tx: &TenantTx) -> Result<Self, CommerceError> {
        Self::to(tx, &OF_NEW_ORDER).await
    }

    /// Those that listen to new customers.
    pub(crate) async fn to_new_customer(tx: &TenantTx) -> Result<Self, CommerceError> {
        Self::to(tx, &[EventTopic::CustomerCreated]).await
    }

    fn of(&self, topic: EventTopic) -> Option<&EventAudience> {
        self.0.iter().find(|one| one.topic() == topic)
    }

    /// Whether anyone listens to changes of stock.
    fn hears_of_stock(&self) -> bool {
        OF_STOCK.into_iter().any(|topic| self.of(topic).is_some())
    }
}

/// An order that is paid now.
pub(crate) struct PaidOrder<'a> {
    /// Before it was paid.
    pub(crate) before: &'a order::Model,
    /// As it is now: what need not be sent is fulfilled.
    pub(crate) paid: &'a order::Model,
    /// Whether the payment also places it.
    pub(crate) is_placed: bool,
}

/// Whether the payment of an order also places it, so that `order.placed` is told. Asked before the payment is
/// recorded; false when nobody listens.
pub(crate) async fn is_placed_by_payment(
    tx: &TenantTx,
    listening: &Listening,
    order: &order::Model,
) -> Result<bool, CommerceError> {
    if listening.of(EventTopic::OrderPlaced).is_none() {
        return Ok(false);
    }
    let own = cart::Column::Id.eq(order.cart_id.clone());
    let placed = tx.find::<cart::Entity>().filter(own).filter(cart::Column::IsPurchased.eq(true)).count().await?;
    Ok(placed == 0)
}

/// An order counts as placed.
pub(crate) async fn order_placed(ctx: &TenantCtx, tx: &TenantTx, id: &OrderId) -> Result<(), CommerceError> {
    tell_order(ctx, tx, EventTopic::OrderPlaced, id, Value::Null).await
}

/// An order was paid, which may place it, start a subscription and fulfil it: told in this order.
pub(crate) async fn order_paid(
    ctx: &TenantCtx,
    tx: &TenantTx,
    listening: &Listening,
    of: PaidOrder<'_>,
) -> Result<(), CommerceError> {
    let PaidOrder { before, paid, is_placed } = of;
    if let Some(placed) = listening.of(EventTopic::OrderPlaced).filter(|_| is_placed) {
        tell_of_order(ctx, tx, placed, &paid.id, Value::Null).await?;
    }
    if let Some(told) = listening.of(EventTopic::OrderPaid) {
        tell_of_order(ctx, tx, told, &paid.id, Value::Null).await?;
    }
    if let Some(started) = listening.of(EventTopic::SubscriptionStarted) {
        subscription_started(ctx, tx, started, &paid.id).await?;
    }
    let is_fulfilled =
        before.fulfillment_status != paid.fulfillment_status && paid.fulfillment_status == FulfillmentStatus::Fulfilled;
    match listening.of(EventTopic::OrderFulfilled).filter(|_| is_fulfilled) {
        Some(fulfilled) => tell_of_order(ctx, tx, fulfilled, &paid.id, Value::Null).await,
        None => Ok(()),
    }
}

async fn subscription_started(
    ctx: &TenantCtx,
    tx: &TenantTx,
    listening: &EventAudience,
    id: &OrderId,
) -> Result<(), CommerceError> {
    let own = order_subscription::Column::OrderId.eq(id.clone());
    let Some(row) = tx.find::<order_subscription::Entity>().filter(own).one().await? else { return Ok(()) };
    let plan = &row.plan.0;
    let more = json!({"subscription": {
        "planId": plan.id,
        "period": {"value": plan.billing_period.value, "unit": plan.billing_period.unit},
        "cycles": plan.num_billing_cycles,
    }});
    tell_of_order(ctx, tx, listening, id, more).await
}

/// An order was fulfilled by a shipment, completely or in part.
pub(crate) async fn order_fulfilled(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &OrderId,
    shipment: &FulfillmentId,
) -> Result<(), CommerceError> {
    let Some(listening) = audience(tx, EventTopic::OrderFulfilled).await? else { return Ok(()) };
    let mut more = Value::Null;
    let own = fulfillment::Column::Id.eq(shipment.clone());
    if let Some(row) = tx.find::<fulfillment::Entity>().filter(own).one().await? {
        more = json!({"fulfillment": {
            "id": row.id,
            "carrier": row.carrier,
            "trackingNumber": row.tracking_number,
            "trackingUrl": row.tracking_url,
        }});
    }
    tell_of_order(ctx, tx, &listening, id, more).await
}

/// An order was cancelled, for this reason; it may be empty.
pub(crate) async fn order_cancelled(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &OrderId,
    reason: &str,
) -> Result<(), CommerceError> {
    tell_order(ctx, tx, EventTopic::OrderCancelled, id, json!({"reason": reason})).await
}

/// A part or all of an order was refunded.
pub(crate) async fn order_refunded(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &OrderId,
    made: &RefundId,
) -> Result<(), CommerceError> {
    let Some(listening) = audience(tx, EventTopic::OrderRefunded).await? else { return Ok(()) };
    let row = tx.find::<refund::Entity>().filter(refund::Column::Id.eq(made.clone())).one().await?;
    let more = row.map(|row| json!({"refund": {"id": row.id, "amount": row.amount_cents, "reason": row.reason}}));
    tell_of_order(ctx, tx, &listening, id, more.unwrap_or_default()).await
}

/// A dispute of a payment of an order began, or its status changed.
pub(crate) async fn order_disputed(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &OrderId,
    dispute: Value,
) -> Result<(), CommerceError> {
    tell_order(ctx, tx, EventTopic::OrderDisputed, id, dispute).await
}

/// Products were created or changed.
pub(crate) async fn products_saved(
    ctx: &TenantCtx,
    tx: &TenantTx,
    topic: EventTopic,
    ids: &[ProductId],
) -> Result<(), CommerceError> {
    let Some(listening) = audience(tx, topic).await? else { return Ok(()) };
    let saved = tx.find::<product::Entity>().filter(product::Column::Id.is_in(ids.iter().cloned()));
    let saved = saved.order_by_asc(product::Column::Id).all().await?;
    let variants = tx.find::<variant::Entity>().filter(variant::Column::ProductId.is_in(ids.iter().cloned()));
    let variants = variants.order_by_asc(variant::Column::Position).all().await?;
    let mut sold: HashMap<&ProductId, Vec<Value>> = HashMap::new();
    for row in &variants {
        sold.entry(&row.product_id).or_default().push(variant_payload(row));
    }
    let mut events = Vec::with_capacity(saved.len());
    for row in &saved {
        let payload = json!({
            "productId": row.id,
            "storeId": row.collection_id,
            "name": row.name,
            "slug": row.url_id,
            "visible": row.visible,
            "tags": row.tags.0,
            "variants": sold.remove(&row.id).unwrap_or_default(),
        });
        events.push(SiteEvent { object_id: row.id.as_str(), person: None, payload });
    }
    Ok(listening.tell_all(ctx, tx, events).await?)
}

/// Products were deleted.
pub(crate) async fn products_deleted(
    ctx: &TenantCtx,
    tx: &TenantTx,
    items: &[CatalogueItem],
) -> Result<(), CommerceError> {
    let Some(listening) = audience(tx, EventTopic::ProductDeleted).await? else { return Ok(()) };
    let mut events = Vec::with_capacity(items.len());
    for item in items {
        let payload = json!({"productId": item.id, "name": item.name});
        events.push(SiteEvent { object_id: item.id.as_str(), person: None, payload });
    }
    Ok(listening.tell_all(ctx, tx, events).await?)
}

/// A customer who is new to the shop.
pub(crate) struct NewCustomer<'a> {
    pub(crate) id: &'a str,
    pub(crate) email: &'a str,
    pub(crate) name: &'a str,
}

/// A customer was created.
pub(crate) async fn customer_created(
    ctx: &TenantCtx,
    tx: &TenantTx,
    listening: &Listening,
    new: NewCustomer<'_>,
) -> Result<(), CommerceError> {
    let NewCustomer { id, email, name } = new;
    let Some(listening) = listening.of(EventTopic::CustomerCreated) else { return Ok(()) };
    let payload = json!({"customerId": id, "email": email, "name": name});
    Ok(listening.tell(ctx, tx, SiteEvent { object_id: id, person: Some(email), payload }).await?)
}

/// A reminder of an abandoned cart was written.
pub(crate) async fn cart_abandoned(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: &cart::Model,
    email: &str,
    lines: &[String],
) -> Result<(), CommerceError> {
    let Some(listening) = audience(tx, EventTopic::CartAbandoned).await? else { return Ok(()) };
    let payload = json!({
        "cartId": row.id,
        "currency": row.currency,
        "email": email,
        "lines": lines,
        "changedOn": row.updated_on,
    });
    Ok(listening.tell(ctx, tx, SiteEvent { object_id: row.id.as_str(), person: Some(email), payload }).await?)
}

/// Tells which variants ran low, ran out or are back, after these changes were applied.
pub(crate) async fn stock_changed(ctx: &TenantCtx, tx: &TenantTx, steps: StockSteps) -> Result<(), CommerceError> {
    tell_of_stock(ctx, tx, &Listening::to_stock(tx).await?, steps).await
}

/// The same to those that are known to listen.
pub(crate) async fn tell_of_stock(
    ctx: &TenantCtx,
    tx: &TenantTx,
    to: &Listening,
    steps: StockSteps,
) -> Result<(), CommerceError> {
    if !to.hears_of_stock() {
        return Ok(());
    }
    let threshold = StoreSettings::load(tx).await?.choices.low_stock_threshold;
    let ids = steps.iter().map(|(id, _)| id.clone());
    let rows = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(ids)).all().await?;
    for row in rows.iter().filter(|row| !row.unlimited) {
        let delta: i64 = steps.iter().filter(|(id, _)| *id == row.id).map(|(_, delta)| *delta).sum();
        let (before, after) = (row.qty_in_stock.saturating_sub(delta), row.qty_in_stock);
        let topic = match () {
            () if before <= 0 && after > 0 => EventTopic::StockBack,
            () if before > 0 && after <= 0 => EventTopic::StockOut,
            () if before > threshold && after <= threshold => EventTopic::StockLow,
            () => continue,
        };
        if let Some(listening) = to.of(topic) {
            let name = product_name(tx, &row.product_id).await?;
            let mut payload = variant_payload(row);
            if let Some(members) = payload.as_object_mut() {
                members.insert("productId".to_owned(), json!(row.product_id));
                members.insert("productName".to_owned(), json!(name));
                members.insert("threshold".to_owned(), json!(threshold));
            }
            let event = SiteEvent { object_id: row.id.as_str(), person: None, payload };
            listening.tell(ctx, tx, event).await?;
        }
    }
    Ok(())
}

async fn product_name(tx: &TenantTx, id: &ProductId) -> Result<String, CommerceError> {
    let row = tx.find::<product::Entity>().filter(product::Column::Id.eq(id.clone())).one().await?;
    Ok(row.map(|row| row.name).unwrap_or_default())
}

fn variant_payload(row: &variant::Model) -> Value {
    json!({
        "variantId": row.id,
        "sku": row.sku,
        "options": row.attributes.0,
        "price": row.price_cents,
        "salePrice": row.sale_price_cents.filter(|_| row.on_sale),
        "stock": (!row.unlimited).then_some(row.qty_in_stock),
    })
}

async fn tell_order(
    ctx: &TenantCtx,
    tx: &TenantTx,
    topic: EventTopic,
    id: &OrderId,
    more: Value,
) -> Result<(), CommerceError> {
    match audience(tx, topic).await? {
        Some(listening) => tell_of_order(ctx, tx, &listening, id, more).await,
        None => Ok(()),
    }
}

/// Tells of an order as it is now, with further members.
async fn tell_of_order(
    ctx: &TenantCtx,
    tx: &TenantTx,
    listening: &EventAudience,
    id: &OrderId,
    more: Value,
) -> Result<(), CommerceError> {
    let row = tx.find::<order::Entity>().find_also_related(checkout_detail::Entity);
    let row = row.filter(order::Column::Id.eq(id.clone())).one().await?;
    let Some((row, details)) = row else { return Ok(()) };
    let items = tx.find::<order_item::Entity>().filter(order_item::Column::OrderId.eq(id.clone()));
    let items = items.order_by_asc(order_item::Column::Position).all().await?;
    let mut answers = details.map(|given| given.answers.0).unwrap_or_default();
    if !answers.is_empty() {
        let tax_id_field = StoreSettings::load(tx).await?.choices.taxes.tax_id_field;
        answers.retain(|answer| answer.field_id != tax_id_field);
    }
    let mut payload = order_payload(&row, &items, answers);
    if let (Some(members), Value::Object(more)) = (payload.as_object_mut(), more) {
        members.extend(more);
    }
    let event = SiteEvent { object_id: id.as_str(), person: Some(&row.email), payload };
    Ok(listening.tell(ctx, tx, event).await?)
}

fn order_payload(row: &order::Model, items: &[order_item::Model], answers: Vec<CheckoutAnswer>) -> Value {
    let lines = items.iter().map(|item| {
        json!({
            "productId": item.product_id,
            "variantId": item.variant_id,
            "sku": item.sku,
            "name": item.product_name,
            "quantity": item.quantity,
            "unitPrice": item.unit_price_cents,
            "total": item.total_cents,
        })
    });
    let answers = answers
        .into_iter()
        .map(|answer| json!({"id": answer.field_id, "question": answer.label, "answer": answer.value}));
    let country = row.shipping_address.as_ref().or(row.billing_address.as_ref()).map(|given| given.0.country.clone());
    json!({
        "orderId": row.id,
        "number": row.number,
        "test": row.test_mode,
        "paymentStatus": row.payment_status,
        "fulfillmentStatus": row.fulfillment_status,
        "currency": row.currency,
        "subtotal": row.subtotal_cents,
        "discount": row.discount_cents,
        "shipping": row.shipping_cents,
        "tax": row.tax_cents,
        "total": row.grand_total_cents,
        "customer": {"email": row.email, "name": row.customer_name, "country": country},
        "lines": lines.collect::<Vec<_>>(),
        "answers": answers.collect::<Vec<_>>(),
        "createdOn": row.created_on,
    })
}
