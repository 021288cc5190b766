//! Steps of a shopper on the way to an order, request by request.

use std::time::Instant;

use anyhow::{Context as _, Result};
use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use stoa_server::secrets::MasterKey;

use crate::app::{App, GLANCE, PATIENCE, settings};
use crate::client::{Client, TestResponse};

/// Numbers of the test card.
pub(crate) const APPROVED: &str = "4242424242424242";
pub(crate) const DECLINED: &str = "4000000000000002";
pub(crate) const CONFIRM: &str = "4000002500003155";
pub(crate) const PENDING: &str = "4000000000000077";
pub(crate) const LOST_ANSWER: &str = "4000000000000259";
pub(crate) const NEVER_ARRIVES: &str = "4000000000000341";
pub(crate) const REFUSES_REFUNDS: &str = "4000000000005126";
pub(crate) const LOSES_REFUNDS: &str = "4000000000007726";

/// A product of a site with all its data, by its URL.
pub(crate) async fn product(app: &App, site: &str, url_id: &str) -> Result<Value> {
    let website = app.website(site).await?;
    match product_of(&mut app.shared_owner().await?, &website, url_id).await {
        Ok(product) => Ok(product),
        // The test may have ended the shared session.
        Err(_) => product_of(&mut app.owner().await?, &website, url_id).await,
    }
}

/// A product as its owner sees it, by its URL.
pub(crate) async fn product_of(owner: &mut Client, website: &str, url_id: &str) -> Result<Value> {
    let base = format!("/api/content-service/product/1.1/websites/{website}/products");
    let stores = owner.get(&base).await?.expect(200)?;
    let store = stores["collections"][0]["id"].as_str().context("no store")?.to_owned();
    let items = owner.get(&format!("{base}/{store}/items?limit=200")).await?.expect(200)?;
    let found = items["items"].as_array().context("no items")?.iter().find(|item| item["urlId"] == url_id);
    let id = found.with_context(|| format!("no product {url_id}"))?["id"].as_str().unwrap().to_owned();
    let mut product = owner.get(&format!("{base}/{store}/items/{id}")).await?.expect(200)?;
    product["path"] = json!(format!("{base}/{store}/items/{id}"));
    Ok(product)
}

/// The first variant that can be bought.
pub(crate) fn in_stock(product: &Value) -> Value {
    let variants = product["variants"].as_array().unwrap();
    let available = |variant: &&Value| variant["unlimited"] == true || variant["qtyInStock"].as_i64() > Some(1);
    variants.iter().find(available).unwrap().clone()
}

/// The previously seen stock, as required to set the stock of a variant.
pub(crate) fn seen(variant: &Value) -> i64 {
    if variant["unlimited"] == true { -1 } else { variant["qtyInStock"].as_i64().unwrap() }
}

/// Puts a variant into the cart.
pub(crate) async fn add(shopper: &mut Client, product: &Value, variant: &Value, quantity: i64) -> Result<TestResponse> {
    let body = json!({"itemId": product["id"], "sku": variant["sku"], "quantity": quantity, "additionalFields": null});
    shopper.post("/api/commerce/shopping-cart/entries", &body).await
}

/// An address the shops deliver to.
pub(crate) fn address(country: &str) -> Value {
    let (region, postal) = if country == "JP" { ("Kyoto", "604-8046") } else { ("NC", "28801") };
    json!({"firstName": "Ada", "lastName": "Byron", "line1": "12 Loom Street", "line2": "", "city": "Asheville",
           "region": region, "postalCode": postal, "country": country, "phone": "828-555-0134"})
}

/// Completes every step but the payment, and returns the checkout.
pub(crate) async fn prepare(shopper: &mut Client, country: &str) -> Result<Value> {
    let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
    let token = cart["cartToken"].as_str().context("the cart has no token")?.to_owned();
    prepare_checkout(shopper, &token, country).await
}

/// As [`prepare`], for the checkout of a token.
pub(crate) async fn prepare_checkout(shopper: &mut Client, token: &str, country: &str) -> Result<Value> {
    let base = format!("/api/2/commerce/checkout/{token}");
    let customer = json!({"email": "ada@example.com", "mailConsent": false});
    let checkout = shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
    let steps = if checkout["cart"]["requiresShipping"] == true {
        let checkout = shopper.put(&format!("{base}/shipping"), &address(country)).await?.expect(200)?;
        ("shipping-option", json!({"optionId": checkout["shippingOptions"][0]["id"]}))
    } else {
        ("billing", json!({"sameAsShipping": false, "address": address(country)}))
    };
    shopper.put(&format!("{base}/{}", steps.0), &steps.1).await?.expect(200)
}

