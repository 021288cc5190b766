//! What an earlier version of a payment plugin works with: its own settings, grants and secrets.

use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::processor::{API, BACKUP, Seen, Shop};

/// What arrived of a call, all to the first address.
fn arrived(what: &str, account: &str, key: &str, seen: &[Seen]) -> Result<()> {
    let [one] = seen else { anyhow::bail!("not one request: {seen:?}") };
    ensure!(one.what.ends_with(what) && one.origin == API, "not {what}: {one:?}");
    assert_eq!((one.account.as_str(), one.key.as_str()), (account, format!("Bearer {key}").as_str()));
    Ok(())
}

/// Refunds a dollar, and returns what became of it.
async fn refund(shop: &mut Shop, order: &str, key: &str) -> Result<Value> {
    let body = json!({"idempotencyKey": key, "amountCents": 100, "reason": "Chipped"});
    Ok(shop.owner.post(&format!("{order}/refund"), &body).await?.expect(200)?["refund"]["status"].clone())
}

/// Two authorised orders, the second by a charge of a saved method, which the owner made.
async fn begin(shop: &mut Shop) -> Result<[String; 2]> {
    let first = shop.submit("first-0001").await?;
    let unpaid = shop.submit_declined("unpaid-0001").await?;
    let listed = shop.owner.get(&format!("{unpaid}/saved-payment-methods")).await?.expect(200)?;
    let method = listed["methods"][0]["id"].clone();
    let charge = json!({"idempotencyKey": "charge-0001", "savedMethodId": method});
    shop.owner.post(&format!("{unpaid}/charge"), &charge).await?.expect(200)?;
    Ok([first, unpaid])
}

/// Payments of one version after another one is in use; `account` is what the first one has in its settings then.
async fn go_on(shop: &mut Shop, orders: &[String; 2], account: &str) -> Result<()> {
    shop.processor.take_seen();
    let [first, charged] = orders;
    let payment = shop.authorised(first).await?;
    let capture = format!("{first}/payments/{payment}/capture");
    // Only the second version was granted the other address.
    shop.processor.is_down.store(true, Ordering::SeqCst);
    shop.owner.post(&capture, &json!({})).await?.problem(409)?;
    arrived("/capture", account, "key-1", &shop.processor.take_seen())?;
    shop.serve("ben@example.com").await?;
    let second = shop.submit("second-0001").await?;
    let seen = shop.processor.take_seen();
    let origins: Vec<&str> = seen.iter().map(|one| one.origin.as_str()).collect();
    assert_eq!(origins, [API, BACKUP], "{seen:?}");
    ensure!(seen.iter().all(|one| one.account == "second"), "{seen:?}");
    shop.authorised(&second).await?;
    shop.processor.is_down.store(false, Ordering::SeqCst);

    for order in [first, charged] {
        let payment = shop.authorised(order).await?;
        let path = format!("{order}/payments/{payment}/capture");
        let taken = shop.owner.post(&path, &json!({})).await?.expect(200)?;
        assert_eq!(taken["paymentStatus"], "PAID");
        arrived("/capture", account, "key-1", &shop.processor.take_seen())?;
        let key = format!("refund-{payment}");
        assert_eq!(refund(shop, order, &key).await?, "succeeded");
        arrived("/refunds", account, "key-1", &shop.processor.take_seen())?;
    }
    Ok(())
}

async fn arranged(folder: &Path, version: &str) -> Result<(Shop, [String; 2])> {
    let mut shop = Shop::on_sqlite(folder).await?;
    shop.install(folder, version, &[API]).await?;
    shop.set_account("first").await?;
    shop.set_key("key-1").await?;
    shop.set_mode(true).await?;
    let orders = begin(&mut shop).await?;
    Ok((shop, orders))
}

// spec: plugins.payments.versions
#[tokio::test(flavor = "multi_thread")]
async fn a_version_that_was_left_keeps_its_settings_grants_and_secrets() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (mut shop, orders) = arranged(folder.path(), "2.0.0").await?;
    // The site goes back from it.
    shop.install(folder.path(), "1.0.0", &[API, BACKUP]).await?;
    shop.set_account("second").await?;
    go_on(&mut shop, &orders, "first").await?;

    shop.set_key("key-2").await?;
    shop.processor.take_seen();
    let failed = refund(&mut shop, &orders[0], "refund-0002").await?;
    assert_ne!(failed, "succeeded", "it has no key any more");
    assert_eq!(shop.processor.take_seen(), [], "and gets none that was entered later");
    shop.submit("third-0001").await?;
    arrived("/charges", "second", "key-2", &shop.processor.take_seen())?;
    shop.app.stop().await
}

// spec: plugins.payments.versions
#[tokio::test(flavor = "multi_thread")]
async fn a_version_before_an_upgrade_keeps_its_grants_and_gets_new_secrets() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (mut shop, orders) = arranged(folder.path(), "1.0.0").await?;
    shop.install(folder.path(), "2.0.0", &[API, BACKUP]).await?;
    shop.set_account("second").await?;
    // They are made for the same version of the settings.
    go_on(&mut shop, &orders, "second").await?;

    shop.set_key("key-2").await?;
    shop.processor.take_seen();
    assert_eq!(refund(&mut shop, &orders[0], "refund-0002").await?, "succeeded");
    arrived("/refunds", "second", "key-2", &shop.processor.take_seen())?;
    let order = shop.owner.get(&orders[0]).await?.expect(200)?;
    order["refundedCents"].as_i64().filter(|cents| *cents == 200).context("not both refunds")?;
    shop.app.stop().await
}
