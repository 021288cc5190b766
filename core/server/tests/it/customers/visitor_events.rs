//! Events reported by visitors' browsers.

use anyhow::{Context as _, Result};
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_entity::tenant::visitor_event;

use crate::app::{App, on_postgres, on_sqlite};
use crate::shop;

const RECORD: &str = "/api/events/RecordEvent";

async fn kept(app: &App, site: &str, name: &str) -> Result<Vec<visitor_event::Model>> {
    let website = app.website(site).await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.read().await?;
    let events = tx.find::<visitor_event::Entity>().filter(visitor_event::Column::Name.eq(name));
    Ok(events.order_by_asc(visitor_event::Column::Id).all().await?)
}

// spec: analytics.record-event.post
#[tokio::test(flavor = "multi_thread")]
async fn order_confirmation_visitor_event() -> Result<()> {
    on_postgres(async |app| {
        let mut shopper = app.juniper();
        let bought = shop::buy(app, &mut shopper, "juniper", "hearth-mug").await?;
        let website = app.website("juniper").await?;
        let path = format!("/api/v1/websites/{website}/orders/{}", bought["orderId"].as_str().context("no order")?);
        let order = app.owner().await?.get(&path).await?.expect(200)?;
        let page = shopper.get(bought["redirectUrl"].as_str().context("no page")?).await?;
        let name = "commerce_checkout_order_confirmed";
        let data = json!({"orderId": order["id"], "cartId": order["cartId"], "testMode": true, "websiteId": website});
        let (text, crumb) = (data.to_string(), shopper.cookies.get("crumb").context("no crumb")?.clone());
        for key in ["orderId", "cartId"] {
            assert!(page.text.contains(data[key].as_str().context("no id")?), "{key} is not on the page");
        }
        let answer = shopper.form(RECORD, &[("crumb", &crumb), ("event", name), ("data", &text)]).await?;
        assert_eq!((answer.status, answer.text.as_str()), (200, ""));
        let events = kept(app, "juniper", name).await?;
        assert_eq!(events.iter().map(|event| &event.content).collect::<Vec<_>>(), [&data]);
        assert!(kept(app, "kissaten", name).await?.is_empty());

        let forged = shopper.form(RECORD, &[("crumb", &"x".repeat(32)), ("event", name), ("data", &text)]).await?;
        assert_eq!(forged.problem(403)?["crumbFail"], true);
        let missing = shopper.form(RECORD, &[("event", name), ("data", &text)]).await?;
        assert_eq!(missing.problem(403)?["crumbFail"], true);
        let large = json!({"text": "x".repeat(16 * 1024)}).to_string();
        for (event, data, field) in [
            ("a b", "{}", "event"),
            ("", "{}", "event"),
            ("x", "[]", "data"),
            ("x", "{", "data"),
            ("x", &large, "data"),
        ] {
            let refused = shopper.form(RECORD, &[("crumb", &crumb), ("event", event), ("data", data)]).await?;
            assert!(refused.problem(400)?["errors"][field].is_string(), "{event} {field}");
        }
        shopper.form(RECORD, &[("crumb", &crumb)]).await?.problem(400)?;
        assert_eq!(kept(app, "juniper", name).await?.len(), 1);
        Ok(())
    })
    .await
}

// spec: session-recording.get-id, session-recording.get-id.open
#[tokio::test(flavor = "multi_thread")]
async fn session_recording_id_is_mock() -> Result<()> {
    let app = App::sqlite().await?;
    let answer = app.juniper().get("/api/commerce/fullstory/getId").await?;
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.expect(200)?, json!({"id": "mock"}));
    app.stop().await
}

// spec: product.quick-view.open
#[tokio::test(flavor = "multi_thread")]
async fn quick_views_counted_per_product() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let call = format!("/api/census/RecordQuickView/{}", mug["id"].as_str().context("no id")?);
        app.juniper().post(&call, &serde_json::Value::Null).await?.expect(204)?;
        app.kissaten().post(&call, &serde_json::Value::Null).await?.problem(404)?;
        app.juniper().post("/api/census/RecordQuickView/none", &serde_json::Value::Null).await?.problem(404)?;
        let events = kept(app, "juniper", "commerce_quick_view").await?;
        let contents: Vec<_> = events.iter().map(|event| &event.content).collect();
        assert_eq!(contents, [&json!({"itemId": mug["id"]})]);
        assert!(kept(app, "kissaten", "commerce_quick_view").await?.is_empty());
        Ok(())
    })
    .await
}
