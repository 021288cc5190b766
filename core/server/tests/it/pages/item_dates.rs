//! Publication dates of posts, copies of posts, and their kinds by content.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};
use crate::pages::blocks;

/// An author of the dollar shop's journal.
struct Journal {
    owner: Client,
    base: String,
    items: String,
}

impl Journal {
    async fn open(app: &App) -> Result<Self> {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        let base = format!("/api/v1/websites/{website}");
        let journal = blocks::path_of(&mut owner, &website, "/journal").await?;
        let id = journal.rsplit('/').next().context("no id")?;
        let items = format!("{base}/collections/{id}/items");
        Ok(Self { owner, base, items })
    }

    async fn begin(&mut self, title: &str) -> Result<String> {
        let made = self.owner.post(&self.items, &json!({"title": title})).await?.expect(201)?;
        Ok(made["id"].as_str().context("no id")?.to_owned())
    }

    async fn change(&mut self, id: &str, changes: &Value) -> Result<TestResponse> {
        let path = format!("{}/items/{id}", self.base);
        let mut body = self.owner.get(&path).await?.expect(200)?;
        for (name, value) in changes.as_object().context("no changes")? {
            body[name] = value.clone();
        }
        self.owner.if_match = Some(format!("\"{}\"", body["revision"]));
        let answer = self.owner.put(&path, &body).await;
        self.owner.if_match = None;
        answer
    }

    async fn publish(&mut self, id: &str) -> Result<()> {
        let page = format!("{}/pages/{id}", self.base);
        let draft = self.owner.get(&page).await?.expect(200)?;
        self.owner.post(&format!("{page}/publish"), &json!({"revision": draft["revision"]})).await?.expect(200)?;
        Ok(())
    }
}

/// 12 May 2009.
const LONG_AGO: i64 = 1_242_086_400_000;

