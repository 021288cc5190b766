//! Donations: allowed amounts, the donation page, orders of type donation.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::orders::payments::arrange;
use crate::pages::content::described;
use crate::shop::{self, APPROVED, CONFIRM};

pub(crate) const DONATE: &str = "/api/3/commerce/cart/donation";

/// Creates a service product of the dollar shop that accepts donations.
pub(crate) async fn cause(app: &App) -> Result<(Client, Value)> {
    let mut owner = app.owner().await?;
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let path = mug["path"].as_str().and_then(|path| path.rsplit_once('/')).context("no path")?.0.to_owned();
    let only = json!({"sku": "KILN", "attributes": {}, "priceCents": 0, "onSale": false, "weightGrams": 0,
        "stock": {"unlimited": true, "qtyInStock": 0}});
    let new = json!({"name": "Keep the kiln warm", "productType": 3, "status": "published", "variants": [only]});
    let made = owner.post(&path, &new).await?.expect(201)?;
    let mut cause = made.clone();
    cause["path"] = json!(format!("{path}/{}", made["id"].as_str().context("no id")?));
    Ok((owner, cause))
}

pub(crate) fn terms(revision: i64) -> Value {
    json!({"suggestedCents": [2500, 1000], "takesOther": true, "leastCents": 500, "mostCents": 100_000,
        "revision": revision})
}

pub(crate) fn gift(cause: &Value, amount: &Value) -> Value {
    json!({"itemId": cause["id"], "amountCents": amount, "name": "Ada Lovelace", "email": "ada@example.com",
        "comment": "For <b>gas</b>."})
}

// spec: order.donation.open
#[tokio::test(flavor = "multi_thread")]
async fn donation_order_type() -> Result<()> {
    on_both(async |app| {
        let (mut owner, cause) = cause(app).await?;
        let path = format!("{}/donation-terms", cause["path"].as_str().context("no path")?);
        let page = format!("/checkout/donate?donatePageId={}", cause["id"].as_str().context("no id")?);
        let mut donor = app.juniper();
        assert_eq!(donor.get(&page).await?.status, 404, "it takes none yet");
        assert_eq!(owner.get(&path).await?.expect(200)?["terms"], Value::Null);
        let saved = owner.put(&path, &terms(0)).await?.expect(200)?;
        assert_eq!(saved["terms"]["suggestedCents"], json!([1000, 2500]));
        assert_eq!(owner.put(&path, &terms(0)).await?.status, 412, "someone was faster");

        let shown = donor.get(&page).await?;
        for part in ["stoa-type-203", "value=\"1000\" checked", "$5.00 to $1,000.00", "data-stoa-island=\"donate\""] {
            ensure!(shown.status == 200 && shown.text.contains(part), "no {part} in {}", shown.text);
        }
        let product = donor.get(cause["fullUrl"].as_str().context("no address")?).await?.text;
        ensure!(product.contains(&page) && !product.contains("data-add-to-cart"), "{product}");
        let told = described(&product, "Product")?;
        ensure!(told["@context"] == "https://schema.org" && told["name"] == "Keep the kiln warm", "{told}");
        let url = told["url"].as_str().context("no url")?;
        ensure!(url.starts_with("http") && url.ends_with("/shop/keep-the-kiln-warm"), "{told}");
        let offer = &told["offers"];
        ensure!(offer["@type"] == "AggregateOffer" && offer["priceCurrency"] == "USD" && offer["url"] == url, "{told}");
        ensure!(offer["lowPrice"] == "5.00" && offer["highPrice"] == "1000.00", "what is accepted: {told}");
        ensure!(offer["price"].is_null(), "it has no price: {told}");
        ensure!(offer["shippingDetails"].is_null(), "nothing is sent: {told}");
        described(&product, "BreadcrumbList")?;
        ensure!(!shown.text.contains("application/ld+json"), "search engines do not index the form");

        let answer = donor.post(DONATE, &gift(&cause, &json!(1250))).await?.expect(200)?;
        let token = answer["cartToken"].as_str().context("no token")?;
        let checkout = donor.get(&format!("/api/2/commerce/checkout/{token}")).await?.expect(200)?;
        assert_eq!(checkout["customer"]["email"], "ada@example.com");
        assert_eq!((&checkout["cart"]["grandTotalCents"], &checkout["cart"]["taxCents"]), (&json!(1250), &json!(0)));
        assert_eq!(checkout["takesCodes"], false);
        let code = format!("/api/2/commerce/checkout/{token}/coupons");
        let refused = donor.post(&code, &json!({"promoCode": "WELCOME10"})).await?.problem(400)?;
        assert_eq!(refused["errors"]["promoCode"], "Discount codes do not apply to donations.");
        let asked = shop::submit(&mut donor, &checkout, "donation-0001", CONFIRM).await?.expect(200)?;
        let attempt = asked["redirectUrl"].as_str().and_then(|url| url.rsplit('/').next()).context("no attempt")?;
        let back = donor.get(&format!("/checkout/payment-return/{attempt}?confirm=no")).await?;
        ensure!(back.location() == format!("/checkout?declined=1&cartToken={token}"), "{back:?}");
        let given = shop::submit(&mut donor, &checkout, "donation-0002", APPROVED).await?.expect(200)?;
        assert_eq!(given["status"], "paid");

        let confirmed = given["redirectUrl"].as_str().context("no page")?;
        let thanks = donor.get(confirmed).await?.text;
        ensure!(thanks.contains("stoa-type-204") && thanks.contains("Thank you, Ada Lovelace."), "{thanks}");
        let website = app.website("juniper").await?;
        let orders = format!("/api/v1/websites/{website}/orders");
        let order =
            owner.get(&format!("{orders}/{}", given["orderId"].as_str().unwrap_or_default())).await?.expect(200)?;
        assert_eq!(order["type"], "donation");
        assert_eq!(order["donation"], json!({"donorName": "Ada Lovelace", "comment": "For <b>gas</b>."}));
        assert_eq!(
            (&order["customerName"], &order["fulfillmentStatus"]),
            (&json!("Ada Lovelace"), &json!("FULFILLED"))
        );
        shop::buy(app, &mut app.juniper(), "juniper", "everyday-bowl").await?;
        for (query, types) in [
            ("", vec!["purchase", "donation"]),
            ("?donations=true", vec!["donation"]),
            ("?donations=false", vec!["purchase"]),
        ] {
            let listed = owner.get(&format!("{orders}{query}")).await?.expect(200)?;
            let found: Vec<&str> =
                listed["orders"].as_array().into_iter().flatten().filter_map(|order| order["type"].as_str()).collect();
            assert_eq!(found, types, "{query}");
        }
        let emails = app.emails(4).await?;
        for words in ["Thank you for your donation", "New donation #"] {
            ensure!(emails.iter().any(|message| message.contains(words)), "no e-mail says {words}");
        }
        Ok(())
    })
    .await
}

