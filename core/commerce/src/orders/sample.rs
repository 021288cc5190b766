//! Sample order for previews of e-mails.

use stoa_address::{Address, PickupPlace};
use stoa_email::{Email, EmailContext};
use stoa_kernel::TenantCtx;
use stoa_kernel::catalogue::PeriodUnit;
use stoa_kernel::id::{
    CartId, FulfillmentId, OrderId, OrderItemId, PaymentId, ProductId, RefundId, SubscriptionPlanId, VariantId,
};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::order::{FulfillmentMethod, FulfillmentStatus, OrderPaymentStatus, OrderType};
use stoa_kernel::payment::{DisputeStatus, RefundCause, RefundReason, RefundStatus};

use super::emails::{
    gift_cards, order_awaits_transfer, order_canceled, order_confirmed, order_fulfilled, order_received,
    order_refunded, payment_disputed, payment_sent_back,
};
use super::fulfillment::{FulfillmentItemView, FulfillmentView};
use super::item_view::OrderItemView;
use super::model::OrderView;
use super::summary::OrderSummary;
use crate::catalogue::{ChosenOptions, ProductType};
use crate::donations::Donation;
use crate::downloads::Download;
use crate::gift_cards::GiftCard;
use crate::payments::{DisputeView, Instructions, PaymentDetail, PaymentDue};
use crate::pricing::ShippingChoice;
use crate::refunds::{RefundItemView, RefundView};
use crate::subscriptions::{BillingPeriod, SubscriptionPlan};

/// An e-mail about the sample order; none if the kind is not about orders.
pub fn sample_email(ctx: &TenantCtx, kind: &str, head: &EmailContext) -> Option<Email> {
    let order = order(ctx, head.site.currency);
    Some(match kind {
        "order-confirmed" => order_confirmed(&order, head),
        "order-awaits-transfer" => order_awaits_transfer(&awaiting(order, head), head),
        "order-fulfilled" => order_fulfilled(&order, &parcel(&order), head),
        "order-ready" => ready(order, head),
        "order-refunded" => order_refunded(&order, &refund(&order), head),
        "order-canceled" => order_canceled(&order, head),
        "digital-download" => order_confirmed(&downloadable(order), head),
        "gift-cards" => gift_cards(&with_card(order), head),
        "subscription" => order_confirmed(&repeated(order), head),
        "donation" => order_confirmed(&given(order, head), head),
        "order-received" => order_received(&order, head),
        "payment-sent-back" => sent_back(order, head),
        "payment-disputed" => disputed(&order, head),
        _ => return None,
    })
}

fn sent_back(order: OrderView, head: &EmailContext) -> Email {
    payment_sent_back(&order, &PaymentId::generate(), &RefundCause::Known(RefundReason::SoldOut), head)
}

fn disputed(order: &OrderView, head: &EmailContext) -> Email {
    let dispute = DisputeView {
        reference: "sample".to_owned(),
        status: DisputeStatus::NeedsResponse,
        amount_cents: Some(order.summary.grand_total_cents),
        currency: order.summary.currency.code().to_owned(),
        reason: "product_not_received".to_owned(),
        respond_by: Some(order.summary.created_on.saturating_add_ms(14 * 24 * 60 * 60 * 1_000)),
        created_on: order.summary.created_on,
        updated_on: order.summary.created_on,
    };
    payment_disputed(order, &dispute, dispute.status, head)
}

fn ready(mut order: OrderView, head: &EmailContext) -> Email {
    let pickup = PickupPlace {
        line1: "12 Market Square".to_owned(),
        city: "Portland".to_owned(),
        region: "OR".to_owned(),
        postal_code: "97204".to_owned(),
        country: "US".to_owned(),
        instructions: head.texts().text("emailSample.pickupHours").to_owned(),
        ..PickupPlace::default()
    };
    order.shipping_address = None;
    order.shipping_option = Some(ShippingChoice {
        id: "sample".to_owned(),
        label: head.texts().text("emailSample.pickup").to_owned(),
        price_cents: Cents::ZERO,
        pickup: Some(pickup),
        days: None,
    });
    order_fulfilled(&order, &parcel(&order), head)
}

const CUSTOMER: &str = "ada@example.com";
const CUSTOMER_NAME: &str = "Ada Sample";

fn address() -> Address {
    Address {
        first_name: "Ada".to_owned(),
        last_name: "Sample".to_owned(),
        line1: "1 Example Street".to_owned(),
        city: "Portland".to_owned(),
        region: "OR".to_owned(),
        postal_code: "97201".to_owned(),
        country: "US".to_owned(),
        ..Address::default()
    }
}

fn summary(ctx: &TenantCtx, grand_total_cents: Cents, currency: Currency) -> OrderSummary {
    OrderSummary {
        id: OrderId::generate(),
        number: 1_024,
        created_on: ctx.now(),
        customer_email: CUSTOMER.to_owned(),
        customer_name: CUSTOMER_NAME.to_owned(),
        grand_total_cents,
        currency,
        payment_status: OrderPaymentStatus::Paid,
        fulfillment_status: FulfillmentStatus::Fulfilled,
        item_count: 3,
        test_mode: false,
        kind: OrderType::Purchase,
        handover: FulfillmentMethod::Delivery,
        dispute: None,
    }
}

