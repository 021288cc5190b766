use stoa_kernel::id::{CartId, OrderId, OrderItemId, ProductId, VariantId, WebsiteId};
use stoa_kernel::money::Currency;

use super::{Handover, OrderItemView, OrderSummary, OrderType, OrderView, order_confirmed, order_received};
use crate::catalogue::ChosenOptions;
use crate::mail::EmailContext;
use crate::settings::{StoreChoices, StoreSettings};
use stoa_address::Address;

const BASE: &str = "https://juniper.example";

fn settings() -> StoreSettings {
    StoreSettings {
        site_title: "Juniper & Co".to_owned(),
        contact_email: "owner@example.com".to_owned(),
        language: "en-US".to_owned(),
        currency: Currency::DEFAULT,
        time_zone: "America/New_York".to_owned(),
        choices: StoreChoices::default(),
        delivers_test_orders: false,
        revision: 1,
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
        unit_price_cents: 123_450,
        total_cents: 246_900,
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
            created_on: 0,
            customer_email: "ada@example.com".to_owned(),
            customer_name: "Ada <script>".to_owned(),
            grand_total_cents: 246_900,
            currency: Currency::DEFAULT,
            payment_status: "PAID".to_owned(),
            fulfillment_status: "PENDING".to_owned(),
            item_count: 2,
            test_mode: true,
            kind: OrderType::Purchase,
            handover: Handover::Delivery,
        },
        website_id: WebsiteId::generate(),
        cart_id: CartId::generate(),
        items: vec![item],
        subtotal_cents: 246_900,
        discount_cents: 0,
        shipping_cents: 0,
        tax_cents: 0,
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
        refunded_cents: 0,
        refundable_cents: 0,
        fulfillments: Vec::new(),
        timeline: Vec::new(),
        donation: None,
        note: String::new(),
        status_url: "/checkout/order-status/x.y".to_owned(),
    }
}

#[test]
fn letters_escape_what_people_entered_and_print_money() {
    let letter = order_confirmed(&order(), &EmailContext::plain(settings(), BASE));
    assert_eq!(letter.to, "ada@example.com");
    assert_eq!(letter.subject, "Order #7 confirmed – Juniper & Co");
    assert!(letter.html.contains("2 × Mug &lt;b&gt;big&lt;/b&gt; (L)"), "{}", letter.html);
    assert!(letter.html.contains("$2,469.00"), "{}", letter.html);
    assert!(letter.html.contains("https://juniper.example/checkout/order-status/x.y"));
    assert!(!letter.html.contains("<script>"));
    assert!(letter.text.contains("2 × Mug <b>big</b> (L): $2,469.00"));
}

#[test]
fn the_owner_learns_of_test_orders() {
    let letter = order_received(&order(), &EmailContext::plain(settings(), BASE));
    assert_eq!((letter.kind, letter.to.as_str()), ("order-received", "owner@example.com"));
    assert!(letter.text.contains("This is a test order"));
    let shop = StoreSettings { site_title: "Shop\r\nBcc: x@example.com".to_owned(), ..settings() };
    assert!(!order_received(&order(), &EmailContext::plain(shop, BASE)).subject.contains(['\r', '\n']));
}
