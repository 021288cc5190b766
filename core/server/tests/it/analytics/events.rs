//! Events and hits that browsers report.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_analytics::EventKind;

use super::recorded::{events, rows, text, visits};
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::shop;

const EVENTS: &str = "/api/v1/clanker/events";
const RECORD: &str = "/api/events/RecordEvent";
const HIT: &str = "/api/census/RecordHit";

fn event(name: &str, content: &Value) -> Value {
    json!({"event_schema_name": name, "event_content": content.to_string(), "event_source": "WEB"})
}

// spec: analytics.clanker.post, analytics.payload.schema-keys.open, analytics.response.open
#[tokio::test(flavor = "multi_thread")]
async fn events_are_recorded_once() -> Result<()> {
    on_both(async |app| {
        let mut visitor = app.juniper();
        visitor.language = Some("de-AT,de".to_owned());
        let now = app.stoa.foundation.tenancy.now().ms();
        let view = event(
            "page_view",
            &json!({
                "event_id": "a1", "event_occurrence_timestamp": now - 1_000, "page_path": "/shop/", "page_title": "Shop",
                "page_referrer_url": "https://www.google.com/", "page_query_params": "utm_campaign=autumn",
                "is_first_session": true, "unknown": {"a": 1},
            }),
        );
        let search = event("search", &json!({"event_id": "a2", "page_path": "/search", "object_identifier": "mug", "number": 3}));
        let answer = visitor.beacon(EVENTS, &json!([view, search]).to_string()).await?;
        assert_eq!((answer.status, answer.text.as_str()), (202, ""));
        // The browser does not know whether the call arrived, and sends one of them again.
        visitor.post(EVENTS, &view).await?.expect(202)?;
        let found = events(app, "juniper").await?;
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!((found[0].kind, found[0].page.as_str()), (EventKind::PageView, "/shop"));
        assert_eq!((found[1].kind, found[1].object.as_str(), found[1].number), (EventKind::SiteSearch, "mug", Some(3)));
        assert_eq!(found[0].visit, found[1].visit);
        let [visit] = visits(app, "juniper").await?.try_into().map_err(|_| anyhow::anyhow!("not one visit"))?;
        ensure!(visit.is_first && !visit.is_identified, "{visit:?}");
        assert_eq!(text(app, "juniper", visit.source).await?, "google");
        assert_eq!(text(app, "juniper", visit.language).await?, "de");
        assert_eq!(text(app, "juniper", visit.campaign).await?, "autumn");
        assert_eq!(text(app, "juniper", visit.browser).await?, "Chrome");
        assert_eq!(text(app, "juniper", visit.os).await?, "Linux");
        ensure!(events(app, "kissaten").await?.is_empty(), "events of another site");

        for wrong in [
            json!([]),
            json!("page_view"),
            json!(vec![view.clone(); 51]),
            event("nothing", &json!({})),
            event("page_view", &json!({"page_path": 1})),
            json!({"event_schema_name": "page_view", "event_content": "[]"}),
            json!({"event_schema_name": "page_view", "event_content": "{\"page_path\":\"/\"}", "event_source": "TV"}),
        ] {
            visitor.post(EVENTS, &wrong).await?.problem(400)?;
        }
        assert_eq!(visitor.beacon(EVENTS, &"x".repeat(70_000)).await?.status, 413);
        assert_eq!(events(app, "juniper").await?.len(), 2);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_database_takes_keeps_no_event_from_being_stored() -> Result<()> {
    on_postgres(async |app| {
        let mut visitor = app.juniper();
        let beat = event("heartbeat", &json!({"page_path": "/", "number": i64::MAX}));
        visitor.post(EVENTS, &json!([beat.clone(), beat])).await?.expect(202)?;
        let data = json!({"url": "http://juniper.localhost/about", "title": "Ab\u{0}out", "object": "\u{0}"});
        let answer = visitor.form(HIT, &[("event", "1"), ("data", &data.to_string())]).await?;
        ensure!(answer.status == 200, "{answer:?}");
        let download = json!({"page_path": "/", "destination_url": "/checkout/downloads/secret/file.pdf"});
        visitor.post(EVENTS, &event("file_download", &download)).await?.expect(202)?;
        let found = events(app, "juniper").await?;
        let kinds: Vec<_> = found.iter().map(|event| event.kind).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == EventKind::Heartbeat).count(), 2);
        ensure!(kinds.contains(&EventKind::PageView), "{found:?}");
        let taken = found.iter().find(|event| event.kind == EventKind::FileDownload).context("no download")?;
        assert_eq!(taken.object, "/checkout/downloads/");
        let [visit] = visits(app, "juniper").await?.try_into().map_err(|_| anyhow::anyhow!("not one visit"))?;
        assert_eq!(visit.engaged_ms, 2 * 60_000);
        Ok(())
    })
    .await
}

// spec: enum.tracked-event-kinds
#[tokio::test(flavor = "multi_thread")]
async fn clicks_in_panels_count_once_and_not_those_of_contributors() -> Result<()> {
    on_sqlite(async |app| {
        let now = app.stoa.foundation.tenancy.now().ms();
        let click = |name: &str| {
            let content = json!({"event_id": name, "event_occurrence_timestamp": now, "page_path": "/stock"});
            event(name, &content)
        };
        let clicks = json!([click("inventory_panel_click"), click("api_key_panel_click")]);
        let mut contributor = app.juniper();
        contributor.token = app.owner().await?.token;
        contributor.post(EVENTS, &clicks).await?.expect(202)?;
        ensure!(events(app, "juniper").await?.is_empty(), "clicks of a contributor");
        let mut person = app.juniper();
        for _ in 0..2 {
            person.post(EVENTS, &clicks).await?.expect(202)?;
        }
        let kinds: Vec<_> = events(app, "juniper").await?.into_iter().map(|event| event.kind).collect();
        assert_eq!(kinds, [EventKind::InventoryPanelClick, EventKind::ApiKeyPanelClick]);
        Ok(())
    })
    .await
}

// spec: analytics.clanker.validate.post, analytics.clanker.validate.open
#[tokio::test(flavor = "multi_thread")]
async fn contents_are_validated_outside_of_production() -> Result<()> {
    const PATH: &str = "/api/v1/clanker/validate-event-content";
    on_sqlite(async |app| {
        app.juniper().post(&format!("{PATH}/page_view"), &json!({"page_path": "/"})).await?.problem(404)?;
        Ok(())
    })
    .await?;
    let app = App::sqlite_with("[analytics]\nenvironment = 'dev'\n").await?;
    let mut visitor = app.juniper();
    let valid = visitor.post(&format!("{PATH}/page_view"), &json!({"page_path": "/"})).await?;
    assert_eq!(valid.expect(200)?, json!({"valid": true, "errors": []}));
    let invalid = visitor.post(&format!("{PATH}/page_view"), &json!({"page_title": 1})).await?.problem(400)?;
    assert_eq!(invalid["valid"], false);
    let paths: Vec<_> = invalid["errors"].as_array().context("no errors")?.iter().map(|error| &error["path"]).collect();
    assert_eq!(paths, ["page_title", "page_path"]);
    ensure!(invalid["errors"][0]["message"].is_string());
    visitor.post(&format!("{PATH}/nothing"), &json!({})).await?.problem(404)?;
    ensure!(events(&app, "juniper").await?.is_empty(), "a check records nothing");
    app.stop().await
}

// spec: analytics.record-event.post
#[tokio::test(flavor = "multi_thread")]
async fn events_by_name_need_the_token() -> Result<()> {
    on_postgres(async |app| {
        let mut shopper = app.juniper();
        let bought = shop::buy(app, &mut shopper, "juniper", "hearth-mug").await?;
        let website = app.website("juniper").await?;
        let path = format!("/api/v1/websites/{website}/orders/{}", bought["orderId"].as_str().context("no order")?);
        let order = app.owner().await?.get(&path).await?.expect(200)?;
        let page = shopper.get(bought["redirectUrl"].as_str().context("no page")?).await?;
        for key in ["id", "cartId"] {
            assert!(page.text.contains(order[key].as_str().context("no id")?), "{key} is not on the page");
        }
        let crumb = shopper.cookies.get("crumb").context("no crumb")?.clone();
        let data = json!({"itemId": "prd_1", "pagePath": "/shop/hearth-mug/", "quantity": 2}).to_string();
        for name in ["commerce_add_to_cart", "brochure.opened", "commerce_checkout_order_confirmed"] {
            let answer = shopper.form(RECORD, &[("crumb", &crumb), ("event", name), ("data", &data)]).await?;
            assert_eq!((answer.status, answer.text.as_str()), (200, ""), "{name}");
        }
        let found = events(app, "juniper").await?;
        let added = found.iter().find(|event| event.kind == EventKind::AddToCart).context("nothing was added")?;
        assert_eq!((added.object.as_str(), added.page.as_str(), added.number), ("prd_1", "/shop/hearth-mug", Some(2)));
        let own = found.iter().find(|event| event.kind == EventKind::Custom).context("no event of the owner")?;
        assert_eq!(own.object, "brochure.opened");
        let claimed = found.iter().filter(|event| event.kind == EventKind::Purchase && event.object == "prd_1");
        assert_eq!(claimed.count(), 0, "orders are counted by the server");

        let forged = shopper.form(RECORD, &[("crumb", &"x".repeat(32)), ("event", "x"), ("data", "{}")]).await?;
        assert_eq!(forged.problem(403)?["crumbFail"], true);
        let missing = shopper.form(RECORD, &[("event", "x"), ("data", "{}")]).await?;
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
        Ok(())
    })
    .await
}

// spec: census.record-hit, census.hit.data.keys.open, census.responses.open
#[tokio::test(flavor = "multi_thread")]
async fn hits_are_page_views() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        let data = json!({"url": "http://juniper.localhost/about/?utm_source=leaflet", "title": "About", "screenWidth": 1280,
                          "websiteLocale": "en-US", "anything": [1]});
        let answer = visitor.form(HIT, &[("event", "1"), ("data", &data.to_string()), ("ss_cvr", "")]).await?;
        ensure!(visitor.cookies.contains_key("ss_cvr") && visitor.cookies.contains_key("ss_cvt"), "{answer:?}");
        assert_eq!(answer.expect(200)?, json!({}));
        let found = events(app, "juniper").await?;
        assert_eq!((found.len(), found[0].kind, found[0].page.as_str()), (1, EventKind::PageView, "/about"));
        let visit = visits(app, "juniper").await?.remove(0);
        assert_eq!(text(app, "juniper", visit.source).await?, "leaflet");
        for (event, data) in [("0", "{\"url\":\"/\"}"), ("1", "{}"), ("1", "[]"), ("1", "{"), ("", "{\"url\":\"/\"}")] {
            visitor.form(HIT, &[("event", event), ("data", data)]).await?.problem(400)?;
        }
        Ok(())
    })
    .await
}

