//! Block kinds on real pages.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::forms::form_fields;

/// Kinds that render nothing on the page of all blocks: its navigation has no folder, and the shop has one language and
/// sells no lessons.
const NOTHING_TO_SHOW: [&str; 2] = ["index", "lessons"];
/// A kind that is not on it, since a page takes 60 blocks; its tests are with those of languages.
const LEFT_OUT: &str = "language-switch";

/// API path of a page, by its URL.
pub(crate) async fn path_of(owner: &mut Client, website: &str, address: &str) -> Result<String> {
    let base = format!("/api/v1/websites/{website}/pages");
    let pages = owner.get(&base).await?.expect(200)?;
    let page = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["fullUrl"] == address);
    Ok(format!("{base}/{}", page.context("no such page")?["id"].as_str().context("no id")?))
}

/// A page with only these blocks.
pub(crate) async fn with_blocks(owner: &mut Client, path: &str, blocks: &Value) -> Result<Value> {
    let mut page = owner.get(path).await?.expect(200)?;
    let rows = json!([{"id": "row", "columns": [{"span": 12, "blocks": blocks}]}]);
    page["document"] = json!({"version": 1, "sections": [{"id": "section", "rows": rows}]});
    Ok(page)
}

/// The owner of the shop with the API path of a page for tests.
pub(crate) async fn about_page(app: &App) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = path_of(&mut owner, &website, "/about").await?;
    Ok((owner, path))
}

pub(crate) async fn publish(owner: &mut Client, path: &str, blocks: &Value) -> Result<()> {
    let page = with_blocks(owner, path, blocks).await?;
    let saved = owner.save_page(path, &page).await?;
    owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn all_block_kinds_on_one_page() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let kinds = owner.get(&format!("/api/v1/websites/{website}/block-kinds")).await?.expect(200)?;
        let page = app.juniper().get("/blocks").await?;
        assert_eq!(page.status, 200);
        let built_in =
            kinds["blockKinds"].as_array().context("no kinds")?.iter().filter(|kind| kind["source"] == "builtin");
        for kind in built_in {
            let name = kind["kind"].as_str().context("no name")?;
            ensure!(kind["thumbnail"].as_str().is_some_and(|svg| svg.starts_with("<svg ")), "{name} has no thumbnail");
            if name == LEFT_OUT {
                continue;
            }
            let shown = page.text.contains(&format!("data-block-id=\"kind-{name}\""));
            assert_eq!(shown, !NOTHING_TO_SHOW.contains(&name), "{name}");
        }
        ensure!(!page.text.contains("stoa-block-empty") && !page.text.contains("could not be rendered"));
        let policy = page.header("content-security-policy");
        ensure!(policy.contains("frame-src 'self' https://www.youtube-nocookie.com "), "{policy}");
        for outside in ["<iframe class=\"stoa-outside__frame\" src=", "<script src=\"http"] {
            ensure!(!page.text.contains(outside), "the page loads {outside} by itself");
        }

        let path = path_of(&mut owner, &website, "/blocks").await?;
        let draft = owner.get(&path).await?.expect(200)?;
        let asked = json!({"document": draft["document"]});
        let preview = owner.post(&format!("{path}/preview"), &asked).await?.expect(200)?;
        assert_eq!(preview["errors"], json!([]));
        let html = preview["html"].as_str().context("no html")?;
        assert_eq!(html.matches("class=\"stoa-block-empty\"").count(), NOTHING_TO_SHOW.len());
        Ok(())
    })
    .await
}

// spec: editor.limit.tracks-per-album
#[tokio::test(flavor = "multi_thread")]
async fn album_track_limit_and_service_urls() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, path) = about_page(&app).await?;
    let tracks =
        |count: usize| -> Value { (0..count).map(|number| json!({"title": format!("Track {number}")})).collect() };
    let full = json!([{"id": "album", "kind": "album", "settings": {"tracks": tracks(60)}}]);
    publish(&mut owner, &path, &full).await?;
    for (block, place, message) in [
        (
            json!({"id": "b", "kind": "album", "settings": {"tracks": tracks(61)}}),
            "b.tracks",
            "You have reached the limit of 60 tracks.",
        ),
        (
            json!({"id": "b", "kind": "instagram", "settings": {"url": "https://instagram.elsewhere.example/p/1"}}),
            "b.url",
            "Enter an address at instagram.com that begins with https://.",
        ),
    ] {
        let problem = refused(&mut owner, &path, &block).await?;
        assert_eq!(problem["errors"][place], message, "{problem}");
    }
    app.stop().await
}

