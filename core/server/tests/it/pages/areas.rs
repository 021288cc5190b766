//! Areas of the theme: blocks shown on every page whose template includes the area.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_sqlite_with};
use crate::client::Client;
use crate::pages::{blocks, content};

const REGION: &str = "<!doctype html><html><head>{squarespace-headers}</head><body>{squarespace.main-content}\
    <footer><squarespace:block-field id=\"footerBlocks\" label=\"Footer\" columns=\"12\" /></footer>\
    {squarespace-footers}</body></html>";

/// Selects the theme of a site.
async fn select_theme(owner: &mut Client, base: &str, theme: &str) -> Result<()> {
    let state = owner.get(&format!("{base}/design")).await?.expect(200)?;
    owner.if_match = Some(format!("\"{}\"", state["revision"]));
    let saved = owner.put(&format!("{base}/design"), &json!({"theme": theme})).await?.expect(200)?;
    owner.if_match = None;
    owner.post(&format!("{base}/design/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
    Ok(())
}

/// Saves a draft of an area with one text.
async fn write(owner: &mut Client, page: &str, html: &str) -> Result<Value> {
    let mut draft = owner.get(page).await?.expect(200)?;
    let block = json!({"id": "hours", "kind": "text", "settings": {"html": html}});
    draft["document"] = json!({"version": 1, "sections": [
        {"id": "foot", "rows": [{"id": "row", "columns": [{"span": 12, "blocks": [block]}]}]}]});
    owner.save_page(page, &draft).await
}

async fn areas(owner: &mut Client, base: &str) -> Result<Value> {
    Ok(owner.get(&format!("{base}/areas")).await?.expect(200)?["areas"].clone())
}

/// The version of the first area, as `If-Match` names it.
async fn standing(owner: &mut Client, base: &str) -> Result<String> {
    let areas = areas(owner, base).await?;
    Ok(format!("\"{}\"", areas[0]["standing"].as_str().context("no version")?))
}

/// Pages behind a password show nothing before it was entered; the site's password also hides the area.
async fn check_passwords(app: &App, owner: &mut Client, base: &str) -> Result<()> {
    let lock = format!("{base}/site-lock");
    owner.put(&lock, &json!({"password": "open sesame"})).await?.expect(200)?;
    let mut visitor = app.juniper();
    for path in ["/", "/about", "/search?q=Saturdays"] {
        let locked = visitor.get(path).await?;
        ensure!(locked.status == 401 && locked.text.contains("action=\"/api/page-locks/site\""), "{path}: {locked:?}");
        ensure!(!locked.text.contains("Open on Saturdays"), "{path} shows the area: {locked:?}");
    }
    let entered = [("password", "open sesame"), ("path", "/about")];
    visitor.form("/api/page-locks/site", &entered).await?.expect(303)?;
    ensure!(visitor.get("/about").await?.text.contains("Open on Saturdays"), "the password was entered");
    owner.put(&lock, &json!({"password": null})).await?.expect(200)?;

    let website = app.website("juniper").await?;
    let about = blocks::path_of(owner, &website, "/about").await?;
    let password = json!({"access": "password", "password": "open sesame"});
    content::arrange(owner, &about, &password).await?.expect(200)?;
    let mut visitor = app.juniper();
    let locked = visitor.get("/about").await?;
    let form = format!("/api/page-locks/{}", about.rsplit('/').next().unwrap_or_default());
    ensure!(locked.status == 401 && locked.text.contains(&format!("action=\"{form}\"")), "{locked:?}");
    ensure!(!locked.text.contains("Nora Estes"), "the page is shown: {locked:?}");
    visitor.form(&form, &entered).await?.expect(303)?;
    let opened = visitor.get("/about").await?.text;
    ensure!(opened.contains("Nora Estes") && opened.contains("Open on Saturdays"), "{opened}");
    content::arrange(owner, &about, &json!({"access": "public"})).await?.expect(200)?;
    Ok(())
}

async fn check(app: &App) -> Result<()> {
    let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
    let elsewhere = format!("/api/v1/websites/{}", app.website("kissaten").await?);
    let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
    let open = format!("{base}/areas/footerBlocks/open");
    let refused = owner.post(&open, &Value::Null).await?.problem(400)?;
    ensure!(refused["errors"]["areaId"].as_str().is_some_and(|text| text.contains("no such area")), "{refused}");
    select_theme(&mut owner, &base, "plot").await?;
    select_theme(&mut owner, &elsewhere, "plot").await?;
    let expected = json!([{"id": "footerBlocks", "label": "Footer", "columns": 12, "isInTheme": true, "pageId": null,
        "isPublished": false, "hasUnpublishedChanges": false, "standing": null}]);
    assert_eq!(areas(&mut owner, &base).await?, expected);

    let area = owner.post(&open, &Value::Null).await?.expect(200)?;
    let page = format!("{base}/pages/{}", area["pageId"].as_str().context("no page")?);
    let again = owner.post(&open, &Value::Null).await?.expect(200)?;
    assert_eq!(again["pageId"], area["pageId"], "there is one for the whole site");
    ensure!(!visitor.get("/").await?.text.contains("stoa-area"), "visitors see nothing of an empty area");
    let saved = write(&mut owner, &page, "<p>Open on Saturdays</p>").await?;
    let preview = owner.post(&format!("{page}/preview"), &json!({"document": saved["document"]})).await?.expect(200)?;
    let html = preview["html"].as_str().context("no preview")?;
    ensure!(html.contains("<footer><div class=\"stoa-area\" data-area-id=\"footerBlocks\">"), "{html}");
    assert_eq!(html.matches("Open on Saturdays").count(), 1, "it is edited in its place");
    for path in ["/", "/about"] {
        ensure!(!visitor.get(path).await?.text.contains("Open on Saturdays"), "{path} shows a draft");
    }

    let publish = format!("{page}/publish");
    owner.post(&publish, &json!({"revision": saved["revision"]})).await?.expect(200)?;
    for path in ["/", "/about"] {
        let shown = visitor.get(path).await?.text;
        let (_, foot) = shown.split_once("<footer>").context("no foot")?;
        ensure!(foot.contains("stoa-section") && foot.contains("<p>Open on Saturdays</p>"), "{path}: {foot}");
    }
    ensure!(!app.kissaten().get("/").await?.text.contains("Saturdays"), "another site shows it");
    let theirs = areas(&mut owner, &elsewhere).await?;
    assert_eq!((&theirs[0]["pageId"], &theirs[0]["isPublished"]), (&Value::Null, &json!(false)));
    ensure!(visitor.get("/@footerBlocks").await?.status == 404, "it has no address");
    let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
    ensure!(!pages.to_string().contains("footerBlocks"), "it is no page of the site: {pages}");
    ensure!(!visitor.get("/sitemap.xml").await?.text.contains("footerBlocks"));
    let found = visitor.get("/search?q=Saturdays").await?.text;
    let (results, _) = found.split_once("<footer>").context("no foot")?;
    ensure!(!results.contains("Open on Saturdays"), "it is found by itself: {results}");
    owner.delete(&page).await?.problem(409)?;

    let mut viewer = app.staff("viewer@stoa.example").await?;
    assert_eq!(areas(&mut viewer, &base).await?[0]["isPublished"], true);
    viewer.post(&open, &Value::Null).await?.problem(403)?;
    viewer.post(&publish, &json!({"revision": saved["revision"]})).await?.problem(403)?;
    owner.get(&page.replace(&base, &elsewhere)).await?.problem(404)?;

    // A theme without the area keeps its content.
    select_theme(&mut owner, &base, "linen").await?;
    ensure!(!visitor.get("/").await?.text.contains("Open on Saturdays"));
    let kept = areas(&mut owner, &base).await?;
    assert_eq!((&kept[0]["isInTheme"], &kept[0]["pageId"]), (&json!(false), &area["pageId"]));
    select_theme(&mut owner, &base, "plot").await?;
    ensure!(visitor.get("/").await?.text.contains("Open on Saturdays"), "and it is shown again");
    check_passwords(app, &mut owner, &base).await?;

    write(&mut owner, &page, "<p>Open on Sundays</p>").await?;
    assert_eq!(areas(&mut owner, &base).await?[0]["hasUnpublishedChanges"], true);
    for path in ["/", "/about"] {
        let shown = visitor.get(path).await?.text;
        let is_published = shown.contains("Open on Saturdays") && !shown.contains("Open on Sundays");
        ensure!(is_published, "{path} shows a draft: {shown}");
    }

    // Anyone who saw an earlier version does not unpublish one that was published since.
    let seen = standing(&mut owner, &base).await?;
    let saved = write(&mut owner, &page, "<p>Open on Mondays</p>").await?;
    assert_eq!(standing(&mut owner, &base).await?, seen, "a draft changes nothing for visitors");
    owner.post(&publish, &json!({"revision": saved["revision"]})).await?.expect(200)?;
    let (status, draft) = (format!("{page}/status"), json!({"status": "draft"}));
    owner.if_match = Some(seen);
    assert_eq!(owner.put(&status, &draft).await?.problem(412)?["code"], "revision-stale");
    ensure!(visitor.get("/").await?.text.contains("Open on Mondays"), "it was unpublished");
    let current = standing(&mut owner, &base).await?;
    owner.if_match = Some(current);
    owner.put(&status, &draft).await?.expect(200)?;
    owner.if_match = None;
    for path in ["/", "/about"] {
        ensure!(!visitor.get(path).await?.text.contains("Open on Mondays"), "{path} shows what was taken back");
    }
    assert_eq!(areas(&mut owner, &base).await?[0]["isPublished"], false);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn theme_area_shown_on_all_pages() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let theme = folder.path().join("plot");
    fs::create_dir_all(&theme)?;
    let layouts = r#"{"name": "Plot", "layouts": {"default": {"name": "Default", "regions": ["site"]}}}"#;
    fs::write(theme.join("template.conf"), layouts)?;
    fs::write(theme.join("site.region"), REGION)?;
    on_sqlite_with(&format!("[themes]\ndir = {:?}\n", folder.path().display().to_string()), check).await
}
