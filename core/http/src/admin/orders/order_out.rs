//! JSON types of orders.

use std::collections::HashMap;

use serde::Serialize;
use stoa_address::Address;
use stoa_commerce::catalogue::ChosenOptions;
use stoa_commerce::donations::Donation;
use stoa_commerce::gift_cards::GiftCard;
use stoa_commerce::orders::{FulfillmentView, OrderItemView, OrderSummary, OrderView, TimelineEntry};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, OrderItemId};
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus, OrderType};
use stoa_kernel::payment::DisputeStatus;
use utoipa::ToSchema;

use super::attempt_out::PaymentOut;
use super::refund_out::RefundOut;
use crate::admin::products::subscription_plans::SubscriptionPlanOut;
use crate::extract::Listing;
use crate::problem::{ProblemTextOut, contributor_text};
use crate::storefront::address::{ADMIN_LANGUAGE, AddressBody};
use crate::storefront::cart_out::{AppliedDiscountOut, ItemAnswerOut, ShippingOptionOut, TaxRuleOut};
use crate::storefront::checkout_out::CheckoutAnswerOut;

/// An order in the list. Amounts are minor units of its currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderSummary)]
pub struct OrderSummaryOut {
    id: String,
    /// Order number, from 1 within the site.
    number: i64,
    /// When it was placed, UTC milliseconds.
    created_on: i64,
    customer_email: String,
    customer_name: String,
    grand_total_cents: i64,
    /// ISO 4217 code.
    currency: String,
    payment_status: OrderPaymentStatus,
    fulfillment_status: FulfillmentStatus,
    /// Total quantity over all lines.
    item_count: i64,
    /// Whether it is a test order: no real money was charged.
    test_mode: bool,
    #[serde(rename = "type")]
    kind: OrderType,
    /// Status of the most urgent dispute of its payments; null without disputes.
    dispute: Option<DisputeStatus>,
}

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrdersOut {
    pub(in crate::admin) orders: Vec<OrderSummaryOut>,
    #[serde(flatten)]
    pub(in crate::admin) listing: Listing,
}

/// Pickup location of an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderPickup)]
pub struct OrderPickupOut {
    /// Lines of the address.
    lines: Vec<String>,
    /// Opening hours and what to bring; may be empty.
    instructions: String,
}

/// An order with all details.
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
    /// Applied discounts.
    discounts: Vec<AppliedDiscountOut>,
    shipping_cents: i64,
    tax_cents: i64,
    /// Applied taxes.
    taxes: Vec<TaxRuleOut>,
    shipping_address: Option<AddressBody>,
    /// The shipping address as lines of an address label.
    shipping_address_lines: Vec<String>,
    billing_address: Option<AddressBody>,
    /// The billing address as lines of an address label.
    billing_address_lines: Vec<String>,
    shipping_option: Option<ShippingOptionOut>,
    /// Pickup location; null if the order is shipped.
    pickup: Option<OrderPickupOut>,
    /// Payment attempts, newest first.
    payments: Vec<PaymentOut>,
    /// Until when its items are reserved while it is unpaid, UTC milliseconds.
    held_until: Option<i64>,
    /// Refunds, completed or in progress, oldest first.
    refunds: Vec<RefundOut>,
    /// Amount refunded so far.
    refunded_cents: i64,
    /// Amount that can still be refunded: neither refunded nor in a pending refund.
    refundable_cents: i64,
    fulfillments: Vec<FulfillmentOut>,
    /// Gift cards bought with it that have a value.
    gift_cards: Vec<GiftCardOut>,
    /// Timeline of events, in order.
    timeline: Vec<TimelineOut>,
    /// Donation details; null for a purchase.
    donation: Option<DonationOut>,
    note: String,
    /// Values of the additional checkout fields.
    answers: Vec<CheckoutAnswerOut>,
    /// Tags, sorted alphabetically.
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
    /// Option values by option name.
    #[schema(value_type = BTreeMap<String, String>)]
    attributes: ChosenOptions,
    image_url: Option<String>,
    quantity: i64,
    unit_price_cents: i64,
    /// Name of the price list that set the price; null for the regular price.
    price_list: Option<String>,
    total_cents: i64,
    product_type: i32,
    /// Billing interval of a subscription, such as `every month`; null for a one-time purchase.
    subscription: Option<String>,
    /// The plan of a subscription, for clients that say it in other words.
    plan: Option<SubscriptionPlanOut>,
    /// Values of the product's additional fields.
    answers: Vec<ItemAnswerOut>,
    /// Quantity fulfilled so far.
    fulfilled_quantity: i64,
    /// Quantity refunded, or in a pending refund.
    refunded_quantity: i64,
    /// Quantity that can still be fulfilled: neither fulfilled nor returned to stock.
    sendable_quantity: i64,
}

/// A shipment or handover.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Fulfillment)]
pub struct FulfillmentOut {
    id: String,
    /// Its contents.
    items: Vec<PiecesOut>,
    tracking_number: String,
    carrier: String,
    tracking_url: String,
    created_on: i64,
}

/// A quantity of an order line.
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