fn order(ctx: &TenantCtx, currency: Currency) -> OrderView {
    let items = vec![item("Stoneware mug", "Blue", 2, Cents(2_400)), item("Linen towel", "Large", 1, Cents(1_800))];
    let subtotal_cents: Cents = items.iter().map(|item| item.total_cents).sum();
    let shipping_address = address();
    OrderView {
        summary: summary(ctx, subtotal_cents, currency),
        website_id: ctx.website().clone(),
        cart_id: CartId::generate(),
        items,
        subtotal_cents,
        discount_cents: Cents::ZERO,
        shipping_cents: Cents::ZERO,
        tax_cents: Cents::ZERO,
        discounts: Vec::new(),
        taxes: Vec::new(),
        billing_address: Some(shipping_address.clone()),
        shipping_address: Some(shipping_address),
        shipping_option: None,
        payments: Vec::new(),
        instructions: None,
        held_until: None,
        refunds: Vec::new(),
        refunded_cents: Cents::ZERO,
        refundable_cents: subtotal_cents,
        fulfillments: Vec::new(),
        timeline: Vec::new(),
        donation: None,
        note: String::new(),
        answers: Vec::new(),
        delivers_digital_content: true,
        downloads: Vec::new(),
        gift_cards: Vec::new(),
        tags: Vec::new(),
        status_url: "/checkout/order-status/sample".to_owned(),
        words: None,
    }
}

fn item(name: &str, option: &str, quantity: i64, unit_price_cents: Cents) -> OrderItemView {
    OrderItemView {
        id: OrderItemId::generate(),
        product_id: ProductId::generate(),
        variant_id: VariantId::generate(),
        sku: "SAMPLE".to_owned(),
        product_name: name.to_owned(),
        attributes: ChosenOptions::in_order(&[], [("Option".to_owned(), option.to_owned())].into()),
        image_url: None,
        image_id: None,
        quantity,
        unit_price_cents,
        total_cents: unit_price_cents.saturating_times(quantity),
        product_type: ProductType::Physical.code(),
        price_list: None,
        subscription: None,
        plan: None,
        answers: Vec::new(),
        fulfilled_quantity: 0,
        refunded_quantity: 0,
        sendable_quantity: 0,
    }
}

/// The same order with a single line that is not shipped.
fn of_one(order: OrderView, item: OrderItemView) -> OrderView {
    let total = item.total_cents;
    let summary = OrderSummary { grand_total_cents: total, item_count: item.quantity, ..order.summary };
    OrderView { summary, subtotal_cents: total, items: vec![item], shipping_address: None, ..order }
}

fn downloadable(order: OrderView) -> OrderView {
    let filename = "pattern.pdf".to_owned();
    let download = Download { filename, bytes: 1_048_576, url: "/checkout/downloads/sample".to_owned() };
    OrderView { downloads: vec![download], ..of_one(order, item("Knitting pattern", "PDF", 1, Cents(900))) }
}

fn with_card(order: OrderView) -> OrderView {
    let item = item("Gift card", "50", 1, Cents(5_000));
    let card = GiftCard {
        order_item_id: item.id.clone(),
        code: "AAAA-BBBB-CCCC-DDDD".to_owned(),
        amount_cents: item.total_cents,
        balance_cents: item.total_cents,
    };
    OrderView { gift_cards: vec![card], ..of_one(order, item) }
}

fn repeated(order: OrderView) -> OrderView {
    let plan = SubscriptionPlan {
        id: SubscriptionPlanId::generate(),
        billing_period: BillingPeriod { value: 1, unit: PeriodUnit::Month },
        num_billing_cycles: 12,
        sold_once: true,
        percentage_discount: 0,
        revision: 1,
    };
    let item = OrderItemView {
        subscription: Some(plan.text()),
        plan: Some(plan),
        ..item("Coffee", "Whole beans", 1, Cents(1_600))
    };
    OrderView { shipping_address: order.shipping_address.clone(), ..of_one(order, item) }
}

fn given(order: OrderView, head: &EmailContext) -> OrderView {
    let comment = head.texts().text("emailSample.donationComment").to_owned();
    let donation = Donation { donor_name: CUSTOMER_NAME.to_owned(), comment };
    let order =
        of_one(order, OrderItemView { attributes: ChosenOptions::default(), ..item("Donation", "", 1, Cents(2_500)) });
    OrderView { donation: Some(donation), ..order }
}

fn awaiting(order: OrderView, head: &EmailContext) -> OrderView {
    let detail = |label: &str, value: &str| PaymentDetail { label: label.to_owned(), value: value.to_owned() };
    let details = vec![detail("IBAN", "XX00 0000 0000 0000 0000 00"), detail("BIC", "EXAMPLEXX")];
    let text = head.texts().text("emailSample.instructions").to_owned();
    let told = Instructions { text, details, due: PaymentDue::Ahead, language: None, reference: None };
    OrderView { instructions: Some(told), ..order }
}

fn parcel(order: &OrderView) -> FulfillmentView {
    let piece = |item: &OrderItemView| FulfillmentItemView { order_item_id: item.id.clone(), quantity: item.quantity };
    FulfillmentView {
        id: FulfillmentId::generate(),
        items: order.items.iter().map(piece).collect(),
        tracking_number: "EX123456789".to_owned(),
        carrier: "Example Post".to_owned(),
        tracking_url: "https://example.com/track".to_owned(),
        created_on: order.summary.created_on,
    }
}

fn refund(order: &OrderView) -> RefundView {
    let piece = |item: &OrderItemView| RefundItemView {
        order_item_id: item.id.clone(),
        quantity: 1,
        amount_cents: item.unit_price_cents,
    };
    let items: Vec<RefundItemView> = order.items.iter().take(1).map(piece).collect();
    RefundView {
        id: RefundId::generate(),
        payment_id: PaymentId::generate(),
        status: RefundStatus::Succeeded,
        amount_cents: items.iter().map(|item| item.amount_cents).sum(),
        shipping_cents: Cents::ZERO,
        items,
        reason: String::new(),
        reason_code: None,
        restock: false,
        message: None,
        actor: String::new(),
        created_on: order.summary.created_on,
        settled_on: Some(order.summary.created_on),
    }
}
