//! Orders as contributors and customers see them.

use serde::Serialize;
use stoa_address::{Address, PickupPlace};
use stoa_entity::tenant::order_language::OrderWords;
use stoa_entity::tenant::{
    fulfillment, fulfillment_item, order, order_event, payment, payment_dispute, refund, refund_item,
};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, PaymentId, WebsiteId};
use stoa_kernel::money::Cents;
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus, OrderType};
use stoa_kernel::payment::{AttemptStatus, CaptureMode, RefundStatus};
use stoa_messages::Texts;

use super::auto_fulfillment::is_auto_fulfilled;
use super::fulfillment::FulfillmentView;
use super::item_view::OrderItemView;
use super::summary::OrderSummary;
use crate::checkout::CheckoutAnswer;
use crate::donations::Donation;
use crate::downloads::Download;
use crate::gift_cards::GiftCard;
use crate::payments::{DisputeView, Instructions, PaymentDue, most_urgent, with_reference};
use crate::pricing::{self, AppliedDiscount, AppliedTax, ShippingChoice, applied_discounts, applied_taxes};
use crate::refunds::RefundView;
use crate::{CommerceError, translations};

/// URL of the confirmation page, for the customer who placed the order.
pub fn confirmed_url(order: &order::Model) -> String {
    format!("/checkout/order-confirmed?oid={}&authCode={}", order.id, order.auth_code)
}

/// URL of the status page, for the customer.
pub fn status_url(order: &order::Model) -> String {
    format!("/checkout/order-status/{}.{}", order.id, order.auth_code)
}

/// Whether the digital content of an order is delivered: files, codes and lessons. Test orders, which nobody paid for,
/// deliver nothing, unless the site delivered test orders when they were placed. So nothing of them becomes accessible
/// when the shop goes live.
pub(crate) fn delivers_digital_content(row: &order::Model) -> bool {
    row.hands_out.unwrap_or(!row.test_mode)
}

/// An order with all its details.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderView {
    /// The fields shown in lists.
    #[serde(flatten)]
    pub summary: OrderSummary,
    /// The site.
    #[serde(skip)]
    pub website_id: WebsiteId,
    /// The cart it was created from.
    pub cart_id: CartId,
    /// Its lines.
    pub items: Vec<OrderItemView>,
    /// Sum of the lines, in minor units.
    pub subtotal_cents: Cents,
    /// Discounts, in minor units.
    pub discount_cents: Cents,
    /// Shipping, in minor units.
    pub shipping_cents: Cents,
    /// Tax, in minor units.
    pub tax_cents: Cents,
    /// The applied discounts.
    pub discounts: Vec<AppliedDiscount>,
    /// The applied taxes.
    pub taxes: Vec<AppliedTax>,
    /// Delivery address.
    pub shipping_address: Option<Address>,
    /// Billing address.
    pub billing_address: Option<Address>,
    /// Chosen shipping option.
    pub shipping_option: Option<ShippingChoice>,
    /// Payment attempts, newest first.
    pub payments: Vec<PaymentView>,
    /// Payment instructions while a bank transfer or payment on delivery is awaited.
    pub instructions: Option<Instructions>,
    /// Time until which stock is reserved while it is not paid.
    pub held_until: Option<Timestamp>,
    /// Refunds, completed or pending, oldest first.
    pub refunds: Vec<RefundView>,
    /// Refunded so far, in minor units.
    pub refunded_cents: Cents,
    /// Amount that is neither refunded nor being refunded, in minor units.
    pub refundable_cents: Cents,
    /// Fulfilments: parcels and handovers.
    pub fulfillments: Vec<FulfillmentView>,
    /// History, oldest first.
    pub timeline: Vec<TimelineEntry>,
    /// Donation data; none for a purchase.
    pub donation: Option<Donation>,
    /// The customer's note.
    pub note: String,
    /// Answers to the checkout form.
    pub answers: Vec<CheckoutAnswer>,
    /// Whether its files, codes and lessons are delivered. False for test orders, unless the caller is testing their
    /// own shop.
    #[serde(skip)]
    pub delivers_digital_content: bool,
    /// Files that the buyer can download now.
    pub downloads: Vec<Download>,
    /// Its valid gift cards.
    pub gift_cards: Vec<GiftCard>,
    /// Tags set by contributors, sorted.
    #[serde(skip)]
    pub tags: Vec<String>,
    /// URL of the status page for the customer.
    #[serde(skip)]
    pub status_url: String,
    /// The words in which it was bought, if they are others than the owner's.
    #[serde(skip)]
    pub words: Option<OrderWords>,
}