// spec: census.form-render, census.overlay, census.overlay.open, census.quick-view.open, product.quick-view.open
#[tokio::test(flavor = "multi_thread")]
async fn forms_buttons_popups_and_quick_views_are_counted() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        let page = [("pagePath", "/about"), ("pageTitle", "About"), ("ss_cvr", "v")];
        let with = |own: &[(&'static str, &'static str)]| own.iter().chain(&page).copied().collect::<Vec<_>>();
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mug = mug["id"].as_str().context("no id")?.to_owned();
        let quick_view = format!("/api/census/RecordQuickView/{mug}");
        for (path, own) in [
            ("/api/census/button-render", with(&[("buttonText", "Buy")])),
            ("/api/census/button-click", with(&[("buttonText", "Buy")])),
            ("/api/census/form-render", with(&[("formId", "frm_1")])),
            ("/api/census/overlay", with(&[("event", "view"), ("overlayId", "popup"), ("version", "3")])),
            ("/api/census/overlay", with(&[("event", "submit"), ("overlayId", "popup")])),
            (quick_view.as_str(), with(&[])),
        ] {
            assert_eq!(visitor.form(path, &own).await?.expect(200)?, json!({}), "{path}");
        }
        let mut found: Vec<_> =
            events(app, "juniper").await?.into_iter().map(|event| (event.kind.number(), event.object)).collect();
        found.sort();
        let expected = [
            (EventKind::QuickView, mug.as_str()),
            (EventKind::ButtonRender, "Buy"),
            (EventKind::ButtonClick, "Buy"),
            (EventKind::FormRender, "frm_1"),
            (EventKind::OverlayView, "popup"),
            (EventKind::OverlaySubmit, "popup"),
        ];
        let expected: Vec<_> = expected.map(|(kind, object)| (kind.number(), object.to_owned())).into();
        assert_eq!(found, expected);

        let mut owner = app.owner().await?;
        owner.website = Some(app.website("juniper").await?);
        let mut frame = owner.get("/api/site-header-footer").await?.expect(200)?;
        frame["header"]["popupOverlay"] = json!({"enabled": true, "title": "Kiln opening", "text": "Saturday.",
            "trigger": "scroll", "percent": 40, "button": {"label": "Come", "url": "/studio"}});
        owner.put("/api/site-header-footer", &frame).await?.expect(200)?;
        let report = format!("/api/v1/websites/{}/analytics/popups", app.website("juniper").await?);
        let popups = owner.get(&report).await?.expect(200)?;
        ensure!(popups["rows"][0]["name"] == "Kiln opening" && popups["rows"][0]["sent"] == 1, "{popups}");

        visitor.form("/api/census/form-render", &page).await?.problem(400)?;
        visitor.form("/api/census/overlay", &[("event", "sink"), ("overlayId", "popup")]).await?.problem(400)?;
        app.kissaten().form(&quick_view, &page).await?.problem(404)?;
        ensure!(events(app, "kissaten").await?.is_empty());
        Ok(())
    })
    .await
}

