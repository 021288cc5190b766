//! Installment messages on pages and for carts, and the page with the details.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::member_accounts::confirmed;
use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop;

const MESSAGES: &str = "/api/commerce/installments";

/// Turns a provider on for the dollar shop.
async fn switch_on(app: &App, provider: &str, settings: &Value) -> Result<()> {
    let path = format!("/api/v1/websites/{}/installment-providers", app.website("juniper").await?);
    let mut owner = app.owner().await?;
    let all = owner.get(&path).await?.expect(200)?;
    let known = all["providers"].as_array().context("no providers")?.iter().find(|known| known["id"] == provider);
    let revision = &known.with_context(|| format!("no {provider}"))?["revision"];
    let body = json!({"id": provider, "enabled": true, "settings": settings, "revision": revision});
    owner.put(&path, &body).await?.expect(200)?;
    Ok(())
}

async fn message(shopper: &mut Client, query: &str) -> Result<Value> {
    Ok(shopper.get(&format!("{MESSAGES}{query}")).await?.expect(200)?["message"].clone())
}

// spec: installments.context.fields
#[tokio::test(flavor = "multi_thread")]
async fn installment_messages_on_product_and_cart() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let id = mug["id"].as_str().context("no id")?;
        let mut shopper = app.juniper();
        let before = shopper.get("/shop/hearth-mug").await?.text;
        ensure!(!before.contains("data-installments "), "nobody switched it on");
        ensure!(message(&mut shopper, &format!("?itemId={id}")).await?.is_null());

        switch_on(app, "stoa.quarters", &json!({"providerName": "Pay <Later>"})).await?;
        let page = shopper.get("/shop/hearth-mug").await?.text;
        ensure!(page.contains("4 interest-free payments of $9.50"), "{page}");
        ensure!(page.contains("Pay &lt;Later&gt;") && page.contains("/static/installments/en_US.html"), "{page}");
        for key in ["afterPayAvailable", "afterPayMin", "afterPayMax", "shopperLanguage", "stripeAccountCountry"] {
            ensure!(page.contains(&format!("\"{key}\"")), "{key} is not in the page");
        }
        let list = shopper.get("/shop").await?.text;
        ensure!(list.contains("or 4 interest-free payments of $9.50 with"), "{list}");

        let two = message(&mut shopper, &format!("?itemId={id}&quantity=2")).await?;
        ensure!(two["fullText"] == "4 interest-free payments of $19.00" && two["amountCents"] == 1900, "{two}");
        let sku = mug["variants"][0]["sku"].as_str().context("no sku")?;
        let one = message(&mut shopper, &format!("?itemId={id}&sku={sku}")).await?;
        ensure!(one["availability"] == "in-range" && one["providerName"] == "Pay <Later>", "{one}");
        let many = message(&mut shopper, &format!("?itemId={id}&quantity=100")).await?;
        ensure!(many["fullText"] == "available for orders up to $2,000.00", "{many}");
        for wrong in [format!("?itemId={id}&quantity=0"), format!("?itemId={id}&sku=none")] {
            let refused = shopper.get(&format!("{MESSAGES}{wrong}")).await?;
            ensure!(refused.status == 400, "{wrong}: {refused:?}");
        }
        ensure!(shopper.get(&format!("{MESSAGES}?itemId=prd_none")).await?.status == 404);
        ensure!(app.kissaten().get(&format!("{MESSAGES}?itemId={id}")).await?.status == 404);

        ensure!(message(&mut shopper, "").await?.is_null(), "an empty cart has nothing to pay");
        shop::add(&mut shopper, &mug, &mug["variants"][0], 1).await?.expect(200)?;
        let cart = message(&mut shopper, "").await?;
        ensure!(cart["fullText"] == "4 interest-free payments of $9.50", "{cart}");
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let token = checkout["cartToken"].as_str().context("no token")?;
        let total = checkout["cart"]["grandTotalCents"].as_i64().context("no total")?;
        let at_checkout = message(&mut shopper, &format!("?cartToken={token}")).await?;
        ensure!(at_checkout["amountCents"] == (total + 3) / 4, "{at_checkout} of {total}");

        let card = shop::product(app, "juniper", "gift-card").await?;
        shop::add(&mut shopper, &card, &card["variants"][0], 1).await?.expect(200)?;
        ensure!(message(&mut shopper, "").await?.is_null(), "a gift card is not sent");
        ensure!(message(&mut shopper, &format!("?itemId={id}")).await?.is_null(), "the cart spoils the product too");
        ensure!(!message(&mut app.juniper(), &format!("?itemId={id}")).await?.is_null(), "but not for others");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn installment_messages_use_price_list() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let id = mug["id"].as_str().context("no id")?;
        let sku = mug["variants"][0]["sku"].as_str().context("no sku")?;
        switch_on(app, "stoa.quarters", &json!({})).await?;
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        let path = format!("/api/v1/websites/{}/price-lists", app.website("juniper").await?);
        let list = json!({"name": "Friends", "enabled": true, "audience": "named", "customers": ["ada@example.com"],
            "rateBasisPoints": 5000, "prices": []});
        app.owner().await?.post(&path, &list).await?.expect(201)?;
        for (query, of_guest, of_member) in [
            (String::new(), 950, 475),
            (format!("&sku={sku}"), 950, 475),
            (format!("&sku={sku}&quantity=2"), 1900, 950),
        ] {
            let query = format!("?itemId={id}{query}");
            let (guest, own) = (message(&mut app.juniper(), &query).await?, message(&mut member, &query).await?);
            assert_eq!((&guest["amountCents"], &own["amountCents"]), (&json!(of_guest), &json!(of_member)), "{query}");
        }
        shop::add(&mut member, &mug, &mug["variants"][0], 2).await?.expect(200)?;
        assert_eq!(message(&mut member, "").await?["amountCents"], 950);
        Ok(())
    })
    .await
}

