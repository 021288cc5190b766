//! Splash pages, members-only pages, locked sites, error pages and popups.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};
use crate::design::template_files::Templates;
use crate::forms::form_fields::{answer, link_in};

/// The owner of the dollar shop with a published page.
struct Page {
    owner: Client,
    path: String,
}

impl Page {
    async fn published(app: &App, title: &str) -> Result<Self> {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        let pages = format!("/api/v1/websites/{website}/pages");
        let made = owner.post(&pages, &json!({"title": title})).await?.expect(201)?;
        let path = format!("{pages}/{}", made["id"].as_str().context("no id")?);
        let draft = owner.get(&path).await?.expect(200)?;
        owner.post(&format!("{path}/publish"), &json!({"revision": draft["revision"]})).await?.expect(200)?;
        Ok(Self { owner, path })
    }

    /// Saves its settings with some changes.
    async fn arrange(&mut self, changes: &Value) -> Result<TestResponse> {
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
async fn splash_page_without_header_and_footer() -> Result<()> {
    on_sqlite(async |app| {
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
async fn members_only_page() -> Result<()> {
    on_postgres(async |app| {
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
async fn members_only_shop_and_blog() -> Result<()> {
    on_postgres(async |app| {
        let mut page = Page::published(app, "Plain").await?;
        let website = app.website("juniper").await?;
        let listed = page.owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        for kind in ["store", "blog"] {
            let own = listed["pages"].as_array().and_then(|pages| pages.iter().find(|page| page["kind"] == kind));
            let own = own.with_context(|| format!("no {kind}"))?;
            let address = own["fullUrl"].as_str().context("no address")?.to_owned();
            let sitemap = app.juniper().get("/sitemap.xml").await?.text;
            let below = sitemap.split("<loc>").find_map(|part| {
                let path = part.split('<').next()?.split_once(&format!("{address}/"))?.1;
                Some(format!("{address}/{path}"))
            });
            let below = below.with_context(|| format!("nothing lies in {address}"))?;
            page.path = format!("/api/v1/websites/{website}/pages/{}", own["id"].as_str().context("no id")?);
            page.arrange(&json!({"access": "members"})).await?.expect(200)?;
            app.juniper().get(&format!("{address}?format=json")).await?.problem(404)?;
            let feed = format!("{address}?format=rss");
            for path in [address.clone(), below, feed.clone()] {
                let denied = app.juniper().get(&path).await?;
                ensure!(denied.status == 403 && denied.text.contains("Sign in</a>"), "{path}: {denied:?}");
                if path == feed {
                    member.get(&path).await?.problem(404)?;
                    continue;
                }
                let open = member.get(&path).await?;
                ensure!(open.status == 200 && !open.text.contains("data-page-type=\"106\""), "{path}: {}", open.status);
                ensure!(!open.text.contains("application/rss+xml"), "{path} names a feed: {}", open.text);
            }
            ensure!(!app.juniper().get("/sitemap.xml").await?.text.contains(&format!("{address}<")));
        }
        Ok(())
    })
    .await
}

// spec: page.lock-screen.open
#[tokio::test(flavor = "multi_thread")]
async fn site_password_hides_everything() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let call = format!("/api/v1/websites/{}/site-lock", app.website("juniper").await?);
        assert_eq!(owner.get(&call).await?.expect(200)?["isLocked"], false);
        let empty = owner.put(&call, &json!({"password": " "})).await?.problem(400)?;
        assert_eq!(empty["errors"]["password"], "Enter a password.");
        let open = app.juniper().get("/sitemap.xml").await?.text;
        ensure!(open.contains("<loc>"));
        owner.put(&call, &json!({"password": "Celadon 9"})).await?.expect(200)?;

        let mut visitor = app.juniper();
        for path in ["/", "/shop/hearth-mug", "/cart", "/search?q=mug", "/account", "/nothing-here"] {
            let shut = visitor.get(path).await?;
            assert_eq!(shut.status, 401, "{path}");
            for part in ["data-page-type=\"103\"", "content=\"noindex\"", "action=\"/api/page-locks/site\""] {
                ensure!(shut.text.contains(part), "{path}: no {part} in {}", shut.text);
            }
            ensure!(!shut.text.contains("stoa-site-header") && !shut.text.contains("Hearth"), "{path}: {}", shut.text);
        }
        ensure!(!visitor.get("/sitemap.xml").await?.text.contains("<loc>"));
        ensure!(app.kissaten().get("/").await?.status == 200, "another site stands open");
        let wrong = visitor.form("/api/page-locks/site", &[("password", "celadon 9"), ("path", "/shop")]).await?;
        ensure!(wrong.status == 401 && wrong.text.contains("The password is incorrect."), "{wrong:?}");
        let right = visitor.form("/api/page-locks/site", &[("password", "Celadon 9"), ("path", "/shop")]).await?;
        assert_eq!((right.status, right.header("location")), (303, "/shop"));
        for path in ["/", "/shop/hearth-mug", "/cart"] {
            let shown = visitor.get(path).await?;
            ensure!(shown.status == 200 && shown.text.contains("stoa-site-header"), "{path}: {}", shown.status);
        }
        assert_eq!(visitor.get("/nothing-here").await?.status, 404);
        assert_eq!(app.juniper().get("/").await?.status, 401, "for nobody else");
        owner.put(&call, &json!({"password": "Another"})).await?.expect(200)?;
        assert_eq!(visitor.get("/").await?.status, 401, "another password asks all again");
        owner.put(&call, &json!({"password": null})).await?.expect(200)?;
        assert_eq!(app.juniper().get("/").await?.status, 200);
        visitor.form("/api/page-locks/site", &[("password", "Another"), ("path", "/")]).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_page_is_fetched() -> Result<()> {
    const CALL: &str = "/api/site-header-footer";
    on_sqlite(async |app| {
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

/// A template that exceeds the limits when two values are equal, which they are not in any sample data.
fn endless(rest: &str, same: &str) -> String {
    let call = "{@|apply endless.html}";
    format!("{{.macro endless.html}}{}{{.end}}{{.equal? {same}}}{call}{{.end}}{rest}", call.repeat(4))
}

// spec: page-type.status.open, page-type.sso.open, enum.page-type, analytics.page-types-excluded
#[tokio::test(flavor = "multi_thread")]
async fn page_type_status_codes() -> Result<()> {
    const COUNTED: &str = "id=\"stoa-visitor\"";
    on_sqlite(async |app| {
        let mut members = Page::published(app, "Glaze recipes").await?;
        members.arrange(&json!({"access": "members"})).await?.expect(200)?;
        let mut shut = Page::published(app, "Wholesale").await?;
        shut.arrange(&json!({"access": "password", "password": "open sesame"})).await?.expect(200)?;
        Page::published(app, "Broken").await?;
        let mut templates = Templates::owned(app).await?;
        let original = templates.file("page.item").await?;
        let original = original["text"].as_str().context("no text")?;
        templates.save("page.item", &endless(original, "collection.title \"Broken\"")).await?;
        templates.publish().await?.expect(200)?;

        let mut visitor = app.juniper();
        for (path, status, kind, listed) in [
            ("/about", 200, 2, true),
            ("/shop", 200, 1, true),
            ("/shop/hearth-mug", 200, 50, true),
            ("/nothing-here", 404, 100, false),
            ("/broken", 500, 101, false),
            ("/search", 200, 102, false),
            ("/wholesale", 401, 105, false),
            ("/glaze-recipes", 403, 106, false),
            ("/cart", 200, 200, false),
            // No site has single sign-on set up.
            ("/account/single-sign-on", 404, 100, false),
        ] {
            let page = visitor.get(path).await?;
            assert_eq!(page.status, status, "{path}");
            ensure!(page.text.contains(&format!("data-page-type=\"{kind}\"")), "{path}: {}", page.text);
            assert_eq!(!page.text.contains("<meta name=\"robots\" content=\"noindex\">"), listed, "{path}");
            assert_eq!(page.text.contains(COUNTED), status == 200, "{path}: what visitors came for is a visit");
        }
        let failed = visitor.get("/broken").await?;
        ensure!(failed.text.contains("Something went wrong") && failed.text.contains("stoa-site-header"), "{failed:?}");
        assert_eq!(failed.header("cache-control"), "no-store", "it is not kept");

        let website = app.website("juniper").await?;
        let (mut owner, lock) = (app.owner().await?, format!("/api/v1/websites/{website}/site-lock"));
        owner.put(&lock, &json!({"password": "Celadon 9"})).await?.expect(200)?;
        let locked = visitor.get("/broken").await?;
        assert_eq!(locked.status, 401);
        ensure!(locked.text.contains("data-page-type=\"103\"") && locked.text.contains("content=\"noindex\""));
        ensure!(!locked.text.contains(COUNTED), "a lock screen is no visit");
        owner.put(&lock, &json!({"password": null})).await?.expect(200)?;

        // When the outer template of all pages is broken, a plain error page is sent.
        let frame = templates.file("site.region").await?;
        let frame = frame["text"].as_str().context("no text")?;
        let broken = endless(frame, &format!("website.id \"{website}\""));
        templates.save("site.region", &broken).await?;
        templates.publish().await?.expect(200)?;
        let plain = visitor.get("/about").await?;
        assert_eq!(plain.status, 500);
        ensure!(plain.text.contains("Please try again later") && !plain.text.contains("stoa-site-header"), "{plain:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_image_and_page_selection() -> Result<()> {
    const CALL: &str = "/api/site-header-footer";
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        let mut visitor = app.juniper();
        let base = format!("/api/v1/websites/{website}");
        let assets = owner.get(&format!("{base}/assets?kind=picture")).await?.expect(200)?;
        let picture = assets["assets"][0]["id"].clone();
        let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
        let page = |address: &str| {
            let found =
                pages["pages"].as_array().and_then(|pages| pages.iter().find(|page| page["fullUrl"] == address));
            found.map(|page| page["id"].clone()).context("no such page")
        };
        let popup = |on: &str, ids: Value| {
            json!({"header": {"popupOverlay": {"enabled": true, "title": "Kiln opening",
            "picture": {"assetId": picture, "altText": "Kiln & fire"}, "pages": {"on": on, "ids": ids}}}, "footer": {}})
        };
        let (shop, about) = (page("/shop")?, page("/about")?);
        for (on, comes) in [("only", [true, true, true, false]), ("except", [false, false, false, true])] {
            owner.put(CALL, &popup(on, json!([shop, about]))).await?.expect(200)?;
            for (address, comes) in ["/shop", "/shop/hearth-mug", "/about", "/"].into_iter().zip(comes) {
                let text = visitor.get(address).await?.text;
                assert_eq!(text.contains("data-stoa-island=\"popup\""), comes, "{on} {address}");
            }
        }
        let shown = visitor.get("/popup-overlay").await?.text;
        ensure!(shown.contains("stoa-popup__picture") && shown.contains("alt=\"Kiln &amp; fire\""), "{shown}");
        for (ids, told) in [
            (json!([]), "Choose at least one page."),
            (json!(["gone"]), "One of these pages no longer exists. Remove it from the selection."),
        ] {
            let refused = owner.put(CALL, &popup("only", ids)).await?.problem(400)?;
            assert_eq!(refused["errors"]["header.popupOverlay.pages.ids"], told);
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_newsletter_sign_up() -> Result<()> {
    const CALL: &str = "/api/site-header-footer";
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        let mut arranged = owner.get(CALL).await?.expect(200)?;
        let mut popup = arranged["header"]["popupOverlay"].clone();
        assert_eq!(popup["newsletter"]["enabled"], false);
        popup["enabled"] = json!(true);
        popup["title"] = json!("Letters from the studio");
        arranged["header"]["popupOverlay"] = popup;
        owner.put(CALL, &arranged).await?.expect(200)?;
        let mut visitor = app.juniper();
        let shown = visitor.get("/popup-overlay").await?.text;
        ensure!(!shown.contains("data-form-id"), "{shown}");
        let sent = json!({"email": "Ada@example.com"});
        answer(&mut visitor, "popup-sign-up", &sent).await?.problem(404)?;

        arranged["header"]["popupOverlay"]["newsletter"]["enabled"] = json!(true);
        arranged["header"]["popupOverlay"]["newsletter"]["mailingList"] = json!("");
        let refused = owner.put(CALL, &arranged).await?.problem(400)?;
        assert_eq!(refused["errors"]["header.popupOverlay.newsletter.mailingList"], "Enter a text.");
        arranged["header"]["popupOverlay"]["newsletter"]["mailingList"] = json!("Letters");
        let saved = owner.put(CALL, &arranged).await?.expect(200)?;
        assert_eq!(saved["header"]["popupOverlay"]["version"], 3, "who has closed the one without it sees it");
        let shown = visitor.get("/popup-overlay").await?.text;
        for part in ["data-form-id=\"popup-sign-up\"", "type=\"email\"", ">Sign up</button>"] {
            ensure!(shown.contains(part), "no {part} in {shown}");
        }
        let wrong = answer(&mut visitor, "popup-sign-up", &json!({"email": "ada"})).await?.problem(400)?;
        ensure!(wrong["errors"].get("email").is_some(), "{wrong}");
        answer(&mut visitor, "popup-sign-up", &sent).await?.expect(200)?;
        let link = link_in(&app.emails(1).await?[0], "/mailing-list/confirm?token=")?;
        let joined = visitor.form(&link, &[]).await?;
        ensure!(joined.text.contains("You are subscribed"), "{joined:?}");
        let forms = owner.get(&format!("/api/v1/websites/{website}/forms")).await?.expect(200)?;
        let forms = forms["forms"].as_array().context("no forms")?;
        let own = forms.iter().find(|form| form["id"] == "popup-sign-up").context("not among the forms")?;
        assert_eq!((&own["name"], &own["answers"]), (&json!("Popup"), &json!(1)));
        Ok(())
    })
    .await
}
