//! A payment is served by the version of the plugin that began it.

use anyhow::{Context as _, Result, ensure};
use hmac::{Hmac, Mac as _};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use sha2::Sha256;
use stoa_entity::tenant::payment;
use stoa_plugin_author::SigningKey;

use crate::app::{App, on_sqlite_with};
use crate::checkout::plugin_quotes::tenant;
use crate::client::{Client, TestResponse};
use crate::operations::site_plugins::{compiler, install, upload};
use crate::plugin_package::Packed;
use crate::shop::{self, APPROVED, PENDING};

const CARD: Packed<'static> = Packed { built: "plugins/stoa.testcard", id: "acme.pay", version: "1.0.0" };
const LATER_CARD: Packed<'static> = Packed { version: "2.0.0", ..CARD };
/// Refunds nothing.
const BANK: Packed<'static> = Packed { built: "plugins-hostile/tests.saving", id: "acme.pay", version: "2.0.0" };
const LATER_BANK: Packed<'static> = Packed { version: "3.0.0", ..BANK };
/// Refuses what the test card reads: its messages are signed another way.
const PROCESSOR: Packed<'static> =
    Packed { built: "plugins-hostile/tests.processor", id: "acme.pay", version: "2.0.0" };
const EARLIER_PROCESSOR: Packed<'static> = Packed { version: "1.0.0", ..PROCESSOR };
const EARLIEST_PROCESSOR: Packed<'static> = Packed { version: "0.9.0", ..PROCESSOR };
const LATER_PROCESSOR: Packed<'static> = Packed { version: "3.0.0", ..PROCESSOR };
const SECRET: &str = "a secret of the card's bank";

/// Buys a mug by the plugin, and returns the id of the order.
async fn buy(app: &App, key: &str) -> Result<String> {
    let paid = submit(app, key, APPROVED).await?;
    ensure!(paid["status"] == "paid", "{paid}");
    Ok(paid["orderId"].as_str().context("no order")?.to_owned())
}

async fn submit(app: &App, key: &str, card: &str) -> Result<Value> {
    let mut shopper = app.juniper();
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    let token = checkout["cartToken"].as_str().context("no token")?;
    let data = json!({"cardNumber": card, "expiry": "12/30", "cvc": "123", "name": "Ada Byron"});
    let body = json!({"idempotencyKey": key, "expectedTotalCents": checkout["cart"]["grandTotalCents"],
        "payment": {"provider": "acme.pay", "method": "card", "data": data}});
    shopper.post(&format!("/api/2/commerce/checkout/{token}/submit"), &body).await?.expect(200)
}

/// An order whose payment waits for a message of the bank, and the message that it is captured, in dollars.
async fn waiting(app: &App, owner: &mut Client, website: &str, key: &str) -> Result<(String, Value)> {
    let bought = submit(app, key, PENDING).await?;
    let order = bought["orderId"].as_str().with_context(|| format!("no order: {bought}"))?;
    let path = format!("/api/v1/websites/{website}/orders/{order}");
    let seen = owner.get(&path).await?.expect(200)?;
    let payment = seen["payments"][0]["id"].as_str().context("no payment")?;
    let total = seen["payments"][0]["amountCents"].as_i64().context("no amount")?;
    Ok((path, shop::report(&format!("event-{key}"), payment, total, "captured")))
}

/// Sends a message that is signed as the test card wants it.
async fn send(app: &App, report: &Value) -> Result<TestResponse> {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes())?;
    mac.update(report.to_string().as_bytes());
    let signature: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    app.juniper().post_signed("/api/payments/webhooks/acme.pay", report, &signature).await
}

/// Installs a version, switches it on, and enters the secret of the bank.
async fn begin_with(owner: &mut Client, path: &str, digest: &str) -> Result<()> {
    let installed = install(owner, path, digest, grants()).await?.expect(200)?;
    owner.if_match = Some(format!("\"{}\"", installed["revision"]));
    owner.call("PATCH", path, Some(&json!({"enabled": true}))).await?.expect(200)?;
    owner.if_match = None;
    let entered = owner.put(&format!("{path}/secrets/webhook_secret"), &json!({"value": SECRET})).await?;
    ensure!(entered.status == 204, "{entered:?}");
    Ok(())
}

fn grants() -> Option<Value> {
    Some(json!({"origins": [], "data": []}))
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
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("/api/v1/websites/{website}/plugins/acme.pay");
        let card = upload(&mut owner, &website, folder.path(), CARD, &key).await?;
        begin_with(&mut owner, &path, &card).await?;
        let before = buy(app, "before-0001").await?;

        let bank = upload(&mut owner, &website, folder.path(), BANK, &key).await?;
        install(&mut owner, &path, &bank, grants()).await?.expect(200)?;
        let after = buy(app, "after-0001").await?;
        assert_eq!(refund(&mut owner, &website, &after, "refund-0001").await?, "failed", "the bank refunds nothing");
        assert_eq!(refund(&mut owner, &website, &before, "refund-0002").await?, "succeeded", "the card refunds");

        let bank = upload(&mut owner, &website, folder.path(), LATER_BANK, &key).await?;
        install(&mut owner, &path, &bank, grants()).await?.expect(200)?;
        assert_eq!(refund(&mut owner, &website, &before, "refund-0003").await?, "succeeded", "it does so ever after");
        Ok(())
    })
    .await
}

