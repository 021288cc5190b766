use serde::Serialize;
use stoa_entity::tenant::{
    fulfillment, fulfillment_item, order, order_event, order_item, payment, refund, refund_item,
};
use stoa_kernel::id::{AssetId, CartId, OrderId, OrderItemId, PaymentId, ProductId, VariantId, WebsiteId};
use stoa_kernel::money::Currency;

use super::fulfillment::{FulfillmentView, is_picked_up};
use super::given::is_given_at_once;
use crate::address::Address;
use crate::catalogue::{ChosenOptions, ItemAnswer, Picture};
use crate::checkout::CheckoutAnswer;
use crate::donations::Donation;
use crate::downloads::Download;
use crate::gift_cards::GiftCard;
use crate::payments::{Instructions, PaymentDue};
use crate::pickup::PickupPlace;
use crate::pricing::{
    self, AppliedDiscount, AppliedTax, PricingInputs, ShippingChoice, applied_discounts, applied_taxes,
};
use crate::refunds::{RefundStatus, RefundView};
use crate::subscriptions::SubscriptionPlan;
use crate::words::Words;
use crate::{CommerceError, columns};

/// What a line of an order's history is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It was placed, or tried again.
    Placed,
    /// Money.
    Payment,
    /// Money that goes back.
    Refunded,
    /// It left the house.
    Fulfilled,
    /// It was called off.
    Canceled,
    /// A letter was written.
    Mail,
    /// Something of it was changed.
    Edited,
    /// Somebody noted something.
    Note,
}

impl EventKind {
    /// Its name on the wire and in the table.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::Placed => "placed",
            EventKind::Payment => "payment",
            EventKind::Refunded => "refunded",
            EventKind::Fulfilled => "fulfilled",
            EventKind::Canceled => "canceled",
            EventKind::Mail => "mail",
            EventKind::Edited => "edited",
            EventKind::Note => "note",
        }
    }
}

/// The page that confirms an order to who placed it.
pub fn confirmed_url(order: &order::Model) -> String {
    format!("/checkout/order-confirmed?oid={}&authCode={}", order.id, order.auth_code)
}

/// The page on which a customer follows an order.
pub fn status_url(order: &order::Model) -> String {
    format!("/checkout/order-status/{}.{}", order.id, order.auth_code)
}

/// What an order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderType {
    /// Something was bought.
    Purchase,
    /// Money was given.
    Donation,
}

impl OrderType {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            OrderType::Purchase => "purchase",
            OrderType::Donation => "donation",
        }
    }
}

/// How customers come to what they ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handover {
    /// It is brought to them.
    Delivery,
    /// They come for it.
    Pickup,
    /// Nothing of it is handed over.
    None,
}

impl Handover {
    fn of(row: &order::Model) -> Result<Self, CommerceError> {
        Ok(match (is_picked_up(row)?, row.shipping_address.is_some() || row.shipping_option.is_some()) {
            (true, _) => Handover::Pickup,
            (false, true) => Handover::Delivery,
            (false, false) => Handover::None,
        })
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Handover::Delivery => "delivery",
            Handover::Pickup => "pickup",
            Handover::None => "none",
        }
    }
}

/// Which orders are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFilter {
    /// Only those with this fulfilment status.
    pub fulfillment_status: Option<String>,
    /// Only those with this payment status.
    pub payment_status: Option<String>,
    /// Looked for in number, e-mail address, name, stock keeping units and names of products.
    pub query: Option<String>,
    /// Only those placed at this time or later, UTC milliseconds.
    pub from: Option<i64>,
    /// Only those placed before this time, UTC milliseconds.
    pub until: Option<i64>,
    /// Only test orders, or only real ones.
    pub test_mode: Option<bool>,
    /// Only those marked with this tag.
    pub tag: Option<String>,
    /// Only donations, or only purchases.
    pub donations: Option<bool>,
}

/// An order in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary {
    /// Its id.
    pub id: OrderId,
    /// Counts up from 1 within the site.
    pub number: i64,
    /// When it was placed, UTC milliseconds.
    pub created_on: i64,
    /// The customer's address.
    pub customer_email: String,
    /// The customer's name.
    pub customer_name: String,
    /// What it costs, minor units.
    pub grand_total_cents: i64,
    /// Currency of the amounts.
    pub currency: Currency,
    /// `AWAITING_PAYMENT`, `AUTHORIZED`, `PAID`, `FAILED`, `PARTIALLY_REFUNDED` or `REFUNDED`.
    pub payment_status: String,
    /// `PENDING`, `FULFILLED` or `CANCELED`.
    pub fulfillment_status: String,
    /// Pieces over all lines.
    pub item_count: i64,
    /// Whether no real money moved.
    pub test_mode: bool,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: OrderType,
    /// How its customer comes to it.
    pub handover: Handover,
}

