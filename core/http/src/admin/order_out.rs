//! Orders on the wire.

use std::collections::BTreeMap;

use serde::Serialize;
use stoa_commerce::orders::{FulfillmentView, OrderItemView, OrderSummary, OrderView, PaymentView, TimelineEntry};
use utoipa::ToSchema;

use crate::extract::Listing;
use crate::store::address::AddressBody;
use crate::store::cart_out::ShippingOptionOut;

/// An order in a list. Amounts are minor units of its currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderSummary)]
pub struct OrderSummaryOut {
    id: String,
    /// Counts up from 1 within the site.
    number: i64,
    /// When it was placed, UTC milliseconds.
    created_on: i64,
    customer_email: String,
    customer_name: String,
    grand_total_cents: i64,
    /// ISO 4217 code.
    currency: String,
    /// `AWAITING_PAYMENT`, `PAID`, `FAILED`, `PARTIALLY_REFUNDED` or `REFUNDED`.
    payment_status: String,
    /// `PENDING`, `FULFILLED` or `CANCELED`.
    fulfillment_status: String,
    /// Pieces over all lines.
    item_count: i64,
    /// Whether no real money moved.
    test_mode: bool,
}

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrdersOut {
    pub(super) orders: Vec<OrderSummaryOut>,
    #[serde(flatten)]
    pub(super) listing: Listing,
}

/// An order with everything about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderOut {
    #[serde(flatten)]
    summary: OrderSummaryOut,
    cart_id: String,
    items: Vec<OrderItemOut>,
    subtotal_cents: i64,
    discount_cents: i64,
    shipping_cents: i64,
    tax_cents: i64,
    shipping_address: Option<AddressBody>,
    billing_address: Option<AddressBody>,
    shipping_option: Option<ShippingOptionOut>,
    /// Attempts to pay, the latest first.
    payments: Vec<PaymentOut>,
    fulfillments: Vec<FulfillmentOut>,
    /// What happened, in order.
    timeline: Vec<TimelineOut>,
    note: String,
}

/// A line of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderItem)]
pub struct OrderItemOut {
    id: String,
    product_id: String,
    variant_id: String,
    sku: String,
    product_name: String,
    /// Option name to value.
    attributes: BTreeMap<String, String>,
    image_url: Option<String>,
    quantity: i64,
    unit_price_cents: i64,
    total_cents: i64,
    product_type: i32,
}

/// An attempt to pay.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct PaymentOut {
    id: String,
    /// Plugin that took the money.
    provider: String,
    method: String,
    status: String,
    amount_cents: i64,
    /// What the provider calls it.
    provider_ref: Option<String>,
    created_on: i64,
}

/// A parcel or hand-over.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Fulfillment)]
pub struct FulfillmentOut {
    id: String,
    tracking_number: String,
    carrier: String,
    tracking_url: String,
    created_on: i64,
}

/// A line of an order's history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TimelineEntry)]
pub struct TimelineOut {
    /// When, UTC milliseconds.
    at: i64,
    /// `placed`, `payment`, `fulfilled`, `canceled`, `mail` or `note`.
    kind: String,
    message: String,
    /// Who did it.
    actor: String,
}

impl From<OrderSummary> for OrderSummaryOut {
    fn from(order: OrderSummary) -> Self {
        Self {
            id: order.id.into(),
            number: order.number,
            created_on: order.created_on,
            customer_email: order.customer_email,
            customer_name: order.customer_name,
            grand_total_cents: order.grand_total_cents,
            currency: order.currency.code().to_owned(),
            payment_status: order.payment_status,
            fulfillment_status: order.fulfillment_status,
            item_count: order.item_count,
            test_mode: order.test_mode,
        }
    }
}

impl From<OrderItemView> for OrderItemOut {
    fn from(item: OrderItemView) -> Self {
        Self {
            id: item.id.into(),
            product_id: item.product_id.into(),
            variant_id: item.variant_id.into(),
            sku: item.sku,
            product_name: item.product_name,
            attributes: item.attributes,
            image_url: item.image_url,
            quantity: item.quantity,
            unit_price_cents: item.unit_price_cents,
            total_cents: item.total_cents,
            product_type: item.product_type,
        }
    }
}

impl From<PaymentView> for PaymentOut {
    fn from(payment: PaymentView) -> Self {
        Self {
            id: payment.id.into(),
            provider: payment.provider,
            method: payment.method,
            status: payment.status,
            amount_cents: payment.amount_cents,
            provider_ref: payment.provider_ref,
            created_on: payment.created_on,
        }
    }
}

impl From<FulfillmentView> for FulfillmentOut {
    fn from(fulfillment: FulfillmentView) -> Self {
        Self {
            id: fulfillment.id.into(),
            tracking_number: fulfillment.tracking_number,
            carrier: fulfillment.carrier,
            tracking_url: fulfillment.tracking_url,
            created_on: fulfillment.created_on,
        }
    }
}

impl From<TimelineEntry> for TimelineOut {
    fn from(entry: TimelineEntry) -> Self {
        Self { at: entry.at, kind: entry.kind, message: entry.message, actor: entry.actor }
    }
}

impl From<OrderView> for OrderOut {
    fn from(order: OrderView) -> Self {
        Self {
            summary: order.summary.into(),
            cart_id: order.cart_id.into(),
            items: order.items.into_iter().map(OrderItemOut::from).collect(),
            subtotal_cents: order.subtotal_cents,
            discount_cents: order.discount_cents,
            shipping_cents: order.shipping_cents,
            tax_cents: order.tax_cents,
            shipping_address: order.shipping_address.map(AddressBody::from),
            billing_address: order.billing_address.map(AddressBody::from),
            shipping_option: order.shipping_option.map(ShippingOptionOut::from),
            payments: order.payments.into_iter().map(PaymentOut::from).collect(),
            fulfillments: order.fulfillments.into_iter().map(FulfillmentOut::from).collect(),
            timeline: order.timeline.into_iter().map(TimelineOut::from).collect(),
            note: order.note,
        }
    }
}
