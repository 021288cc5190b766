//! Pages from the first draft to the trash, for owners and visitors.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::{collection, page_setting};
use stoa_kernel::id::CollectionId;

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::requests::PICTURE;

/// The owner, and the API path of the dollar shop's pages.
async fn owner(app: &App) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
    owner.website = Some(website.clone());
    Ok((owner, format!("/api/v1/websites/{website}/pages")))
}

async fn make(owner: &mut Client, pages: &str, body: &Value) -> Result<String> {
    let made = owner.post(pages, body).await?.expect(201)?;
    Ok(format!("{pages}/{}", made["id"].as_str().context("no id")?))
}

/// Saves page settings with some changes.
pub(crate) async fn arrange(owner: &mut Client, page: &str, changes: &Value) -> Result<crate::client::TestResponse> {
    let mut settings = owner.get(&format!("{page}/settings")).await?.expect(200)?;
    for (name, value) in changes.as_object().context("no changes")? {
        settings[name] = value.clone();
    }
    owner.if_match = Some(format!("\"{}\"", settings["revision"]));
    let answer = owner.put(&format!("{page}/settings"), &settings).await;
    owner.if_match = None;
    answer
}

async fn publish(owner: &mut Client, page: &str) -> Result<Value> {
    let draft = owner.get(page).await?.expect(200)?;
    owner.post(&format!("{page}/publish"), &json!({"revision": draft["revision"]})).await?.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn page_names_and_seo_visible_after_publish() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let page = make(&mut owner, &pages, &json!({"title": "Opening Hours"})).await?;
        let mut visitor = app.juniper();
        assert_eq!(visitor.get("/opening-hours").await?.status, 404, "a draft");
        let published = publish(&mut owner, &page).await?;
        assert_eq!((&published["status"], &published["hasUnpublishedChanges"]), (&json!("published"), &json!(false)));
        ensure!(visitor.get("/opening-hours").await?.text.contains("<title>Opening Hours — "));

        let head = "<meta name=\"theme-color\" content=\"#faf6ee\">";
        let changes = json!({"title": "When we are open", "seoDescription": "Our hours", "head": head});
        let saved = arrange(&mut owner, &page, &changes).await?.expect(200)?;
        assert_eq!(saved["hasUnpublishedChanges"], true);
        let before = visitor.get("/opening-hours").await?.text;
        ensure!(before.contains("<title>Opening Hours — ") && !before.contains("Our hours"), "{before}");
        publish(&mut owner, &page).await?;
        let after = visitor.get("/opening-hours").await?.text;
        ensure!(after.contains("<title>When we are open — ") && after.contains(head), "{after}");
        ensure!(after.contains("<meta name=\"description\" content=\"Our hours\">"));

        let sitemap = visitor.get("/sitemap.xml").await?.text;
        ensure!(sitemap.contains("/opening-hours</loc>"));
        arrange(&mut owner, &page, &json!({"noIndex": true, "title": "Other"})).await?.expect(200)?;
        owner.post(&format!("{page}/discard"), &Value::Null).await?.expect(200)?;
        let restored = owner.get(&format!("{page}/settings")).await?.expect(200)?;
        assert_eq!((&restored["title"], &restored["noIndex"]), (&json!("When we are open"), &json!(false)));
        arrange(&mut owner, &page, &json!({"noIndex": true})).await?.expect(200)?;
        publish(&mut owner, &page).await?;
        ensure!(!visitor.get("/sitemap.xml").await?.text.contains("/opening-hours</loc>"));
        ensure!(visitor.get("/opening-hours").await?.text.contains("<meta name=\"robots\" content=\"noindex\">"));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_settings_revision_and_validation() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let page = make(&mut owner, &pages, &json!({"title": "Hours"})).await?;
        let settings = owner.get(&format!("{page}/settings")).await?;
        assert_eq!(settings.header("etag"), "\"0\"");
        let settings = settings.json();
        let path = format!("{page}/settings");
        owner.put(&path, &settings).await?.problem(428)?;
        owner.if_match = Some("\"0\"".to_owned());
        owner.put(&path, &settings).await?.expect(200)?;
        assert_eq!(owner.put(&path, &settings).await?.problem(412)?["code"], "revision-stale");
        owner.if_match = None;
        for (changes, field) in [
            (json!({"title": " "}), "title"),
            (json!({"urlId": "Hours!"}), "urlId"),
            (json!({"urlId": "search"}), "urlId"),
            (json!({"urlId": "wishlist"}), "urlId"),
            (json!({"head": "<script>alert(1)</script>"}), "head"),
            (json!({"access": "password"}), "password"),
            (json!({"access": "password", "password": "x"}), "password"),
            (json!({"access": "friends"}), "access"),
            (json!({"shareImageId": "ast_01hzzzzzzzzzzzzzzzzzzzzzzz"}), "shareImageId"),
            (json!({"seoDescription": "x".repeat(401)}), "seoDescription"),
        ] {
            let problem = arrange(&mut owner, &page, &changes).await?.problem(400)?;
            ensure!(problem["errors"][field].is_string(), "{changes}: {problem}");
        }
        assert_eq!(arrange(&mut owner, &page, &json!({"urlId": "shop"})).await?.problem(409)?["code"], "url-taken");
        owner.post(&pages, &json!({"title": "Shop", "urlId": "shop"})).await?.problem(409)?;
        ensure!(owner.post(&pages, &json!({"title": ""})).await?.problem(400)?["errors"]["title"].is_string());
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.get(&path).await?.expect(200)?;
        viewer.if_match = Some("\"1\"".to_owned());
        viewer.put(&path, &settings).await?.problem(403)?;
        Ok(())
    })
    .await
}

