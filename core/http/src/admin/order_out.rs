//! Orders on the wire.

use std::collections::HashMap;

use serde::Serialize;
use stoa_commerce::address::Address;
use stoa_commerce::catalogue::ChosenOptions;
use stoa_commerce::donations::Donation;
use stoa_commerce::gift_cards::GiftCard;
use stoa_commerce::orders::{FulfillmentView, OrderItemView, OrderSummary, OrderView, PaymentView, TimelineEntry};
use stoa_kernel::id::{AccountId, OrderItemId};
use utoipa::ToSchema;

use super::refund_out::RefundOut;
use crate::extract::Listing;
use crate::store::address::{AddressBody, STAFF_LANGUAGE};
use crate::store::cart_out::{AppliedDiscountOut, ItemAnswerOut, ShippingOptionOut, TaxRuleOut};
use crate::store::checkout_out::CheckoutAnswerOut;

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
    /// `AWAITING_PAYMENT`, `AUTHORIZED`, `PAID`, `FAILED`, `PARTIALLY_REFUNDED` or `REFUNDED`.
    payment_status: String,
    /// `PENDING`, `FULFILLED` or `CANCELED`.
    fulfillment_status: String,
    /// Pieces over all lines.
    item_count: i64,
    /// Whether no real money moved.
    test_mode: bool,
    /// `purchase` or `donation`.
    #[serde(rename = "type")]
    kind: String,
}

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrdersOut {
    pub(super) orders: Vec<OrderSummaryOut>,
    #[serde(flatten)]
    pub(super) listing: Listing,
}

/// Where an order is picked up.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderPickup)]
pub struct OrderPickupOut {
    /// Lines of the address.
    lines: Vec<String>,
    /// When it is open, and what to bring; may be empty.
    instructions: String,
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
    /// The discounts that applied.
    discounts: Vec<AppliedDiscountOut>,
    shipping_cents: i64,
    tax_cents: i64,
    /// The taxes that applied.
    taxes: Vec<TaxRuleOut>,
    shipping_address: Option<AddressBody>,
    /// Lines of the shipping address as they stand on a parcel.
    shipping_address_lines: Vec<String>,
    billing_address: Option<AddressBody>,
    /// Lines of the billing address as they stand on a letter.
    billing_address_lines: Vec<String>,
    shipping_option: Option<ShippingOptionOut>,
    /// Where it is picked up; none when it is sent.
    pickup: Option<OrderPickupOut>,
    /// Attempts to pay, the latest first.
    payments: Vec<PaymentOut>,
    /// Until when its items are kept while it is not paid, UTC milliseconds.
    held_until: Option<i64>,
    /// Money that went back or is on its way, the earliest first.
    refunds: Vec<RefundOut>,
    /// Given back so far.
    refunded_cents: i64,
    /// What was neither given back nor is on its way.
    refundable_cents: i64,
    fulfillments: Vec<FulfillmentOut>,
    /// Gift cards of it that are worth something.
    gift_cards: Vec<GiftCardOut>,
    /// What happened, in order.
    timeline: Vec<TimelineOut>,
    /// What makes it a donation; none for a purchase.
    donation: Option<DonationOut>,
    note: String,
    /// Answers to what the shop asked at the checkout.
    answers: Vec<CheckoutAnswerOut>,
    /// Words that people of the site marked it with, by alphabet.
    tags: Vec<String>,
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
    #[schema(value_type = BTreeMap<String, String>)]
    attributes: ChosenOptions,
    image_url: Option<String>,
    quantity: i64,
    unit_price_cents: i64,
    /// Name of the price list that the price came from; none when it was what everybody paid.
    price_list: Option<String>,
    total_cents: i64,
    product_type: i32,
    /// How often it is paid, such as `every month`; none for what was bought a single time.
    subscription: Option<String>,
    /// What the shopper answered about it.
    answers: Vec<ItemAnswerOut>,
    /// Pieces that have left the house.
    fulfilled_quantity: i64,
    /// Pieces whose money went back or is on its way.
    refunded_quantity: i64,
    /// Pieces that can still be sent: neither have they left the house, nor do they lie in stock again.
    sendable_quantity: i64,
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
    captured_cents: i64,
    refunded_cents: i64,
    /// What the provider calls it.
    provider_ref: Option<String>,
    /// When money that was set aside is taken: `at-once`, `on-fulfillment`, `by-hand` or `never`.
    capture_mode: String,
    /// Until when money that was set aside can be taken, UTC milliseconds.
    capture_before: Option<i64>,
    /// Whether somebody notes by hand that the money came.
    is_by_hand: bool,
    /// Whether the money comes with the goods: the order can be sent before.
    is_on_delivery: bool,
    created_on: i64,
}

/// A parcel or hand-over.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Fulfillment)]
pub struct FulfillmentOut {
    id: String,
    /// What is in it.
    items: Vec<PiecesOut>,
    tracking_number: String,
    carrier: String,
    tracking_url: String,
    created_on: i64,
}

/// Pieces of a line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Pieces)]
pub struct PiecesOut {
    order_item_id: String,
    quantity: i64,
}

impl PiecesOut {
    fn new(order_item_id: OrderItemId, quantity: i64) -> Self {
        Self { order_item_id: order_item_id.into(), quantity }
    }
}

/// A gift card that was bought. Its code is its buyer's alone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GiftCard)]
pub struct GiftCardOut {
    order_item_id: String,
    /// The last four characters of the code.
    code_end: String,
    /// What it was worth when it was bought.
    amount_cents: i64,
    /// What is left on it.
    balance_cents: i64,
}

