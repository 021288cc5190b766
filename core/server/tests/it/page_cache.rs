//! Page cache invalidation: changes by owners invalidate the pages that show them, and no others.

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{HOST, USER_AGENT};
use axum::http::{Request, StatusCode};
use sea_orm::{ActiveModelTrait as _, ColumnTrait as _};
use serde_json::{Value, json};
use stoa_entity::tenant::{collection, page_setting};
use stoa_kernel::id::CollectionId;
use tokio::task::JoinSet;
use tower_service::Service as _;

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::{BROWSER, Client};

const POST: &str = "/journal/why-the-foot-is-bare";
const PAGES: [&str; 4] = ["/contact", "/journal", POST, "/shop"];

/// Pages of a large site, and how many of them are requested at once. Each page is rendered from the list of all, so that
/// twice as many take four times as long. One statement inserts them.
const MANY: u64 = 100;
const AT_ONCE: usize = 20;

/// Number of pages that the program has rendered for the cache.
pub(crate) fn count(app: &App) -> Result<u64> {
    let metrics = app.stoa.metrics();
    let number = metrics.lines().find_map(|line| line.strip_prefix("stoa_pages_drawn_total "));
    Ok(number.map_or(Ok(0), str::parse)?)
}

/// Requests each page and returns those that were rendered again.
async fn rerendered_pages(app: &App) -> Result<Vec<&'static str>> {
    rerendered_below(app, "").await
}

/// The same in a language with this prefix.
async fn rerendered_below(app: &App, prefix: &str) -> Result<Vec<&'static str>> {
    let mut anew = Vec::new();
    for path in PAGES {
        let before = count(app)?;
        app.juniper().get(&format!("{prefix}{path}")).await?.expect(200)?;
        if count(app)? > before {
            anew.push(path);
        }
    }
    Ok(anew)
}

/// The id of the page at a URL.
async fn id_of(owner: &mut Client, base: &str, url: &str) -> Result<String> {
    let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
    let pages = pages["pages"].as_array().context("no pages")?;
    let found = pages.iter().find(|page| page["fullUrl"] == url).with_context(|| format!("no page {url}"))?;
    Ok(found["id"].as_str().context("no id")?.to_owned())
}

async fn publish(owner: &mut Client, path: &str) -> Result<()> {
    let page = owner.get(path).await?.expect(200)?;
    owner.post(&format!("{path}/publish"), &json!({"revision": page["revision"]})).await?.expect(200)?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn page_cache_invalidation() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        assert_eq!(rerendered_pages(app).await?, PAGES);
        assert!(rerendered_pages(app).await?.is_empty());

        let contact = format!("{base}/pages/{}", id_of(&mut owner, &base, "/contact").await?);
        let mut page = owner.get(&contact).await?.expect(200)?;
        page["document"] = json!({"version": 1, "sections": []});
        owner.save_page(&contact, &page).await?;
        assert!(rerendered_pages(app).await?.is_empty(), "nobody sees a draft");
        publish(&mut owner, &contact).await?;
        assert_eq!(rerendered_pages(app).await?, ["/contact"]);

        let blog = format!("{base}/collections/{}", id_of(&mut owner, &base, "/journal").await?);
        let listed = owner.get(&format!("{blog}/items")).await?.expect(200)?;
        let posts = listed["items"].as_array().context("no items")?;
        let post = posts.iter().find(|post| post["fullUrl"] == POST).context("no post")?;
        publish(&mut owner, &format!("{base}/pages/{}", post["id"].as_str().context("no id")?)).await?;
        assert_eq!(rerendered_pages(app).await?, ["/journal", POST]);

        assert_eq!(app.juniper().get("/journal/new").await?.status, 404);
        let new = owner.post(&format!("{blog}/items"), &json!({"title": "New"})).await?.expect(201)?;
        assert!(rerendered_pages(app).await?.is_empty(), "nobody sees a draft");
        publish(&mut owner, &format!("{base}/pages/{}", new["id"].as_str().context("no id")?)).await?;
        assert_eq!(rerendered_pages(app).await?, ["/journal"]);
        app.juniper().get("/journal/new").await?.expect(200)?;

        let mut page = owner.get(&contact).await?.expect(200)?;
        page["navigationTitle"] = json!("Where we are");
        owner.save_page(&contact, &page).await?;
        publish(&mut owner, &contact).await?;
        assert_eq!(rerendered_pages(app).await?, PAGES, "its name may stand on each");
        ensure!(app.juniper().get("/shop").await?.text.contains("Where we are"));
        Ok(())
    })
    .await
}