/// Submits the order.
pub(crate) async fn submit(shopper: &mut Client, checkout: &Value, key: &str, card: &str) -> Result<TestResponse> {
    let token = checkout["cartToken"].as_str().context("no token")?;
    let body = json!({
        "idempotencyKey": key,
        "expectedTotalCents": checkout["cart"]["grandTotalCents"],
        "payment": {"provider": "stoa.testcard", "method": "card",
                    "data": {"cardNumber": card, "expiry": "12/30", "cvc": "123", "name": "Ada Byron"}},
    });
    shopper.post(&format!("/api/2/commerce/checkout/{token}/submit"), &body).await
}

/// The same, with consent to save the card for next time.
pub(crate) async fn submit_saving(
    shopper: &mut Client,
    checkout: &Value,
    key: &str,
    card: &str,
) -> Result<TestResponse> {
    let token = checkout["cartToken"].as_str().context("no token")?;
    let body = json!({
        "idempotencyKey": key,
        "expectedTotalCents": checkout["cart"]["grandTotalCents"],
        "payment": {"provider": "stoa.testcard", "method": "card", "save": true,
                    "data": {"cardNumber": card, "expiry": "12/30", "cvc": "123", "name": "Ada Byron"}},
    });
    shopper.post(&format!("/api/2/commerce/checkout/{token}/submit"), &body).await
}

/// API path of the products of a site's first store.
pub(crate) async fn items_path(owner: &mut Client, website: &str) -> Result<String> {
    let stores = format!("/api/content-service/product/1.1/websites/{website}/products");
    let found = owner.get(&stores).await?.expect(200)?;
    Ok(format!("{stores}/{}/items", found["collections"][0]["id"].as_str().context("no store")?))
}

/// URL of the order status page, from the confirmation page.
pub(crate) fn status_page(confirmed: &str) -> Result<String> {
    let mut links = confirmed.split("href=\"").filter_map(|rest| rest.split('"').next());
    let status = links.find(|link| link.starts_with("/checkout/order-status/"));
    Ok(status.context("no status page")?.to_owned())
}

/// Buys one item of a product with an approved card and returns the response to the submit.
pub(crate) async fn buy(app: &App, shopper: &mut Client, site: &str, url_id: &str) -> Result<Value> {
    let product = product(app, site, url_id).await?;
    add(shopper, &product, &in_stock(&product), 1).await?.expect(200)?;
    let checkout = prepare(shopper, if site == "kissaten" { "JP" } else { "US" }).await?;
    submit(shopper, &checkout, &format!("key-{url_id}-0001"), APPROVED).await?.expect(200)
}

/// A customer by address, once the worker has stored them.
pub(crate) async fn customer(owner: &mut Client, base: &str, email: &str) -> Result<Value> {
    let begun = Instant::now();
    loop {
        let found = owner.get(&format!("{base}/customers?query={email}")).await?.expect(200)?;
        if let Some(customer) = found["customers"].as_array().and_then(|found| found.first()) {
            return Ok(customer.clone());
        }
        anyhow::ensure!(begun.elapsed() < PATIENCE, "{email} is no customer after {PATIENCE:?}");
        tokio::time::sleep(GLANCE).await;
    }
}

/// Webhook body of the test provider about an attempt, in dollars.
pub(crate) fn report(event: &str, attempt: &str, minor: i64, phase: &str) -> Value {
    let captured = if phase == "captured" { minor } else { 0 };
    json!({"id": event, "attemptId": attempt, "state": {
        "reference": format!("testcard_{attempt}"), "phase": phase, "amount": minor, "currency": "USD",
        "lastFour": "0077", "captured": captured, "done": [],
    }})
}

/// Sends a webhook with its signature.
pub(crate) async fn send_report(bank: &mut Client, website: &str, report: &Value) -> Result<TestResponse> {
    let folder = tempfile::tempdir()?;
    let configured = settings(&folder.path().join("data"), "").secrets.key;
    let key = MasterKey::find(&configured, folder.path())?.context("no key")?;
    let secret = key.derive(&format!("plugin:stoa.testcard:{website}:webhook_secret"));
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret)?;
    mac.update(report.to_string().as_bytes());
    let signature: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    bank.post_signed("/api/payments/webhooks/stoa.testcard", report, &signature).await
}