// spec: plugins.payments.versions
#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_version_speaks_for_its_own_payments_alone() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("/api/v1/websites/{website}/plugins/acme.pay");
        let card = upload(&mut owner, &website, folder.path(), CARD, &key).await?;
        begin_with(&mut owner, &path, &card).await?;
        let (own, told_of_own) = waiting(app, &mut owner, &website, "own-payment-0001").await?;
        let (other, told_of_other) = waiting(app, &mut owner, &website, "other-payment-0001").await?;

        let processor = upload(&mut owner, &website, folder.path(), PROCESSOR, &key).await?;
        install(&mut owner, &path, &processor, grants()).await?.expect(200)?;
        // As if the new version had begun it.
        let tenant = tenant(app).await?;
        let tx = tenant.db.write().await?;
        let id = told_of_other["attemptId"].as_str().context("no attempt")?;
        let digest = payment::Column::PluginDigest;
        tx.update::<payment::Entity>(payment::Column::Id.eq(id)).set(digest, Some(processor)).exec().await?;
        tx.commit().await?;

        send(app, &told_of_other).await?.problem(400)?;
        assert_ne!(owner.get(&other).await?.expect(200)?["paymentStatus"], "PAID", "the new version refuses it");
        let answer = send(app, &told_of_own).await?;
        ensure!(answer.status == 200, "{answer:?}");
        assert_eq!(owner.get(&own).await?.expect(200)?["paymentStatus"], "PAID");
        Ok(())
    })
    .await
}

// spec: plugins.payments.versions
#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_version_reads_messages_about_its_payments() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let website = app.website("juniper").await?;
        let mut owner = app.owner().await?;
        let path = format!("/api/v1/websites/{website}/plugins/acme.pay");
        let card = upload(&mut owner, &website, folder.path(), CARD, &key).await?;
        begin_with(&mut owner, &path, &card).await?;
        let (first, told_of_first) = waiting(app, &mut owner, &website, "first-payment-0001").await?;
        let (second, told_of_second) = waiting(app, &mut owner, &website, "second-payment-0001").await?;

        // The bank has a payment of its own, and no use for any message; the processor refuses those of the card.
        let bank = upload(&mut owner, &website, folder.path(), BANK, &key).await?;
        install(&mut owner, &path, &bank, grants()).await?.expect(200)?;
        buy(app, "of-the-bank-0001").await?;
        let processor = upload(&mut owner, &website, folder.path(), LATER_PROCESSOR, &key).await?;
        install(&mut owner, &path, &processor, grants()).await?.expect(200)?;

        let answer = send(app, &told_of_first).await?;
        ensure!(answer.status == 200, "{answer:?}");
        assert_eq!(owner.get(&first).await?.expect(200)?["paymentStatus"], "PAID");

        // The site goes back behind the bank, to a version of the processor: neither is asked any more.
        let processor = upload(&mut owner, &website, folder.path(), EARLIEST_PROCESSOR, &key).await?;
        install(&mut owner, &path, &processor, grants()).await?.expect(200)?;
        send(app, &told_of_second).await?.problem(400)?;
        assert_ne!(owner.get(&second).await?.expect(200)?["paymentStatus"], "PAID");
        Ok(())
    })
    .await
}

// spec: plugins.payments.versions
#[tokio::test(flavor = "multi_thread")]
async fn a_version_that_was_left_again_says_nothing_of_messages() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("/api/v1/websites/{website}/plugins/acme.pay");
        let processor = upload(&mut owner, &website, folder.path(), EARLIER_PROCESSOR, &key).await?;
        begin_with(&mut owner, &path, &processor).await?;
        let card = upload(&mut owner, &website, folder.path(), LATER_CARD, &key).await?;
        install(&mut owner, &path, &card, grants()).await?.expect(200)?;
        let (order, told) = waiting(app, &mut owner, &website, "payment-0001").await?;
        install(&mut owner, &path, &processor, grants()).await?.expect(200)?;
        send(app, &told).await?.problem(400)?;
        assert_ne!(owner.get(&order).await?.expect(200)?["paymentStatus"], "PAID");
        Ok(())
    })
    .await
}

// spec: plugins.payments.versions, plugins.payments.modes
#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_version_reads_messages_in_the_mode_of_its_payments() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("/api/v1/websites/{website}/plugins/acme.pay");
        let card = upload(&mut owner, &website, folder.path(), CARD, &key).await?;
        begin_with(&mut owner, &path, &card).await?;
        let (order, told) = waiting(app, &mut owner, &website, "payment-0001").await?;
        let processor = upload(&mut owner, &website, folder.path(), PROCESSOR, &key).await?;
        install(&mut owner, &path, &processor, grants()).await?.expect(200)?;

        // The shop goes live.
        let path = format!("/api/v1/websites/{website}/payment-settings");
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["testMode"] = json!(false);
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&path, &settings).await?.expect(200)?;
        owner.if_match = None;
        let answer = send(app, &told).await?;
        ensure!(answer.status == 200, "{answer:?}");
        let seen = owner.get(&order).await?.expect(200)?;
        assert_eq!([&seen["paymentStatus"], &seen["testMode"]], [&json!("PAID"), &json!(true)]);
        Ok(())
    })
    .await
}
