//! Changes of theme files by an owner: drafts, errors with positions, preview, publication, history.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};

const MARK: &str = "<p class=\"announcement\">Open on Sundays</p>";

/// The template files of the dollar shop, and a contributor who edits them.
pub(crate) struct Templates {
    client: Client,
    base: String,
}

impl Templates {
    async fn of(app: &App, client: Client) -> Result<Self> {
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        Ok(Self { client, base })
    }

    pub(crate) async fn owned(app: &App) -> Result<Self> {
        Self::of(app, app.owner().await?).await
    }

    fn path(&self, file: &str) -> String {
        format!("{}/template-files/{}", self.base, file.replace('/', "%2F"))
    }

    pub(crate) async fn file(&mut self, file: &str) -> Result<Value> {
        self.client.get(&self.path(file)).await?.expect(200)
    }

    async fn list(&mut self) -> Result<Value> {
        self.client.get(&format!("{}/template-files", self.base)).await?.expect(200)
    }

    async fn listed(&mut self, file: &str) -> Result<Option<Value>> {
        let list = self.list().await?;
        let files = list["files"].as_array().context("no files")?;
        Ok(files.iter().find(|listed| listed["path"] == file).cloned())
    }

    async fn put(&mut self, file: &str, revision: &Value, text: &str) -> Result<TestResponse> {
        self.client.if_match = Some(format!("\"{revision}\""));
        let answer = self.client.put(&self.path(file), &json!({"text": text})).await;
        self.client.if_match = None;
        answer
    }

    /// Saves over the latest revision.
    pub(crate) async fn save(&mut self, file: &str, text: &str) -> Result<Value> {
        let revision = match self.client.get(&self.path(file)).await? {
            answer if answer.status == 404 => json!(0),
            answer => answer.expect(200)?["revision"].clone(),
        };
        self.put(file, &revision, text).await?.expect(200)
    }

    async fn remove(&mut self, file: &str) -> Result<TestResponse> {
        let revision = self.file(file).await?["revision"].clone();
        self.client.if_match = Some(format!("\"{revision}\""));
        let answer = self.client.delete(&self.path(file)).await;
        self.client.if_match = None;
        answer
    }

    pub(crate) async fn publish(&mut self) -> Result<TestResponse> {
        let revision = self.list().await?["revision"].clone();
        self.client.post(&format!("{}/template-files/publish", self.base), &json!({"revision": revision})).await
    }

    pub(crate) async fn preview(&mut self, address: &str, files: Value) -> Result<Value> {
        let path = format!("{}/template-files/preview", self.base);
        self.client.post(&path, &json!({"address": address, "files": files})).await?.expect(200)
    }

    async fn versions(&mut self) -> Result<Value> {
        let answer = self.client.get(&format!("{}/template-versions", self.base)).await?.expect(200)?;
        Ok(answer["versions"].clone())
    }
}

