//! A payment is served by the version of the plugin that began it.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_plugin_author::SigningKey;

use crate::app::{App, on_sqlite_with};
use crate::client::Client;
use crate::operations::site_plugins::{compiler, install, upload};
use crate::plugin_package::Packed;
use crate::shop::{self, APPROVED};

const CARD: Packed<'static> = Packed { built: "plugins/stoa.testcard", id: "acme.pay", version: "1.0.0" };
/// Refunds nothing.
const BANK: Packed<'static> = Packed { built: "plugins-hostile/tests.saving", id: "acme.pay", version: "2.0.0" };

/// Buys a mug by the plugin, and returns the id of the order.
async fn buy(app: &App, key: &str) -> Result<String> {
    let mut shopper = app.juniper();
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    let token = checkout["cartToken"].as_str().context("no token")?;
    let data = json!({"cardNumber": APPROVED, "expiry": "12/30", "cvc": "123", "name": "Ada Byron"});
    let body = json!({"idempotencyKey": key, "expectedTotalCents": checkout["cart"]["grandTotalCents"],
        "payment": {"provider": "acme.pay", "method": "card", "data": data}});
    let paid = shopper.post(&format!("/api/2/commerce/checkout/{token}/submit"), &body).await?.expect(200)?;
    ensure!(paid["status"] == "paid", "{paid}");
    Ok(paid["orderId"].as_str().context("no order")?.to_owned())
}

/// Refunds a dollar, and returns what became of it.
async fn refund(owner: &mut Client, website: &str, order: &str, key: &str) -> Result<Value> {
    let path = format!("/api/v1/websites/{website}/orders/{order}/refund");
    let body = json!({"idempotencyKey": key, "amountCents": 100, "reason": "Chipped"});
    Ok(owner.post(&path, &body).await?.expect(200)?["refund"]["status"].clone())
}

// spec: plugins.payments.versions
#[tokio::test(flavor = "multi_thread")]
async fn a_payment_stays_with_the_version_that_began_it() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let website = app.website("juniper").await?;
        let mut owner = app.owner().await?;
        let path = format!("/api/v1/websites/{website}/plugins/acme.pay");
        let grants = || Some(json!({"origins": [], "data": []}));
        let card = upload(&mut owner, &website, folder.path(), CARD, &key).await?;
        let installed = install(&mut owner, &path, &card, grants()).await?.expect(200)?;
        owner.if_match = Some(format!("\"{}\"", installed["revision"]));
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;
        owner.if_match = None;
        let before = buy(app, "before-0001").await?;

        let bank = upload(&mut owner, &website, folder.path(), BANK, &key).await?;
        install(&mut owner, &path, &bank, grants()).await?.expect(200)?;
        let after = buy(app, "after-0001").await?;
        assert_eq!(refund(&mut owner, &website, &after, "refund-0001").await?, "failed", "the bank refunds nothing");
        assert_eq!(refund(&mut owner, &website, &before, "refund-0002").await?, "succeeded", "the card refunds");
        Ok(())
    })
    .await
}
