//! Tests of the e-mails about orders.

use stoa_address::Address;
use stoa_email::{EmailContext, SiteInfo};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, OrderId, OrderItemId, ProductId, VariantId, WebsiteId};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::order::{FulfillmentMethod, FulfillmentStatus, OrderPaymentStatus, OrderType};

use super::{OrderItemView, OrderSummary, OrderView, order_awaits_transfer, order_confirmed, order_received};
use crate::catalogue::{ChosenOptions, ItemAnswer};
use crate::checkout::CheckoutAnswer;

const BASE: &str = "https://juniper.example";

fn site() -> SiteInfo {
    SiteInfo {
        title: "Juniper & Co".to_owned(),
        contact_email: "owner@example.com".to_owned(),
        language: "en-US".to_owned(),
        currency: Currency::DEFAULT,
        time_zone: "America/New_York".to_owned(),
    }
}

fn order() -> OrderView {
    let item = OrderItemView {
        id: OrderItemId::generate(),
        product_id: ProductId::generate(),
        variant_id: VariantId::generate(),
        sku: "MUG".to_owned(),
        product_name: "Mug <b>big</b>".to_owned(),
        attributes: ChosenOptions::in_order(&[], [("Size".to_owned(), "L".to_owned())].into()),
        image_url: None,
        image_id: None,
        quantity: 2,
        unit_price_cents: Cents(123_450),
        total_cents: Cents(246_900),
        product_type: 1,
        price_list: None,
        subscription: None,
        plan: None,
        answers: Vec::new(),
        fulfilled_quantity: 0,
        refunded_quantity: 0,
        sendable_quantity: 0,
    };
    OrderView {
        summary: OrderSummary {
            id: OrderId::generate(),
            number: 7,
            created_on: Timestamp::default(),
            customer_email: "ada@example.com".to_owned(),
            customer_name: "Ada <script>".to_owned(),
            grand_total_cents: Cents(246_900),
            currency: Currency::DEFAULT,
            payment_status: OrderPaymentStatus::Paid,
            fulfillment_status: FulfillmentStatus::Pending,
            item_count: 2,
            test_mode: true,
            kind: OrderType::Purchase,
            handover: FulfillmentMethod::Delivery,
            dispute: None,
        },
        website_id: WebsiteId::generate(),
        cart_id: CartId::generate(),
        items: vec![item],
        subtotal_cents: Cents(246_900),
        discount_cents: Cents::ZERO,
        shipping_cents: Cents::ZERO,
        tax_cents: Cents::ZERO,
        discounts: Vec::new(),
        taxes: Vec::new(),
        shipping_address: Some(Address { first_name: "Ada <script>".to_owned(), ..Address::default() }),
        billing_address: None,
        shipping_option: None,
        payments: Vec::new(),
        instructions: None,
        delivers_digital_content: true,
        downloads: Vec::new(),
        gift_cards: Vec::new(),
        tags: Vec::new(),
        answers: Vec::new(),
        held_until: None,
        refunds: Vec::new(),
        refunded_cents: Cents::ZERO,
        refundable_cents: Cents::ZERO,
        fulfillments: Vec::new(),
        timeline: Vec::new(),
        donation: None,
        note: String::new(),
        status_url: "/checkout/order-status/x.y".to_owned(),
        words: None,
    }
}

#[test]
fn order_emails_escape_input_and_format_money() {
    let message = order_confirmed(&order(), &EmailContext::plain(site(), BASE));
    assert_eq!(message.to, "ada@example.com");
    assert_eq!(message.subject, "Order #7 confirmed – Juniper & Co");
    assert!(message.html.contains("2 × Mug &lt;b&gt;big&lt;/b&gt; (L)"), "{}", message.html);
    assert!(message.html.contains("$2,469.00"), "{}", message.html);
    assert!(message.html.contains("https://juniper.example/checkout/order-status/x.y"));
    assert!(!message.html.contains("<script>"));
    assert!(message.text.contains("2 × Mug <b>big</b> (L): $2,469.00"));
}

#[test]
fn owner_email_marks_test_orders() {
    let message = order_received(&order(), &EmailContext::plain(site(), BASE));
    assert_eq!((message.kind, message.to.as_str()), ("order-received", "owner@example.com"));
    assert!(message.text.contains("This is a test order"));
    let shop = SiteInfo { title: "Shop\r\nBcc: x@example.com".to_owned(), ..site() };
    assert!(!order_received(&order(), &EmailContext::plain(shop, BASE)).subject.contains(['\r', '\n']));
}

#[test]
fn no_long_texts_and_no_links_of_buyers_go_to_their_address() {
    let (link, end) = ("Win at https://evil.example/now", "zzz");
    let answer = CheckoutAnswer {
        field_id: "note".to_owned(),
        label: "Message".to_owned(),
        value: format!("{link}\n{}{end}", "x".repeat(300)),
        kind: None,
        choice: None,
    };
    let mut order = OrderView { answers: vec![answer], ..order() };
    order.items[0].answers = vec![ItemAnswer { label: "Engraving".to_owned(), value: link.to_owned() }];
    let head = EmailContext::plain(site(), BASE);
    for message in [order_confirmed(&order, &head), order_awaits_transfer(&order, &head)] {
        assert!(message.text.contains("Win at https: //evil.example/now"), "{}", message.text);
        assert!(!message.text.contains("https://evil.example") && !message.html.contains("https://evil.example"));
        assert!(!message.text.contains(end) && !message.html.contains(end));
    }
    let message = order_received(&order, &head);
    assert!(message.text.contains("https://evil.example") && message.text.contains(end), "{}", message.text);
}
