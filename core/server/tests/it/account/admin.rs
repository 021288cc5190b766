//! The owner's tasks: fulfilling orders, changing prices, editing pages.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop;

// spec: order.status.open
#[tokio::test(flavor = "multi_thread")]
async fn fulfillment_is_idempotent_and_notifies_customer() -> Result<()> {
    on_sqlite(async |app| {
        let mut shopper = app.juniper();
        let bought = shop::buy(app, &mut shopper, "juniper", "hearth-mug").await?;
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let path = format!("{base}/orders/{}", bought["orderId"].as_str().unwrap());
        let before = owner.get(&path).await?.expect(200)?;
        assert_eq!(before["fulfillmentStatus"], "PENDING");
        app.emails(2).await?;
        let body = json!({"trackingNumber": "1Z999", "carrier": "UPS", "notifyCustomer": true});
        let after = owner.post(&format!("{path}/fulfill"), &body).await?.expect(200)?;
        assert_eq!(after["fulfillmentStatus"], "FULFILLED");
        assert_eq!(after["fulfillments"][0]["trackingNumber"], "1Z999");
        let problem = owner.post(&format!("{path}/fulfill"), &body).await?.problem(409)?;
        assert_eq!(problem["code"], "order-not-fulfillable");
        let emails = app.emails(3).await?;
        assert!(emails.iter().any(|message| message.contains("1Z999")));
        let mails = owner.get(&format!("{base}/mail")).await?.expect(200)?;
        assert_eq!(mails["messages"].as_array().map(Vec::len), Some(3));
        Ok(())
    })
    .await
}

// spec: number.integer-digits.open
#[tokio::test(flavor = "multi_thread")]
async fn price_change_visible_on_next_load() -> Result<()> {
    on_postgres(async |app| {
        let mut product = shop::product(app, "juniper", "hearth-mug").await?;
        let path = product["path"].as_str().unwrap().to_owned();
        let page = product["fullUrl"].as_str().unwrap().to_owned();
        ensure!(!app.juniper().get(&page).await?.text.contains("$61.37"));
        for variant in product["variants"].as_array_mut().unwrap() {
            variant["priceCents"] = json!(6137);
            variant["onSale"] = json!(false);
        }
        let mut owner = app.owner().await?;
        let saved = owner.put(&path, &product).await?.expect(200)?;
        let shown = app.juniper().get(&page).await?;
        ensure!(shown.text.contains("$61.37"), "{}", shown.text);
        let stale = owner.put(&path, &product).await?.problem(412)?;
        assert_eq!(stale["code"], "revision-stale");
        product["revision"] = saved["revision"].clone();
        for refused in [-1, 1_000_000_000_000_000_i64, 100_000_000_000_000_000] {
            product["variants"][0]["priceCents"] = json!(refused);
            let problem = owner.put(&path, &product).await?.problem(400)?;
            assert!(problem["errors"].as_object().is_some_and(|errors| !errors.is_empty()), "{problem}");
        }
        Ok(())
    })
    .await
}

async fn home(owner: &mut Client, website: &str) -> Result<(String, Value)> {
    let base = format!("/api/v1/websites/{website}/pages");
    let pages = owner.get(&base).await?.expect(200)?;
    let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
    let path = format!("{base}/{}", home.context("no home page")?["id"].as_str().unwrap());
    let page = owner.get(&path).await?.expect(200)?;
    Ok((path, page))
}

fn with_text(page: &Value, html: &str) -> Value {
    let mut page = page.clone();
    let blocks = page["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"].as_array_mut().unwrap();
    blocks.push(json!({"id": "added", "kind": "text", "settings": {"html": html}}));
    page
}

// spec: security.html.open
#[tokio::test(flavor = "multi_thread")]
async fn page_draft_preview_publish() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let (path, page) = home(&mut owner, &website).await?;
        let edited = with_text(&page, "<h2>New glazes on Friday</h2><script>alert(1)</script>");
        let preview = owner.post(&format!("{path}/preview"), &json!({"document": edited["document"]})).await?;
        let preview = preview.expect(200)?;
        let html = preview["html"].as_str().unwrap_or_default();
        ensure!(html.contains("New glazes on Friday") && html.contains("data-block-id=\"added\""));
        ensure!(!html.contains("alert(1)"), "scripts are taken out");
        let saved = owner.save_page(&path, &edited).await?;
        assert_eq!(saved["hasUnpublishedChanges"], true);
        ensure!(!app.juniper().get("/").await?.text.contains("New glazes"), "a draft is not shown");
        owner.if_match = Some(format!("\"{}\"", page["revision"]));
        let problem = owner.put(&path, &edited).await?.problem(412)?;
        assert_eq!(problem["code"], "revision-stale");
        owner.if_match = None;
        let published = owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?;
        assert_eq!(published.expect(200)?["hasUnpublishedChanges"], false);
        let shown = app.juniper().get("/").await?.text;
        ensure!(shown.contains("New glazes on Friday") && !shown.contains("alert(1)"));
        ensure!(!app.kissaten().get("/").await?.text.contains("New glazes"));
        Ok(())
    })
    .await
}

// spec: role.viewer.open
#[tokio::test(flavor = "multi_thread")]
async fn viewer_role_is_read_only() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let mut viewer = app.staff("viewer@stoa.example").await?;
    let (path, page) = home(&mut viewer, &website).await?;
    viewer.if_match = Some(format!("\"{}\"", page["revision"]));
    let problem = viewer.put(&path, &with_text(&page, "<p>mine</p>")).await?.problem(403)?;
    assert_eq!(problem["code"], "permission-denied");
    viewer.if_match = None;
    viewer.post(&format!("{path}/publish"), &json!({"revision": page["revision"]})).await?.problem(403)?;
    viewer.get(&format!("/api/v1/websites/{website}/orders")).await?.problem(403)?;
    let (_, after) = home(&mut app.owner().await?, &website).await?;
    assert_eq!(after, page);
    app.stop().await
}