/// A payment attempt.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentView {
    /// Its id.
    pub id: PaymentId,
    /// Payment provider plugin.
    pub provider: String,
    /// Payment method.
    pub method: String,
    /// Status.
    pub status: AttemptStatus,
    /// Requested amount, in minor units.
    pub amount_cents: Cents,
    /// Captured amount, in minor units.
    pub captured_cents: Cents,
    /// Refunded so far, in minor units.
    pub refunded_cents: Cents,
    /// Id of the payment at the provider.
    pub provider_ref: Option<String>,
    /// When it is captured once it is authorized.
    pub capture_mode: CaptureMode,
    /// Time until which an authorized payment can be captured.
    pub capture_before: Option<Timestamp>,
    /// Whether receipt of the payment is recorded manually.
    pub is_by_hand: bool,
    /// Whether it is a payment on delivery.
    pub is_on_delivery: bool,
    /// Start time.
    pub created_on: Timestamp,
    /// Its disputes, oldest first.
    pub disputes: Vec<DisputeView>,
}

impl From<payment::Model> for PaymentView {
    fn from(row: payment::Model) -> Self {
        let is_on_delivery = is_paid_on_delivery(&row);
        Self {
            id: row.id,
            provider: row.provider,
            method: row.method,
            status: row.status,
            amount_cents: row.amount_cents,
            captured_cents: row.captured_cents,
            refunded_cents: row.refunded_cents,
            provider_ref: row.provider_ref,
            capture_mode: row.capture_mode,
            capture_before: row.capture_before,
            is_by_hand: row.instructions.is_some(),
            is_on_delivery,
            created_on: row.created_on,
            disputes: Vec::new(),
        }
    }
}

/// Whether it is a payment on delivery.
pub(super) fn is_paid_on_delivery(payment: &payment::Model) -> bool {
    payment.instructions.as_ref().is_some_and(|own| own.0.due == PaymentDue::OnDelivery)
}

/// An entry in the history of an order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimelineEntry {
    /// Time.
    pub at: Timestamp,
    /// Its kind.
    pub kind: OrderEventKind,
    /// What happened, for people.
    pub message: String,
    /// The actor.
    pub actor: String,
}

impl From<order_event::Model> for TimelineEntry {
    fn from(row: order_event::Model) -> Self {
        Self { at: row.at, kind: row.kind, message: row.message, actor: row.actor }
    }
}

/// Related rows of an order.
pub(super) struct OrderRows {
    pub(super) items: Vec<OrderItemView>,
    pub(super) payments: Vec<payment::Model>,
    pub(super) disputes: Vec<payment_dispute::Model>,
    pub(super) refunds: Vec<(refund::Model, Vec<refund_item::Model>)>,
    pub(super) fulfillments: Vec<fulfillment::Model>,
    pub(super) fulfillment_items: Vec<fulfillment_item::Model>,
    pub(super) events: Vec<order_event::Model>,
    pub(super) tags: Vec<String>,
    pub(super) answers: Vec<CheckoutAnswer>,
    pub(super) donation: Option<Donation>,
}

impl OrderRows {
    /// Payments with their disputes, oldest first.
    fn payment_views(payments: Vec<payment::Model>, mut disputes: Vec<payment_dispute::Model>) -> Vec<PaymentView> {
        disputes.sort_by(|one, other| (one.created_on, &one.reference).cmp(&(other.created_on, &other.reference)));
        let mut views: Vec<PaymentView> = payments.into_iter().map(PaymentView::from).collect();
        for dispute in disputes {
            if let Some(view) = views.iter_mut().find(|view| view.id == dispute.payment_id) {
                view.disputes.push(dispute.into());
            }
        }
        views
    }

    /// Sets the fulfilled and refunded quantity of each line.
    fn count_pieces(&mut self) {
        let is_counted = |(row, _): &&(refund::Model, Vec<refund_item::Model>)| row.status != RefundStatus::Failed;
        for item in &mut self.items {
            let sent = self.fulfillment_items.iter().filter(|own| own.order_item_id == item.id);
            item.fulfilled_quantity = sent.map(|own| own.quantity).sum();
            let refunded = self.refunds.iter().filter(is_counted).flat_map(|(_, items)| items);
            item.refunded_quantity = refunded.filter(|own| own.order_item_id == item.id).map(|own| own.quantity).sum();
            let restocked = self.refunds.iter().filter(is_counted).filter(|(row, _)| row.restock);
            let restocked = restocked.flat_map(|(_, items)| items).filter(|own| own.order_item_id == item.id);
            let kept = item.quantity - item.fulfilled_quantity - restocked.map(|own| own.quantity).sum::<i64>();
            item.sendable_quantity = if is_auto_fulfilled(item.product_type) { 0 } else { kept.max(0) };
        }
    }