/// A text with a mark in front of it.
fn marked(file: &Value) -> String {
    format!("{MARK}\n{}", file["text"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn template_draft_preview_publish_restore() -> Result<()> {
    on_postgres(async |app| {
        let mut templates = Templates::owned(app).await?;
        let original = templates.file("page.item").await?;
        assert_eq!(
            (&original["own"], &original["origin"], &original["revision"]),
            (&json!(false), &json!("base"), &json!(0))
        );
        let saved = templates.save("page.item", &marked(&original)).await?;
        assert_eq!(
            (&saved["own"], &saved["unpublished"], &saved["problems"]),
            (&json!(true), &json!(true), &json!([]))
        );
        ensure!(!app.juniper().get("/").await?.text.contains(MARK), "a draft is not shown");
        let preview = templates.preview("/", json!({})).await?;
        ensure!(preview["html"].as_str().unwrap_or_default().contains(MARK) && preview["problems"] == json!([]));
        let unsaved = templates.preview("/", json!({"page.item": "<p>Not saved</p>"})).await?;
        let html = unsaved["html"].as_str().unwrap_or_default();
        ensure!(html.contains("<p>Not saved</p>") && !html.contains(MARK));

        let set = templates.publish().await?.expect(200)?;
        assert_eq!(set["unpublished"], false);
        ensure!(app.juniper().get("/").await?.text.contains(MARK), "what is published is shown");
        ensure!(!app.kissaten().get("/").await?.text.contains(MARK), "another site is drawn as before");
        assert_eq!(templates.publish().await?.status, 200, "nothing new to publish");
        assert_eq!(templates.versions().await?.as_array().map(Vec::len), Some(1));

        assert_eq!(templates.remove("page.item").await?.status, 204);
        ensure!(app.juniper().get("/").await?.text.contains(MARK), "it goes when that is published");
        templates.publish().await?.expect(200)?;
        ensure!(!app.juniper().get("/").await?.text.contains(MARK));
        assert_eq!(templates.file("page.item").await?["text"], original["text"]);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn template_errors_have_position_and_block_publish() -> Result<()> {
    on_sqlite(async |app| {
        let mut templates = Templates::owned(app).await?;
        let before = app.juniper().get("/").await?.text;
        let broken = "<main>\n  é {title|nope}\n  {.section items}\n</main>\n";
        let saved = templates.save("page.item", broken).await?;
        let places: Vec<(u64, u64, u64, &str)> = saved["problems"]
            .as_array()
            .context("no problems")?
            .iter()
            .map(|problem| {
                let number = |name: &str| problem[name].as_u64().unwrap_or_default();
                (number("line"), number("column"), number("offset"), problem["code"].as_str().unwrap_or_default())
            })
            .collect();
        ensure!(places.contains(&(2, 5, 12, "formatter-unknown")), "{saved}");
        ensure!(places.contains(&(3, 3, 27, "eof-in-block")), "{saved}");

        let problem = templates.publish().await?.problem(422)?;
        assert_eq!(problem["code"], "template-errors");
        ensure!(problem["problems"].as_array().is_some_and(|problems| problems.len() == places.len()), "{problem}");
        ensure!(problem["detail"].as_str().is_some_and(|detail| detail.contains("page.item, line 2")), "{problem}");
        assert_eq!(app.juniper().get("/").await?.text, before);

        let missing = json!({"files": {"page.item": "{@|apply no-such.block}"}});
        let path = format!("{}/template-files/check", templates.base);
        let checked = templates.client.post(&path, &missing).await?.expect(200)?;
        assert_eq!(checked["problems"][0]["code"], "missing-partial");
        assert_eq!(checked["problems"][0]["severity"], "error");
        templates.save("page.item", "{body}").await?;
        templates.publish().await?.expect(200)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn published_template_versions_can_be_restored() -> Result<()> {
    on_sqlite(async |app| {
        let mut templates = Templates::owned(app).await?;
        let page = templates.file("page.item").await?;
        templates.save("sunday.block", MARK).await?;
        templates.save("page.item", &format!("{{@|apply sunday.block}}{}", page["text"].as_str().unwrap())).await?;
        templates.publish().await?.expect(200)?;
        ensure!(app.juniper().get("/").await?.text.contains(MARK));
        templates.save("sunday.block", "<p>Closed</p>").await?;
        templates.publish().await?.expect(200)?;
        ensure!(!app.juniper().get("/").await?.text.contains(MARK));

        let versions = templates.versions().await?;
        assert_eq!((&versions[0]["number"], &versions[0]["current"]), (&json!(2), &json!(true)));
        assert_eq!(versions[0]["changed"], json!(["sunday.block"]));
        assert_eq!(versions[1]["changed"], json!(["page.item", "sunday.block"]));
        ensure!(versions[0]["publishedBy"].as_str().is_some_and(|name| !name.is_empty()), "{versions}");
        let first = versions[1]["id"].as_str().unwrap();
        let restore = format!("{}/template-versions/{first}/restore", templates.base);
        let stale = templates.client.post(&restore, &json!({"revision": 1})).await?.problem(412)?;
        assert_eq!(stale["code"], "revision-stale");
        let revision = templates.list().await?["revision"].clone();
        let restored = templates.client.post(&restore, &json!({"revision": revision})).await?.expect(200)?;
        assert_eq!(restored["unpublished"], true);
        assert_eq!(templates.file("sunday.block").await?["text"], MARK);
        ensure!(!app.juniper().get("/").await?.text.contains(MARK), "visitors see it once it is published");
        templates.publish().await?.expect(200)?;
        ensure!(app.juniper().get("/").await?.text.contains(MARK));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn site_style_sheet_is_linked_and_private_to_site() -> Result<()> {
    on_sqlite(async |app| {
        let mut templates = Templates::owned(app).await?;
        let sheet = templates.file("assets/site.css").await?;
        let own = format!("{}\n.announcement{{color:rebeccapurple}}", sheet["text"].as_str().unwrap());
        templates.save("assets/site.css", &own).await?;
        let preview = templates.preview("/", json!({})).await?;
        ensure!(preview["html"].as_str().unwrap_or_default().contains("rebeccapurple"), "a draft stands in the page");
        templates.publish().await?.expect(200)?;
        let page = app.juniper().get("/").await?.text;
        let start = page.find("/themes/linen/assets/site.css?v=").context("no style sheet")?;
        let address: String = page[start..].chars().take_while(|letter| *letter != '"').collect();
        let served = app.juniper().get(&address).await?;
        ensure!(served.text == own && served.header("cache-control").contains("immutable"), "{served:?}");
        ensure!(!app.kissaten().get(&address).await?.text.contains("rebeccapurple"), "another site's visitors");
        let region = templates.file("site.region").await?;
        templates.save("site.region", &marked(&region)).await?;
        templates.publish().await?.expect(200)?;
        let leaked = app.juniper().get("/themes/linen/site.region").await?;
        assert_eq!(leaked.status, 404, "templates are nobody's business");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn template_file_edit_conflict() -> Result<()> {
    on_postgres(async |app| {
        let mut templates = Templates::owned(app).await?;
        let seen = templates.file("page.item").await?;
        let saved = templates.put("page.item", &seen["revision"], "{body}1").await?.expect(200)?;
        let stale = templates.put("page.item", &seen["revision"], "{body}2").await?.problem(412)?;
        assert_eq!(stale["code"], "revision-stale");
        let other = templates.file("cart.item").await?;
        templates.put("cart.item", &other["revision"], "{body}").await?.expect(200)?;
        templates.put("page.item", &saved["revision"], "{body}3").await?.expect(200)?;
        let path = templates.path("page.item");
        let unnamed = templates.client.put(&path, &json!({"text": "x"})).await?.problem(428)?;
        assert_eq!(unnamed["code"], "precondition-missing");
        let publish = format!("{}/template-files/publish", templates.base);
        templates.client.post(&publish, &json!({"revision": 1})).await?.problem(412)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn template_file_names_restricted() -> Result<()> {
    on_sqlite(async |app| {
        let mut templates = Templates::owned(app).await?;
        for path in ["../secret.block", "theme.conf", "new.region", "assets/new.css", "A.block", ".block", "x.html"] {
            let problem = templates.put(path, &json!(0), "x").await?.problem(400)?;
            ensure!(problem["errors"]["path"].is_string(), "{path}: {problem}");
        }
        let problem = templates.put("page.item", &json!(0), &"x".repeat(256 * 1024 + 1)).await?.problem(400)?;
        ensure!(problem["errors"]["text"].is_string(), "{problem}");
        templates.put("page.item", &json!(0), "a\u{0}b").await?.problem(400)?;
        assert_eq!(templates.list().await?["unpublished"], false);
        templates.save("promise.block", "<p>Always open</p>").await?;
        let listed = templates.listed("promise.block").await?.context("not listed")?;
        assert_eq!(listed["origin"], "site");
        assert_eq!(templates.remove("promise.block").await?.status, 204);
        assert_eq!(templates.listed("promise.block").await?, None);
        let lent = templates.listed("product-card.block").await?.context("not listed")?;
        assert_eq!(lent["origin"], "base");
        let original = templates.file("page.item").await?["text"].as_str().unwrap().to_owned();
        templates.save("page.item", "{body}!").await?;
        assert_eq!(templates.save("page.item", &original).await?["own"], false, "the theme's text is no own version");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn template_files_require_permission() -> Result<()> {
    on_postgres(async |app| {
        let mut viewer = Templates::of(app, app.staff("viewer@stoa.example").await?).await?;
        let list = format!("{}/template-files", viewer.base);
        let refused = viewer.client.get(&list).await?.problem(403)?;
        assert_eq!(refused["code"], "permission-denied");
        viewer.put("page.item", &json!(0), "x").await?.problem(403)?;
        viewer.client.post(&format!("{list}/publish"), &json!({"revision": 0})).await?.problem(403)?;

        let mut templates = Templates::owned(app).await?;
        templates.save("sunday.block", MARK).await?;
        templates.publish().await?.expect(200)?;
        let version = templates.versions().await?[0]["id"].as_str().unwrap().to_owned();
        templates.base = format!("/api/v1/websites/{}", app.website("kissaten").await?);
        let path = templates.path("sunday.block");
        templates.client.get(&path).await?.problem(404)?;
        let restore = format!("{}/template-versions/{version}/restore", templates.base);
        templates.client.post(&restore, &json!({"revision": 0})).await?.problem(404)?;
        Ok(())
    })
    .await
}
