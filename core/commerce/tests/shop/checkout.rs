//! Orders that are placed once, in whatever order requests arrive.

use serde_json::json;
use stoa_commerce::CommerceError;
use stoa_commerce::cart;
use stoa_commerce::checkout::{self, Customer, SubmitStatus};
use stoa_commerce::ports::{Outcome, PaymentStatus};
use stoa_commerce::pricing::totals;
use stoa_entity::tenant::site;
use stoa_kernel::Failure;
use stoa_kernel::order::OrderPaymentStatus;

use crate::shop::{Shop, outcome_with, to};

#[tokio::test]
async fn repeated_submit_makes_one_order() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let (cookie, token) = shop.ready(&mug, 2).await;
    let first = shop.submit(&token, "one", 2_700).await.unwrap();
    assert_eq!(first.status, SubmitStatus::Paid);
    let again = shop.submit(&token, "one", 2_700).await.unwrap();
    assert_eq!(again, first);
    let other = shop.submit(&token, "two", 2_700).await.unwrap_err();
    assert!(
        matches!(&other, CommerceError::AlreadyPurchased { redirect_url } if first.redirect_url.as_ref() == Some(redirect_url))
    );
    assert_eq!((shop.payments.calls(), shop.stock(&mug.variant).await), (1, 3));
    assert_eq!(shop.topics().await, ["order-placed"]);
    let orders = shop.orders().await;
    assert_eq!((orders.len(), orders[0].number, orders[0].test_mode), (1, 1, true));
    let inputs = orders[0].pricing.0.clone();
    assert_eq!(totals(&inputs).unwrap().grand_total_cents, orders[0].grand_total_cents);
    let fresh = cart::view(&shop.ctx, &shop.site.db, Some(&cookie)).await.unwrap();
    assert_eq!(fresh.id, None);
    let next = shop.add(Some(&cookie), &mug, 1).await.unwrap();
    assert!(next.new_token.is_some());
}

#[tokio::test]
async fn concurrent_submits_make_one_order() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let (_, token) = shop.ready(&mug, 1).await;
    let (one, two, three) = tokio::join!(
        shop.submit(&token, "one", 1_600),
        shop.submit(&token, "one", 1_600),
        shop.submit(&token, "two", 1_600)
    );
    let answers = [one, two];
    assert!(answers.iter().flatten().any(|answer| answer.status == SubmitStatus::Paid) || three.is_ok());
    let orders = shop.orders().await;
    assert_eq!((orders.len(), orders[0].payment_status), (1, OrderPaymentStatus::Paid));
    assert_eq!((shop.payments.calls(), shop.stock(&mug.variant).await), (1, 4));
    assert_eq!(shop.topics().await.len(), 1);
}

// spec: product.inventory.open
#[tokio::test]
async fn last_item_is_sold_once() {
    let (shop, mug) = Shop::with_mugs(1).await;
    let (_, one) = shop.ready(&mug, 1).await;
    let (_, two) = shop.ready(&mug, 1).await;
    let answers = tokio::join!(shop.submit(&one, "one", 1_600), shop.submit(&two, "two", 1_600));
    let sold = [&answers.0, &answers.1].into_iter().filter(|answer| answer.is_ok()).count();
    assert_eq!((sold, shop.stock(&mug.variant).await), (1, 0));
    let refused = [answers.0, answers.1].into_iter().find_map(Result::err).unwrap();
    let CommerceError::CartChanged { said, cart } = refused else { panic!("{refused:?}") };
    assert_eq!(said.to_string(), "Sorry, we do not have enough of that item available.");
    assert_eq!(cart.entries[0].qty_available, Some(0));
    assert_eq!(shop.orders().await.len(), 1);
}

// spec: order.number.open
#[tokio::test]
async fn orders_are_numbered_without_gaps() {
    let (shop, mug) = Shop::with_mugs(3).await;
    let mut tokens = Vec::new();
    for _ in 0..5 {
        tokens.push(shop.ready(&mug, 1).await.1);
    }
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|index| shop.submit(&tokens[index], "one", 1_600));
    let answers = tokio::join!(a, b, c, d, e);
    let answers = [answers.0, answers.1, answers.2, answers.3, answers.4];
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3);
    let numbers: Vec<i64> = shop.orders().await.into_iter().map(|order| order.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
}