impl From<GiftCard> for GiftCardOut {
    fn from(card: GiftCard) -> Self {
        Self {
            code_end: card.code_end().to_owned(),
            order_item_id: card.order_item_id.into(),
            amount_cents: card.amount_cents,
            balance_cents: card.balance_cents,
        }
    }
}

/// What makes an order a donation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Donation)]
pub struct DonationOut {
    donor_name: String,
    /// What the donor wanted to say; empty for nothing.
    comment: String,
}

impl From<Donation> for DonationOut {
    fn from(donation: Donation) -> Self {
        Self { donor_name: donation.donor_name, comment: donation.comment }
    }
}

/// A line of an order's history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TimelineEntry)]
pub struct TimelineOut {
    /// When, UTC milliseconds.
    at: i64,
    /// `placed`, `payment`, `refunded`, `fulfilled`, `canceled`, `edited`, `mail` or `note`.
    kind: String,
    message: String,
    /// Who did it: an account's id, `visitor`, `system` or a customer's id.
    actor: String,
    /// What the person who works on the site is called; none for all others.
    actor_name: Option<String>,
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
            kind: order.kind.name().to_owned(),
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
            price_list: item.price_list,
            total_cents: item.total_cents,
            product_type: item.product_type,
            subscription: item.subscription,
            answers: item.answers.into_iter().map(ItemAnswerOut::from).collect(),
            fulfilled_quantity: item.fulfilled_quantity,
            refunded_quantity: item.refunded_quantity,
            sendable_quantity: item.sendable_quantity,
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
            captured_cents: payment.captured_cents,
            refunded_cents: payment.refunded_cents,
            provider_ref: payment.provider_ref,
            capture_mode: payment.capture_mode,
            capture_before: payment.capture_before,
            is_by_hand: payment.is_by_hand,
            is_on_delivery: payment.is_on_delivery,
            created_on: payment.created_on,
        }
    }
}

impl From<FulfillmentView> for FulfillmentOut {
    fn from(fulfillment: FulfillmentView) -> Self {
        Self {
            id: fulfillment.id.into(),
            items: fulfillment
                .items
                .into_iter()
                .map(|item| PiecesOut::new(item.order_item_id, item.quantity))
                .collect(),
            tracking_number: fulfillment.tracking_number,
            carrier: fulfillment.carrier,
            tracking_url: fulfillment.tracking_url,
            created_on: fulfillment.created_on,
        }
    }
}

/// What those who work on the site are called, by account.
pub(super) type Names = HashMap<AccountId, String>;

/// The accounts that an order's history names.
pub(super) fn accounts(order: &OrderView) -> Vec<AccountId> {
    let of_timeline = order.timeline.iter().map(|entry| &entry.actor);
    let of_refunds = order.refunds.iter().map(|refund| &refund.actor);
    let mut ids: Vec<AccountId> = of_timeline.chain(of_refunds).filter_map(|actor| actor.parse().ok()).collect();
    ids.sort();
    ids.dedup();
    ids
}

pub(super) fn name_of(actor: &str, names: &Names) -> Option<String> {
    names.get(&actor.parse().ok()?).cloned()
}

impl OrderOut {
    pub(super) fn new(order: OrderView, names: &Names) -> Self {
        let pickup = order.pickup().map(|place| OrderPickupOut {
            lines: place.lines(STAFF_LANGUAGE),
            instructions: place.instructions.clone(),
        });
        let lines = |address: Option<&Address>| address.map(|own| own.lines(STAFF_LANGUAGE)).unwrap_or_default();
        let timeline = |entry: TimelineEntry| TimelineOut {
            actor_name: name_of(&entry.actor, names),
            at: entry.at,
            kind: entry.kind,
            message: entry.message,
            actor: entry.actor,
        };
        Self {
            summary: order.summary.into(),
            cart_id: order.cart_id.into(),
            items: order.items.into_iter().map(OrderItemOut::from).collect(),
            subtotal_cents: order.subtotal_cents,
            discount_cents: order.discount_cents,
            discounts: order.discounts.into_iter().map(AppliedDiscountOut::from).collect(),
            shipping_cents: order.shipping_cents,
            tax_cents: order.tax_cents,
            taxes: order.taxes.into_iter().map(TaxRuleOut::from).collect(),
            shipping_address_lines: lines(order.shipping_address.as_ref()),
            shipping_address: order.shipping_address.map(AddressBody::from),
            billing_address_lines: lines(order.billing_address.as_ref()),
            billing_address: order.billing_address.map(AddressBody::from),
            pickup,
            shipping_option: order.shipping_option.map(ShippingOptionOut::from),
            payments: order.payments.into_iter().map(PaymentOut::from).collect(),
            held_until: order.held_until,
            refunds: order.refunds.into_iter().map(|refund| RefundOut::new(refund, names)).collect(),
            refunded_cents: order.refunded_cents,
            refundable_cents: order.refundable_cents,
            fulfillments: order.fulfillments.into_iter().map(FulfillmentOut::from).collect(),
            gift_cards: order.gift_cards.into_iter().map(GiftCardOut::from).collect(),
            timeline: order.timeline.into_iter().map(timeline).collect(),
            donation: order.donation.map(DonationOut::from),
            note: order.note,
            answers: order.answers.into_iter().map(CheckoutAnswerOut::from).collect(),
            tags: order.tags,
        }
    }
}
