//! Posts, events and portfolio works, from the first draft to the published page.

use anyhow::{Context as _, Result, ensure};
use sea_orm::{ActiveModelTrait as _, ColumnTrait as _};
use serde_json::{Value, json};
use stoa_entity::tenant::{collection, page_setting, post};
use stoa_kernel::id::{CollectionId, PostId};

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};
use crate::pages::blocks;
use crate::products::catalogue::percent_encoded;
use crate::requests::PICTURE;

/// An author of the dollar shop.
pub(crate) struct Author {
    pub(crate) owner: Client,
    /// Base path of the site's API.
    pub(crate) base: String,
    /// API path of the blog.
    pub(crate) blog: String,
}

impl Author {
    pub(crate) async fn open(app: &App) -> Result<Self> {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
        let blog = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["fullUrl"] == "/journal");
        let id = blog.context("no blog")?["id"].as_str().context("no id")?;
        let blog = format!("{base}/collections/{id}");
        Ok(Self { owner, base, blog })
    }

    /// Creates an item in the blog, or in another collection.
    pub(crate) async fn begin(&mut self, collection: Option<&str>, title: &str) -> Result<String> {
        let path = format!("{}/items", collection.unwrap_or(&self.blog));
        let made = self.owner.post(&path, &json!({"title": title})).await?.expect(201)?;
        Ok(made["id"].as_str().context("no id")?.to_owned())
    }

    /// Creates a collection.
    pub(crate) async fn collection(&mut self, kind: &str, title: &str) -> Result<String> {
        let body = json!({"kind": kind, "title": title});
        let made = self.owner.post(&format!("{}/pages", self.base), &body).await?.expect(201)?;
        Ok(format!("{}/collections/{}", self.base, made["id"].as_str().context("no id")?))
    }

    async fn read(&mut self, item: &str) -> Result<Value> {
        self.owner.get(&format!("{}/items/{item}", self.base)).await?.expect(200)
    }

    /// Saves an item with some changes.
    pub(crate) async fn change(&mut self, item: &str, changes: &Value) -> Result<TestResponse> {
        let mut body = self.read(item).await?;
        for (name, value) in changes.as_object().context("no changes")? {
            body[name] = value.clone();
        }
        self.owner.if_match = Some(format!("\"{}\"", body["revision"]));
        let answer = self.owner.put(&format!("{}/items/{item}", self.base), &body).await;
        self.owner.if_match = None;
        answer
    }

    pub(crate) async fn publish(&mut self, item: &str) -> Result<()> {
        let page = format!("{}/pages/{item}", self.base);
        let draft = self.owner.get(&page).await?.expect(200)?;
        self.owner.post(&format!("{page}/publish"), &json!({"revision": draft["revision"]})).await?.expect(200)?;
        Ok(())
    }

    /// The titles in a list with a query.
    async fn titles(&mut self, query: &str) -> Result<Vec<String>> {
        let listed = self.owner.get(&format!("{}/items?{query}", self.blog)).await?.expect(200)?;
        let items = listed["items"].as_array().context("no items")?;
        Ok(items.iter().filter_map(|item| item["title"].as_str().map(str::to_owned)).collect())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn post_create_publish_move() -> Result<()> {
    on_sqlite(async |app| {
        let mut desk = Author::open(app).await?;
        let mut visitor = app.juniper();
        let post = desk.begin(None, "Glaze tests in autumn").await?;
        let made = desk.read(&post).await?;
        assert_eq!((&made["status"], &made["datedOn"]), (&json!("draft"), &Value::Null));
        assert_eq!(made["fullUrl"], "/journal/glaze-tests-in-autumn");
        let address = made["fullUrl"].as_str().context("no address")?.to_owned();
        assert_eq!(visitor.get(&address).await?.status, 404, "a draft");

        let fields = json!({"excerpt": "<p>Eleven tiles<script>alert(1)</script></p>", "author": "Mira Okafor",
            "tags": ["Glazes"], "categories": ["Workshop"], "starred": true, "seoDescription": "What eleven tiles say"});
        let saved = desk.change(&post, &fields).await?.expect(200)?;
        assert_eq!((&saved["excerpt"], &saved["tags"]), (&json!("<p>Eleven tiles</p>"), &json!(["Glazes"])));
        let words = json!([{"id": "words", "kind": "text", "settings": {"html": "<p>The blue one ran.</p>"}}]);
        let page = format!("{}/pages/{post}", desk.base);
        blocks::publish(&mut desk.owner, &page, &words).await?;
        let read = visitor.get(&address).await?;
        assert_eq!(read.status, 200, "{}", read.text);
        for part in ["The blue one ran.", "Eleven tiles", "Mira Okafor", "content=\"What eleven tiles say\""] {
            ensure!(read.text.contains(part), "{part} is not in {}", read.text);
        }
        ensure!(visitor.get("/journal").await?.text.contains("Glaze tests in autumn"));
        ensure!(visitor.get("/journal?category=workshop").await?.text.contains("Glaze tests in autumn"));
        ensure!(!visitor.get("/journal?category=elsewhere").await?.text.contains("Glaze tests in autumn"));
        ensure!(visitor.get("/journal?format=rss").await?.text.contains("Glaze tests in autumn"));
        ensure!(visitor.get("/sitemap.xml").await?.text.contains(&address));
        ensure!(visitor.get("/search?q=eleven").await?.text.contains(&address));
        let all = desk.owner.get(&format!("{}/pages", desk.base)).await?;
        ensure!(!all.text.contains(&post), "it is no page of the site's tree");

        // Saved changes wait for publication; a new URL takes effect at once and the old one redirects to it.
        let moved = desk.change(&post, &json!({"title": "Eleven tiles", "author": "Noor", "urlId": "tiles"})).await?;
        let moved = moved.expect(200)?;
        assert_eq!((&moved["fullUrl"], &moved["hasUnpublishedChanges"]), (&json!("/journal/tiles"), &json!(true)));
        let shown = visitor.get("/journal/tiles").await?.text;
        ensure!(shown.contains("Glaze tests in autumn") && shown.contains("Mira Okafor"), "{shown}");
        let old = visitor.get(&address).await?;
        assert_eq!((old.status, old.location()), (301, "/journal/tiles"));
        desk.publish(&post).await?;
        let shown = visitor.get("/journal/tiles").await?.text;
        ensure!(shown.contains("Eleven tiles") && shown.contains("Noor"), "{shown}");
        assert_eq!(desk.read(&post).await?["hasUnpublishedChanges"], false);
        desk.change(&post, &json!({"author": "Nobody"})).await?.expect(200)?;
        desk.owner.post(&format!("{page}/discard"), &Value::Null).await?.expect(200)?;
        assert_eq!(desk.read(&post).await?["author"], "Noor", "as it was published");
        assert_eq!(app.kissaten().get("/journal/tiles").await?.status, 404, "another shop");
        let log = desk.owner.get(&format!("{}/audit-log", desk.base)).await?.expect(200)?;
        let noted = log["entries"].as_array().context("no entries")?.iter();
        let noted = noted.filter(|entry| entry["action"] == "item.publish" && entry["subject"] == json!(post)).count();
        assert_eq!(noted, 2, "{log}");
        Ok(())
    })
    .await
}

// spec: enum.content-status.open
#[tokio::test(flavor = "multi_thread")]
async fn scheduled_item_visibility() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let mut visitor = app.juniper();
        let post = desk.begin(None, "Kiln opening").await?;
        let page = format!("{}/pages/{post}", desk.base);
        let status = format!("{page}/status");
        let tomorrow = jiff::Timestamp::now().as_millisecond() + 86_400_000;
        for (wanted, label) in [
            (json!({"status": "needs-review"}), "needs-review"),
            (json!({"status": "draft"}), "draft"),
            (json!({"status": "scheduled", "publishOn": tomorrow}), "scheduled"),
        ] {
            let answer = desk.owner.put(&status, &wanted).await?.expect(200)?;
            assert_eq!((&answer["status"], &answer["fullUrl"]), (&json!(label), &json!("/journal/kiln-opening")));
            assert_eq!(desk.read(&post).await?["status"], label);
            assert_eq!(visitor.get("/journal/kiln-opening").await?.status, 404, "{label}");
        }
        // Time passes: the worker, woken by the next change, finds the scheduled time past.
        let website = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let tx = tenant.db.write().await?;
        let own = page_setting::Column::CollectionId.eq(post.parse::<CollectionId>()?);
        let due = tenant.ctx.now();
        tx.update::<page_setting::Entity>(own).set(page_setting::Column::PublishOn, due).exec().await?;
        tx.commit().await?;
        desk.begin(None, "Another one").await?;
        app.until(async || Ok(app.juniper().get("/journal/kiln-opening").await?.status == 200)).await?;
        assert_eq!(desk.read(&post).await?["status"], "published");

        desk.change(&post, &json!({"isPrivate": true})).await?.expect(200)?;
        assert_eq!(desk.read(&post).await?["status"], "private");
        assert_eq!(visitor.get("/journal/kiln-opening").await?.status, 404, "private");
        ensure!(!visitor.get("/journal").await?.text.contains("Kiln opening"));
        desk.change(&post, &json!({"isPrivate": false})).await?.expect(200)?;
        assert_eq!(visitor.get("/journal/kiln-opening").await?.status, 200);
        desk.owner.put(&status, &json!({"status": "draft"})).await?.expect(200)?;
        assert_eq!(visitor.get("/journal/kiln-opening").await?.status, 404, "taken back");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn noindex_of_post_and_blog() -> Result<()> {
    const ROBOTS: &str = "<meta name=\"robots\" content=\"noindex\">";
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let mut visitor = app.juniper();
        let (hidden, other) = (desk.begin(None, "Only for friends").await?, desk.begin(None, "For everyone").await?);
        desk.publish(&hidden).await?;
        desk.publish(&other).await?;
        ensure!(!visitor.get("/journal/only-for-friends").await?.text.contains(ROBOTS));
        let listed = visitor.get("/sitemap.xml").await?.text;
        ensure!(listed.contains("/journal/only-for-friends<") && listed.contains("/journal/for-everyone<"), "{listed}");

        let picture = desk.owner.upload("/api/assets", "Friends.webp", PICTURE).await?.expect(201)?;
        let wrong = desk.change(&hidden, &json!({"shareImageId": "nothing"})).await?.problem(400)?;
        assert_eq!(wrong["errors"]["shareImageId"], "This image does not exist.");
        let own = json!({"noIndex": true, "shareImageId": picture["id"]});
        let saved = desk.change(&hidden, &own).await?.expect(200)?;
        assert_eq!((&saved["noIndex"], &saved["hasUnpublishedChanges"]), (&json!(true), &json!(true)));
        ensure!(!visitor.get("/journal/only-for-friends").await?.text.contains(ROBOTS), "it waits to be published");
        desk.publish(&hidden).await?;
        let page = visitor.get("/journal/only-for-friends").await?.text;
        let shared = page.split("property=\"og:image\"").nth(1).context("no picture to share")?;
        let address = picture["url"].as_str().context("no address")?;
        ensure!(page.contains(ROBOTS) && shared.split('>').next().is_some_and(|tag| tag.contains(address)), "{page}");
        let listed = visitor.get("/sitemap.xml").await?.text;
        ensure!(
            !listed.contains("/journal/only-for-friends<") && listed.contains("/journal/for-everyone<"),
            "{listed}"
        );

        let blog = format!("{}/pages/{}/settings", desk.base, desk.blog.rsplit('/').next().context("no blog")?);
        let mut settings = desk.owner.get(&blog).await?.expect(200)?;
        settings["noIndex"] = json!(true);
        desk.owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        desk.owner.put(&blog, &settings).await?.expect(200)?;
        desk.owner.if_match = None;
        ensure!(visitor.get("/journal/for-everyone").await?.text.contains(ROBOTS), "its blog is left out");
        ensure!(!visitor.get("/sitemap.xml").await?.text.contains("/journal"));
        assert_eq!(visitor.get("/sitemap.xml?part=2").await?.status, 404);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_list_contains_all_posts() -> Result<()> {
    const POSTS: usize = 620;
    let app = App::sqlite().await?;
    let mut desk = Author::open(&app).await?;
    let first = desk.begin(None, "Many of them").await?;
    desk.publish(&first).await?;
    let tenant = app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?;
    let tx = tenant.db.write().await?;
    let row = tx.find::<post::Entity>().filter(post::Column::UrlId.eq("many-of-them")).one().await?;
    let row = row.context("no post")?;
    for number in 0..POSTS {
        let copy = post::Model { id: PostId::generate(), url_id: format!("copy-{number}"), ..row.clone() };
        tx.insert(post::ActiveModel::from(copy).reset_all()).await?;
    }
    tx.commit().await?;
    let listed = app.juniper().get("/sitemap.xml").await?.text;
    assert_eq!(listed.matches("/journal/copy-").count(), POSTS);
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn item_trash_and_restore() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let mut visitor = app.juniper();
        let post = desk.begin(None, "Open studio").await?;
        desk.publish(&post).await?;
        assert_eq!(visitor.get("/journal/open-studio").await?.status, 200);
        let page = format!("{}/pages/{post}", desk.base);
        desk.owner.delete(&page).await?.expect(204)?;
        assert_eq!(visitor.get("/journal/open-studio").await?.status, 404);
        desk.owner.get(&format!("{}/items/{post}", desk.base)).await?.problem(404)?;
        ensure!(!desk.titles("").await?.contains(&"Open studio".to_owned()));
        let trash = format!("{}/page-trash", desk.base);
        let lying = desk.owner.get(&trash).await?.expect(200)?;
        let row = &lying["pages"][0];
        assert_eq!((&row["kind"], &row["urlId"]), (&json!("item"), &json!("open-studio")));
        let other = desk.begin(None, "Open studio").await?;
        assert_eq!(desk.read(&other).await?["urlId"], "open-studio", "the address is free");
        let back = desk.owner.post(&format!("{trash}/{post}/restore"), &Value::Null).await?.expect(200)?;
        assert_eq!(back["fullUrl"], "/journal/open-studio-2");
        assert_eq!(visitor.get("/journal/open-studio-2").await?.status, 200, "as it was published");
        desk.owner.delete(&page).await?.expect(204)?;
        desk.owner.delete(&format!("{trash}/{post}")).await?.expect(204)?;
        desk.owner.get(&format!("{}/items/{post}", desk.base)).await?.problem(404)?;
        Ok(())
    })
    .await
}

