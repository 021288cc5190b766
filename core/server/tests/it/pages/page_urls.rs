//! Changed URLs, redirects and folders.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::collection;
use stoa_kernel::id::WebsiteId;

use crate::app::{on_both, on_postgres};
use crate::client::Client;
use crate::shop;

/// Changes settings of a page or folder.
async fn arrange(owner: &mut Client, page: &str, changes: &Value) -> Result<Value> {
    let mut settings = owner.get(&format!("{page}/settings")).await?.expect(200)?;
    for (name, value) in changes.as_object().context("no changes")? {
        settings[name] = value.clone();
    }
    owner.if_match = Some(format!("\"{}\"", settings["revision"]));
    let answer = owner.put(&format!("{page}/settings"), &settings).await?.expect(200);
    owner.if_match = None;
    answer
}

/// API path of the page with this URL.
async fn page_at(owner: &mut Client, base: &str, url_id: &str) -> Result<String> {
    let all = owner.get(&format!("{base}/pages")).await?.expect(200)?;
    let found = all["pages"].as_array().context("no pages")?.iter().find(|page| page["urlId"] == url_id);
    Ok(format!("{base}/pages/{}", found.context("no such page")?["id"].as_str().unwrap_or_default()))
}

/// Status and redirect target of a URL.
async fn redirect_of(visitor: &mut Client, path: &str) -> Result<(u16, String)> {
    let answer = visitor.get(path).await?;
    Ok((answer.status, answer.location().to_owned()))
}

#[tokio::test(flavor = "multi_thread")]
async fn page_url_change_redirects_directly() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let mut visitor = app.juniper();
        let about = page_at(&mut owner, &base, "about").await?;
        arrange(&mut owner, &about, &json!({"urlId": "us"})).await?;
        assert_eq!(visitor.get("/us").await?.status, 200);
        assert_eq!(redirect_of(&mut visitor, "/about?a=1").await?, (301, "/us?a=1".to_owned()));
        arrange(&mut owner, &about, &json!({"urlId": "the-two-of-us"})).await?;
        for old in ["/about", "/us", "/us/"] {
            assert_eq!(redirect_of(&mut visitor, old).await?, (301, "/the-two-of-us".to_owned()), "{old}");
        }
        arrange(&mut owner, &about, &json!({"urlId": "about"})).await?;
        assert_eq!(visitor.get("/about").await?.status, 200, "back again");
        for old in ["/the-two-of-us", "/us"] {
            assert_eq!(redirect_of(&mut visitor, old).await?, (301, "/about".to_owned()), "{old}");
        }
        let store = page_at(&mut owner, &base, "shop").await?;
        arrange(&mut owner, &store, &json!({"urlId": "wares"})).await?;
        assert_eq!(visitor.get("/wares/hearth-mug").await?.status, 200);
        assert_eq!(redirect_of(&mut visitor, "/shop").await?, (301, "/wares".to_owned()));
        assert_eq!(redirect_of(&mut visitor, "/shop/hearth-mug").await?, (301, "/wares/hearth-mug".to_owned()));
        let all = owner.get(&format!("{base}/redirects")).await?.expect(200)?;
        ensure!(all["redirects"].as_array().context("none")?.iter().all(|one| one["automatic"] == true), "{all}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn unicode_page_urls() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let mut visitor = app.juniper();
        for (title, address) in [("春の新作 2026", "春の新作-2026"), ("خزف يدوي", "خزف-يدوي"), ("🎉", "page")]
        {
            let page = owner.post(&format!("{base}/pages"), &json!({"title": title})).await?.expect(201)?;
            assert_eq!(page["urlId"], address, "{title}");
        }
        let about = page_at(&mut owner, &base, "about").await?;
        arrange(&mut owner, &about, &json!({"urlId": "私たち"})).await?;
        let (sent, in_html) = ("/%E7%A7%81%E3%81%9F%E3%81%A1", "/私たち");
        assert_eq!(visitor.get(sent).await?.status, 200);
        assert_eq!(redirect_of(&mut visitor, "/about").await?, (301, sent.to_owned()), "escaped in the header");
        ensure!(visitor.get("/").await?.text.contains(in_html), "links are readable");
        ensure!(visitor.get("/sitemap.xml").await?.text.contains(&format!("{in_html}</loc>")));
        arrange(&mut owner, &about, &json!({"urlId": "chúng-tôi"})).await?;
        assert_eq!(redirect_of(&mut visitor, sent).await?, (301, "/ch%C3%BAng-t%C3%B4i".to_owned()));
        assert_eq!(visitor.get("/chu%CC%81ng-to%CC%82i").await?.status, 200, "in whatever form it was typed");
        for wrong in ["Über", "a b", "🎉", "-a", "a/b"] {
            let mut settings = owner.get(&format!("{about}/settings")).await?.expect(200)?;
            settings["urlId"] = wrong.into();
            owner.if_match = Some(format!("\"{}\"", settings["revision"]));
            owner.put(&format!("{about}/settings"), &settings).await?.problem(400)?;
            owner.if_match = None;
        }

        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let path = mug["path"].as_str().context("no path")?.to_owned();
        let change = json!({"revision": mug["revision"], "urlId": "湯呑み"});
        owner.put(&path, &change).await?.expect(200)?;
        assert_eq!(visitor.get("/shop/%E6%B9%AF%E5%91%91%E3%81%BF").await?.status, 200);
        assert_eq!(redirect_of(&mut visitor, "/shop/hearth-mug").await?.1, "/shop/%E6%B9%AF%E5%91%91%E3%81%BF");
        Ok(())
    })
    .await
}

