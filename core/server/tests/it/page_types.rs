//! Pages that stand alone, pages for members, and what is laid over pages.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::{Answer, Client};

/// The owner of the dollar shop with a page of it that visitors see.
struct Page {
    owner: Client,
    path: String,
}

impl Page {
    async fn published(app: &App, title: &str) -> Result<Self> {
        let mut owner = app.owner().await?;
        let website = app.website("juniper").await?;
        owner.website = Some(website.clone());
        let pages = format!("/api/v1/websites/{website}/pages");
        let made = owner.post(&pages, &json!({"title": title})).await?.expect(201)?;
        let path = format!("{pages}/{}", made["id"].as_str().context("no id")?);
        let draft = owner.get(&path).await?.expect(200)?;
        owner.post(&format!("{path}/publish"), &json!({"revision": draft["revision"]})).await?.expect(200)?;
        Ok(Self { owner, path })
    }

    /// Saves its settings with some of them changed.
    async fn arrange(&mut self, changes: &Value) -> Result<Answer> {
        let path = format!("{}/settings", self.path);
        let mut settings = self.owner.get(&path).await?.expect(200)?;
        for (name, value) in changes.as_object().context("no changes")? {
            settings[name] = value.clone();
        }
        self.owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        let answer = self.owner.put(&path, &settings).await;
        self.owner.if_match = None;
        answer
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_splash_page_stands_alone() -> Result<()> {
    on_both(async |app| {
        let mut page = Page::published(app, "Opening soon").await?;
        let mut visitor = app.juniper();
        let before = visitor.get("/opening-soon").await?.text;
        ensure!(before.contains("stoa-site-header") && before.contains("data-page-type=\"2\""), "{before}");
        let saved = page.arrange(&json!({"isSplash": true})).await?.expect(200)?;
        assert_eq!(saved["isSplash"], true);
        let alone = visitor.get("/opening-soon").await?;
        ensure!(alone.status == 200 && alone.text.contains("data-page-type=\"3\""), "{}", alone.text);
        ensure!(!alone.text.contains("stoa-site-header") && !alone.text.contains("stoa-site-footer"), "{}", alone.text);
        ensure!(!alone.text.contains("noindex"), "search engines may list it");
        let copy = page.owner.post(&format!("{}/duplicate", page.path), &Value::Null).await?.expect(201)?;
        assert_eq!(copy["isSplash"], true);
        page.owner.post(&format!("{}/home", page.path), &Value::Null).await?.expect(200)?;
        ensure!(visitor.get("/").await?.text.contains("data-page-type=\"3\""), "it may be the front page");
        page.arrange(&json!({"isSplash": false})).await?.expect(200)?;
        ensure!(visitor.get("/").await?.text.contains("stoa-site-header"));
        Ok(())
    })
    .await
}

// spec: product.member-denied.page, product.member-denied.open
#[tokio::test(flavor = "multi_thread")]
async fn a_page_for_members_opens_to_who_is_signed_in() -> Result<()> {
    on_both(async |app| {
        let mut page = Page::published(app, "Glaze recipes").await?;
        page.arrange(&json!({"access": "members"})).await?.expect(200)?;
        let mut stranger = app.juniper();
        let denied = stranger.get("/glaze-recipes").await?;
        assert_eq!(denied.status, 403);
        for part in [
            "data-page-type=\"106\"",
            "<meta name=\"robots\" content=\"noindex\">",
            "href=\"/account/register?next=/glaze-recipes\">Join</a>",
            "href=\"/account/sign-in?next=/glaze-recipes\">Sign in</a>",
        ] {
            ensure!(denied.text.contains(part), "no {part} in {}", denied.text);
        }
        ensure!(!denied.text.contains("Glaze recipes"), "it tells nothing of the page: {}", denied.text);
        ensure!(!stranger.get("/sitemap.xml").await?.text.contains("/glaze-recipes</loc>"));
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let open = member.get("/glaze-recipes").await?;
        ensure!(open.status == 200 && open.text.contains("Glaze recipes"), "{} {}", open.status, open.text);
        assert_eq!(open.header("cache-control"), "no-store");
        assert_eq!(stranger.get("/glaze-recipes").await?.status, 403, "for nobody else");
        let mut other_site = app.kissaten();
        other_site.join("ada@example.com").await?;
        let mut stray = app.juniper();
        stray.cookies = other_site.cookies;
        assert_eq!(stray.get("/glaze-recipes").await?.status, 403, "members of another site are strangers");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn only_pages_can_be_for_members() -> Result<()> {
    on_both(async |app| {
        let mut page = Page::published(app, "Plain").await?;
        let website = app.website("juniper").await?;
        let listed = page.owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
        let store = listed["pages"].as_array().and_then(|pages| pages.iter().find(|page| page["kind"] == "store"));
        let id = store.and_then(|store| store["id"].as_str()).context("no store")?;
        page.path = format!("/api/v1/websites/{website}/pages/{id}");
        let refused = page.arrange(&json!({"access": "members"})).await?.expect(400)?;
        ensure!(refused["errors"].get("access").is_some(), "{refused}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_popup_has_a_page_of_its_own_that_others_ask_for() -> Result<()> {
    const CALL: &str = "/api/site-header-footer";
    on_both(async |app| {
        let mut owner = app.owner().await?;
        owner.website = Some(app.website("juniper").await?);
        let mut visitor = app.juniper();
        assert_eq!(visitor.get("/popup-overlay").await?.status, 404, "nothing is arranged");
        let mut arranged = owner.get(CALL).await?.expect(200)?;
        assert_eq!(arranged["header"]["popupOverlay"]["enabled"], false);
        let popup = json!({"enabled": true, "title": "Kiln <opening>", "text": "Saturday.", "trigger": "scroll", "percent": 40,
            "button": {"label": "Come", "url": "/studio"}});
        arranged["header"]["popupOverlay"] = popup;
        let saved = owner.put(CALL, &arranged).await?.expect(200)?;
        assert_eq!(saved["header"]["popupOverlay"]["version"], 2, "it says something else than before");
        let shown = visitor.get("/popup-overlay").await?;
        ensure!(shown.status == 200 && shown.text.contains("Kiln &lt;opening&gt;"), "{}", shown.text);
        ensure!(shown.text.contains("data-page-type=\"104\"") && shown.text.contains("content=\"noindex\""));
        let place = "data-stoa-island=\"popup\" data-version=\"2\" data-trigger=\"scroll\"";
        for (path, asks) in [("/", true), ("/shop/hearth-mug", true), ("/cart", false), ("/account", true)] {
            let page = visitor.get(path).await?.text;
            assert_eq!(page.contains(place), asks, "{path}");
            ensure!(!page.contains("Kiln &lt;opening"), "its words come when it does");
        }
        arranged["header"]["popupOverlay"]["seconds"] = json!(20);
        let later = owner.put(CALL, &arranged).await?.expect(200)?;
        assert_eq!(later["header"]["popupOverlay"]["version"], 2, "who has closed it is left alone");
        arranged["header"]["popupOverlay"]["title"] = json!(" ");
        let refused = owner.put(CALL, &arranged).await?.expect(400)?;
        ensure!(refused["errors"].get("header.popupOverlay.title").is_some(), "{refused}");
        Ok(())
    })
    .await
}
