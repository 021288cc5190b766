//! Currency of a shop: chosen when its site is created and in the settings, until the first order.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_entity::tenant::order;
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::shop;

const NEW_SITE: &str = "/api/v1/new-site";

/// Tries to change the currency of a site.
async fn choose(owner: &mut Client, settings: &str, currency: &str) -> Result<crate::client::TestResponse> {
    let mut body = owner.get(settings).await?.expect(200)?;
    body["currency"] = json!(currency);
    owner.put(settings, &body).await
}

/// Turns all test orders of the dollar shop into real ones.
async fn clear_test_mode(app: &App) -> Result<()> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.write().await?;
    let test = sea_orm::ColumnTrait::eq(&order::Column::TestMode, true);
    tx.update::<order::Entity>(test).set(order::Column::TestMode, false).exec().await?;
    Ok(tx.commit().await?)
}

// spec: enum.currency, money.default-currency
#[tokio::test(flavor = "multi_thread")]
async fn new_site_currency() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let offered = owner.get(NEW_SITE).await?.expect(200)?;
        assert_eq!(offered["currencies"].as_array().map(Vec::len), Some(27));
        let site = |identifier: &str, currency: &str| {
            json!({"title": "Harbour", "identifier": identifier, "theme": "linen", "currency": currency})
        };
        let unknown = owner.post(NEW_SITE, &site("harbour", "XXX")).await?.problem(400)?;
        assert_eq!(unknown["errors"]["currency"], "Choose one of the offered currencies.");
        let settings_of = |made: &Value| format!("/api/v1/websites/{}/settings", made["id"].as_str().unwrap());
        for (identifier, currency) in [("harbour", "CHF"), ("minato", "JPY")] {
            let made = owner.post(NEW_SITE, &site(identifier, currency)).await?.expect(201)?;
            assert_eq!(made["currency"], currency);
            let settings = owner.get(&settings_of(&made)).await?.expect(200)?;
            assert_eq!((&settings["currency"], &settings["currencyFixed"]), (&json!(currency), &json!(false)));
        }
        let unchosen = json!({"title": "Pier", "identifier": "pier", "theme": "linen"});
        let made = owner.post(NEW_SITE, &unchosen).await?.expect(201)?;
        assert_eq!(owner.get(&settings_of(&made)).await?.expect(200)?["currency"], "USD");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn currency_locked_after_first_sale() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let settings = format!("/api/v1/websites/{}/settings", app.website("juniper").await?);
        let offered = owner.get(&settings).await?.expect(200)?;
        assert_eq!(offered["currencies"].as_array().map(Vec::len), Some(27));
        let unknown = choose(&mut owner, &settings, "DOGE").await?.problem(400)?;
        assert_eq!(unknown["errors"]["currency"], "Choose one of the offered currencies.");
        let yen = choose(&mut owner, &settings, "JPY").await?.problem(400)?;
        let said = yen["errors"]["currency"].as_str().context("no message")?;
        ensure!(said.starts_with("USD and JPY have different decimals"), "{said}");

        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let price = shop::product(app, "juniper", "hearth-mug").await?["variants"][0]["priceCents"].clone();
        ensure!(app.juniper().get("/shop/hearth-mug").await?.text.contains('$'));
        let changed = choose(&mut owner, &settings, "EUR").await?.expect(200)?;
        assert_eq!((&changed["currency"], &changed["currencyFixed"]), (&json!("EUR"), &json!(false)));
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        assert_eq!((&mug["currency"], &mug["variants"][0]["priceCents"]), (&json!("EUR"), &price));
        let page = app.juniper().get("/shop/hearth-mug").await?.text;
        ensure!(page.contains('€'), "the page is drawn again: {page}");

        clear_test_mode(app).await?;
        assert_eq!(owner.get(&settings).await?.expect(200)?["currencyFixed"], true);
        let sold = choose(&mut owner, &settings, "CHF").await?.problem(400)?;
        let said = sold["errors"]["currency"].as_str().context("no message")?;
        ensure!(said.contains("can no longer be changed"), "{said}");
        choose(&mut owner, &settings, "EUR").await?.expect(200)?;
        Ok(())
    })
    .await
}
