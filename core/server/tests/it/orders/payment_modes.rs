//! Payments of a shop that goes live, or into test mode, after they were begun: by a provider that takes both kinds.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::processor::{API, Shop, send, send_by};
use crate::client::TestResponse;

const TEST_SECRET: &str = "whsec of test mode";
const LIVE_SECRET: &str = "whsec of live mode";

fn says(problem: &Value, words: &str) -> Result<()> {
    ensure!(problem["detail"].as_str().is_some_and(|said| said.contains(words)), "not “{words}”: {problem}");
    Ok(())
}

/// What the plugin was told of the mode in the calls since the last look.
fn modes(shop: &Shop) -> Vec<Value> {
    shop.processor.take_seen().into_iter().map(|seen| seen.live).collect()
}

async fn charge(shop: &mut Shop, order: &str, method: &Value) -> Result<Value> {
    let listed = shop.owner.get(&format!("{order}/saved-payment-methods")).await?.expect(200)?;
    assert_eq!(listed["methods"], json!([]), "none is offered");
    let body = json!({"idempotencyKey": "charge-0001", "savedMethodId": method});
    shop.owner.post(&format!("{order}/charge"), &body).await?.problem(409)
}

/// A saved method of the mode that the shop is in, and an authorised and an unpaid order.
async fn arranged(shop: &mut Shop, name: &str) -> Result<(Value, String, String)> {
    let authorised = shop.submit(&format!("{name}-0001")).await?;
    let unpaid = shop.submit_declined(&format!("{name}-0002")).await?;
    let listed = shop.owner.get(&format!("{unpaid}/saved-payment-methods")).await?.expect(200)?;
    let method = listed["methods"].get(0).context("nothing is saved")?["id"].clone();
    Ok((method, authorised, unpaid))
}

async fn check(mut shop: Shop, folder: &Path) -> Result<()> {
    shop.install(folder, "1.0.0", &[API]).await?;
    shop.set_account("first").await?;
    shop.set_key("key-1").await?;
    shop.set_mode(true).await?;
    let (test_method, of_test, unpaid_of_test) = arranged(&mut shop, "test-order").await?;
    assert_eq!(modes(&shop), [false, false]);
    let order = shop.owner.get(&of_test).await?.expect(200)?;
    assert_eq!([&order["testMode"], &order["paymentStatus"]], [&json!(true), &json!("AUTHORIZED")]);

    // Live: nothing of the tests takes real money, nor is taken for it.
    shop.set_mode(false).await?;
    let payment = shop.authorised(&of_test).await?;
    let capture = format!("{of_test}/payments/{payment}/capture");
    says(&shop.owner.post(&capture, &json!({})).await?.problem(409)?, "no real money")?;
    shop.serve("ben@example.com").await?;
    let (live_method, of_live, unpaid_of_live) = arranged(&mut shop, "live-order").await?;
    assert_eq!(modes(&shop), [true, true], "the capture reached nobody");
    assert_eq!(shop.owner.get(&of_live).await?.expect(200)?["testMode"], false);
    says(&charge(&mut shop, &unpaid_of_test, &test_method).await?, "while the store was in test mode")?;
    let canceled = shop.owner.post(&format!("{of_test}/cancel"), &json!({"restock": true})).await?.expect(200)?;
    assert_eq!(canceled["payments"][0]["status"], "voided");
    assert_eq!(modes(&shop), [false], "the provider knows it as a test alone");

    // Back in test mode: what is real stays real.
    shop.set_mode(true).await?;
    says(&charge(&mut shop, &unpaid_of_live, &live_method).await?, "took real payments")?;
    assert_eq!(modes(&shop), Vec::<Value>::new());
    let payment = shop.authorised(&of_live).await?;
    let path = format!("{of_live}/payments/{payment}/capture");
    assert_eq!(shop.owner.post(&path, &json!({})).await?.expect(200)?["paymentStatus"], "PAID");
    let refund = json!({"idempotencyKey": "refund-0001", "amountCents": 100, "reason": "Chipped"});
    shop.owner.post(&format!("{of_live}/refund"), &refund).await?.expect(200)?;
    assert_eq!(modes(&shop), [true, true]);
    shop.app.stop().await
}

// spec: plugins.payments.modes
#[tokio::test(flavor = "multi_thread")]
async fn payments_stay_in_the_mode_in_which_they_were_begun() -> Result<()> {
    let folder = tempfile::tempdir()?;
    check(Shop::on_sqlite(folder.path()).await?, folder.path()).await?;
    let folder = tempfile::tempdir()?;
    check(Shop::on_postgres(folder.path()).await?, folder.path()).await
}

