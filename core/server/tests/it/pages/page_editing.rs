//! Pages as sent to visitors, complete without JavaScript.

use anyhow::{Result, ensure};

use crate::app::{App, on_sqlite};

/// Pages of both shops with a word on each.
const PAGES: [(&str, &str, &str); 12] = [
    ("juniper", "/", "Juniper"),
    ("juniper", "/shop", "Hearth Mug"),
    ("juniper", "/shop/hearth-mug", "Hearth Mug"),
    ("juniper", "/shop/moon-jar", "Moon Jar"),
    ("juniper", "/journal", "Why we leave the foot bare"),
    ("juniper", "/journal/why-the-foot-is-bare", "Why we leave the foot bare"),
    ("juniper", "/contact", "Foundry Alley"),
    ("juniper", "/cart", "You have nothing in your shopping cart."),
    ("kissaten", "/", "Asagiri"),
    ("kissaten", "/beans-and-gear", "Asagiri House Blend"),
    ("kissaten", "/beans-and-gear/asagiri-blend", "Asagiri House Blend"),
    ("kissaten", "/gallery", "<img"),
];

#[tokio::test(flavor = "multi_thread")]
async fn gzip_page_equals_plain() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        // The second request of each is served from the cache.
        for path in ["/", "/", "/cart"] {
            let (plain, packed) = (visitor.get(path).await?, visitor.get_packed(path).await?);
            ensure!(packed.header("content-encoding") == "gzip", "{path}: {:?}", packed.headers);
            ensure!(packed.header("vary") == "accept-encoding", "{path}: {:?}", packed.headers);
            ensure!(packed.text == plain.text, "{path} differs");
        }
        Ok(())
    })
    .await
}

// spec: cart.full-page.root-element.open, cart.string.empty, cart.route.page
#[tokio::test(flavor = "multi_thread")]
async fn demo_pages_are_complete() -> Result<()> {
    on_sqlite(async |app| {
        for (site, path, word) in PAGES {
            let mut visitor = if site == "juniper" { app.juniper() } else { app.kissaten() };
            let page = visitor.get(path).await?;
            ensure!(page.status == 200, "{site}{path}: {} {}", page.status, page.text);
            ensure!(page.text.contains(word), "{site}{path} lacks '{word}': {}", page.text);
            ensure!(page.text.trim_start().to_lowercase().starts_with("<!doctype html>"), "{site}{path}");
            ensure!(page.text.trim_end().ends_with("</html>"), "{site}{path}");
            assert_eq!(page.text.contains("id=\"cart-root\""), path == "/cart", "{site}{path}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn etag_not_modified() -> Result<()> {
    let app = App::sqlite().await?;
    let first = app.juniper().get("/shop").await?;
    let tag = first.header("etag").to_owned();
    assert!(!tag.is_empty());
    let again = reqwest::Client::new()
        .get(format!("http://{}/shop", app.address))
        .header("Host", app.juniper().host)
        .header("If-None-Match", tag)
        .send()
        .await?;
    assert_eq!(again.status(), 304);
    app.stop().await
}

// spec: website.multi-tenant.open
#[tokio::test(flavor = "multi_thread")]
async fn unknown_hosts_and_pages() -> Result<()> {
    let app = App::sqlite().await?;
    let mut nowhere = crate::client::Client::new(app.address, "nowhere.localhost");
    let page = nowhere.get("/").await?;
    assert_eq!(page.status, 404);
    assert!(page.header("content-type").starts_with("text/html"));
    let missing = app.juniper().get("/no-such-page").await?;
    assert_eq!(missing.status, 404);
    assert!(missing.text.contains("Juniper"), "the theme draws it");
    let problem = nowhere.get("/api/commerce/shopping-cart").await?.problem(404)?;
    assert_eq!(problem["code"], "unknown-host");
    // Only digits are a port.
    for port in ["\"x", "x", "x@evil.example", "80/x"] {
        nowhere.host = format!("juniper.localhost:{port}");
        assert_eq!(nowhere.get("/").await?.status, 404, "{port}");
        let problem = nowhere.get("/api/commerce/shopping-cart").await?.problem(404)?;
        assert_eq!(problem["code"], "unknown-host", "{port}");
    }
    nowhere.host = "Juniper.localhost:8080".to_owned();
    assert_eq!(nowhere.get("/").await?.status, 200);
    let problem = app.juniper().get("/api/no/such/call").await?.problem(404)?;
    assert_eq!(problem["code"], "not-found");
    app.stop().await
}

// spec: image.variant-serving.open
#[tokio::test(flavor = "multi_thread")]
async fn image_width_parameter() -> Result<()> {
    let app = App::sqlite().await?;
    let page = app.juniper().get("/shop/hearth-mug").await?.text;
    let start = page.find("/assets/").unwrap();
    let address: String = page[start..].chars().take_while(|letter| !"?\" ".contains(*letter)).collect();
    let small = app.juniper().get(&format!("{address}?format=300w")).await?;
    ensure!(small.status == 200 && small.header("content-type").starts_with("image/"), "{}", small.status);
    assert!(small.header("cache-control").contains("immutable"));
    assert_eq!(app.kissaten().get(&address).await?.status, 404, "another shop's picture");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn health_and_metrics_endpoints() -> Result<()> {
    let app = App::sqlite().await?;
    assert_eq!(app.platform().get("/healthz").await?.status, 200);
    assert_eq!(app.platform().get("/readyz").await?.status, 200);
    app.juniper().get("/shop").await?;
    for mut browser in [app.juniper(), app.kissaten(), app.platform()] {
        let asked = browser.get("/metrics").await?;
        ensure!(asked.status == 404 && !asked.text.contains("stoa_http"), "{}: {asked:?}", browser.host);
    }
    let metrics = app.stoa.metrics();
    ensure!(metrics.contains("stoa_http_requests_total{method=\"GET\",route=\"page\",status=\"200\"}"), "{metrics}");
    app.stop().await
}
