//! Preview links that show drafts to people without an account.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{on_postgres, on_sqlite};
use crate::client::Client;

/// A new page, never published, with a text.
async fn drafted(owner: &mut Client, website: &str) -> Result<String> {
    let base = format!("/api/v1/websites/{website}/pages");
    let made = owner.post(&base, &json!({"kind": "page", "title": "Autumn plans"})).await?.expect(201)?;
    let path = format!("{base}/{}", made["id"].as_str().context("no id")?);
    let mut page = owner.get(&path).await?.expect(200)?;
    let block = json!({"id": "words", "kind": "text", "settings": {"html": "<p>Kilns in October</p>"}});
    let rows = json!([{"id": "row", "columns": [{"span": 12, "blocks": [block]}]}]);
    page["document"] = json!({"version": 1, "sections": [{"id": "section", "rows": rows}]});
    owner.save_page(&path, &page).await?;
    Ok(path)
}

fn path_of(link: &Value) -> Result<String> {
    let url = link["url"].as_str().context("no url")?;
    let (_, rest) = url.split_once("://").context("no scheme")?;
    rest.split_once('/').map(|(_, path)| format!("/{path}")).context("no path")
}

#[tokio::test(flavor = "multi_thread")]
async fn preview_link_until_revoked() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let page = drafted(&mut owner, &website).await?;
        let links = format!("{page}/preview-links");
        let made = owner.post(&links, &json!({"days": 7})).await?.expect(201)?;
        let lasts = made["expiresOn"].as_i64().zip(made["createdOn"].as_i64()).map(|(end, start)| end - start);
        ensure!(lasts == Some(7 * 24 * 3_600_000) && made["authorName"].is_string(), "{made}");
        let path = path_of(&made)?;
        let mut stranger = app.juniper();
        let shown = stranger.get(&path).await?;
        ensure!(shown.status == 200 && shown.text.contains("Kilns in October"), "{} {}", shown.status, shown.text);
        ensure!(shown.text.contains("This is a draft."), "it says that it is a draft");
        ensure!(shown.text.contains("noindex"), "the page asks to be left out");
        ensure!(shown.header("cache-control") == "no-store", "{:?}", shown.headers);
        ensure!(shown.header("x-robots-tag") == "noindex, nofollow", "{:?}", shown.headers);
        ensure!(shown.header("referrer-policy") == "no-referrer", "{:?}", shown.headers);
        ensure!(!shown.text.contains("stoa-block-empty"), "nothing is there for editors alone");
        // It shows the current draft.
        let mut draft = owner.get(&page).await?.expect(200)?;
        draft["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"][0]["settings"]["html"] =
            json!("<p>Kilns in November</p>");
        owner.save_page(&page, &draft).await?;
        ensure!(stranger.get(&path).await?.text.contains("Kilns in November"));
        // The link does not work on another site or with a modified token.
        ensure!(app.kissaten().get(&path).await?.status == 404);
        ensure!(stranger.get(&format!("{path}x")).await?.status == 404);
        ensure!(stranger.get("/~draft/pvl_x.y").await?.status == 404);
        let listed = owner.get(&links).await?.expect(200)?;
        ensure!(listed["previewLinks"] == json!([made]), "{listed}");
        let link = format!("{links}/{}", made["id"].as_str().context("no id")?);
        owner.delete(&link).await?.expect(204)?;
        let ended = stranger.get(&path).await?;
        ensure!(ended.status == 404 && ended.text.contains("This preview has expired"), "{}", ended.text);
        ensure!(ended.header("cache-control") == "no-store", "{:?}", ended.headers);
        owner.delete(&link).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn preview_link_permissions_and_page_deletion() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let page = drafted(&mut owner, &website).await?;
        let links = format!("{page}/preview-links");
        for days in [0, 91, -1] {
            let refused = owner.post(&links, &json!({"days": days})).await?.problem(400)?;
            ensure!(refused["errors"]["days"].is_string(), "{refused}");
        }
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.post(&links, &json!({"days": 1})).await?.problem(403)?;
        viewer.get(&links).await?.problem(403)?;
        let made = owner.post(&links, &json!({"days": 1})).await?.expect(201)?;
        for _ in 1..20 {
            owner.post(&links, &json!({"days": 1})).await?.expect(201)?;
        }
        owner.post(&links, &json!({"days": 1})).await?.problem(409)?;
        owner.delete(&page).await?.expect(204)?;
        ensure!(app.juniper().get(&path_of(&made)?).await?.status == 404, "the page lies in the trash");
        Ok(())
    })
    .await
}