/// A shop in a mode, with a secret for the messages of each.
async fn signing(mut shop: Shop, folder: &Path, is_test: bool) -> Result<Shop> {
    shop.install(folder, "1.0.0", &[API]).await?;
    shop.set_account("first").await?;
    shop.set_key("key-1").await?;
    shop.set_secret("webhook_secret", TEST_SECRET).await?;
    shop.set_secret("live_webhook_secret", LIVE_SECRET).await?;
    shop.set_mode(is_test).await?;
    Ok(shop)
}

/// The message of an event that the payment of an order is captured, in dollars, and of its dispute.
async fn message(shop: &mut Shop, event: &str, order: &str, dispute: &str) -> Result<Value> {
    let seen = shop.owner.get(order).await?.expect(200)?;
    let (id, amount) = (&seen["payments"][0]["id"], &seen["payments"][0]["amountCents"]);
    let reference = id.as_str().context("no payment")?;
    let charge = json!({"id": format!("ch_{reference}"), "reference": reference, "currency": "USD",
        "amount": amount, "status": "captured", "captured": amount});
    Ok(json!({"id": event, "charge": charge, "dispute": {"id": "dp_1", "status": dispute, "amount": amount}}))
}

/// Sends a message that is accepted, and returns the status of the payment of its order and that of the dispute.
async fn tell(shop: &mut Shop, order: &str, message: &Value, secret: &str) -> Result<[Value; 2]> {
    let answer = send(&shop.app, "acme.pay", message, secret).await?;
    ensure!(answer.status == 200, "{answer:?}");
    let seen = shop.owner.get(order).await?.expect(200)?;
    Ok([seen["paymentStatus"].clone(), seen["dispute"].clone()])
}

async fn check_messages(mut shop: Shop) -> Result<()> {
    let of_test = shop.submit("test-order-0001").await?;
    shop.set_mode(false).await?;
    shop.serve("ben@example.com").await?;
    let of_live = shop.submit("live-order-0001").await?;

    // About a payment of test mode, while the shop is live.
    let told = message(&mut shop, "ev_1", &of_test, "needs_response").await?;
    send(&shop.app, "acme.pay", &told, "a secret of someone else").await?.problem(400)?;
    let seen = tell(&mut shop, &of_test, &told, LIVE_SECRET).await?;
    assert_eq!(seen, [json!("AUTHORIZED"), json!(null)], "what is signed for real payments says nothing of tests");
    let told = message(&mut shop, "ev_2", &of_test, "needs_response").await?;
    let seen = tell(&mut shop, &of_test, &told, TEST_SECRET).await?;
    assert_eq!(seen, [json!("PAID"), json!("needs-response")]);
    assert_eq!(shop.owner.get(&of_test).await?.expect(200)?["testMode"], true, "test money stays test money");

    // About one of live mode.
    let told = message(&mut shop, "ev_3", &of_live, "needs_response").await?;
    send(&shop.app, "acme.pay", &told, TEST_SECRET).await?.problem(400)?;
    let seen = shop.owner.get(&of_live).await?.expect(200)?;
    let seen = [&seen["paymentStatus"], &seen["dispute"]];
    assert_eq!(seen, [&json!("AUTHORIZED"), &json!(null)], "test money is not taken for real");
    let seen = tell(&mut shop, &of_live, &told, LIVE_SECRET).await?;
    assert_eq!(seen, [json!("PAID"), json!("needs-response")]);
    assert_eq!(shop.owner.get(&of_live).await?.expect(200)?["testMode"], false);

    // The same, while the shop is in test mode.
    shop.set_mode(true).await?;
    let told = message(&mut shop, "ev_4", &of_live, "lost").await?;
    let seen = tell(&mut shop, &of_live, &told, TEST_SECRET).await?;
    assert_eq!(seen, [json!("PAID"), json!("needs-response")]);
    let seen = tell(&mut shop, &of_live, &told, LIVE_SECRET).await?;
    assert_eq!(seen, [json!("PAID"), json!("lost")], "an event of test mode does not keep it out");
    shop.app.stop().await
}

// spec: plugins.payments.modes
#[tokio::test(flavor = "multi_thread")]
async fn messages_count_for_payments_of_the_mode_that_they_are_signed_for() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let shop = Shop::on_sqlite(folder.path()).await?;
    check_messages(signing(shop, folder.path(), true).await?).await?;
    let folder = tempfile::tempdir()?;
    let shop = Shop::on_postgres(folder.path()).await?;
    check_messages(signing(shop, folder.path(), true).await?).await
}

/// Sends a message at which the plugin traps in live mode.
async fn send_trapping(shop: &Shop, message: &Value, secret: &str) -> Result<TestResponse> {
    let mut sender = shop.app.juniper();
    sender.further.push(("processor-trap", "live".to_owned()));
    send_by(sender, "acme.pay", message, secret).await
}

