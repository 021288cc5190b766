//! Whatever goes wrong with a call is answered in one shape.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_tenancy::WebsiteStatus;

use crate::app::{App, on_one};
use crate::client::Answer;
use crate::shop;

const CART: &str = "/api/commerce/shopping-cart";
const ENTRIES: &str = "/api/commerce/shopping-cart/entries";

/// An answer with the members that every refusal has.
fn refusal(answer: Answer, status: u16, code: &str) -> Result<Value> {
    ensure!(answer.status == status, "{status} {code}: {answer:?}");
    ensure!(answer.header("content-type") == "application/problem+json", "{code}: {answer:?}");
    let body = answer.json();
    assert_eq!(body["code"], code, "{body}");
    let said = body["error"].as_str().context("no sentence")?;
    ensure!(said.len() > 3 && body["detail"] == said && body["status"] == status, "{body}");
    assert_eq!(body.get("crumbFail"), (code == "crumb-invalid").then_some(&json!(true)), "{body}");
    Ok(body)
}

// spec: scope.error-shape.open
#[tokio::test(flavor = "multi_thread")]
async fn each_status_comes_in_the_same_shape() -> Result<()> {
    on_one(async |app| {
        let (mut shopper, mut owner) = (app.juniper(), app.owner().await?);
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let cart = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let token = cart["shoppingCart"]["cartToken"].as_str().context("no token")?;
        let customer = format!("/api/2/commerce/checkout/{token}/customer");
        let wrong = shopper.put(&customer, &json!({"email": "nobody"})).await?;
        let wrong = refusal(wrong, 400, "validation-failed")?;
        ensure!(wrong["errors"]["email"].is_string(), "{wrong}");
        refusal(shopper.post(ENTRIES, &json!("no entry")).await?, 400, "bad-request")?;
        refusal(app.platform().get("/api/v1/account").await?, 401, "sign-in-required")?;
        let mut viewer = app.staff("viewer@stoa.example").await?;
        let denied = viewer.post(&format!("{base}/pages"), &json!({"title": "Mine"})).await?;
        refusal(denied, 403, "permission-denied")?;
        let fields = [("crumb", "x"), ("event", "x"), ("data", "{}")];
        refusal(shopper.form("/api/events/RecordEvent", &fields).await?, 403, "crumb-invalid")?;
        refusal(shopper.get("/api/commerce/nothing").await?, 404, "not-found")?;
        let foreign = format!("/api/2/commerce/checkout/{token}");
        refusal(app.kissaten().get(&foreign).await?, 404, "not-found")?;
        refusal(shopper.delete(CART).await?, 405, "method-not-allowed")?;
        let files = format!("{}/files?filename=a.pdf", mug["path"].as_str().context("no path")?);
        refusal(owner.post_file(&files, b"x").await?, 409, "conflict")?;
        let settings = format!("{base}/website-settings");
        let stale = owner.get(&settings).await?.expect(200)?;
        owner.put(&settings, &stale).await?.expect(200)?;
        refusal(owner.put(&settings, &stale).await?, 412, "revision-stale")?;
        let large = json!({"itemId": "x".repeat(70 * 1024), "quantity": 1});
        refusal(shopper.post(ENTRIES, &large).await?, 413, "body-too-large")?;
        app.stoa.foundation.tenancy.tenants.set_status("juniper", WebsiteStatus::Removed).await?;
        app.stoa.foundation.tenancy.hosts.forget();
        refusal(shopper.get(CART).await?, 410, "site-gone")?;
        Ok(())
    })
    .await
}

// spec: scope.error-shape.open
#[tokio::test(flavor = "multi_thread")]
async fn who_calls_too_often_is_told_how_long_to_wait() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut impatient = app.juniper();
    for _ in 0..200 {
        let answer = impatient.post(ENTRIES, &json!({})).await?;
        if answer.status != 429 {
            continue;
        }
        let seconds: u64 = answer.header("retry-after").parse()?;
        ensure!((1..=60).contains(&seconds), "{seconds}");
        refusal(answer, 429, "rate-limited")?;
        return app.stop().await;
    }
    anyhow::bail!("nobody is ever told to wait")
}