/// Replaces the languages besides the primary one.
async fn set_languages(owner: &mut Client, primary: &Value, others: &[(&str, bool)]) -> Result<()> {
    let entry = |(code, enabled): &(&str, bool)| json!({"code": code, "isPrimary": false, "enabled": enabled});
    let languages: Vec<Value> = std::iter::once(primary.clone()).chain(others.iter().map(entry)).collect();
    owner.put("/api/multilingual/languages", &json!({"languages": languages})).await?.expect(200)?;
    Ok(())
}

/// Translates the first text of a resource whose key has this beginning.
async fn translate(owner: &mut Client, path: &str, beginning: &str) -> Result<()> {
    let path = format!("{path}?language=fr");
    let read = owner.get(&path).await?.expect(200)?;
    let texts = read["texts"].as_array().context("no texts")?;
    let is_wanted = |text: &&Value| text["key"].as_str().is_some_and(|key| key.starts_with(beginning));
    let text = texts.iter().find(is_wanted).with_context(|| format!("no text {beginning}: {read}"))?;
    let change = json!({"key": text["key"], "text": "Bonjour", "digest": text["digest"]});
    owner.put(&path, &json!({"texts": [change]})).await?.expect(200)?;
    Ok(())
}

// spec: multilingual.rendering.open
#[tokio::test(flavor = "multi_thread")]
async fn languages_redraw_only_pages_that_show_them() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        owner.website = Some(website);
        let listed = owner.get("/api/multilingual/languages").await?.expect(200)?;
        let primary = &listed["languages"][0];
        assert_eq!(rerendered_pages(app).await?, PAGES);
        set_languages(&mut owner, primary, &[("fr", false)]).await?;
        assert!(rerendered_pages(app).await?.is_empty(), "no page names a draft");
        set_languages(&mut owner, primary, &[("fr", true)]).await?;
        assert_eq!(rerendered_pages(app).await?, PAGES, "each names its version in French");
        assert_eq!(rerendered_below(app, "/fr").await?, PAGES);

        let contact = id_of(&mut owner, &base, "/contact").await?;
        translate(&mut owner, &format!("{base}/translations/page/{contact}"), "block/").await?;
        assert!(rerendered_pages(app).await?.is_empty(), "the originals are the same");
        assert_eq!(rerendered_below(app, "/fr").await?, ["/contact"]);
        translate(&mut owner, &format!("{base}/translations/page/{contact}"), "title").await?;
        assert!(rerendered_pages(app).await?.is_empty(), "the originals are the same");
        assert_eq!(rerendered_below(app, "/fr").await?, PAGES, "the navigation is on each");
        Ok(())
    })
    .await
}