// spec: plugins.payments.modes
#[tokio::test(flavor = "multi_thread")]
async fn a_plugin_that_traps_in_the_mode_of_the_shop_receives_messages_of_the_other() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let shop = Shop::on_sqlite(folder.path()).await?;
    let mut shop = signing(shop, folder.path(), true).await?;
    let of_test = shop.submit("test-order-0001").await?;
    shop.set_mode(false).await?;
    shop.serve("ben@example.com").await?;
    let of_live = shop.submit("live-order-0001").await?;

    let told = message(&mut shop, "ev_1", &of_live, "needs_response").await?;
    for secret in [LIVE_SECRET, TEST_SECRET] {
        send_trapping(&shop, &told, secret).await?.problem(503)?;
    }
    assert_eq!(shop.owner.get(&of_live).await?.expect(200)?["paymentStatus"], "AUTHORIZED");
    let told_of_test = message(&mut shop, "ev_2", &of_test, "needs_response").await?;
    let answer = send_trapping(&shop, &told_of_test, TEST_SECRET).await?;
    ensure!(answer.status == 200, "{answer:?}");
    let seen = shop.owner.get(&of_test).await?.expect(200)?;
    assert_eq!([&seen["paymentStatus"], &seen["dispute"]], [&json!("PAID"), &json!("needs-response")]);
    let seen = tell(&mut shop, &of_live, &told, LIVE_SECRET).await?;
    assert_eq!(seen, [json!("PAID"), json!("needs-response")], "sent again, without the trap");
    shop.app.stop().await
}

/// Sends a forged message about an order, and returns how often the plugin was asked.
async fn forged(shop: &mut Shop, order: &str) -> Result<i64> {
    let told = message(shop, "ev_forged", order, "needs_response").await?;
    let before = shop.calls().await?;
    send(&shop.app, "acme.pay", &told, "a secret of someone else").await?.problem(400)?;
    Ok(shop.calls().await? - before)
}

// spec: plugins.payments.modes
#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_never_used_the_other_mode_asks_once() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let shop = Shop::on_sqlite(folder.path()).await?;
    let mut shop = signing(shop, folder.path(), false).await?;
    let of_live = shop.submit("live-order-0001").await?;
    assert_eq!(forged(&mut shop, &of_live).await?, 1);

    shop.set_mode(true).await?;
    assert_eq!(forged(&mut shop, &of_live).await?, 2, "the payment was begun while the shop was live");
    shop.serve("ben@example.com").await?;
    shop.submit("test-order-0001").await?;
    shop.set_mode(false).await?;
    assert_eq!(forged(&mut shop, &of_live).await?, 2, "and another one in test mode");
    assert_eq!(shop.owner.get(&of_live).await?.expect(200)?["paymentStatus"], "AUTHORIZED");
    shop.app.stop().await
}

// spec: plugins.payments.modes
#[tokio::test(flavor = "multi_thread")]
async fn forged_messages_of_one_sender_keep_no_genuine_ones_out() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let shop = Shop::rate_limited(folder.path()).await?;
    let mut shop = signing(shop, folder.path(), true).await?;
    let of_test = shop.submit("test-order-0001").await?;
    shop.set_mode(false).await?;
    shop.serve("ben@example.com").await?;
    let of_live = shop.submit("live-order-0001").await?;
    let told = message(&mut shop, "ev_forged", &of_test, "needs_response").await?;
    for _ in 0..20 {
        send(&shop.app, "acme.pay", &told, "a secret of someone else").await?.problem(400)?;
    }
    let before = shop.calls().await?;
    let answer = send(&shop.app, "acme.pay", &told, "a secret of someone else").await?;
    ensure!(answer.status == 429 && !answer.header("retry-after").is_empty(), "{answer:?}");
    assert_eq!(shop.calls().await? - before, 1, "only the mode of the shop is asked");

    let genuine = message(&mut shop, "ev_1", &of_live, "needs_response").await?;
    let seen = tell(&mut shop, &of_live, &genuine, LIVE_SECRET).await?;
    assert_eq!(seen, [json!("PAID"), json!("needs-response")], "messages about payments of that mode go on");
    let genuine = message(&mut shop, "ev_2", &of_test, "needs_response").await?;
    send(&shop.app, "acme.pay", &genuine, TEST_SECRET).await?.problem(429)?;
    let mut elsewhere = shop.app.juniper();
    elsewhere.forwarded_for = Some("203.0.113.9".to_owned());
    let answer = send_by(elsewhere, "acme.pay", &genuine, TEST_SECRET).await?;
    ensure!(answer.status == 200, "another sender is not concerned: {answer:?}");
    shop.app.stop().await
}