/// The errors of a page with only this block.
async fn refused(owner: &mut Client, path: &str, block: &Value) -> Result<Value> {
    let page = with_blocks(owner, path, &json!([block])).await?;
    owner.if_match = Some(format!("\"{}\"", page["revision"]));
    let problem = owner.put(path, &page).await?.problem(400)?;
    owner.if_match = None;
    Ok(problem)
}

#[tokio::test(flavor = "multi_thread")]
async fn required_block_texts() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, path) = about_page(&app).await?;
    for (kind, settings, place, message) in [
        ("accordion", json!({"items": [{"title": " "}]}), "b.items[0].title", "Title is required."),
        ("button", json!({"label": "", "url": "/shop"}), "b.label", "Label is required."),
        ("button", json!({"label": "Shop", "url": ""}), "b.url", "Link is required."),
        ("marquee", json!({"items": [{"text": ""}]}), "b.items[0].text", "Text is required."),
        ("menu", json!({"items": [{"name": ""}]}), "b.items[0].name", "Name is required."),
        (
            "form",
            json!({"fields": [{"id": "f", "type": "text", "title": ""}]}),
            "b.fields[0].title",
            "Label is required.",
        ),
    ] {
        let problem = refused(&mut owner, &path, &json!({"id": "b", "kind": kind, "settings": settings})).await?;
        assert_eq!(problem["errors"], json!({place: message}), "{kind}");
    }
    // Hidden fields need no title.
    let hidden = json!({"fields": [{"id": "f", "type": "hidden", "title": ""}]});
    publish(&mut owner, &path, &json!([{"id": "b", "kind": "form", "settings": hidden}])).await?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn newsletter_block_stores_submissions() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let mut visitor = app.juniper();
        let form = "kind-newsletter";
        ensure!(visitor.get("/blocks").await?.text.contains(&format!("data-form-id=\"{form}\"")));
        for (email, status) in [("nobody", 400), ("ada@example.com", 200)] {
            let saved = form_fields::answer(&mut visitor, form, &json!({"email": email})).await?;
            assert_eq!(saved.status, status, "{}", saved.text);
        }
        let mut owner = app.owner().await?;
        let listed = owner.get(&format!("/api/v1/websites/{website}/forms/{form}/submissions")).await?.expect(200)?;
        assert_eq!(listed["submissions"].as_array().map(Vec::len), Some(1));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn site_search_is_per_site() -> Result<()> {
    on_postgres(async |app| {
        let mut visitor = app.juniper();
        let empty = visitor.get("/search").await?;
        assert_eq!(empty.status, 200);
        ensure!(empty.text.contains("action=\"/search\"") && !empty.text.contains("stoa-search__results"));
        let found = visitor.get("/search?q=HEARTH+mug").await?.text;
        ensure!(found.contains("href=\"/shop/hearth-mug\"") && found.contains(">Hearth Mug</a>"), "{found}");
        let post = visitor.get("/search?q=foot%20bare").await?.text;
        ensure!(post.contains("href=\"/journal/why-the-foot-is-bare\""), "{post}");
        let hostile = visitor.get("/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E").await?.text;
        ensure!(hostile.contains("Nothing was found for") && !hostile.contains("<script>alert"), "{hostile}");
        let other = app.kissaten().get("/search?q=hearth").await?.text;
        ensure!(other.contains("Nothing was found for") && !other.contains("hearth-mug"), "{other}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_component_updates_all_pages() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let (about, studio) = (path_of(&mut owner, &website, "/about").await?, path_of(&mut owner, &website, "/studio").await?);
        let component = |html: &str| json!([{"id": "c", "kind": "website-component", "settings": {"name": "notice", "html": html}}]);
        publish(&mut owner, &about, &component("<p>Closed in May<script>f()</script></p>")).await?;
        publish(&mut owner, &studio, &component("")).await?;
        ensure!(app.juniper().get("/studio").await?.text.contains("<p>Closed in May</p>"));
        publish(&mut owner, &about, &component("<p>Open again</p>")).await?;
        let seen = app.juniper().get("/studio").await?.text;
        ensure!(seen.contains("<p>Open again</p>") && !seen.contains("Closed in May"), "{seen}");
        Ok(())
    })
    .await
}