/// A page with one text, published, and copies of it. Returns their paths and ids.
async fn many_pages(app: &App, owner: &mut Client, base: &str) -> Result<Vec<(String, CollectionId)>> {
    let made = owner.post(&format!("{base}/pages"), &json!({"title": "Glazes"})).await?.expect(201)?;
    let id = made["id"].as_str().context("no id")?;
    let path = format!("{base}/pages/{id}");
    let mut page = owner.get(&path).await?.expect(200)?;
    let block = json!({"id": "words", "kind": "text", "settings": {"html": "<p>Ash and iron</p>"}});
    page["document"] = json!({"version": 1, "sections": [
        {"id": "one", "rows": [{"id": "row", "columns": [{"span": 12, "blocks": [block]}]}]}]});
    owner.save_page(&path, &page).await?;
    publish(owner, &path).await?;
    let website = app.website("juniper").await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.write().await?;
    let row = tx.find::<collection::Entity>().filter(collection::Column::Id.eq(id)).one().await?.context("no page")?;
    let own = page_setting::Column::CollectionId.eq(id);
    let settings = tx.find::<page_setting::Entity>().filter(own).one().await?;
    let pages: Vec<(String, CollectionId)> =
        (0..MANY).map(|number| (format!("/glazes-{number}"), CollectionId::generate())).collect();
    let copies = pages.iter().map(|(path, id)| {
        let url_id = path.trim_start_matches('/').to_owned();
        collection::ActiveModel::from(collection::Model { id: id.clone(), url_id, ..row.clone() }).reset_all()
    });
    tx.insert_many(copies.collect()).await?;
    let copies = settings.iter().flat_map(|settings| {
        pages.iter().map(|(_, id)| page_setting::Model { collection_id: id.clone(), ..settings.clone() })
    });
    tx.insert_many(copies.map(|copy| page_setting::ActiveModel::from(copy).reset_all()).collect()).await?;
    tx.commit().await?;
    Ok(pages)
}

/// Requests pages below a prefix and returns how many of them were rendered again. Without connections, each of which costs
/// as much as a page.
async fn rerendered_of(app: &App, router: &Router, prefix: &str, pages: &[(String, CollectionId)]) -> Result<u64> {
    let before = count(app)?;
    let host = app.juniper().host;
    for some in pages.chunks(AT_ONCE) {
        let mut answers = JoinSet::new();
        for (path, _) in some {
            let request = Request::get(format!("{prefix}{path}")).header(HOST, &host).header(USER_AGENT, BROWSER);
            let (mut router, request) = (router.clone(), request.body(Body::empty())?);
            answers.spawn(async move { router.call(request).await });
        }
        while let Some(answer) = answers.join_next().await {
            let answer = answer??;
            ensure!(answer.status() == StatusCode::OK, "{answer:?}");
            to_bytes(answer.into_body(), usize::MAX).await?;
        }
    }
    Ok(count(app)? - before)
}

// spec: multilingual.rendering.open
#[tokio::test(flavor = "multi_thread")]
async fn language_added_to_many_pages_redraws_only_what_changed() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        owner.website = Some(website);
        let pages = many_pages(app, &mut owner, &base).await?;
        let router = app.stoa.router();
        let rerendered_of = async |prefix: &str| rerendered_of(app, &router, prefix, &pages).await;
        let listed = owner.get("/api/multilingual/languages").await?.expect(200)?;
        let primary = &listed["languages"][0];
        assert_eq!(rerendered_of("").await?, MANY);
        assert_eq!(rerendered_of("").await?, 0);
        set_languages(&mut owner, primary, &[("fr", false)]).await?;
        assert_eq!(rerendered_of("").await?, 0, "no page names a draft");
        set_languages(&mut owner, primary, &[("fr", true)]).await?;
        assert_eq!(rerendered_of("").await?, MANY, "each names its version in French");
        assert_eq!(rerendered_of("/fr").await?, MANY);

        let (path, id) = pages.get(7).context("no page")?;
        translate(&mut owner, &format!("{base}/translations/page/{id}"), "block/").await?;
        assert_eq!(rerendered_of("").await?, 0, "the originals are the same");
        assert_eq!(rerendered_of("/fr").await?, 1);
        let translated = app.juniper().get(&format!("/fr{path}")).await?.text;
        ensure!(translated.contains("Bonjour"), "{translated}");
        let page = format!("{base}/pages/{id}");
        let mut changed = owner.get(&page).await?.expect(200)?;
        changed["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"][0]["settings"]["html"] =
            json!("<p>Ash and tin</p>");
        owner.save_page(&page, &changed).await?;
        publish(&mut owner, &page).await?;
        assert_eq!(rerendered_of("").await?, 1, "its original has changed");
        assert_eq!(rerendered_of("/fr").await?, 1, "and what is shown of it in French");
        Ok(())
    })
    .await
}