// spec: editor.limit.tag-length, editor.limit.category-length, content.editor-persistence.open
#[tokio::test(flavor = "multi_thread")]
async fn item_revision_and_validation() -> Result<()> {
    on_sqlite(async |app| {
        let mut desk = Author::open(app).await?;
        let post = desk.begin(None, "Marbling").await?;
        let path = format!("{}/items/{post}", desk.base);
        let first = desk.owner.get(&path).await?;
        assert_eq!(first.header("etag"), "\"0\"");
        desk.owner.put(&path, &first.json()).await?.problem(428)?;
        desk.change(&post, &json!({"author": "Ada"})).await?.expect(200)?;
        desk.owner.if_match = Some("\"0\"".to_owned());
        assert_eq!(desk.owner.put(&path, &first.json()).await?.problem(412)?["code"], "revision-stale");
        for stale in [format!("{}/pages/{post}", desk.base), format!("{}/design", desk.base)] {
            let seen = desk.owner.get(&stale).await?.expect(200)?;
            let body = if stale.ends_with("design") { seen["draft"].clone() } else { seen };
            desk.owner.if_match = Some("\"999\"".to_owned());
            desk.owner.put(&stale, &body).await?.problem(412)?;
        }
        desk.owner.if_match = None;
        let longest = json!({"tags": ["t".repeat(50)], "categories": ["ü".repeat(25)]});
        desk.change(&post, &longest).await?.expect(200)?;
        for (changes, field, message) in [
            (json!({"title": " "}), "title", "Title cannot be blank."),
            (json!({"urlId": "Marbling!"}), "urlId", "Use lower-case letters, digits and single hyphens."),
            (json!({"tags": ["t".repeat(51)]}), "tags", "Use at most 50 characters."),
            (json!({"categories": ["ü".repeat(26)]}), "categories", "Use at most 25 characters."),
            (json!({"tags": ["clay", "Clay "]}), "tags", "This tag already exists"),
            (json!({"categories": ["clay", "CLAY"]}), "categories", "This category already exists"),
            (json!({"externalLink": "javascript:alert(1)"}), "externalLink", "Enter an address that starts with https://, http:// or /."),
            (json!({"startsOn": 2_000, "endsOn": 1_000}), "endsOn", "Choose an end after the start."),
            (json!({"location": {"mapLat": 91.0}}), "location.mapLat", "Enter degrees from -90 to 90."),
            (json!({"imageId": "ast_01hzzzzzzzzzzzzzzzzzzzzzzz"}), "imageId", "This image does not exist."),
        ] {
            let problem = desk.change(&post, &changes).await?.problem(400)?;
            assert_eq!(problem["errors"][field], message, "{changes}");
        }
        assert_eq!(desk.change(&post, &json!({"urlId": "why-the-foot-is-bare"})).await?.problem(409)?["code"], "url-taken");
        ensure!(desk.owner.post(&format!("{}/items", desk.blog), &json!({"title": ""})).await?.problem(400)?["errors"]["title"].is_string());
        desk.owner.get(&format!("{}/items?status=lost", desk.blog)).await?.problem(400)?;

        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.get(&path).await?.expect(200)?;
        viewer.post(&format!("{}/items", desk.blog), &json!({"title": "Mine"})).await?.problem(403)?;
        viewer.post(&format!("{}/labels", desk.blog), &json!({"kind": "tag", "name": "process"})).await?.problem(403)?;
        let other = app.website("kissaten").await?;
        desk.owner.get(&format!("/api/v1/websites/{other}/items/{post}")).await?.problem(404)?;
        let elsewhere = desk.blog.replace(desk.base.rsplit('/').next().unwrap_or_default(), &other);
        desk.owner.get(&format!("{elsewhere}/items")).await?.problem(404)?;
        desk.owner.get(&format!("{}/collections/{post}/items", desk.base)).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn blog_trash_and_restore_with_posts() -> Result<()> {
    on_both(async |app| {
        let mut desk = Author::open(app).await?;
        let mut visitor = app.juniper();
        let news = desk.collection("blog", "Kiln news").await?;
        let id = news.rsplit('/').next().context("no id")?.to_owned();
        let (shown, drafted, thrown) = (
            desk.begin(Some(&news), "Glaze day").await?,
            desk.begin(Some(&news), "Not yet").await?,
            desk.begin(Some(&news), "Thrown away").await?,
        );
        desk.publish(&shown).await?;
        desk.publish(&thrown).await?;
        let trash = format!("{}/page-trash", desk.base);
        let page = |id: &str| format!("{}/pages/{id}", desk.base);
        let (blog, of_shown, of_thrown) = (page(&id), page(&shown), page(&thrown));
        desk.owner.delete(&of_thrown).await?.expect(204)?;
        let listed = desk.owner.get(&format!("{}/pages", desk.base)).await?.expect(200)?;
        let row = listed["pages"].as_array().context("no pages")?.iter().find(|row| row["id"] == id.as_str());
        assert_eq!(row.context("not listed")?["itemCount"], 2);
        assert_eq!(visitor.get("/kiln-news/glaze-day").await?.status, 200);

        desk.owner.delete(&blog).await?.expect(204)?;
        for path in ["/kiln-news", "/kiln-news/glaze-day"] {
            assert_eq!(visitor.get(path).await?.status, 404, "{path}");
        }
        ensure!(!visitor.get("/search?q=glaze%20day").await?.text.contains("/kiln-news"));
        ensure!(!visitor.get("/sitemap.xml").await?.text.contains("/kiln-news"));
        desk.owner.get(&format!("{news}/items")).await?.problem(404)?;
        for item in [&shown, &drafted] {
            desk.owner.get(&format!("{}/items/{item}", desk.base)).await?.problem(404)?;
            desk.owner.get(&format!("{}/pages/{item}", desk.base)).await?.problem(404)?;
        }
        let lying = desk.owner.get(&trash).await?.expect(200)?;
        let rows = lying["pages"].as_array().context("no trash")?;
        let named: Vec<_> = rows.iter().map(|row| (&row["title"], &row["kind"], &row["itemCount"])).collect();
        assert_eq!(named[0], (&json!("Kiln news"), &json!("blog"), &json!(2)));
        assert_eq!((named.len(), named[1].0), (2, &json!("Thrown away")), "what lies in it is not listed again");
        let refused = desk.owner.post(&format!("{trash}/{thrown}/restore"), &Value::Null).await?.problem(409)?;
        ensure!(refused.to_string().contains("Restore the collection first."), "{refused}");

        let back = desk.owner.post(&format!("{trash}/{id}/restore"), &Value::Null).await?.expect(200)?;
        assert_eq!(back["fullUrl"], "/kiln-news");
        assert_eq!(visitor.get("/kiln-news/glaze-day").await?.status, 200);
        assert_eq!(visitor.get("/kiln-news/not-yet").await?.status, 404, "a draft as before");
        assert_eq!(visitor.get("/kiln-news/thrown-away").await?.status, 404, "it lies in the trash by itself");
        assert_eq!(desk.read(&drafted).await?["status"], "draft");
        desk.owner.post(&format!("{trash}/{thrown}/restore"), &Value::Null).await?.expect(200)?;
        assert_eq!(visitor.get("/kiln-news/thrown-away").await?.status, 200);

        desk.owner.delete(&blog).await?.expect(204)?;
        desk.owner.delete(&format!("{trash}/{id}")).await?.expect(204)?;
        let tenant = app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?;
        let tx = tenant.db.read().await?;
        for gone in [&id, &shown, &drafted, &thrown] {
            let own = collection::Column::Id.eq(gone.parse::<CollectionId>()?);
            assert_eq!(tx.find::<collection::Entity>().filter(own).count().await?, 0, "nothing is left behind");
        }
        drop(tx);
        desk.owner.get(&of_shown).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_store_can_be_deleted() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let pages = format!("{}/pages", desk.base);
        let listed = desk.owner.get(&pages).await?.expect(200)?;
        let full = listed["pages"].as_array().and_then(|pages| pages.iter().find(|page| page["kind"] == "store"));
        let full = format!("{pages}/{}", full.context("no store")?["id"].as_str().context("no id")?);
        let refused = desk.owner.delete(&full).await?.problem(409)?;
        ensure!(refused.to_string().contains("There are products in this store."), "{refused}");

        let website = app.website("juniper").await?;
        let stores = format!("/api/content-service/product/1.1/websites/{website}/products");
        let new = json!({"title": "Seconds", "navigationTitle": "Seconds", "urlId": "seconds", "description": "",
            "enabled": true});
        let made = desk.owner.post(&stores, &new).await?.expect(201)?;
        let id = made["id"].as_str().context("no id")?.to_owned();
        assert_eq!(app.juniper().get("/seconds").await?.status, 200);
        desk.owner.delete(&format!("{pages}/{id}")).await?.expect(204)?;
        assert_eq!(app.juniper().get("/seconds").await?.status, 404);
        ensure!(!desk.owner.get(&stores).await?.text.contains(&id), "nobody puts a product into it");
        let back =
            desk.owner.post(&format!("{}/page-trash/{id}/restore", desk.base), &Value::Null).await?.expect(200)?;
        assert_eq!(back["fullUrl"], "/seconds");
        assert_eq!(app.juniper().get("/seconds").await?.status, 200);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn item_list_search_filter_pagination() -> Result<()> {
    on_sqlite(async |app| {
        let mut desk = Author::open(app).await?;
        for number in 0..5 {
            let post = desk.begin(None, &format!("Firing {number}")).await?;
            let labels = if number % 2 == 0 { json!(["Even"]) } else { json!(["Odd"]) };
            desk.change(&post, &json!({"tags": labels, "categories": ["Firing log"]})).await?.expect(200)?;
            if number == 3 {
                desk.publish(&post).await?;
            }
        }
        assert_eq!(desk.titles("q=firing").await?, ["Firing 4", "Firing 2", "Firing 1", "Firing 0", "Firing 3"]);
        assert_eq!(desk.titles("q=FIRING&tag=even").await?, ["Firing 4", "Firing 2", "Firing 0"]);
        assert_eq!(desk.titles("category=firing%20log&status=published").await?, ["Firing 3"]);
        assert_eq!(desk.titles("tag=Odd&status=draft").await?, ["Firing 1"]);
        let path = format!("{}/items?q=firing&limit=2", desk.blog);
        let first = desk.owner.get(&path).await?.expect(200)?;
        assert_eq!((first["items"].as_array().map(Vec::len), &first["hasNextPage"]), (Some(2), &json!(true)));
        let cursor = percent_encoded(first["nextPageCursor"].as_str().context("no cursor")?);
        let second = desk.owner.get(&format!("{path}&cursor={cursor}")).await?.expect(200)?;
        assert_eq!(second["items"][0]["title"], "Firing 1");

        let labels = format!("{}/labels", desk.blog);
        let known = desk.owner.get(&labels).await?.expect(200)?;
        ensure!(known["tags"].as_array().context("no tags")?.contains(&json!({"name": "Even", "count": 3})), "{known}");
        let rename = |name: &str, to: Value| json!({"kind": "tag", "name": name, "newName": to});
        let taken = desk.owner.post(&labels, &rename("Even", json!("odd"))).await?.problem(409)?;
        assert_eq!(taken["detail"], "This tag already exists");
        desk.owner.post(&labels, &rename("Odd", json!("t".repeat(51)))).await?.problem(400)?;
        desk.owner.post(&labels, &rename("None", json!("Some"))).await?.problem(404)?;
        desk.owner.post(&labels, &rename("odd", json!("Uneven"))).await?.expect(200)?;
        assert_eq!(desk.titles("tag=uneven").await?, ["Firing 1", "Firing 3"]);
        ensure!(app.juniper().get("/journal?tag=uneven").await?.text.contains("Firing 3"), "visitors see it at once");
        desk.owner.post(&labels, &rename("uneven", Value::Null)).await?.expect(200)?;
        assert_eq!(desk.titles("tag=uneven").await?, Vec::<String>::new());
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn item_list_sorting() -> Result<()> {
    on_both(async |app| {
        let mut desk = Author::open(app).await?;
        let mut made = Vec::new();
        for title in ["Order: clay", "Order: Ash", "Order: bisque", "Order: draft", "Order: another draft"] {
            made.push(desk.begin(None, title).await?);
        }
        for number in [1, 0, 2] {
            desk.publish(&made[number]).await?;
        }
        let drafts_first = ["another draft", "draft", "bisque", "clay", "Ash"].map(|name| format!("Order: {name}"));
        assert_eq!(desk.titles("q=order:").await?, drafts_first);
        desk.change(&made[3], &json!({"tags": ["Late"]})).await?.expect(200)?;
        assert_eq!(desk.titles("q=order:").await?, drafts_first, "a change moves nothing");
        let orders = [
            ("created", ["another draft", "draft", "bisque", "Ash", "clay"]),
            ("title", ["another draft", "Ash", "bisque", "clay", "draft"]),
        ];
        for (sort, wanted) in orders {
            let wanted = wanted.map(|name| format!("Order: {name}"));
            assert_eq!(desk.titles(&format!("q=order:&sort={sort}")).await?, wanted, "{sort}");
        }
        assert_eq!(desk.titles("q=order:&sort=changed").await?[0], "Order: draft");

        for sort in ["published", "created", "changed", "title"] {
            let whole = desk.titles(&format!("sort={sort}&limit=200")).await?;
            let (mut seen, mut cursor) = (Vec::new(), String::new());
            loop {
                let path = format!("{}/items?sort={sort}&limit=2{cursor}", desk.blog);
                let page = desk.owner.get(&path).await?.expect(200)?;
                let items = page["items"].as_array().context("no items")?;
                seen.extend(items.iter().filter_map(|item| item["title"].as_str().map(str::to_owned)));
                let Some(next) = page["nextPageCursor"].as_str() else { break };
                cursor = format!("&cursor={}", percent_encoded(next));
            }
            assert_eq!(seen, whole, "{sort}");
        }
        for wrong in ["sort=colour", "sort=title&cursor=nonsense", "cursor=%7B%22amount%22%3A%22x%22%7D"] {
            desk.owner.get(&format!("{}/items?{wrong}", desk.blog)).await?.problem(400)?;
        }
        Ok(())
    })
    .await
}

/// Post blocks and archives show an edited post.
#[tokio::test(flavor = "multi_thread")]
async fn post_list_blocks_and_archives() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let blog = desk.blog.rsplit('/').next().unwrap_or_default().to_owned();
        let post = desk.begin(None, "Salt in the kiln").await?;
        let fields = json!({"author": "Ilse Brandt", "tags": ["sodium"], "categories": ["Experiments"]});
        desk.change(&post, &fields).await?.expect(200)?;
        let website = app.website("juniper").await?;
        let page = blocks::path_of(&mut desk.owner, &website, "/about").await?;
        let block = |kind: &str| json!({"id": kind, "kind": kind, "settings": {"collection": blog}});
        let kinds = ["posts-by-tag", "posts-by-category", "posts-by-month", "posts-by-author", "archive", "tag-cloud"];
        let all: Value = kinds.iter().map(|kind| block(kind)).collect();
        blocks::publish(&mut desk.owner, &page, &all).await?;
        let mut visitor = app.juniper();
        let words = ["Ilse Brandt", "sodium", "Experiments", "/journal/salt-in-the-kiln"];
        let before = visitor.get("/about").await?.text;
        ensure!(words.iter().all(|word| !before.contains(word)), "a draft shows: {before}");
        desk.publish(&post).await?;
        let after = visitor.get("/about").await?.text;
        for word in words {
            ensure!(after.contains(word), "{word}: {after}");
        }
        let links = after.matches("href=\"/journal/salt-in-the-kiln\"").count();
        ensure!(links >= 4, "the post stands under tag, category, month and author: {links}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn event_dates_and_locations() -> Result<()> {
    on_sqlite(async |app| {
        let mut desk = Author::open(app).await?;
        let events = desk.collection("events", "Workshops").await?;
        let event = desk.begin(Some(&events), "Throwing for beginners").await?;
        let place = json!({"addressTitle": "The workshop", "addressLine1": "4 Foundry Alley", "addressLine2": "Asheville",
            "addressCountry": "United States", "mapLat": 35.6, "mapLng": -82.55});
        let fields = json!({"startsOn": 1_893_492_000_000_i64, "endsOn": 1_893_499_200_000_i64, "location": place});
        let saved = desk.change(&event, &fields).await?.expect(200)?;
        assert_eq!(saved["collectionType"], "events");
        assert_eq!(saved["location"], place);
        desk.publish(&event).await?;
        let told = app.juniper().get("/workshops/throwing-for-beginners?format=json").await?.expect(200)?;
        assert_eq!((&told["item"]["recordType"], &told["item"]["recordTypeLabel"]), (&json!(12), &json!("event")));
        let shown = app.juniper().get("/workshops/throwing-for-beginners").await?;
        assert_eq!(shown.status, 200);
        for part in ["The workshop", "4 Foundry Alley", "datetime=\"2030-01-01", "\"@type\":\"Event\"", "\"startDate\""] {
            ensure!(shown.text.contains(part), "{part}: {}", shown.text);
        }
        ensure!(app.juniper().get("/workshops").await?.text.contains("Throwing for beginners"));
        Ok(())
    })
    .await
}

// spec: editor.limit.orderable-items
#[tokio::test(flavor = "multi_thread")]
async fn portfolio_manual_order_and_limit() -> Result<()> {
    let app = App::sqlite().await?;
    let mut desk = Author::open(&app).await?;
    let works = desk.collection("portfolio", "Works").await?;
    let mut made = Vec::new();
    for title in ["Amphora", "Beaker", "Carafe"] {
        let work = desk.begin(Some(&works), title).await?;
        desk.publish(&work).await?;
        made.push(work);
    }
    let place = |text: &str, title: &str| text.find(title).with_context(|| format!("{title} is not there"));
    let list = app.juniper().get("/works").await?.text;
    ensure!(place(&list, "Carafe")? < place(&list, "Amphora")?, "new ones come first");
    let order = format!("{works}/item-order");
    desk.owner.put(&order, &json!({"items": [made[0], made[1]]})).await?.problem(400)?;
    desk.owner.put(&format!("{}/item-order", desk.blog), &json!({"items": []})).await?.problem(409)?;
    let seen = desk.owner.get(&format!("{works}/items")).await?.expect(200)?["orderVersion"].clone();
    desk.owner.if_match = Some(format!("\"{}\"", seen.as_str().context("no word for the order")?));
    let wanted = json!({"items": [made[1], made[0], made[2]]});
    desk.owner.put(&order, &wanted).await?.expect(204)?;
    let late = desk.owner.put(&order, &json!({"items": [made[0], made[1], made[2]]})).await?.problem(412)?;
    assert_eq!(late["code"], "revision-stale", "someone else has ordered them since");
    desk.owner.if_match = None;
    desk.owner.put(&order, &wanted).await?.expect(204)?;
    let list = app.juniper().get("/works").await?.text;
    ensure!(place(&list, "Beaker")? < place(&list, "Amphora")? && place(&list, "Amphora")? < place(&list, "Carafe")?);
    for number in 3..250 {
        desk.begin(Some(&works), &format!("Work {number}")).await?;
    }
    let full = desk.owner.post(&format!("{works}/items"), &json!({"title": "One more"})).await?.problem(400)?;
    assert_eq!(full["errors"]["title"], "You have reached the limit of 250 items.");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn item_preview_in_collection_layout() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let post = desk.begin(None, "Letters from Mashiko").await?;
        desk.change(&post, &json!({"author": "Hamada"})).await?.expect(200)?;
        let page = format!("{}/pages/{post}", desk.base);
        let words = json!([{"id": "words", "kind": "text", "settings": {"html": "<p>Nuka over tenmoku</p>"}}]);
        let draft = blocks::with_blocks(&mut desk.owner, &page, &words).await?;
        let saved = desk.owner.save_page(&page, &draft).await?;
        let asked = json!({"document": saved["document"]});
        let preview = desk.owner.post(&format!("{page}/preview"), &asked).await?.expect(200)?;
        let html = preview["html"].as_str().context("no html")?;
        ensure!(html.contains("Nuka over tenmoku") && html.contains("Letters from Mashiko"), "{html}");
        ensure!(html.contains("data-page-type=\"50\""), "{html}");
        desk.owner.get(&format!("{page}/material")).await?.expect(200)?;
        let link = desk.owner.post(&format!("{page}/preview-links"), &json!({"days": 1})).await?.expect(201)?;
        let url = link["url"].as_str().context("no url")?;
        let path = url.split_once("://").and_then(|(_, rest)| rest.split_once('/')).context("no path")?.1;
        let shown = app.juniper().get(&format!("/{path}")).await?;
        ensure!(shown.status == 200 && shown.text.contains("Nuka over tenmoku"), "{} {}", shown.status, shown.text);
        ensure!(shown.text.contains("This is a draft."), "{}", shown.text);
        assert_eq!(shown.header("x-robots-tag"), "noindex, nofollow");
        Ok(())
    })
    .await
}
