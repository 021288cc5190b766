//! Products sold as subscriptions: the plan, their separate cart, and the order that records it.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::order_subscription::BillingPeriod;
use stoa_entity::tenant::{cart_subscription, order_subscription};
use stoa_kernel::catalogue::PeriodUnit;
use stoa_kernel::id::WebsiteId;

use crate::account::member_accounts::plain;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::pages::content::described;
use crate::shop::{self, APPROVED, CONFIRM};

const SUBSCRIBE: &str = "/api/3/commerce/cart/subscription";
/// Text about a bought subscription, since nothing is charged later.
const ONE_PAYMENT: &str = "one payment, no renewal";

fn plan(more: &Value) -> Value {
    let mut body = json!({"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0, "soldOnce": false,
        "percentageDiscount": 0, "revision": 0});
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

/// Gives a product of the dollar shop a plan.
async fn add_subscription_plan(app: &App, url_id: &str, more: &Value) -> Result<Value> {
    let product = shop::product(app, "juniper", url_id).await?;
    let path = format!("{}/subscription-plan", product["path"].as_str().context("no path")?);
    app.owner().await?.put(&path, &plan(more)).await?.expect(200)?;
    Ok(product)
}

async fn subscribe(shopper: &mut Client, product: &Value, qty: &Value) -> Result<String> {
    let sku = &shop::in_stock(product)["sku"];
    let body = json!({"itemId": product["id"], "sku": sku, "qty": qty, "additionalFields": null});
    let answer = shopper.post(SUBSCRIBE, &body).await?.expect(200)?;
    Ok(answer["cartToken"].as_str().context("no token")?.to_owned())
}

/// Completes every step of the checkout of a token.
async fn ready(shopper: &mut Client, token: &str) -> Result<Value> {
    let base = format!("/api/2/commerce/checkout/{token}");
    let customer = json!({"email": "ada@example.com", "mailConsent": false});
    shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
    let checkout = shopper.put(&format!("{base}/shipping"), &shop::address("US")).await?.expect(200)?;
    let option = json!({"optionId": checkout["shippingOptions"][0]["id"]});
    shopper.put(&format!("{base}/shipping-option"), &option).await?.expect(200)
}

/// The structured data of a product offers each variant at its price, which is that of one payment.
fn check_structured_data(page: &str, product: &Value) -> Result<()> {
    let told = described(page, "ProductGroup")?;
    ensure!(told["@context"] == "https://schema.org" && told["productGroupID"] == product["id"], "{told}");
    let offered = told["hasVariant"].as_array().context("no variants")?;
    let variants = product["variants"].as_array().context("no variants")?;
    assert_eq!(offered.len(), variants.len(), "{told}");
    for variant in variants {
        let own = offered.iter().find(|own| own["sku"] == variant["sku"]).context("not offered")?;
        let cents = variant["priceCents"].as_i64().context("no price")?;
        let price = json!(format!("{}.{:02}", cents / 100, cents % 100));
        let offer = &own["offers"];
        ensure!(offer["@type"] == "Offer" && offer["price"] == price && offer["priceCurrency"] == "USD", "{own}");
        ensure!(offer["availability"].as_str().is_some_and(|text| text.starts_with("https://schema.org/")), "{own}");
    }
    described(page, "BreadcrumbList")?;
    Ok(())
}

// spec: subscription.cart.post, subscription.page.confirmed
#[tokio::test(flavor = "multi_thread")]
async fn subscription_cart_and_order_plan() -> Result<()> {
    on_sqlite(async |app| {
        let mug = add_subscription_plan(app, "hearth-mug", &json!({"numBillingCycles": 24})).await?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;

        let token = subscribe(&mut shopper, &mug, &json!(2)).await?;
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        ensure!(cart["entries"].as_array().map(Vec::len) == Some(1), "the shopper's cart has changed: {cart}");
        ensure!(cart["entries"][0]["itemId"] == bowl["id"] && cart["entries"][0]["subscription"].is_null());

        let page = shopper.get(&format!("/checkout?cartToken={token}")).await?;
        ensure!(page.status == 200 && page.text.contains(&token), "the page opens another checkout");

        let checkout = ready(&mut shopper, &token).await?;
        let lines = checkout["cart"]["entries"].as_array().context("no lines")?;
        ensure!(lines.len() == 1 && lines[0]["quantity"] == 2, "{checkout}");
        ensure!(lines[0]["subscription"] == "every month for 2 years", "{checkout}");
        let bought = shop::submit(&mut shopper, &checkout, "subscription-0001", APPROVED).await?.expect(200)?;
        ensure!(bought["status"] == "paid", "{bought}");

        let address = bought["redirectUrl"].as_str().context("no page")?;
        let page = shopper.get(address).await?;
        ensure!(page.text.contains("stoa-type-206"), "the page is of another type");
        ensure!(page.text.contains(ONE_PAYMENT) && !page.text.contains("every month"), "{}", page.text);

        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("/api/v1/websites/{website}/orders/{}", bought["orderId"].as_str().unwrap_or_default());
        let order = owner.get(&path).await?.expect(200)?;
        ensure!(order["items"][0]["subscription"] == "every month for 2 years", "{order}");
        let invoice = owner.get(&format!("{path}/invoice")).await?;
        ensure!(invoice.text.contains(ONE_PAYMENT) && !invoice.text.contains("every month"), "{invoice:?}");
        let emails: Vec<String> = app.emails(2).await?.iter().map(|message| plain(message)).collect();
        ensure!(emails.iter().any(|message| message.contains(ONE_PAYMENT)), "no e-mail says it: {emails:?}");
        ensure!(!emails.iter().any(|message| message.contains("every month")), "{emails:?}");

        let id: WebsiteId = website.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&id, "test").await?;
        let tx = tenant.db.read().await?;
        let kept = tx.find::<order_subscription::Entity>().all().await?;
        let monthly = BillingPeriod { value: 1, unit: PeriodUnit::Month };
        ensure!(kept.len() == 1 && kept[0].plan.0.billing_period == monthly, "{kept:?}");
        ensure!(kept[0].plan.0.num_billing_cycles == 24, "{kept:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn declined_subscription_payment_returns_to_cart() -> Result<()> {
    on_postgres(async |app| {
        let mug = add_subscription_plan(app, "hearth-mug", &json!({})).await?;
        let mut shopper = app.juniper();
        let token = subscribe(&mut shopper, &mug, &json!(1)).await?;
        let checkout = ready(&mut shopper, &token).await?;
        let asked = shop::submit(&mut shopper, &checkout, "subscription-0003", CONFIRM).await?.expect(200)?;
        ensure!(asked["status"] == "action-required", "{asked}");
        let attempt = asked["redirectUrl"].as_str().and_then(|url| url.rsplit('/').next()).context("no attempt")?;
        let back = shopper.get(&format!("/checkout/payment-return/{attempt}?confirm=no")).await?;
        ensure!(back.location() == format!("/checkout?declined=1&cartToken={token}"), "{back:?}");
        let again = ready(&mut shopper, &token).await?;
        let bought = shop::submit(&mut shopper, &again, "subscription-0004", APPROVED).await?.expect(200)?;
        ensure!(bought["status"] == "paid", "{bought}");
        Ok(())
    })
    .await
}

// spec: subscription.cart.post.open
#[tokio::test(flavor = "multi_thread")]
async fn subscription_requires_plan() -> Result<()> {
    on_postgres(async |app| {
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        let mug = add_subscription_plan(app, "hearth-mug", &json!({})).await?;
        let mut shopper = app.juniper();
        let call = async |shopper: &mut Client, body: Value| shopper.post(SUBSCRIBE, &body).await;
        let plain = json!({"itemId": bowl["id"], "sku": shop::in_stock(&bowl)["sku"], "qty": 1});
        let refused = call(&mut shopper, plain).await?.problem(400)?;
        ensure!(refused["detail"] == "This item is not sold by subscription.", "{refused}");
        for (qty, message) in [
            (json!("some"), "Quantity must be a number."),
            (json!(1.5), "Quantity must be a whole number"),
            (json!(0), "Quantity must be between 1 and 9999"),
            (json!(9999), "Sorry, we do not have enough of that item available."),
        ] {
            let counted = mug["variants"].as_array().context("no variants")?;
            let counted = counted.iter().find(|variant| variant["unlimited"] == false).context("none is counted")?;
            let refused = call(&mut shopper, json!({"itemId": mug["id"], "sku": counted["sku"], "qty": qty})).await?;
            let refused = refused.problem(400)?;
            ensure!(refused["detail"] == message, "{qty}: {refused}");
        }
        let none = call(&mut shopper, json!({"itemId": "prd_none", "qty": 1})).await?;
        ensure!(none.status == 404, "{none:?}");
        let foreign = app.kissaten().post(SUBSCRIBE, &json!({"itemId": mug["id"], "qty": 1})).await?;
        ensure!(foreign.status == 404, "{foreign:?}");

        check_structured_data(&shopper.get("/shop/hearth-mug").await?.text, &mug)?;
        let once = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.problem(400)?;
        ensure!(once["detail"] == "This item is sold by subscription only.", "{once}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn subscriber_discount_on_one_time_product() -> Result<()> {
    on_sqlite(async |app| {
        let terms = json!({"soldOnce": true, "percentageDiscount": 10});
        let mug = add_subscription_plan(app, "hearth-mug", &terms).await?;
        let mut shopper = app.juniper();
        let variant = shop::in_stock(&mug);
        let cart = shop::add(&mut shopper, &mug, &variant, 1).await?.expect(200)?;
        let once = cart["newlyAdded"]["purchasePriceCents"].as_i64().context("no price")?;
        let token = subscribe(&mut shopper, &mug, &Value::Null).await?;
        let checkout = shopper.get(&format!("/api/2/commerce/checkout/{token}")).await?.expect(200)?;
        ensure!(checkout["cart"]["subtotalCents"] == (once * 90 + 50) / 100, "{checkout}");

        let page = shopper.get("/shop/hearth-mug").await?;
        check_structured_data(&page.text, &mug)?;
        ensure!(page.text.contains("One-time purchase") && page.text.contains("Save 10%"), "the shopper cannot choose");
        ensure!(page.text.contains("every month"), "the page does not say what the plan is");
        ensure!(page.text.contains("This is a single payment: the subscription does not renew."), "{}", page.text);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn subscription_cart_expiry_and_changed_terms() -> Result<()> {
    on_both(async |app| {
        let mug = add_subscription_plan(app, "hearth-mug", &json!({})).await?;
        let mut shopper = app.juniper();
        let late = subscribe(&mut shopper, &mug, &json!(1)).await?;
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let tx = tenant.db.write().await?;
        let row = tx.find::<cart_subscription::Entity>().one().await?.context("no row")?;
        let day = 24 * 60 * 60 * 1_000;
        ensure!(row.expires_on > tenant.ctx.now() && row.expires_on <= tenant.ctx.now() + day, "{row:?}");
        tx.update::<cart_subscription::Entity>(cart_subscription::Column::CartId.eq(row.cart_id))
            .set(cart_subscription::Column::ExpiresOn, tenant.ctx.now())
            .exec()
            .await?;
        tx.commit().await?;
        let gone = shopper.get(&format!("/api/2/commerce/checkout/{late}")).await?;
        ensure!(gone.status == 404, "{gone:?}");

        let token = subscribe(&mut shopper, &mug, &json!(1)).await?;
        let checkout = ready(&mut shopper, &token).await?;
        let path = format!("{}/subscription-plan", mug["path"].as_str().context("no path")?);
        let weekly = plan(&json!({"billingPeriod": {"value": 1, "unit": "WEEK"}, "revision": 1}));
        app.owner().await?.put(&path, &weekly).await?.expect(200)?;
        let changed = shop::submit(&mut shopper, &checkout, "subscription-0002", APPROVED).await?.problem(409)?;
        ensure!(changed["code"] == "cart-changed", "{changed}");
        Ok(())
    })
    .await
}

// spec: subscription.allowed-types
#[tokio::test(flavor = "multi_thread")]
async fn subscription_plan_types_and_conflicts() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let path = format!("{}/subscription-plan", mug["path"].as_str().context("no path")?);
        ensure!(owner.get(&path).await?.expect(200)?["plan"].is_null());
        let made = owner.put(&path, &plan(&json!({}))).await?.expect(200)?;
        ensure!(made["plan"]["words"] == "every month" && made["plan"]["revision"] == 1, "{made}");
        let stale = owner.put(&path, &plan(&json!({}))).await?;
        ensure!(stale.status == 412, "{stale:?}");
        let wrong = plan(&json!({"billingPeriod": {"value": 1, "unit": "DAY"}, "revision": 1}));
        let wrong = owner.put(&path, &wrong).await?.problem(400)?;
        ensure!(wrong["errors"]["billingPeriod.unit"] == "This must be WEEK, MONTH or YEAR.", "{wrong}");
        ensure!(owner.delete(&path).await?.status == 204);
        ensure!(owner.delete(&path).await?.status == 404);

        let base = path.rsplit_once("/items/").map(|(base, _)| base.to_owned()).context("no base")?;
        for product_type in [2, 4] {
            let body = json!({"productType": product_type, "name": "A file or a card"});
            let item = owner.post(&format!("{base}/items"), &body).await?.expect(201)?;
            let path = format!("{base}/items/{}/subscription-plan", item["id"].as_str().context("no id")?);
            let refused = owner.put(&path, &plan(&json!({}))).await?.problem(400)?;
            ensure!(refused["errors"]["isSubscribable"].is_string(), "{refused}");
        }
        Ok(())
    })
    .await
}