// spec: enum.collection-types
#[tokio::test(flavor = "multi_thread")]
async fn new_pages_with_initial_media() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, pages) = owner(app).await?;
        for (kind, block, code) in [
            ("gallery", "gallery", 15),
            ("album", "album", 16),
            ("films", "video", 17),
            ("donation", "donation", 22),
            ("scheduling", "scheduling", 23),
            ("twitter", "twitter", 3),
            ("foursquare", "foursquare", 4),
            ("instagram", "instagram", 5),
            ("500px", "five-hundred-px", 11),
            ("flickr", "flickr", 12),
        ] {
            let made = owner.post(&pages, &json!({"title": kind, "kind": kind})).await?.expect(201)?;
            let path = format!("{pages}/{}", made["id"].as_str().context("no id")?);
            let page = owner.get(&path).await?.expect(200)?;
            assert_eq!(page.pointer("/document/sections/0/rows/0/columns/0/blocks/0/kind"), Some(&json!(block)));
            let published = json!({"revision": page["revision"]});
            owner.post(&format!("{path}/publish"), &published).await?.expect(200)?;
            let shown = app.juniper().get(&format!("/{kind}?format=json")).await?.expect(200)?;
            assert_eq!(shown["collection"]["type"], code, "{kind}");
            arrange(&mut owner, &path, &json!({"navigationTitle": "Another"})).await?.expect(200)?;
            let shown = app.juniper().get(&format!("/{kind}?format=json")).await?.expect(200)?;
            assert_eq!(shown["collection"]["type"], code, "{kind} after its settings were saved");
            arrange(&mut owner, &path, &json!({"isSplash": true})).await?.expect(200)?;
            let shown = app.juniper().get(&format!("/{kind}?format=json")).await?.expect(200)?;
            assert_eq!(shown["collection"]["type"], 8, "{kind} while it stands alone");
            arrange(&mut owner, &path, &json!({"isSplash": false})).await?.expect(200)?;
            let shown = app.juniper().get(&format!("/{kind}?format=json")).await?.expect(200)?;
            assert_eq!(shown["collection"]["type"], code, "{kind} is again what it was");
        }
        let cover = owner.post(&pages, &json!({"title": "Opening soon", "kind": "cover"})).await?.expect(201)?;
        assert_eq!((&cover["isSplash"], &cover["collectionType"]), (&json!(true), &json!("splash-page")));
        let path = format!("{pages}/{}", cover["id"].as_str().context("no id")?);
        let plain = arrange(&mut owner, &path, &json!({"isSplash": false})).await?.expect(200)?;
        assert_eq!(plain["collectionType"], "page");
        for kind in ["products", "member-area", "blog-feed", "subscription", "lessons", "nothing"] {
            owner.post(&pages, &json!({"title": "Feed", "kind": kind})).await?.problem(400)?;
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_copy_uses_draft_and_is_unpublished() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let all = owner.get(&pages).await?.expect(200)?;
        let about = all["pages"].as_array().context("no pages")?.iter().find(|page| page["urlId"] == "about");
        let about = format!("{pages}/{}", about.context("no page about")?["id"].as_str().unwrap_or_default());
        let original = owner.get(&about).await?.expect(200)?;
        let copy = owner.post(&format!("{about}/duplicate"), &Value::Null).await?.expect(201)?;
        assert_eq!((&copy["urlId"], &copy["status"]), (&json!("about-copy"), &json!("draft")));
        let again = owner.post(&format!("{about}/duplicate"), &Value::Null).await?.expect(201)?;
        assert_eq!(again["urlId"], "about-copy-2");
        let copied = owner.get(&format!("{pages}/{}", copy["id"].as_str().unwrap_or_default())).await?.expect(200)?;
        assert_eq!(copied["document"], original["document"]);
        assert_eq!(app.juniper().get("/about-copy").await?.status, 404);
        let store = all["pages"].as_array().context("no pages")?.iter().find(|page| page["kind"] == "store");
        let store = format!("{pages}/{}", store.context("no store")?["id"].as_str().unwrap_or_default());
        owner.post(&format!("{store}/duplicate"), &Value::Null).await?.problem(409)?;
        owner.delete(&store).await?.problem(409)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_trash_and_restore() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let page = make(&mut owner, &pages, &json!({"title": "Fair"})).await?;
        let id = page.rsplit('/').next().unwrap_or_default().to_owned();
        publish(&mut owner, &page).await?;
        let items = json!([{"title": "More", "children": [{"collectionId": id}]}, {"collectionId": id}]);
        let update = json!({"fieldName": "footerNav", "navigation": {"items": items}});
        owner.post("/api/widget/UpdateNavigation", &update).await?.expect(200)?;
        let mut visitor = app.juniper();
        ensure!(visitor.get("/").await?.text.contains("href=\"/fair\""));

        owner.delete(&page).await?.expect(204)?;
        assert_eq!(visitor.get("/fair").await?.status, 404);
        ensure!(!visitor.get("/").await?.text.contains("href=\"/fair\""));
        owner.get(&page).await?.problem(404)?;
        owner.delete(&page).await?.problem(404)?;
        ensure!(!owner.get(&pages).await?.text.contains(&id), "the list");
        let layout = owner.get("/api/commondata/GetSiteLayout").await?;
        ensure!(!layout.text.contains(&id), "{}", layout.text);
        let trash = pages.replace("/pages", "/page-trash");
        let lying = owner.get(&trash).await?.expect(200)?;
        assert_eq!((&lying["pages"][0]["id"], &lying["pages"][0]["urlId"]), (&json!(id), &json!("fair")));

        let other = make(&mut owner, &pages, &json!({"title": "Fair"})).await?;
        assert_eq!(owner.get(&other).await?.expect(200)?["urlId"], "fair", "the address is free");
        let restored = owner.post(&format!("{trash}/{id}/restore"), &Value::Null).await?.expect(200)?;
        assert_eq!(restored["urlId"], "fair-2");
        assert_eq!(visitor.get("/fair-2").await?.status, 200);
        owner.post(&format!("{trash}/{id}/restore"), &Value::Null).await?.problem(404)?;
        owner.delete(&format!("{trash}/{id}")).await?.problem(404)?;
        owner.delete(&page).await?.expect(204)?;
        owner.delete(&format!("{trash}/{id}")).await?.expect(204)?;
        assert_eq!(owner.get(&trash).await?.expect(200)?["pages"], json!([]));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn home_page_must_be_published() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let page = make(&mut owner, &pages, &json!({"title": "Welcome in"})).await?;
        owner.post(&format!("{page}/home"), &Value::Null).await?.problem(409)?;
        publish(&mut owner, &page).await?;
        let home = owner.post(&format!("{page}/home"), &Value::Null).await?.expect(200)?;
        assert_eq!((&home["isHome"], &home["fullUrl"]), (&json!(true), &json!("/")));
        ensure!(app.juniper().get("/").await?.text.contains("Welcome in"));
        let all = owner.get(&pages).await?.expect(200)?;
        let homes = all["pages"].as_array().context("no pages")?.iter().filter(|page| page["isHome"] == true).count();
        assert_eq!(homes, 1);
        owner.delete(&page).await?.problem(409)?;
        owner.put(&format!("{page}/status"), &json!({"status": "draft"})).await?.problem(409)?;
        for (changes, field) in [(json!({"enabled": false}), "enabled"), (json!({"access": "private"}), "access")] {
            let problem = arrange(&mut owner, &page, &changes).await?.problem(400)?;
            ensure!(problem["errors"][field].is_string(), "{problem}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn review_flag_and_schedule() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let page = make(&mut owner, &pages, &json!({"title": "Sale"})).await?;
        let status = format!("{page}/status");
        assert_eq!(owner.get(&page).await?.expect(200)?["status"], "draft");
        owner.put(&status, &json!({"status": "published"})).await?.problem(409)?;
        let review = owner.put(&status, &json!({"status": "needs-review"})).await?.expect(200)?;
        assert_eq!(review["status"], "needs-review");
        for wrong in [json!({"status": "scheduled"}), json!({"status": "scheduled", "publishOn": 1_000})] {
            ensure!(owner.put(&status, &wrong).await?.problem(400)?["errors"]["publishOn"].is_string());
        }
        let far = 4_000_000_000_000_i64;
        owner.put(&status, &json!({"status": "scheduled", "publishOn": far})).await?.problem(400)?;
        let soon = jiff::Timestamp::now().as_millisecond() + 86_400_000;
        let waits = owner.put(&status, &json!({"status": "scheduled", "publishOn": soon})).await?.expect(200)?;
        assert_eq!((&waits["status"], &waits["publishOn"]), (&json!("scheduled"), &json!(soon)));
        assert_eq!(app.juniper().get("/sale").await?.status, 404, "its time has not come");
        publish(&mut owner, &page).await?;
        assert_eq!(app.juniper().get("/sale").await?.status, 200);
        let settings = owner.get(&format!("{page}/settings")).await?.expect(200)?;
        assert_eq!((&settings["status"], &settings["publishOn"]), (&json!("published"), &Value::Null));
        owner.put(&status, &json!({"status": "draft"})).await?.expect(200)?;
        assert_eq!(app.juniper().get("/sale").await?.status, 404, "taken back");
        publish(&mut owner, &page).await?;
        arrange(&mut owner, &page, &json!({"access": "private"})).await?.expect(200)?;
        assert_eq!(owner.get(&page).await?.expect(200)?["status"], "private");
        assert_eq!(app.juniper().get("/sale").await?.status, 404, "private");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_scheduled_publication_is_notified() -> Result<()> {
    on_both(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let page = make(&mut owner, &pages, &json!({"title": "Sale"})).await?;
        let id: CollectionId = page.rsplit('/').next().unwrap_or_default().parse()?;
        let (status, settings) = (format!("{page}/status"), format!("{page}/settings"));
        let tomorrow = jiff::Timestamp::now().as_millisecond() + 86_400_000;
        let later = json!({"status": "scheduled", "publishOn": tomorrow});
        owner.put(&status, &later).await?.expect(200)?;

        // The plugin of a block is missing when the scheduled time has passed, which the worker, woken by the next
        // change, finds.
        let block = json!({"id": "b1", "kind": "acme/gone", "settings": {}});
        let rows = json!([{"id": "r1", "columns": [{"span": 12, "blocks": [block]}]}]);
        let draft = json!({"version": 1, "sections": [{"id": "s1", "rows": rows}]});
        let tenant = app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?;
        let tx = tenant.db.write().await?;
        let own = collection::Column::Id.eq(id.clone());
        tx.update::<collection::Entity>(own).set(collection::Column::Draft, draft).exec().await?;
        let own = page_setting::Column::CollectionId.eq(id.clone());
        let due = tenant.ctx.now();
        tx.update::<page_setting::Entity>(own).set(page_setting::Column::PublishOn, due).exec().await?;
        tx.commit().await?;
        make(&mut owner, &pages, &json!({"title": "Another one"})).await?;
        app.until(async || {
            let mut again = app.owner().await?;
            Ok(again.get(&settings).await?.expect(200)?["publishFailure"].is_object())
        })
        .await?;

        let found = owner.get(&settings).await?.expect(200)?;
        assert_eq!((&found["status"], &found["publishOn"]), (&json!("draft"), &Value::Null));
        assert_eq!(found["publishFailure"]["failedOn"], json!(due));
        let message = found["publishFailure"]["messages"][0].as_str().context("no reason")?.to_owned();
        let listed = owner.get(&pages).await?.expect(200)?;
        let row = listed["pages"].as_array().context("no pages")?.iter().find(|row| row["id"] == id.as_str());
        assert_eq!(row.context("not listed")?["publishFailure"], found["publishFailure"]);
        assert_eq!(app.juniper().get("/sale").await?.status, 404);
        let emails = app.emails(1).await?;
        ensure!(emails.iter().any(|message| message.contains("Not published: Sale")), "{emails:?}");

        let refused = owner.put(&status, &later).await?.problem(400)?;
        assert_eq!(refused["errors"]["b1"], json!(message), "what cannot be published cannot be scheduled either");
        let review = owner.put(&status, &json!({"status": "needs-review"})).await?.expect(200)?;
        assert_eq!(review["publishFailure"], Value::Null);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_password() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let page = make(&mut owner, &pages, &json!({"title": "Wholesale secrets", "urlId": "wholesale"})).await?;
        let id = page.rsplit('/').next().unwrap_or_default().to_owned();
        publish(&mut owner, &page).await?;
        let lock = json!({"access": "password", "password": "open sesame"});
        let saved = arrange(&mut owner, &page, &lock).await?.expect(200)?;
        assert_eq!(saved["hasPassword"], true);
        ensure!(!saved.to_string().contains("argon2") && saved.get("password").is_none(), "{saved}");
        let mut visitor = app.juniper();
        let shut = visitor.get("/wholesale").await?;
        assert_eq!(shut.status, 401);
        ensure!(shut.text.contains("data-page-type=\"105\"") && !shut.text.contains("secrets"), "{}", shut.text);
        ensure!(shut.text.contains("<meta name=\"robots\" content=\"noindex\">"));
        let form = format!("/api/page-locks/{id}");
        let wrong = visitor.form(&form, &[("password", "guess"), ("path", "/wholesale")]).await?;
        assert_eq!(wrong.status, 401);
        ensure!(wrong.text.contains("The password is incorrect."), "{}", wrong.text);
        let right = visitor.form(&form, &[("password", "open sesame"), ("path", "/wholesale")]).await?;
        assert_eq!((right.status, right.location()), (303, "/wholesale"));
        let open = visitor.get("/wholesale").await?;
        ensure!(open.status == 200 && open.text.contains("Wholesale secrets"), "{}", open.status);
        assert_eq!(open.header("cache-control"), "no-store");
        assert_eq!(app.juniper().get("/wholesale").await?.status, 401, "for nobody else");
        let elsewhere = visitor.form(&form, &[("password", "open sesame"), ("path", "//domain.com")]).await?;
        assert_eq!(elsewhere.location(), "/");
        ensure!(!visitor.get("/sitemap.xml").await?.text.contains("/wholesale</loc>"));
        arrange(&mut owner, &page, &json!({"password": "another one"})).await?.expect(200)?;
        assert_eq!(visitor.get("/wholesale").await?.status, 401, "the password has changed");
        Ok(())
    })
    .await
}

// spec: navigation.route.search, navigation.route.search.open
#[tokio::test(flavor = "multi_thread")]
async fn search_finds_accessible_pages_only() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, pages) = owner(app).await?;
        let mut visitor = app.juniper();
        let found = visitor.get("/search?q=hearth%20mug").await?;
        assert_eq!(found.status, 200);
        ensure!(found.text.contains("data-page-type=\"102\"") && found.text.contains("href=\"/shop/hearth-mug\""));
        ensure!(found.text.contains("<meta name=\"robots\" content=\"noindex\">"));
        let draft = make(&mut owner, &pages, &json!({"title": "Xylophone evening"})).await?;
        ensure!(visitor.get("/search?q=xylophone").await?.text.contains("Nothing was found"));
        publish(&mut owner, &draft).await?;
        ensure!(visitor.get("/search?q=XYLOPHONE").await?.text.contains("href=\"/xylophone-evening\""));
        arrange(&mut owner, &draft, &json!({"access": "private"})).await?.expect(200)?;
        ensure!(visitor.get("/search?q=xylophone").await?.text.contains("Nothing was found"));
        let quoted = visitor.get("/search?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E").await?.text;
        ensure!(!quoted.contains("<script>alert(1)"), "{quoted}");
        let many = visitor.get("/search?q=e").await?.text;
        ensure!(many.contains("cursor=20"), "a second page");
        Ok(())
    })
    .await
}

