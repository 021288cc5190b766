//! Payments of a shop that goes live, or into test mode, after they were begun: by a provider that takes both kinds.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::processor::{API, Shop};

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