// spec: order.donation.open
#[tokio::test(flavor = "multi_thread")]
async fn donation_captured_on_fulfillment() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, cause) = cause(app).await?;
        let path = format!("{}/donation-terms", cause["path"].as_str().context("no path")?);
        owner.put(&path, &terms(0)).await?.expect(200)?;
        arrange(app, &mut owner, |settings| settings["captureMode"] = json!("on-fulfillment")).await?;
        let orders = format!("/api/v1/websites/{}/orders", app.website("juniper").await?);
        for (key, entered) in [
            ("donation-0001", json!({"notifyCustomer": false})),
            ("donation-0002", json!({"notifyCustomer": false, "trackingNumber": "RB 123 GB"})),
        ] {
            let mut donor = app.juniper();
            let answer = donor.post(DONATE, &gift(&cause, &json!(1250))).await?.expect(200)?;
            let token = answer["cartToken"].as_str().context("no token")?;
            let checkout = donor.get(&format!("/api/2/commerce/checkout/{token}")).await?.expect(200)?;
            let given = shop::submit(&mut donor, &checkout, key, APPROVED).await?.expect(200)?;
            let order = format!("{orders}/{}", given["orderId"].as_str().context("no order")?);
            assert_eq!(owner.get(&order).await?.expect(200)?["paymentStatus"], "AUTHORIZED");
            // The capture completes the donation.
            let done = owner.post(&format!("{order}/fulfill"), &entered).await?.expect(200)?;
            ensure!(done["fulfillmentStatus"] == "FULFILLED" && done["paymentStatus"] == "PAID", "{done}");
            assert_eq!(done["fulfillments"][0]["trackingNumber"], entered["trackingNumber"], "{done}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn donation_validation_by_field() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, cause) = cause(app).await?;
        let path = format!("{}/donation-terms", cause["path"].as_str().context("no path")?);
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mug_path = mug["path"].as_str().context("no path")?;
        let wrong_kind = owner.put(&format!("{mug_path}/donation-terms"), &terms(0)).await?.problem(400)?;
        assert_eq!(wrong_kind["errors"]["productType"], "Only a service with one variant can accept donations.");
        owner.put(&path, &terms(0)).await?.expect(200)?;
        let plan = json!({"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0, "soldOnce": true,
            "percentageDiscount": 0, "revision": 0});
        let planned = format!("{}/subscription-plan", cause["path"].as_str().unwrap_or_default());
        let refused = owner.put(&planned, &plan).await?.problem(400)?;
        assert_eq!(
            refused["errors"]["isSubscribable"],
            "The product accepts donations, which cannot be sold by subscription."
        );

        let mut donor = app.juniper();
        for (amount, message) in [
            (json!(499), "Give at least $5.00."),
            (json!(100_001), "Give at most $1,000.00."),
            (json!(12.5), "Enter an amount."),
            (Value::Null, "Enter an amount."),
        ] {
            let refused = donor.post(DONATE, &gift(&cause, &amount)).await?.problem(400)?;
            assert_eq!(refused["errors"]["amountCents"], message, "{amount}");
        }
        let nameless = json!({"itemId": cause["id"], "amountCents": 1000, "email": "ada"});
        let refused = donor.post(DONATE, &nameless).await?.problem(400)?;
        assert_eq!(refused["errors"], json!({"name": "Enter your name.", "email": "Email is invalid"}));
        let none = donor.post(DONATE, &gift(&mug, &json!(1000))).await?.problem(400)?;
        assert_eq!(none["detail"], "This item does not accept donations.");
        donor.post(DONATE, &gift(&json!({"id": "prd_none"}), &json!(1000))).await?.problem(404)?;
        app.kissaten().post(DONATE, &gift(&cause, &json!(1000))).await?.problem(404)?;
        let bought = shop::add(&mut donor, &cause, &json!({"sku": "KILN"}), 1).await?.problem(400)?;
        assert_eq!(bought["detail"], "This item only accepts donations.");

        let token = donor.post(DONATE, &gift(&cause, &json!(1000))).await?.expect(200)?["cartToken"].clone();
        owner.delete(&path).await?.expect(204)?;
        owner.delete(&path).await?.problem(404)?;
        let token = token.as_str().context("no token")?;
        let emptied = donor.get(&format!("/api/2/commerce/checkout/{token}")).await?.expect(200)?;
        assert_eq!(emptied["cart"]["entries"], json!([]), "it takes none any more");
        Ok(())
    })
    .await
}
