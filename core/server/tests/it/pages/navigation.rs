//! Navigations of a site: read, rearranged, and visible to visitors at once.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::pages::blocks;

const LAYOUT: &str = "/api/commondata/GetSiteLayout";
const UPDATE: &str = "/api/widget/UpdateNavigation";

fn change(items: &Value) -> Value {
    json!({"fieldName": "mainNav", "navigation": {"items": items}})
}

/// Titles in the main navigation of the home page, in order.
async fn shown(app: &App) -> Result<Vec<String>> {
    let page = app.juniper().get("/").await?.text;
    let list = page.split("<ul class=\"stoa-nav__list\"").nth(1).context("no navigation")?;
    let mut open = 1;
    let mut titles = Vec::new();
    for tag in list.split('<').skip(1) {
        let (name, text) = tag.split_once('>').unwrap_or_default();
        open += i32::from(name.starts_with("ul")) - i32::from(name == "/ul");
        if open == 0 {
            break;
        }
        if !name.starts_with('/') && !text.trim().is_empty() {
            titles.push(text.to_owned());
        }
    }
    Ok(titles)
}

// spec: navigation.layout.get, navigation.layout.shape.open
#[tokio::test(flavor = "multi_thread")]
async fn navigation_menus_and_unlinked_pages() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner_on("juniper").await?;
        let answer = owner.get(LAYOUT).await?;
        let etag = answer.header("etag").to_owned();
        let layout = answer.expect(200)?;
        assert_eq!(etag, format!("\"{}\"", layout["revision"]));
        let entries = layout["layout"].as_array().context("no layout")?;
        let names: Vec<&Value> = entries.iter().map(|entry| &entry["identifier"]).collect();
        assert_eq!(names, ["mainNav", "footerNav", "_hidden"]);
        assert_eq!(layout["layout"][0]["title"], "Main Navigation");
        let links = layout["layout"][0]["links"].as_array().context("no links")?;
        ensure!(!links.is_empty());
        for link in links {
            let mut keys: Vec<&String> = link.as_object().context("no object")?.keys().collect();
            keys.sort();
            assert_eq!(keys, ["children", "collectionId", "externalLink", "memberAreaId"]);
            ensure!(link["collectionId"].is_string() && link["children"].is_array(), "{link}");
        }
        Ok(())
    })
    .await
}

// spec: navigation.update.post, navigation.item.shape.open
#[tokio::test(flavor = "multi_thread")]
async fn navigation_change_visible_at_once() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner_on("juniper").await?;
        let layout = owner.get(LAYOUT).await?.expect(200)?;
        let before = shown(app).await?;
        let mut items = layout["layout"][0]["links"].as_array().context("no links")?.clone();
        ensure!(items.len() > 1 && before.len() == items.len(), "{before:?}");
        items.reverse();
        let first = items.remove(0);
        items.push(json!({"title": "More", "children": [first, {"externalLink":
            {"title": "Maps & more", "url": "https://domain.com/?a=1&b=2", "newWindow": true}}]}));
        owner.if_match = Some(format!("\"{}\"", layout["revision"]));
        let mut body = change(&json!(items));
        body["templateId"] = layout["templateId"].clone();
        let saved = owner.post(UPDATE, &body).await?.expect(200)?;
        assert_eq!(
            (&saved["success"], &saved["layout"][0]["links"][items.len() - 1]["title"]),
            (&json!(true), &json!("More"))
        );
        let mut expected: Vec<String> = before.iter().rev().cloned().collect();
        let folded = expected.remove(0);
        expected.extend(["More".to_owned(), folded, "Maps &amp; more".to_owned()]);
        assert_eq!(shown(app).await?, expected);
        assert_eq!(owner.post(UPDATE, &body).await?.problem(409)?["code"], "conflict");

        owner.if_match = None;
        let website = app.website("juniper").await?;
        let about = blocks::path_of(&mut owner, &website, "/about").await?;
        let settings = json!({"folder": "More", "title": "Further pages", "headingLevel": "h2"});
        blocks::publish(&mut owner, &about, &json!([{"id": "b1", "kind": "index", "settings": settings}])).await?;
        let page = app.juniper().get("/about").await?.text;
        let (before, index) = page.split_once("<nav class=\"stoa-links\"").context("no index of the folder")?;
        let (index, _) = index.split_once("</nav>").context("no end")?;
        ensure!(before.ends_with(">Further pages</h2>"), "{before}");
        assert_eq!(index.matches("<li>").count(), 2, "{index}");
        for title in &expected[expected.len() - 2..] {
            ensure!(index.contains(&format!(">{title}</a>")), "{title}: {index}");
        }
        ensure!(index.contains("href=\"https://domain.com/?a=1&amp;b=2\" target=\"_blank\""), "{index}");

        let encoded = json!([{"externalLink": {"title": "Only", "url": "/cart"}}]).to_string();
        let fields = [("fieldName", "mainNav"), ("templateId", ""), ("navigation.items", encoded.as_str())];
        owner.form(UPDATE, &fields).await?.expect(200)?;
        assert_eq!(shown(app).await?, ["Only"]);
        let page = app.juniper().get("/about").await?.text;
        ensure!(!page.contains("<nav class=\"stoa-links\""), "there is no such folder any more: {page}");

        let page = layout["layout"][0]["links"][0]["collectionId"].clone();
        let link = json!({"title": "x", "url": "/x"});
        for (items, place) in [
            (json!([{"collectionId": page, "externalLink": link}]), "navigation.items[0]"),
            (json!([{"collectionId": "col_01hzzzzzzzzzzzzzzzzzzzzzzz"}]), "navigation.items[0].collectionId"),
            (json!([{"memberAreaId": "members"}]), "navigation.items[0].memberAreaId"),
            (
                json!([{"externalLink": {"title": "x", "url": "javascript:alert(1)"}}]),
                "navigation.items[0].externalLink.url",
            ),
        ] {
            let problem = owner.post(UPDATE, &change(&items)).await?.problem(400)?;
            ensure!(problem["errors"][place].is_string(), "{problem}");
        }
        let unknown = json!({"fieldName": "sideNav", "navigation": {"items": []}});
        ensure!(owner.post(UPDATE, &unknown).await?.problem(400)?["errors"]["fieldName"].is_string());
        let other_theme = json!({"fieldName": "mainNav", "templateId": "other", "navigation": {"items": []}});
        ensure!(owner.post(UPDATE, &other_theme).await?.problem(400)?["errors"]["templateId"].is_string());
        owner.form(UPDATE, &[("fieldName", "mainNav"), ("navigation.items", "[{")]).await?.problem(400)?;
        assert_eq!(shown(app).await?, ["Only"]);
        Ok(())
    })
    .await
}

// spec: navigation.update.response.open
#[tokio::test(flavor = "multi_thread")]
async fn navigation_read_only_for_viewers() -> Result<()> {
    on_postgres(async |app| {
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.website = Some(app.website("juniper").await?);
        viewer.get(LAYOUT).await?.expect(200)?;
        let problem = viewer.post(UPDATE, &change(&json!([]))).await?.problem(403)?;
        assert_eq!(problem["code"], "permission-denied");
        Ok(())
    })
    .await
}
