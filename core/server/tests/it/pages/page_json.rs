//! Page contents as JSON for programs.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::on_postgres;
use crate::pages::blocks;

// spec: content.item.fields, content.item.json.open
#[tokio::test(flavor = "multi_thread")]
async fn page_json_omits_private_fields() -> Result<()> {
    const NAMES: [&str; 20] = [
        "promotedBlockType",
        "categories",
        "tags",
        "author",
        "starred",
        "fullUrl",
        "publicCommentCount",
        "commentState",
        "likeCount",
        "startDate",
        "endDate",
        "location",
        "excerpt",
        "externalLink",
        "passthrough",
        "sourceUrl",
        "shareButtonOptions",
        "folder",
        "folderBehavior",
        "collection",
    ];
    on_postgres(async |app| {
        let mut visitor = app.juniper();
        let post = visitor.get("/journal/why-the-foot-is-bare?format=json").await?;
        assert_eq!(post.header("content-type"), "application/json");
        let post = post.expect(200)?;
        let item = post["item"].as_object().context("no item")?;
        for name in NAMES {
            ensure!(item.contains_key(name), "{name} is not there: {post}");
        }
        ensure!(item["author"]["displayName"].is_string() && item["recordType"] == 1, "{post}");
        assert_eq!(
            (&item["fullUrl"], &item["collection"]["fullUrl"]),
            (&json!("/journal/why-the-foot-is-bare"), &json!("/journal"))
        );
        for part in ["website", "websiteSettings", "collection"] {
            ensure!(post[part].is_object(), "{part}");
        }
        let list = visitor.get("/journal?format=json").await?.expect(200)?;
        ensure!(list["items"].as_array().is_some_and(|items| !items.is_empty()) && list.get("pagination").is_some());
        ensure!(visitor.get("/shop/hearth-mug?format=json").await?.expect(200)?["item"]["recordType"] == 11);

        let (mut owner, website) = app.owner_of("juniper").await?;
        let settings = owner.get(&format!("/api/v1/websites/{website}/settings")).await?.expect(200)?;
        let email =
            settings["contactEmail"].as_str().filter(|email| !email.is_empty()).context("no address")?.to_owned();
        let about = blocks::path_of(&mut owner, &website, "/about").await?;
        let words = json!([{"id": "words", "kind": "text", "settings": {"html": "<p>Unpublished words</p>"}}]);
        let draft = blocks::with_blocks(&mut owner, &about, &words).await?;
        owner.save_page(&about, &draft).await?;
        for path in ["/about", "/", "/journal", "/journal/why-the-foot-is-bare", "/shop/hearth-mug"] {
            let told = visitor.get(&format!("{path}?format=json")).await?;
            ensure!(told.status == 200, "{path}: {}", told.text);
            for kept in [email.as_str(), "owner@stoa.example", "Unpublished words", "passwordHash", "\"draft\""] {
                ensure!(!told.text.contains(kept), "{path} tells {kept}: {}", told.text);
            }
        }

        let pages = format!("/api/v1/websites/{website}/pages");
        let made = owner.post(&pages, &json!({"title": "Price list", "urlId": "prices"})).await?.expect(201)?;
        visitor.get("/prices?format=json").await?.problem(404)?;
        let page = format!("{pages}/{}", made["id"].as_str().context("no id")?);
        let revision = owner.get(&page).await?.expect(200)?["revision"].clone();
        owner.post(&format!("{page}/publish"), &json!({"revision": revision})).await?.expect(200)?;
        visitor.get("/prices?format=json").await?.expect(200)?;
        let mut settings = owner.get(&format!("{page}/settings")).await?.expect(200)?;
        (settings["access"], settings["password"]) = (json!("password"), json!("open sesame"));
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&format!("{page}/settings"), &settings).await?.expect(200)?;
        owner.if_match = None;
        assert_eq!(visitor.get("/prices").await?.status, 401);
        visitor.get("/prices?format=json").await?.problem(404)?;
        for path in ["/cart", "/checkout", "/account", "/nowhere"] {
            visitor.get(&format!("{path}?format=json")).await?.problem(404)?;
        }
        owner.delete(&page).await?.expect(204)?;
        ensure!(visitor.get("/prices?format=json").await?.problem(404)? != Value::Null);
        Ok(())
    })
    .await
}