impl OrderSummary {
    pub(super) fn new(row: &order::Model, item_count: i64, kind: OrderType) -> Result<Self, CommerceError> {
        let currency = row
            .currency
            .parse()
            .map_err(|source| CommerceError::Unreadable { column: "orders.currency", source: Box::new(source) })?;
        Ok(Self {
            id: row.id.clone(),
            number: row.number,
            created_on: row.created_on,
            customer_email: row.email.clone(),
            customer_name: row.customer_name.clone(),
            grand_total_cents: row.grand_total_cents,
            currency,
            payment_status: row.payment_status.clone(),
            fulfillment_status: row.fulfillment_status.clone(),
            item_count,
            test_mode: row.test_mode,
            kind,
            handover: Handover::of(row)?,
        })
    }
}

/// Whether what was bought with an order is handed out. Test orders, for which nobody paid, give nothing unless the
/// site delivers them; that was decided when they were placed, so nothing of them opens when the shop goes live.
pub(crate) fn is_handed_out(row: &order::Model) -> bool {
    row.hands_out.unwrap_or(!row.test_mode)
}

/// An order with everything about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderView {
    /// What lists show of it.
    #[serde(flatten)]
    pub summary: OrderSummary,
    /// The site.
    #[serde(skip)]
    pub website_id: WebsiteId,
    /// The cart it was made of.
    pub cart_id: CartId,
    /// Its lines.
    pub items: Vec<OrderItemView>,
    /// Sum of the lines, minor units.
    pub subtotal_cents: i64,
    /// Taken off, minor units.
    pub discount_cents: i64,
    /// Delivery, minor units.
    pub shipping_cents: i64,
    /// Tax, minor units.
    pub tax_cents: i64,
    /// The discounts that applied.
    pub discounts: Vec<AppliedDiscount>,
    /// The taxes that applied.
    pub taxes: Vec<AppliedTax>,
    /// Where it goes.
    pub shipping_address: Option<Address>,
    /// Who pays.
    pub billing_address: Option<Address>,
    /// Chosen way of delivery.
    pub shipping_option: Option<ShippingChoice>,
    /// Attempts to pay it, the latest first.
    pub payments: Vec<PaymentView>,
    /// How it is paid by transfer or on delivery, while that is awaited.
    pub instructions: Option<Instructions>,
    /// Until when its items are kept while it is not paid, UTC milliseconds.
    pub held_until: Option<i64>,
    /// Money that went back or is on its way, the earliest first.
    pub refunds: Vec<RefundView>,
    /// Given back so far, minor units.
    pub refunded_cents: i64,
    /// What was neither given back nor is on its way, minor units.
    pub refundable_cents: i64,
    /// Parcels and hand-overs.
    pub fulfillments: Vec<FulfillmentView>,
    /// What happened, in order.
    pub timeline: Vec<TimelineEntry>,
    /// What makes it a donation; none for a purchase.
    pub donation: Option<Donation>,
    /// Note of the customer.
    pub note: String,
    /// Answers to what the shop asked at the checkout.
    pub answers: Vec<CheckoutAnswer>,
    /// Whether its files, codes and lessons are handed out: not those of test orders, but to who tries out their own
    /// shop.
    #[serde(skip)]
    pub is_handed_out: bool,
    /// Files that its buyer can fetch now.
    pub downloads: Vec<Download>,
    /// Gift cards of it that are worth something.
    pub gift_cards: Vec<GiftCard>,
    /// Words that people of the site marked it with, by alphabet.
    #[serde(skip)]
    pub tags: Vec<String>,
    /// Page on which the customer follows it.
    #[serde(skip)]
    pub status_url: String,
}

/// A line of an order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderItemView {
    /// Its id.
    pub id: OrderItemId,
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// Its stock keeping unit then.
    pub sku: String,
    /// Its name then.
    pub product_name: String,
    /// Its options then.
    pub attributes: ChosenOptions,
    /// Address of its picture.
    pub image_url: Option<String>,
    /// Its picture.
    #[serde(skip)]
    pub image_id: Option<AssetId>,
    /// Pieces.
    pub quantity: i64,
    /// Price of one, minor units.
    pub unit_price_cents: i64,
    /// Price of all, minor units.
    pub total_cents: i64,
    /// Name of the price list that the price came from, for contributors; none when it was what everybody paid.
    #[serde(skip)]
    pub price_list: Option<String>,
    /// Number of its type.
    pub product_type: i32,
    /// How often it is paid, such as `every month`; none for what was bought a single time.
    pub subscription: Option<String>,
    /// The plan of what is bought again and again.
    #[serde(skip)]
    pub plan: Option<SubscriptionPlan>,
    /// What the shopper answered about it.
    pub answers: Vec<ItemAnswer>,
    /// Pieces that have left the house.
    pub fulfilled_quantity: i64,
    /// Pieces whose money went back or is on its way.
    pub refunded_quantity: i64,
    /// Pieces that can still be sent: neither have they left the house, nor do they lie in stock again.
    pub sendable_quantity: i64,
}

