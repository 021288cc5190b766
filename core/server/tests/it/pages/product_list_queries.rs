//! Product lists for the template engine in the browser, and the engine itself.

use anyhow::Result;
use serde_json::json;

use crate::app::App;

#[tokio::test(flavor = "multi_thread")]
async fn product_list_as_engine_call() -> Result<()> {
    let app = App::sqlite().await?;
    let answer = app.juniper().get("/shop?format=json").await?;
    assert_eq!(answer.header("content-type"), "application/json");
    let call = answer.expect(200)?;
    assert_eq!(call["locale"], "en-US");
    assert!(call["partials"]["product-card.block"].is_string(), "{call}");
    assert!(call["data"]["items"].as_array().is_some_and(|items| !items.is_empty()));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn only_product_lists_rendered_by_engine() -> Result<()> {
    let app = App::sqlite().await?;
    for path in ["/", "/journal", "/shop/hearth-mug", "/contact"] {
        let page = app.juniper().get(&format!("{path}?format=json")).await?.expect(200)?;
        assert!(page.get("partials").is_none() && page["website"].is_object(), "{path}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn engine_url_contains_content_hash() -> Result<()> {
    let app = App::sqlite().await?;
    let directory = app.juniper().get("/static/engine/directory.json").await?;
    if directory.status == 503 {
        eprintln!("the engine was not built");
        return Ok(());
    }
    let directory = directory.expect(200)?;
    let base = directory["base"].as_str().unwrap_or_default().to_owned();
    assert!(directory["languages"].as_array().is_some_and(|languages| languages.contains(&json!("en"))));
    for (file, kind) in
        [("engine.js", "text/javascript"), ("engine_bg.wasm", "application/wasm"), ("locale/en.blob", "octet-stream")]
    {
        let mut shopper = app.juniper();
        let answer = reqwest::Client::new()
            .get(format!("http://{}{base}{file}", app.address))
            .header("Host", shopper.host.clone())
            .send()
            .await?;
        assert_eq!(answer.status(), 200, "{file}");
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        assert!(header("content-type").contains(kind), "{file}: {}", header("content-type"));
        assert!(header("cache-control").contains("immutable"), "{file}");
        assert_eq!(shopper.get(&format!("/static/engine/other/{file}")).await?.status, 404);
    }
    Ok(())
}
