//! Cross-site request forgery.

use anyhow::Result;
use serde_json::json;

use crate::app::App;
use crate::shop;

// spec: security.crumb.open
#[tokio::test(flavor = "multi_thread")]
async fn csrf_token_required_and_renewed() -> Result<()> {
    let app = App::sqlite().await?;
    let mut shopper = app.juniper();
    shopper.get("/").await?;
    let crumb = shopper.cookies.insert("crumb".to_owned(), "x".repeat(32)).unwrap();
    let forged = reqwest::Client::new()
        .post(format!("http://{}/api/commerce/shopping-cart/entries", app.address))
        .header("Host", &shopper.host)
        .header("Cookie", format!("crumb={crumb}"))
        .json(&json!({}))
        .send()
        .await?;
    assert_eq!(forged.status(), 403);
    let fresh = forged.headers()["set-cookie"].to_str()?.to_owned();
    assert!(fresh.starts_with("crumb=") && !fresh.contains(&crumb), "{fresh}");
    let problem: serde_json::Value = forged.json().await?;
    assert_eq!(problem["crumbFail"], true);
    assert_eq!(problem["code"], "crumb-invalid");
    let fresh = fresh.split(['=', ';']).nth(1).unwrap_or_default();
    shopper.cookies.insert("crumb".to_owned(), fresh.to_owned());
    let mug = shop::product(&app, "juniper", "hearth-mug").await?;
    shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    app.stop().await
}