#[tokio::test]
async fn checkout_validation_precedes_writes() {
    let (shop, mug) = Shop::with_mugs(1).await;
    let token = shop.add(None, &mug, 1).await.unwrap().cart.cart_token.unwrap();
    let missing = shop.submit(&token, "one", 1_100).await.unwrap_err();
    let fields = Failure::from(missing).fields;
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["email", "shippingAddress", "shippingOption"]);
    let (db, payments) = (&shop.site.db, &shop.payments);
    let abroad = checkout::set_shipping(&shop.ctx, db, shop.plugins(), shop.key(&token), to("DE")).await.unwrap_err();
    let fields = Failure::from(abroad).fields;
    assert_eq!(fields["country"], "We do not deliver to this address.");
    let wrong = Customer { email: "nope".to_owned(), mail_consent: false, language: None };
    assert!(checkout::set_customer(&shop.ctx, db, payments, shop.key(&token), wrong).await.is_err());
    let view = checkout::set_shipping(&shop.ctx, db, shop.plugins(), shop.key(&token), to("US")).await.unwrap();
    assert_eq!(view.selected_shipping_option_id.as_deref(), Some("post"));
    assert_eq!((view.cart.shipping_cost_cents.0, view.cart.grand_total_cents.0), (500, 1_600));
    assert_eq!(view.countries.iter().map(|country| country.code).collect::<Vec<_>>(), ["US"]);
    assert!(shop.orders().await.is_empty());
}

#[tokio::test]
async fn changed_price_is_not_charged_unconfirmed() {
    let (shop, mug, token) = Shop::with_last_mug_ready().await;
    shop.set_price(&mug.variant, 1_100).await;
    let changed = shop.submit(&token, "one", 1_600).await.unwrap_err();
    let CommerceError::CartChanged { cart, .. } = changed else { panic!("{changed:?}") };
    assert_eq!(cart.grand_total_cents.0, 1_710);
    assert_eq!((shop.payments.calls(), shop.stock(&mug.variant).await), (0, 1));
    assert_eq!(shop.submit(&token, "two", 1_710).await.unwrap().status, SubmitStatus::Paid);
}

#[tokio::test]
async fn free_order_needs_no_payment() {
    let shop = Shop::open().await;
    let file = shop.product_with("File", 2, &[("FILE", json!({}), 0, None)]).await;
    let added = shop.add(None, &file, 1).await.unwrap();
    assert!(added.cart.purely_digital && !added.cart.requires_shipping);
    let token = added.cart.cart_token.unwrap();
    let customer = Customer { email: "ada@example.com".to_owned(), mail_consent: false, language: None };
    checkout::set_customer(&shop.ctx, &shop.site.db, &shop.payments, shop.key(&token), customer).await.unwrap();
    let first = shop.submit(&token, "one", 0).await.unwrap();
    assert_eq!((first.status, shop.payments.calls()), (SubmitStatus::Paid, 0));
    assert_eq!(shop.submit(&token, "one", 0).await.unwrap(), first);
    assert_eq!(shop.topics().await, ["order-placed"]);
}

#[tokio::test]
async fn inclusive_tax_and_free_shipping_settings() {
    let shop = Shop::open().await;
    shop.set_site(site::Column::StoreSettings, json!({"pricesIncludeTax": true})).await;
    let desk = shop.product("Desk", 110_000, Some(1)).await;
    let (_, token) = shop.ready(&desk, 1).await;
    let view = checkout::view(&shop.ctx, &shop.site.db, &shop.payments, shop.key(&token)).await.unwrap();
    assert_eq!((view.cart.tax_cents.0, view.cart.shipping_cost_cents.0), (10_000, 0));
    assert_eq!(view.cart.grand_total_cents.0, 110_000);
}

#[tokio::test]
async fn authorised_payment_is_captured() {
    let (shop, _, token) = Shop::with_last_mug_ready().await;
    shop.payments.say(outcome_with(PaymentStatus::Authorised));
    let answer = shop.submit(&token, "one", 1_600).await.unwrap();
    assert_eq!((answer.status, shop.payments.calls()), (SubmitStatus::Paid, 2));
}

#[tokio::test]
async fn underpaid_order_stays_unpaid() {
    let (shop, mug, token) = Shop::with_last_mug_ready().await;
    let captured = Some(stoa_kernel::money::Money::new(100, stoa_kernel::money::Currency::DEFAULT));
    shop.payments.say(Ok(Outcome { captured, ..Outcome::plain(PaymentStatus::Captured) }));
    let answer = shop.submit(&token, "one", 1_600).await.unwrap();
    assert_eq!(answer.status, SubmitStatus::Pending);
    let order = shop.orders().await.remove(0);
    assert_eq!((order.payment_status, order.stock_held), (OrderPaymentStatus::AwaitingPayment, true));
    assert_eq!(shop.submit(&token, "two", 1_600).await.unwrap().status, SubmitStatus::Pending);
    assert_eq!(shop.stock(&mug.variant).await, 0);
}