/// Creates something; returns its slug and its path.
async fn made_at(owner: &mut Client, path: &str, body: &Value) -> Result<(String, String)> {
    let made = owner.post(path, body).await?.expect(201)?;
    let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
    Ok((text("urlId"), text("fullUrl")))
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_unicode_titles_are_numbered() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let website = app.website("juniper").await?;
        let (pages, title) = (format!("{base}/pages"), json!({"title": "春"}));
        let slug = |url_id: &str, path: &str| (url_id.to_owned(), path.to_owned());
        assert_eq!(made_at(&mut owner, &pages, &title).await?, slug("春", "/春"));
        assert_eq!(made_at(&mut owner, &pages, &title).await?, slug("春-2", "/春-2"));
        let journal = page_at(&mut owner, &base, "journal").await?.replace("/pages/", "/collections/");
        let items = format!("{journal}/items");
        assert_eq!(made_at(&mut owner, &items, &title).await?, slug("春", "/journal/春"));
        assert_eq!(made_at(&mut owner, &items, &title).await?, slug("春-2", "/journal/春-2"));

        let stores = format!("/api/content-service/product/1.1/websites/{website}/products");
        let store = json!({"navigationTitle": "陶器店", "title": "陶器店", "urlId": "陶器店", "description": "",
            "enabled": true});
        let made = owner.post(&stores, &store).await?.expect(201)?;
        assert_eq!((&made["urlId"], &made["fullUrl"]), (&json!("陶器店"), &json!("/陶器店")));
        assert_eq!(owner.post(&stores, &store).await?.problem(409)?["code"], "url-taken");
        let store = format!("{stores}/{}", made["id"].as_str().context("no id")?);
        let root = json!({"displayName": "全部", "type": "ROOT", "pageRendering": "LIST_VIEW"});
        owner.post(&format!("{store}/categories"), &root).await?.expect(201)?;
        let mut parent = Value::Null;
        for url_id in ["春", "春-1"] {
            let category = json!({"displayName": "春", "type": "CATEGORY", "pageRendering": "STORE_VIEW",
                "parentCategoryId": parent});
            let category = owner.post(&format!("{store}/categories"), &category).await?.expect(201)?;
            assert_eq!(category["urlId"], url_id);
            parent = category["id"].clone();
        }
        let product = json!({"productType": 1, "name": "春"});
        for url_id in ["春", "春-1"] {
            let made = made_at(&mut owner, &format!("{store}/items"), &product).await?;
            assert_eq!(made, slug(url_id, &format!("/陶器店/{url_id}")));
        }

        let second = page_at(&mut owner, &base, "春-2").await?;
        owner.post(&format!("{second}/publish"), &json!({"revision": 1})).await?.expect(200)?;
        let mut visitor = app.juniper();
        assert_eq!(visitor.get("/%E6%98%A5-2").await?.status, 200);
        assert_eq!(visitor.get("/%E6%98%A5").await?.status, 404, "it is not published");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn custom_redirects() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let redirects = format!("{base}/redirects");
        let redirect = |source: &str, target: &str| json!({"source": source, "target": target, "permanent": false});
        let mut visitor = app.juniper();
        assert_eq!(visitor.get("/old/deep/page").await?.status, 404);
        let made = owner.post(&redirects, &redirect("/old/*", "/journal/*")).await?.expect(201)?;
        assert_eq!(redirect_of(&mut visitor, "/old/deep/page").await?, (302, "/journal/deep/page".to_owned()));
        owner.post(&redirects, &redirect("/b", "https://domain.com/x")).await?.expect(201)?;
        let chained = owner.post(&redirects, &redirect("/a", "/b")).await?.expect(201)?;
        assert_eq!(chained["target"], "https://domain.com/x", "in one step");
        assert_eq!(redirect_of(&mut visitor, "/a?q=1").await?, (302, "https://domain.com/x?q=1".to_owned()));
        assert_eq!(visitor.get("/journal").await?.status, 200);
        owner.post(&redirects, &redirect("/journal", "/a")).await?.expect(201)?;
        assert_eq!(visitor.get("/journal").await?.status, 200, "a page answers before a redirect");
        owner.post(&redirects, &redirect("/a", "/shop")).await?.problem(409)?;
        for (source, target, field) in [
            ("/c", "/c", "target"),
            ("/c/*", "/c/d", "target"),
            ("c", "/shop", "source"),
            ("/api/c", "/shop", "source"),
            ("/c", "javascript:x()", "target"),
        ] {
            let problem = owner.post(&redirects, &redirect(source, target)).await?.problem(400)?;
            ensure!(problem["errors"][field].is_string(), "{source} {target}: {problem}");
        }
        let one = format!("{redirects}/{}", made["id"].as_str().unwrap_or_default());
        owner.put(&one, &redirect("/old/*", "/shop")).await?.problem(428)?;
        owner.if_match = Some("\"1\"".to_owned());
        let changed = owner.put(&one, &redirect("/old/*", "/shop")).await?.expect(200)?;
        assert_eq!((&changed["id"], &changed["revision"]), (&made["id"], &json!(2)));
        owner.put(&one, &redirect("/old/*", "/shop")).await?.problem(412)?;
        owner.if_match = None;
        assert_eq!(redirect_of(&mut visitor, "/old/x").await?, (302, "/shop".to_owned()));
        owner.delete(&one).await?.expect(204)?;
        owner.delete(&one).await?.problem(404)?;
        assert_eq!(visitor.get("/old/x").await?.status, 404);
        assert_eq!(app.kissaten().get("/a").await?.status, 404, "another site's");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn folder_page_behaviors() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let body = json!({"title": "Visit us", "kind": "folder", "urlId": "visit"});
        let made = owner.post(&format!("{base}/pages"), &body).await?.expect(201)?;
        assert_eq!((&made["kind"], &made["folderBehavior"]), (&json!("folder"), &json!(1)));
        let folder = format!("{base}/pages/{}", made["id"].as_str().unwrap_or_default());
        let contact = page_at(&mut owner, &base, "contact").await?;
        let contact = contact.rsplit('/').next().unwrap_or_default();
        let items = json!([{"collectionId": made["id"], "children": [{"collectionId": contact}]}]);
        let update = json!({"fieldName": "mainNav", "navigation": {"items": items}});
        owner.post("/api/widget/UpdateNavigation", &update).await?.expect(200)?;
        let mut visitor = app.juniper();
        let index = visitor.get("/visit").await?;
        ensure!(index.status == 200 && index.text.contains("<h1 class=\"stoa-page-title\">Visit us</h1>"));
        ensure!(index.text.contains("stoa-page-list") && index.text.contains("href=\"/contact\""), "{}", index.text);
        ensure!(
            visitor.get("/").await?.text.contains("<a href=\"/visit\">Visit us</a>"),
            "a link to the folder's page"
        );
        arrange(&mut owner, &folder, &json!({"folderBehavior": 2})).await?;
        assert_eq!(redirect_of(&mut visitor, "/visit").await?, (302, "/contact".to_owned()));
        ensure!(!visitor.get("/").await?.text.contains("href=\"/visit\""));
        arrange(&mut owner, &folder, &json!({"folderBehavior": 3})).await?;
        assert_eq!(visitor.get("/visit").await?.status, 404);
        ensure!(visitor.get("/").await?.text.contains("href=\"/contact\""), "what is in it stays");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn reserved_addresses_are_refused_and_pointed_out() -> Result<()> {
    const SAID: &str = "This address is reserved. Please choose another one.";
    on_both(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let website = app.website("juniper").await?;
        let stores = format!("/api/content-service/product/1.1/websites/{website}/products");
        for reserved in
            ["wishlist", "cart", "search", "checkout", "account", "popup-overlay", "cookie-settings", "mailing-list"]
        {
            let page = json!({"title": "Ours", "urlId": reserved});
            let store = json!({"title": "Ours", "navigationTitle": "", "urlId": reserved, "description": "",
                "enabled": true});
            for (list, new) in [(format!("{base}/pages"), page), (stores.clone(), store)] {
                let refused = owner.post(&list, &new).await?.problem(400)?;
                assert_eq!(refused["errors"]["urlId"], SAID, "{list}: {reserved}");
                assert_eq!(refused["errorTexts"]["urlId"]["code"], "address-reserved-choose-another", "{list}");
            }
        }
        owner.post(&format!("{base}/pages"), &json!({"title": "Wishlist"})).await?.expect(201)?;
        page_at(&mut owner, &base, "wishlist-2").await?;

        // A page from before its address was reserved.
        let store = page_at(&mut owner, &base, "shop").await?;
        let website: WebsiteId = website.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        for (from, to) in [("shop", "wishlist"), ("wishlist", "mailing-list")] {
            let tx = tenant.db.write().await?;
            let own = collection::Column::UrlId.eq(from);
            tx.update::<collection::Entity>(own).set(collection::Column::UrlId, to).exec().await?;
            tx.commit().await?;
            let all = owner.get(&format!("{base}/pages")).await?.expect(200)?;
            let marked =
                all["pages"].as_array().context("no pages")?.iter().filter(|page| page["hasReservedAddress"] == true);
            assert_eq!(marked.map(|page| &page["urlId"]).collect::<Vec<_>>(), [to]);
        }
        let kept = arrange(&mut owner, &store, &json!({"description": "Bowls and mugs"})).await?;
        assert_eq!(kept["hasReservedAddress"], true, "its other settings can be saved");
        let moved = arrange(&mut owner, &store, &json!({"urlId": "wares"})).await?;
        assert_eq!(moved["hasReservedAddress"], false);
        assert_eq!(app.juniper().get("/wares").await?.status, 200);
        Ok(())
    })
    .await
}