impl OrderItemView {
    pub(super) fn new(row: order_item::Model, picture: Option<&Picture>) -> Result<Self, CommerceError> {
        Ok(Self {
            attributes: columns::read("order_item.attributes", &row.attributes)?,
            image_url: picture.map(Picture::url),
            image_id: picture.map(|picture| picture.id.clone()),
            id: row.id,
            product_id: row.product_id,
            variant_id: row.variant_id,
            sku: row.sku,
            product_name: row.product_name,
            quantity: row.quantity,
            unit_price_cents: row.unit_price_cents,
            total_cents: row.total_cents,
            price_list: None,
            product_type: row.product_type,
            subscription: None,
            plan: None,
            answers: Vec::new(),
            fulfilled_quantity: 0,
            refunded_quantity: 0,
            sendable_quantity: 0,
        })
    }

    /// Its name with its options, such as `Mug (L)`.
    pub fn full_name(&self) -> String {
        let options = self.attributes_text();
        if options.is_empty() { self.product_name.clone() } else { format!("{} ({options})", self.product_name) }
    }

    /// The same for letters and papers: a subscription does not renew, which its buyer is told.
    pub(super) fn full_name_in(&self, words: &Words) -> String {
        let name = self.full_name();
        if self.plan.is_some() { format!("{name}, {}", words.one_payment) } else { name }
    }

    /// The values of its options, such as `M / Blue`; empty without options.
    pub fn attributes_text(&self) -> String {
        self.attributes.text()
    }
}

/// An attempt to pay.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentView {
    /// Its id.
    pub id: PaymentId,
    /// Plugin that took the money.
    pub provider: String,
    /// Its method.
    pub method: String,
    /// Where it stands.
    pub status: String,
    /// Asked for, minor units.
    pub amount_cents: i64,
    /// Taken, minor units.
    pub captured_cents: i64,
    /// Given back so far, minor units.
    pub refunded_cents: i64,
    /// What the provider calls it.
    pub provider_ref: Option<String>,
    /// When money that was set aside is taken, see [`crate::payments::CaptureMode`].
    pub capture_mode: String,
    /// Until when money that was set aside can be taken, UTC milliseconds.
    pub capture_before: Option<i64>,
    /// Whether somebody notes by hand that the money came.
    pub is_by_hand: bool,
    /// Whether the money comes with the goods.
    pub is_on_delivery: bool,
    /// When it was begun, UTC milliseconds.
    pub created_on: i64,
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
        }
    }
}

/// Whether the money comes with the goods.
pub(super) fn is_paid_on_delivery(payment: &payment::Model) -> bool {
    let read = columns::read_optional::<Instructions>("payment.instructions", payment.instructions.as_ref());
    read.ok().flatten().is_some_and(|own| own.due == PaymentDue::OnDelivery)
}

/// A line of an order's history.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimelineEntry {
    /// When, UTC milliseconds.
    pub at: i64,
    /// What it is about, see [`EventKind`].
    pub kind: String,
    /// What happened, for people.
    pub message: String,
    /// Who did it.
    pub actor: String,
}

impl From<order_event::Model> for TimelineEntry {
    fn from(row: order_event::Model) -> Self {
        Self { at: row.at, kind: row.kind, message: row.message, actor: row.actor }
    }
}

/// Rows that belong to an order.
pub(super) struct OrderRows {
    pub(super) items: Vec<OrderItemView>,
    pub(super) payments: Vec<payment::Model>,
    pub(super) refunds: Vec<(refund::Model, Vec<refund_item::Model>)>,
    pub(super) fulfillments: Vec<fulfillment::Model>,
    pub(super) fulfillment_items: Vec<fulfillment_item::Model>,
    pub(super) events: Vec<order_event::Model>,
    pub(super) tags: Vec<String>,
    pub(super) answers: Vec<CheckoutAnswer>,
    pub(super) donation: Option<Donation>,
}