/// A gift card that was bought. Only its buyer can see the whole code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GiftCard)]
pub struct GiftCardOut {
    order_item_id: String,
    /// The last four characters of the code.
    code_end: String,
    /// Original value.
    amount_cents: i64,
    /// Remaining value.
    balance_cents: i64,
}

impl From<GiftCard> for GiftCardOut {
    fn from(card: GiftCard) -> Self {
        Self {
            code_end: card.code_end().to_owned(),
            order_item_id: card.order_item_id.into(),
            amount_cents: card.amount_cents.0,
            balance_cents: card.balance_cents.0,
        }
    }
}

/// Donation details of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Donation)]
pub struct DonationOut {
    donor_name: String,
    /// Comment of the donor; may be empty.
    comment: String,
}

impl From<Donation> for DonationOut {
    fn from(donation: Donation) -> Self {
        Self { donor_name: donation.donor_name, comment: donation.comment }
    }
}

/// An event of an order's timeline.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TimelineEntry)]
pub struct TimelineOut {
    /// Time, UTC milliseconds.
    at: i64,
    kind: OrderEventKind,
    message: String,
    /// What the message says, for clients that say it in other words; null for texts of people and of providers.
    message_text: Option<ProblemTextOut>,
    /// Who caused it: id of an account, `visitor`, `payment-provider`, `system` or id of a customer.
    actor: String,
    /// Name of the contributor; null for other actors.
    actor_name: Option<String>,
}

impl From<OrderSummary> for OrderSummaryOut {
    fn from(order: OrderSummary) -> Self {
        Self {
            id: order.id.into(),
            number: order.number,
            created_on: order.created_on.ms(),
            customer_email: order.customer_email,
            customer_name: order.customer_name,
            grand_total_cents: order.grand_total_cents.0,
            currency: order.currency.code().to_owned(),
            payment_status: order.payment_status,
            fulfillment_status: order.fulfillment_status,
            item_count: order.item_count,
            test_mode: order.test_mode,
            kind: order.kind,
            dispute: order.dispute,
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
            unit_price_cents: item.unit_price_cents.0,
            price_list: item.price_list,
            total_cents: item.total_cents.0,
            product_type: item.product_type,
            subscription: item.subscription,
            plan: item.plan.map(SubscriptionPlanOut::from),
            answers: item.answers.into_iter().map(ItemAnswerOut::from).collect(),
            fulfilled_quantity: item.fulfilled_quantity,
            refunded_quantity: item.refunded_quantity,
            sendable_quantity: item.sendable_quantity,
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
            created_on: fulfillment.created_on.ms(),
        }
    }
}

/// Names of contributors by account.
pub(in crate::admin) type Names = HashMap<AccountId, String>;

/// The accounts that appear in an order's timeline.
pub(in crate::admin) fn accounts(order: &OrderView) -> Vec<AccountId> {
    let of_timeline = order.timeline.iter().map(|entry| &entry.actor);
    let of_refunds = order.refunds.iter().map(|refund| &refund.actor);
    let mut ids: Vec<AccountId> = of_timeline.chain(of_refunds).filter_map(|actor| actor.parse().ok()).collect();
    ids.sort();
    ids.dedup();
    ids
}

pub(in crate::admin) fn name_of(actor: &str, names: &Names) -> Option<String> {
    names.get(&actor.parse().ok()?).cloned()
}

impl OrderOut {
    pub(in crate::admin) fn new(order: OrderView, names: &Names) -> Self {
        let pickup = order.pickup().map(|place| OrderPickupOut {
            lines: place.lines(ADMIN_LANGUAGE),
            instructions: place.instructions.clone(),
        });
        let lines = |address: Option<&Address>| address.map(|own| own.lines(ADMIN_LANGUAGE)).unwrap_or_default();
        let timeline = |entry: TimelineEntry| TimelineOut {
            actor_name: name_of(&entry.actor, names),
            at: entry.at.ms(),
            kind: entry.kind,
            message_text: contributor_text(&entry.message).filter(|_| entry.kind != OrderEventKind::Note),
            message: entry.message,
            actor: entry.actor,
        };
        Self {
            summary: order.summary.into(),
            cart_id: order.cart_id.into(),
            items: order.items.into_iter().map(OrderItemOut::from).collect(),
            subtotal_cents: order.subtotal_cents.0,
            discount_cents: order.discount_cents.0,
            discounts: order.discounts.into_iter().map(AppliedDiscountOut::from).collect(),
            shipping_cents: order.shipping_cents.0,
            tax_cents: order.tax_cents.0,
            taxes: order.taxes.into_iter().map(TaxRuleOut::from).collect(),
            shipping_address_lines: lines(order.shipping_address.as_ref()),
            shipping_address: order.shipping_address.map(AddressBody::from),
            billing_address_lines: lines(order.billing_address.as_ref()),
            billing_address: order.billing_address.map(AddressBody::from),
            pickup,
            shipping_option: order.shipping_option.map(ShippingOptionOut::from),
            payments: order.payments.into_iter().map(PaymentOut::from).collect(),
            held_until: order.held_until.map(Timestamp::ms),
            refunds: order.refunds.into_iter().map(|refund| RefundOut::new(refund, names)).collect(),
            refunded_cents: order.refunded_cents.0,
            refundable_cents: order.refundable_cents.0,
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