/// Structured data (JSON-LD) of a page, by type.
pub(crate) fn described(page: &str, kind: &str) -> Result<Value> {
    let scripts = page.split("application/ld+json\">").skip(1).filter_map(|rest| rest.split("</script>").next());
    let mut things = scripts.filter_map(|script| serde_json::from_str::<Value>(script).ok());
    things.find(|thing| thing["@type"] == kind).with_context(|| format!("no {kind} in {page}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn structured_data_of_pages() -> Result<()> {
    on_postgres(async |app| {
        let mut visitor = app.juniper();
        let product = visitor.get("/shop/hearth-mug").await?.text;
        for part in ["\"@type\":\"Product\"", "\"priceCurrency\":\"USD\"", "\"@type\":\"BreadcrumbList\"", "og:image"] {
            ensure!(product.contains(part), "{part}: {product}");
        }
        let post = visitor.get("/journal/why-the-foot-is-bare").await?.text;
        ensure!(post.contains("\"@type\":\"BlogPosting\"") && post.contains("\"datePublished\""));

        let mug = described(&product, "ProductGroup")?;
        ensure!(mug["brand"]["name"] == "Juniper & Clay" && mug["productGroupID"].is_string(), "{mug}");
        let varies: Vec<&Value> = mug["variesBy"].as_array().context("no options")?.iter().collect();
        ensure!(varies.len() == 2 && varies.contains(&&json!("https://schema.org/size")), "{mug}");
        let (first, second) = (&mug["hasVariant"][0], &mug["hasVariant"][1]);
        ensure!(first["size"] == "10 oz" && first["additionalProperty"][0]["value"] == "Oat", "{first}");
        let sent = first["offers"]["shippingDetails"].as_array().context("no delivery")?;
        let rate = json!({"@type": "MonetaryAmount", "value": "9.95", "currency": "USD"});
        let there = json!([{"@type": "DefinedRegion", "addressCountry": "US"}]);
        ensure!(sent[0]["shippingRate"] == rate && sent[0]["shippingDestination"] == there, "{first}");
        let names = sent.iter().filter_map(|way| way["name"].as_str()).collect::<Vec<_>>().join(", ");
        ensure!(!names.contains("van") && !names.contains("Pick up"), "nobody knows who comes for it: {names}");
        ensure!(second["offers"]["shippingDetails"][0] == json!({"@id": sent[0]["@id"]}), "told once: {second}");
        let policy = first["offers"]["hasMerchantReturnPolicy"]["merchantReturnLink"].as_str().context("no policy")?;
        ensure!(policy.ends_with("/shipping-and-returns"), "{policy}");
        let card = described(&visitor.get("/shop/gift-card").await?.text, "ProductGroup")?;
        ensure!(card["hasVariant"][0]["offers"]["shippingDetails"].is_null(), "nothing is sent: {card}");

        let home = visitor.get("/").await?.text;
        let (site, shop) = (described(&home, "WebSite")?, described(&home, "OnlineStore")?);
        ensure!(site["publisher"]["@id"] == shop["@id"], "{site}");
        ensure!(shop["email"].is_null() && shop["logo"].is_null(), "{shop}");
        let address = json!({"@type": "PostalAddress", "name": "Juniper & Clay", "addressCountry": "United States",
            "streetAddress": "118 Foundry Alley, Unit 3, Asheville, NC 28801"});
        ensure!(shop["address"] == address, "{shop}");

        let (mut owner, _) = owner(app).await?;
        let logo = owner.upload("/api/assets", "logo.webp", PICTURE).await?.expect(201)?;
        let mut arranged = owner.get("/api/site-header-footer").await?.expect(200)?;
        arranged["header"]["logo"]["assetId"] = logo["id"].clone();
        owner.put("/api/site-header-footer", &arranged).await?.expect(200)?;
        let shop = described(&visitor.get("/").await?.text, "OnlineStore")?;
        let (origin, path) = (shop["url"].as_str().context("no url")?, logo["url"].as_str().context("no path")?);
        let expected = format!("{}{path}?format=1500w", origin.trim_end_matches('/'));
        ensure!(shop["logo"] == expected.as_str() && origin.starts_with("http"), "{expected}: {shop}");
        let picture = visitor.get(&expected).await?;
        ensure!(picture.status == 200 && picture.header("content-type").starts_with("image/"), "{picture:?}");
        Ok(())
    })
    .await
}

// spec: header-footer.get, header-footer.put, header-footer.entity, header-footer.put.response.open
// spec: header-footer.shape.open
#[tokio::test(flavor = "multi_thread")]
async fn header_and_footer_rendering() -> Result<()> {
    const CALL: &str = "/api/site-header-footer";
    on_postgres(async |app| {
        let (mut owner, _) = owner(app).await?;
        let first = owner.get(CALL).await?;
        let etag = first.header("etag").to_owned();
        let mut wanted = first.expect(200)?;
        ensure!(wanted["header"].is_object() && wanted["footer"].is_object(), "{wanted}");
        let mut visitor = app.juniper();
        ensure!(visitor.get("/").await?.text.contains("stoa-cart-link"));
        wanted["header"]["announcementBar"] =
            json!({"enabled": true, "text": "Kiln <opening> soon", "link": {"url": "/journal", "newWindow": false}});
        wanted["header"]["showCart"] = json!(false);
        wanted["header"]["ownKey"] = json!({"kept": [1, 2]});
        wanted["footer"]["sections"] = json!([{"title": "Hours", "text": "Ten to six"}]);
        owner.if_match = Some(etag);
        let saved = owner.put(CALL, &wanted).await?.expect(200)?;
        wanted["revision"] = json!(1);
        assert_eq!(saved, wanted);
        owner.put(CALL, &wanted).await?.problem(412)?;
        owner.if_match = None;
        assert_eq!(owner.get(CALL).await?.expect(200)?, saved);
        let page = visitor.get("/").await?.text;
        for part in ["Kiln &lt;opening&gt; soon", "<a href=\"/journal\">", "Ten to six", ">Hours<"] {
            ensure!(page.contains(part), "{part}: {page}");
        }
        ensure!(!page.contains("stoa-cart-link"), "{page}");
        let wrong = json!({"header": {"layout": "sideways"}, "footer": {}});
        ensure!(owner.put(CALL, &wrong).await?.problem(400)?["errors"]["header.layout"].is_string());
        let mut nobody = app.platform();
        nobody.website = owner.website.clone();
        nobody.put(CALL, &wanted).await?.problem(401)?;
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.website = owner.website.clone();
        viewer.put(CALL, &wanted).await?.problem(403)?;
        Ok(())
    })
    .await
}