// spec: performance.settings.get, performance.settings.shape.open
// spec: performance.records.post, performance.records.shape.open
#[tokio::test(flavor = "multi_thread")]
async fn speed_is_measured() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        let settings = visitor.get("/api/1/performance/settings").await?.expect(200)?;
        let other = visitor.get("/api/1/performance/settings").await?.expect(200)?;
        assert_eq!((&settings["enabled"], &settings["sampleRate"]), (&json!(true), &json!(1.0)));
        ensure!(settings["pageLoadId"].is_string() && settings["pageLoadId"] != other["pageLoadId"], "{settings}");

        let record = json!({"pageLoadId": settings["pageLoadId"], "metric": "LCP", "value": 2_600.5, "rating": "good",
                            "url": "http://juniper.localhost/shop?a=b", "navigationType": "navigate",
                            "deviceType": "desktop", "occurredAt": 1});
        let unknown = json!({"metric": "XYZ", "value": 1, "url": "/"});
        let answer =
            visitor.beacon("/api/1/performance/records", &json!([record, record, unknown]).to_string()).await?;
        assert_eq!((answer.status, answer.text.as_str()), (204, ""));
        let stored = rows::<stoa_entity::analytics::analytics_speed::Entity>(app, "juniper").await?;
        assert_eq!(stored.iter().map(|row| row.count).collect::<Vec<_>>(), [2]);
        visitor.post("/api/1/performance/records", &json!(vec![record; 101])).await?.problem(400)?;
        visitor.post("/api/1/performance/records", &json!({})).await?.problem(400)?;
        Ok(())
    })
    .await
}