impl OrderRows {
    /// Tells each line how many of its pieces were sent and how many refunded.
    fn count_pieces(&mut self) {
        let is_counted = |(row, _): &&(refund::Model, Vec<refund_item::Model>)| {
            RefundStatus::from_name(&row.status) != RefundStatus::Failed
        };
        for item in &mut self.items {
            let sent = self.fulfillment_items.iter().filter(|own| own.order_item_id == item.id);
            item.fulfilled_quantity = sent.map(|own| own.quantity).sum();
            let refunded = self.refunds.iter().filter(is_counted).flat_map(|(_, items)| items);
            item.refunded_quantity = refunded.filter(|own| own.order_item_id == item.id).map(|own| own.quantity).sum();
            let restocked = self.refunds.iter().filter(is_counted).filter(|(row, _)| row.restock);
            let restocked = restocked.flat_map(|(_, items)| items).filter(|own| own.order_item_id == item.id);
            let kept = item.quantity - item.fulfilled_quantity - restocked.map(|own| own.quantity).sum::<i64>();
            item.sendable_quantity = if is_given_at_once(item.product_type) { 0 } else { kept.max(0) };
        }
    }

    fn refundable_cents(&self) -> i64 {
        let kept: i64 = self.payments.iter().map(|payment| payment.captured_cents - payment.refunded_cents).sum();
        let open = self.refunds.iter().filter(|(row, _)| RefundStatus::from_name(&row.status).is_open());
        kept - open.map(|(row, _)| row.amount_cents).sum::<i64>()
    }

    fn refunded_cents(&self) -> i64 {
        let settled = |row: &refund::Model| RefundStatus::from_name(&row.status) == RefundStatus::Succeeded;
        self.refunds.iter().filter(|(row, _)| settled(row)).map(|(row, _)| row.amount_cents).sum()
    }
}

/// How an order is paid that waits for a transfer.
fn awaited(order: &order::Model, payments: &[payment::Model]) -> Result<Option<Instructions>, CommerceError> {
    let waits = order.payment_status == "AWAITING_PAYMENT" && order.fulfillment_status == "PENDING";
    let latest = payments.iter().find(|payment| waits && payment.status == "pending");
    let instructions = latest.and_then(|payment| payment.instructions.as_ref());
    let read: Option<Instructions> = columns::read_optional("payment.instructions", instructions)?;
    Ok(read.map(|instructions| instructions.with_reference(order.number)))
}

impl OrderView {
    /// What a reader of a language is told of a test order that gives nothing; none for any other.
    pub fn test_notice(&self, language: &str) -> Option<&'static str> {
        (self.summary.test_mode && !self.is_handed_out).then(|| Words::of(language).test_order_gives_nothing)
    }

    /// Where it is picked up; none when it is sent.
    pub fn pickup(&self) -> Option<&PickupPlace> {
        self.shipping_option.as_ref().and_then(|choice| choice.pickup.as_ref())
    }

    pub(super) fn new(row: order::Model, mut rows: OrderRows) -> Result<Self, CommerceError> {
        rows.count_pieces();
        let is_handed_out = is_handed_out(&row);
        let refunded_cents = rows.refunded_cents();
        let refundable_cents = rows.refundable_cents();
        let pricing: PricingInputs = columns::read("orders.pricing", &row.pricing)?;
        let totals = pricing::totals(&pricing)?;
        for (item, line) in rows.items.iter_mut().zip(&pricing.lines) {
            let from = line.price_list.as_ref().filter(|_| line.reference == item.variant_id.as_str());
            item.price_list = from.map(|list| list.name.clone());
        }
        let taxes = applied_taxes(&pricing, &totals);
        let instructions = awaited(&row, &rows.payments)?;
        let held_until = row.hold_expires_on.filter(|_| row.stock_held);
        let kind = if rows.donation.is_some() { OrderType::Donation } else { OrderType::Purchase };
        Ok(Self {
            summary: OrderSummary::new(&row, rows.items.iter().map(|item| item.quantity).sum(), kind)?,
            donation: rows.donation,
            status_url: status_url(&row),
            website_id: row.website_id,
            cart_id: row.cart_id,
            items: rows.items,
            subtotal_cents: row.subtotal_cents,
            discount_cents: row.discount_cents,
            shipping_cents: row.shipping_cents,
            tax_cents: row.tax_cents,
            discounts: applied_discounts(&pricing, &totals),
            taxes,
            shipping_address: columns::read_optional("orders.shipping_address", row.shipping_address.as_ref())?,
            billing_address: columns::read_optional("orders.billing_address", row.billing_address.as_ref())?,
            shipping_option: columns::read_optional("orders.shipping_option", row.shipping_option.as_ref())?,
            instructions,
            held_until,
            payments: rows.payments.into_iter().map(PaymentView::from).collect(),
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
            is_handed_out,
            downloads: Vec::new(),
            gift_cards: Vec::new(),
        })
    }
}