#[tokio::test(flavor = "multi_thread")]
async fn post_date_override() -> Result<()> {
    on_sqlite(async |app| {
        let mut journal = Journal::open(app).await?;
        let mut visitor = app.juniper();
        let post = journal.begin("Moved here from the former blog").await?;
        let saved = journal.change(&post, &json!({"datedOn": LONG_AGO})).await?.expect(200)?;
        assert_eq!((&saved["datedOn"], &saved["publishedOn"]), (&json!(LONG_AGO), &Value::Null), "a draft");
        journal.publish(&post).await?;
        let path = "/journal/moved-here-from-the-former-blog";
        let told = visitor.get(&format!("{path}?format=json")).await?.expect(200)?;
        assert_eq!(told["item"]["publishOn"], LONG_AGO);
        let list = visitor.get("/journal?format=json").await?.expect(200)?;
        let shown = list["items"].as_array().context("no items")?;
        ensure!(shown.first().is_some_and(|first| first["fullUrl"] != path), "others are later: {list}");
        let listed = journal.owner.get(&format!("{}?limit=200", journal.items)).await?.expect(200)?;
        let listed = listed["items"].as_array().context("no items")?;
        ensure!(listed.last().is_some_and(|last| last["id"] == json!(post)), "the oldest stands last");

        let changed = journal.change(&post, &json!({"datedOn": LONG_AGO + 1_000})).await?.expect(200)?;
        assert_eq!(changed["hasUnpublishedChanges"], true);
        let told = visitor.get(&format!("{path}?format=json")).await?.expect(200)?;
        assert_eq!(told["item"]["publishOn"], LONG_AGO, "visitors see the date when it is published");
        journal.publish(&post).await?;
        let told = visitor.get(&format!("{path}?format=json")).await?.expect(200)?;
        assert_eq!(told["item"]["publishOn"], LONG_AGO + 1_000);
        // A request without the date leaves it unchanged.
        journal.change(&post, &json!({"datedOn": null})).await?.expect(200)?;
        journal.publish(&post).await?;
        let told = visitor.get(&format!("{path}?format=json")).await?.expect(200)?;
        assert_eq!(told["item"]["publishOn"], LONG_AGO + 1_000);
        for wrong in [4_000_000_000_000_i64, -1] {
            let refused = journal.change(&post, &json!({"datedOn": wrong})).await?.problem(400)?;
            ensure!(refused["errors"]["datedOn"].is_string(), "{refused}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn post_copy_is_unpublished() -> Result<()> {
    on_both(async |app| {
        let mut journal = Journal::open(app).await?;
        let post = journal.begin("Kiln diary").await?;
        let fields = json!({"author": "Mira", "tags": ["Kiln"], "datedOn": LONG_AGO, "seoDescription": "Week by week",
            "isPrivate": true});
        journal.change(&post, &fields).await?.expect(200)?;
        let page = format!("{}/pages/{post}", journal.base);
        let words = json!([{"id": "words", "kind": "text", "settings": {"html": "<p>Cone six</p>"}}]);
        blocks::publish(&mut journal.owner, &page, &words).await?;
        let copy = journal.owner.post(&format!("{page}/duplicate"), &Value::Null).await?.expect(201)?;
        assert_eq!((&copy["title"], &copy["urlId"]), (&json!("Kiln diary (copy)"), &json!("kiln-diary-copy")));
        let id = copy["id"].as_str().context("no id")?;
        let item = journal.owner.get(&format!("{}/items/{id}", journal.base)).await?.expect(200)?;
        assert_eq!((&item["author"], &item["tags"]), (&json!("Mira"), &json!(["Kiln"])));
        assert_eq!((&item["seoDescription"], &item["isPrivate"]), (&json!("Week by week"), &json!(true)));
        assert_eq!((&item["datedOn"], &item["isPublished"]), (&Value::Null, &json!(false)));
        let blocks = journal.owner.get(&format!("{}/pages/{id}", journal.base)).await?.expect(200)?;
        assert_eq!(
            blocks["document"].pointer("/sections/0/rows/0/columns/0/blocks/0/settings/html"),
            Some(&json!("<p>Cone six</p>"))
        );
        let again = journal.owner.post(&format!("{page}/duplicate"), &Value::Null).await?.expect(201)?;
        assert_eq!(again["urlId"], "kiln-diary-copy-2");
        journal.change(id, &json!({"isPrivate": false})).await?.expect(200)?;
        assert_eq!(app.juniper().get("/journal/kiln-diary-copy").await?.status, 404, "a draft");
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.post(&format!("{page}/duplicate"), &Value::Null).await?.problem(403)?;
        Ok(())
    })
    .await
}

// spec: enum.record-type, content.item.fields
#[tokio::test(flavor = "multi_thread")]
async fn post_kind_by_first_block_or_link() -> Result<()> {
    on_postgres(async |app| {
        let mut journal = Journal::open(app).await?;
        let quote = json!({"kind": "quote", "settings": {"text": "Clay has a memory."}});
        let film = json!({"kind": "video", "settings": {"url": "https://www.youtube.com/watch?v=aqz-KE-bpKQ"}});
        let words = json!({"kind": "text", "settings": {"html": "<p>Words</p>"}});
        for (title, first, link, code, label) in [
            ("A quote", quote, "", 4, "quote"),
            ("A film", film.clone(), "", 8, "video"),
            ("Words", words, "", 1, "text"),
            ("A link", film, "https://domain.com/film", 5, "link"),
        ] {
            let post = journal.begin(title).await?;
            journal.change(&post, &json!({"externalLink": link})).await?.expect(200)?;
            let mut block = first;
            block["id"] = json!("first");
            let page = format!("{}/pages/{post}", journal.base);
            blocks::publish(&mut journal.owner, &page, &json!([block])).await?;
            let path = format!("/journal/{}?format=json", title.to_lowercase().replace(' ', "-"));
            let told = app.juniper().get(&path).await?.expect(200)?;
            let item = &told["item"];
            assert_eq!((&item["recordType"], &item["recordTypeLabel"]), (&json!(code), &json!(label)), "{title}");
            let page = app.juniper().get(path.trim_end_matches("?format=json")).await?.text;
            ensure!(page.contains("property=\"og:type\" content=\"article\""), "{title} is an article still");
        }
        Ok(())
    })
    .await
}