// spec: installments.locale.choice
#[tokio::test(flavor = "multi_thread")]
async fn installment_messages_in_visitor_language() -> Result<()> {
    on_postgres(async |app| {
        switch_on(app, "stoa.quarters", &json!({})).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let query = format!("?itemId={}", mug["id"].as_str().context("no id")?);
        let mut reader = app.juniper();
        ensure!(message(&mut reader, &query).await?["fullText"] == "4 interest-free payments of $9.50");
        reader.post("/api/site-users/account/locale", &json!({"language": "fr-CA"})).await?.expect(204)?;
        let told = message(&mut reader, &query).await?;
        ensure!(told["fullText"].as_str().is_some_and(|text| text.contains("9,50")), "{told}");
        let page = reader.get("/shop/hearth-mug").await?.text;
        ensure!(page.contains("4 interest-free payments of $9.50"), "{page}");
        Ok(())
    })
    .await
}

// spec: installments.subscribable.open
#[tokio::test(flavor = "multi_thread")]
async fn subscription_only_product_has_no_installments() -> Result<()> {
    on_sqlite(async |app| {
        switch_on(app, "stoa.quarters", &json!({})).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let plan = json!({"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0, "soldOnce": false,
            "percentageDiscount": 0, "revision": 0});
        let path = format!("{}/subscription-plan", mug["path"].as_str().context("no path")?);
        app.owner().await?.put(&path, &plan).await?.expect(200)?;
        let mut shopper = app.juniper();
        let query = format!("?itemId={}", mug["id"].as_str().context("no id")?);
        ensure!(message(&mut shopper, &query).await?.is_null());
        let page = shopper.get("/shop/hearth-mug").await?.text;
        ensure!(!page.contains("interest-free payments of $9.50"), "{page}");
        ensure!(page.contains("every month") && page.contains(">Subscribe</button>"), "{page}");
        Ok(())
    })
    .await
}

// spec: installments.modal.call, installments.modal.path.open
#[tokio::test(flavor = "multi_thread")]
async fn installment_page_per_locale_with_fallback() -> Result<()> {
    on_postgres(async |app| {
        let mut shopper = app.juniper();
        let page = |locale: &str| format!("/static/installments/{locale}.html");
        ensure!(shopper.get(&page("en_US")).await?.status == 404, "nobody speaks of installments yet");
        switch_on(app, "stoa.quarters", &json!({"providerName": "<script>Pay"})).await?;
        for locale in ["en_US", "en_CA", "fr_CA", "en_AU", "en_NZ", "en_GB"] {
            let answer = shopper.get(&page(locale)).await?;
            ensure!(answer.status == 200 && answer.header("content-type") == "text/html; charset=utf-8", "{answer:?}");
            ensure!(answer.text.contains(&format!("lang=\"{}\"", locale.replace('_', "-"))), "{answer:?}");
            ensure!(!answer.text.contains("<script"), "{answer:?}");
            ensure!(answer.header("content-security-policy").starts_with("sandbox"), "{answer:?}");
            ensure!(!answer.header("etag").is_empty() && !answer.header("cache-control").is_empty(), "{answer:?}");
        }
        let american = shopper.get(&page("en_US")).await?.text;
        ensure!(shopper.get(&page("de_DE")).await?.text == american);
        ensure!(shopper.get("/static/installments/en_US").await?.status == 404);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn installment_provider_settings() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let path = format!("/api/v1/websites/{website}/installment-providers");
        let mut owner = app.owner().await?;
        let all = owner.get(&path).await?.expect(200)?;
        let ids: Vec<&str> =
            all["providers"].as_array().context("none")?.iter().filter_map(|one| one["id"].as_str()).collect();
        ensure!(ids == ["stoa.quarters", "stoa.thirds"], "{ids:?}");
        ensure!(all["providers"][0]["enabled"] == false && all["providers"][0]["revision"] == 0, "{all}");

        let wrong =
            json!({"id": "stoa.quarters", "enabled": true, "settings": {"maximumCents": "much"}, "revision": 0});
        let refused = owner.put(&path, &wrong).await?.problem(400)?;
        ensure!(refused["errors"]["maximumCents"] == "It has to be of type integer.", "{refused}");
        let body = json!({"id": "stoa.quarters", "enabled": true, "settings": {"maximumCents": 3000}, "revision": 0});
        let saved = owner.put(&path, &body).await?.expect(200)?;
        ensure!(saved["settings"]["providerName"] == "Installments" && saved["revision"] == 1, "{saved}");
        let stale = owner.put(&path, &body).await?;
        ensure!(stale.status == 412, "{stale:?}");
        let unknown = json!({"id": "stoa.testcard", "enabled": true, "settings": {}, "revision": 0});
        ensure!(owner.put(&path, &unknown).await?.status == 404);

        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let query = format!("?itemId={}", mug["id"].as_str().context("no id")?);
        let told = message(&mut app.juniper(), &query).await?;
        ensure!(told["fullText"] == "available for orders up to $30.00", "{told}");
        let off = json!({"id": "stoa.quarters", "enabled": false, "settings": {}, "revision": 1});
        owner.put(&path, &off).await?.expect(200)?;
        ensure!(message(&mut app.juniper(), &query).await?.is_null(), "it was switched off");
        Ok(())
    })
    .await
}
