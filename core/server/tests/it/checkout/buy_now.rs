//! "Buy now": buying one item without the cart.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::cart_buy_now;
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::shop::{self, APPROVED, CONFIRM};

const BUY_NOW: &str = "/api/3/commerce/cart/buy-now";

/// Turns "buy now" on for the dollar shop.
async fn offer(app: &App) -> Result<()> {
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{}/store-settings", app.website("juniper").await?);
    let mut choices = owner.get(&path).await?.expect(200)?;
    ensure!(choices["buyNowButton"] == false, "a new shop offers it: {choices}");
    choices["buyNowButton"] = true.into();
    owner.if_match = Some(format!("\"{}\"", choices["revision"]));
    let saved = owner.put(&path, &choices).await?.expect(200)?;
    ensure!(saved["buyNowButton"] == true, "{saved}");
    Ok(())
}

fn wish(product: &Value, qty: &Value) -> Value {
    json!({"itemId": product["id"], "sku": shop::in_stock(product)["sku"], "qty": qty, "additionalFields": null})
}

async fn buy(shopper: &mut Client, product: &Value) -> Result<String> {
    let answer = shopper.post(BUY_NOW, &wish(product, &json!(1))).await?.expect(200)?;
    Ok(answer["cartToken"].as_str().context("no token")?.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn buy_now_keeps_cart() -> Result<()> {
    on_sqlite(async |app| {
        offer(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        let mut shopper = app.juniper();
        ensure!(shopper.get("/shop/hearth-mug").await?.text.contains("data-buy-now"), "there is no button");
        shop::add(&mut shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        let cookies = shopper.cookies.clone();

        let token = buy(&mut shopper, &mug).await?;
        let mut others = shopper.cookies.clone();
        ensure!(others.remove("BUYER").is_some() && others == cookies, "one cookie is new: {others:?}");
        let page = shopper.get(&format!("/checkout?cartToken={token}")).await?;
        ensure!(page.status == 200 && page.text.contains(&token), "the page opens another checkout");
        let checkout = shop::prepare_checkout(&mut shopper, &token, "US").await?;
        let lines = checkout["cart"]["entries"].as_array().context("no lines")?;
        ensure!(lines.len() == 1 && lines[0]["itemId"] == mug["id"], "{checkout}");

        let asked = shop::submit(&mut shopper, &checkout, "buy-now-0001", CONFIRM).await?.expect(200)?;
        let attempt = asked["redirectUrl"].as_str().and_then(|url| url.rsplit('/').next()).context("no attempt")?;
        let back = shopper.get(&format!("/checkout/payment-return/{attempt}?confirm=no")).await?;
        ensure!(back.location() == format!("/checkout?declined=1&cartToken={token}"), "{back:?}");

        let bought = shop::submit(&mut shopper, &checkout, "buy-now-0002", APPROVED).await?.expect(200)?;
        ensure!(bought["status"] == "paid", "{bought}");
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        let entries = cart["entries"].as_array().context("no entries")?;
        ensure!(entries.len() == 1 && entries[0]["itemId"] == bowl["id"], "the shopper's cart has changed: {cart}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_in_during_checkout_keeps_checkout() -> Result<()> {
    on_sqlite(async |app| {
        offer(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        let token = buy(&mut shopper, &mug).await?;
        let path = format!("/api/2/commerce/checkout/{token}");
        ensure!(shopper.get(&path).await?.expect(200)?["buyer"].is_null());
        shopper.join("ada@example.com").await?;
        let kept = json!({"address": shop::address("US"), "isDefault": true});
        shopper.post("/api/site-users/account/addresses", &kept).await?.expect(201)?;
        let seen = shopper.get(&path).await?.expect(200)?;
        ensure!(seen["buyer"]["addresses"][0]["address"]["line1"] == "12 Loom Street", "{seen}");
        let checkout = shop::prepare_checkout(&mut shopper, &token, "US").await?;
        let bought = shop::submit(&mut shopper, &checkout, "signed-in-0001", APPROVED).await?.expect(200)?;
        let orders = shopper.get("/api/site-users/account/orders").await?.expect(200)?;
        ensure!(orders["orders"][0]["id"] == bought["orderId"], "it is an order of the account: {orders}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn buy_now_validation_messages() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        let refused = shopper.post(BUY_NOW, &wish(&mug, &json!(1))).await?.problem(400)?;
        ensure!(
            refused["error"] == "This store does not offer buying directly. Add the item to your cart to buy it.",
            "{refused}"
        );
        ensure!(!shopper.get("/shop/hearth-mug").await?.text.contains("data-buy-now"), "there is a button");

        offer(app).await?;
        for (qty, message) in [
            (json!(1.5), "Quantity must be a whole number"),
            (json!(9999), "Sorry, we do not have enough of that item available."),
        ] {
            let refused = shopper.post(BUY_NOW, &wish(&mug, &qty)).await?.problem(400)?;
            ensure!(refused["error"] == message, "{qty}: {refused}");
        }
        ensure!(app.kissaten().post(BUY_NOW, &wish(&mug, &json!(1))).await?.status >= 400, "another site's product");
        let unknown = json!({"itemId": "prd_nothing", "qty": 1});
        ensure!(shopper.post(BUY_NOW, &unknown).await?.status == 404, "an unknown product");
        let plan = json!({"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0, "soldOnce": false,
            "percentageDiscount": 0, "revision": 0});
        let path = format!("{}/subscription-plan", mug["path"].as_str().context("no path")?);
        app.owner().await?.put(&path, &plan).await?.expect(200)?;
        let refused = shopper.post(BUY_NOW, &wish(&mug, &json!(1))).await?.problem(400)?;
        ensure!(refused["error"] == "This item is sold by subscription only.", "{refused}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn buy_now_checkout_expires_after_a_day() -> Result<()> {
    on_both(async |app| {
        offer(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        let token = buy(&mut shopper, &mug).await?;
        let id: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&id, "test").await?;
        let tx = tenant.db.write().await?;
        tx.update::<cart_buy_now::Entity>(cart_buy_now::Column::ExpiresOn.gt(0))
            .set(cart_buy_now::Column::ExpiresOn, tenant.ctx.now())
            .exec()
            .await?;
        tx.commit().await?;
        ensure!(shopper.get(&format!("/api/2/commerce/checkout/{token}")).await?.status == 404);
        let page = shopper.get(&format!("/checkout?cartToken={token}")).await?;
        ensure!(page.status == 303 && page.location() == "/cart", "{page:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn buy_now_requires_account_when_configured() -> Result<()> {
    on_sqlite(async |app| {
        offer(app).await?;
        let mut owner = app.owner().await?;
        let path = format!("/api/v1/websites/{}/store-settings", app.website("juniper").await?);
        let mut choices = owner.get(&path).await?.expect(200)?;
        choices["checkout"]["guestCheckout"] = false.into();
        owner.if_match = Some(format!("\"{}\"", choices["revision"]));
        owner.put(&path, &choices).await?.expect(200)?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        let refused = shopper.post(BUY_NOW, &wish(&mug, &json!(1))).await?.problem(401)?;
        ensure!(refused["error"] == "Sign in to buy here.", "{refused}");
        shopper.join("ada@example.com").await?;
        let token = buy(&mut shopper, &mug).await?;
        let checkout = shop::prepare_checkout(&mut shopper, &token, "US").await?;
        let bought = shop::submit(&mut shopper, &checkout, "account-0001", APPROVED).await?.expect(200)?;
        ensure!(bought["status"] == "paid", "{bought}");
        Ok(())
    })
    .await
}