    fn refundable_cents(&self) -> Cents {
        let kept: Cents = self.payments.iter().map(|payment| payment.captured_cents - payment.refunded_cents).sum();
        let open = self.refunds.iter().filter(|(row, _)| row.status.is_open());
        kept - open.map(|(row, _)| row.amount_cents).sum::<Cents>()
    }

    fn refunded_cents(&self) -> Cents {
        let settled = |row: &refund::Model| row.status == RefundStatus::Succeeded;
        self.refunds.iter().filter(|(row, _)| settled(row)).map(|(row, _)| row.amount_cents).sum()
    }
}

/// Payment instructions of an order that awaits a bank transfer or payment on delivery.
fn awaited(order: &order::Model, payments: &[payment::Model]) -> Option<Instructions> {
    let waits = order.payment_status == OrderPaymentStatus::AwaitingPayment
        && order.fulfillment_status == FulfillmentStatus::Pending;
    let latest = payments.iter().find(|payment| waits && payment.status == AttemptStatus::Pending);
    let instructions = latest.and_then(|payment| payment.instructions.clone());
    instructions.map(|instructions| with_reference(instructions.0, order.number))
}

impl OrderView {
    /// The order for its customer, in the words in which it was bought. Contributors see those of the owner.
    #[must_use]
    pub(crate) fn for_customer(mut self) -> Self {
        match self.words.take() {
            Some(words) => translations::with_words(self, words),
            None => self,
        }
    }

    /// The notice about a test order that delivers nothing; none for other orders.
    pub fn test_notice<'a>(&self, texts: Texts<'a>) -> Option<&'a str> {
        let is_undelivered = self.summary.test_mode && !self.delivers_digital_content;
        is_undelivered.then(|| texts.text("testMode.orderDeliversNothing"))
    }

    /// Pickup location; none if it is shipped.
    pub fn pickup(&self) -> Option<&PickupPlace> {
        self.shipping_option.as_ref().and_then(|choice| choice.pickup.as_ref())
    }

    pub(super) fn new(row: order::Model, mut rows: OrderRows) -> Result<Self, CommerceError> {
        rows.count_pieces();
        let delivers_digital_content = delivers_digital_content(&row);
        let refunded_cents = rows.refunded_cents();
        let refundable_cents = rows.refundable_cents();
        let pricing = &row.pricing.0;
        let totals = pricing::totals(pricing)?;
        for (item, line) in rows.items.iter_mut().zip(&pricing.lines) {
            let from = line.price_list.as_ref().filter(|_| line.reference == item.variant_id.as_str());
            item.price_list = from.map(|list| list.name.clone());
        }
        let taxes = applied_taxes(pricing, &totals);
        let instructions = awaited(&row, &rows.payments);
        let held_until = row.hold_expires_on.filter(|_| row.stock_held);
        let kind = if rows.donation.is_some() { OrderType::Donation } else { OrderType::Purchase };
        let summary = OrderSummary::new(&row, rows.items.iter().map(|item| item.quantity).sum(), kind)?;
        Ok(Self {
            summary: OrderSummary { dispute: most_urgent(rows.disputes.iter().map(|own| own.status)), ..summary },
            donation: rows.donation,
            status_url: status_url(&row),
            website_id: row.website_id,
            cart_id: row.cart_id,
            items: rows.items,
            subtotal_cents: row.subtotal_cents,
            discount_cents: row.discount_cents,
            shipping_cents: row.shipping_cents,
            tax_cents: row.tax_cents,
            discounts: applied_discounts(pricing, &totals),
            taxes,
            shipping_address: row.shipping_address.map(|address| address.0),
            billing_address: row.billing_address.map(|address| address.0),
            shipping_option: row.shipping_option.map(|option| option.0),
            instructions,
            held_until,
            payments: OrderRows::payment_views(rows.payments, rows.disputes),
            refunded_cents,
            refundable_cents,
            refunds: rows.refunds.into_iter().map(|(row, items)| RefundView::new(row, items)).collect(),
            fulfillments: rows
                .fulfillments
                .into_iter()
                .map(|parcel| FulfillmentView::new(parcel, &rows.fulfillment_items))
                .collect(),
            timeline: rows.events.into_iter().map(TimelineEntry::from).collect(),
            note: row.note,
            answers: rows.answers,
            tags: rows.tags,
            delivers_digital_content,
            downloads: Vec::new(),
            gift_cards: Vec::new(),
            words: None,
        })
    }
}
