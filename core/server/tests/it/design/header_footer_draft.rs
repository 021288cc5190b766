//! Header and footer are edited like pages: draft, preview, undo, history, publication.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_sqlite};
use crate::client::{Client, TestResponse};
use crate::requests::PICTURE;

/// A contributor who edits header and footer of the dollar shop.
struct HeaderFooterEditor {
    client: Client,
    path: String,
}

impl HeaderFooterEditor {
    async fn of(app: &App, client: Client) -> Result<Self> {
        let path = format!("/api/v1/websites/{}/header-footer", app.website("juniper").await?);
        Ok(Self { client, path })
    }

    async fn draft(&mut self) -> Result<Value> {
        self.client.get(&format!("{}/draft", self.path)).await?.expect(200)
    }

    async fn put(&mut self, revision: &Value, arranged: &Value) -> Result<TestResponse> {
        self.client.if_match = Some(format!("\"{revision}\""));
        let answer = self.client.put(&format!("{}/draft", self.path), arranged).await;
        self.client.if_match = None;
        answer
    }

    /// Saves another text of the announcement bar over the latest revision.
    async fn announce(&mut self, text: &str) -> Result<Value> {
        let mut draft = self.draft().await?;
        draft["header"]["announcementBar"] = json!({"enabled": true, "text": text, "link": null});
        self.put(&draft["revision"], &draft).await?.expect(200)
    }

    async fn call(&mut self, call: &str, mut body: Value) -> Result<TestResponse> {
        if body["revision"].is_null() {
            body["revision"] = self.draft().await?["revision"].clone();
        }
        self.client.post(&format!("{}/{call}", self.path), &body).await
    }

    async fn step(&mut self, way: &str) -> Result<Value> {
        self.call("draft/step", json!({"way": way})).await?.expect(200)
    }
}

fn announcement(draft: &Value) -> &str {
    draft["header"]["announcementBar"]["text"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn header_footer_draft_preview_and_publish() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = HeaderFooterEditor::of(app, app.owner().await?).await?;
        let before = owner.draft().await?;
        ensure!(before["revision"] == 0 && before["unpublished"] == false && before["canUndo"] == false, "{before}");
        let saved = owner.announce("Kiln opening on Sunday").await?;
        ensure!(saved["unpublished"] == true && saved["canUndo"] == true, "{saved}");
        let mut visitor = app.juniper();
        ensure!(!visitor.get("/").await?.text.contains("Kiln opening"), "visitors see what was published");
        let material = owner.client.get(&format!("{}/material?address=%2F", owner.path)).await?.expect(200)?;
        ensure!(material.to_string().contains("Kiln opening on Sunday"), "the preview shows the draft");
        let first = owner.client.get(&format!("{}/material?address=%2F&version=1", owner.path)).await?.expect(200)?;
        ensure!(!first.to_string().contains("Kiln opening"), "and what was before it");

        owner.call("publish", json!({"revision": 99})).await?.problem(412)?;
        let published = owner.call("publish", json!({})).await?.expect(200)?;
        ensure!(published["unpublished"] == false, "{published}");
        ensure!(visitor.get("/").await?.text.contains("Kiln opening on Sunday"));

        let mut wrong = published.clone();
        wrong["header"]["announcementBar"]["text"] = json!(" ");
        let refused = owner.put(&published["revision"], &wrong).await?.problem(400)?;
        ensure!(refused["errors"]["header.announcementBar.text"] == "Enter the text of the bar.", "{refused}");
        owner.put(&json!(1), &published).await?.problem(412)?;
        let mut viewer = HeaderFooterEditor::of(app, app.staff("viewer@stoa.example").await?).await?;
        viewer.put(&published["revision"], &published).await?.problem(403)?;
        viewer.call("publish", json!({"revision": published["revision"]})).await?.problem(403)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn header_footer_undo_redo_restore() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = HeaderFooterEditor::of(app, app.owner().await?).await?;
        for text in ["one", "two", "three"] {
            owner.announce(text).await?;
        }
        assert_eq!(announcement(&owner.step("undo").await?), "two");
        // Another browser of the same person can undo the same steps.
        let mut elsewhere = HeaderFooterEditor::of(app, app.owner().await?).await?;
        let undone = elsewhere.step("undo").await?;
        ensure!(announcement(&undone) == "one" && undone["canRedo"] == true, "{undone}");
        assert_eq!(announcement(&owner.step("redo").await?), "two");
        assert_eq!(announcement(&owner.announce("four").await?), "four");
        assert_eq!(announcement(&owner.step("redo").await?), "four", "there is nothing to make again");
        assert_eq!(announcement(&owner.step("undo").await?), "two", "what was undone before stays aside");
        owner.step("redo").await?;

        let history = owner.client.get(&format!("{}/versions", owner.path)).await?.expect(200)?;
        let versions = history["versions"].as_array().context("no versions")?;
        let numbers: Vec<_> = versions.iter().map(|version| version["number"].as_i64().unwrap_or_default()).collect();
        assert_eq!(numbers, [5, 4, 3, 2, 1]);
        ensure!(
            versions[0]["isDraft"] == true && versions[0]["changes"] == json!(["header.announcementBar"]),
            "{history}"
        );
        ensure!(versions[0]["authorName"].is_string() && versions[4]["publishedOn"].is_i64(), "{history}");

        let restored = owner.call("versions/4/restore", json!({})).await?.expect(200)?;
        ensure!(announcement(&restored) == "three" && restored["canUndo"] == true, "no version is lost: {restored}");
        owner.call("versions/77/restore", json!({})).await?.problem(404)?;
        let discarded = owner.call("discard", json!({})).await?.expect(200)?;
        ensure!(announcement(&discarded).is_empty() && discarded["unpublished"] == false, "{discarded}");
        assert_eq!(announcement(&owner.step("undo").await?), "three", "a draft that was given up can be had again");

        // What is published directly becomes the draft.
        owner.client.website = Some(app.website("juniper").await?);
        owner
            .client
            .put("/api/site-header-footer", &json!({"header": {"layout": "centered"}, "footer": {}}))
            .await?
            .expect(200)?;
        let draft = owner.draft().await?;
        ensure!(draft["header"]["layout"] == "centered" && draft["unpublished"] == false, "{draft}");
        assert_eq!(announcement(&owner.step("undo").await?), "three");
        Ok(())
    })
    .await
}

// spec: header-footer.shape.open
#[tokio::test(flavor = "multi_thread")]
async fn logo_image_cannot_be_deleted() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = HeaderFooterEditor::of(app, app.owner().await?).await?;
        let website = app.website("juniper").await?;
        let assets = format!("/api/v1/websites/{website}/assets");
        owner.client.website = Some(website);
        let first = owner.client.upload("/api/assets", "first.webp", PICTURE).await?.expect(201)?;
        let second = owner.client.upload("/api/assets", "second.webp", PICTURE).await?.expect(201)?;
        let film = [b"\0\0\0\x18ftypisom".to_vec(), vec![b'x'; 2_000]].concat();
        let film = owner.client.upload("/api/assets", "tour.mov", &film).await?.expect(201)?;

        let mut draft = owner.draft().await?;
        let site_logo = draft["header"]["logo"]["assetId"].clone();
        for wrong in [json!("no-id"), json!("00000000000000000000000000"), film["id"].clone()] {
            draft["header"]["logo"]["assetId"] = wrong;
            let refused = owner.put(&draft["revision"], &draft).await?.problem(400)?;
            assert_eq!(refused["errors"]["header.logo.assetId"], "This image does not exist.");
            let call = "/api/site-header-footer";
            ensure!(owner.client.put(call, &draft).await?.problem(400)?["errors"]["header.logo.assetId"].is_string());
        }

        let wanted = json!({"assetId": first["id"], "altText": "Juniper & Pine, a shelf", "desktopHeight": 64, "mobileHeight": 40});
        draft["header"]["logo"] = wanted;
        let saved = owner.put(&draft["revision"], &draft).await?.expect(200)?;
        let url = first["url"].as_str().context("no address")?;
        let material = owner.client.get(&format!("{}/material?address=%2F", owner.path)).await?.expect(200)?;
        ensure!(material.to_string().contains(url), "the preview shows the draft's logo");
        let mut visitor = app.juniper();
        ensure!(!visitor.get("/").await?.text.contains(url), "visitors see the former one");
        let one = format!("{assets}/{}", first["id"].as_str().context("no id")?);
        let refused = owner.client.delete(&one).await?.problem(409)?;
        ensure!(refused.to_string().contains("Draft of header and footer"), "{refused}");

        owner.call("publish", json!({})).await?.expect(200)?;
        let page = visitor.get("/").await?.text;
        for part in [url, "alt=\"Juniper &amp; Pine, a shelf\"", "--logo-height:64px;--logo-height-small:40px"] {
            ensure!(page.contains(part), "{part}: {page}");
        }
        let uses = owner.client.get(&format!("{one}/uses")).await?.expect(200)?;
        assert_eq!(uses["uses"], json!([{"kind": "logo", "id": "", "title": "Logo", "collectionId": null}]));

        let mut draft = saved;
        draft["header"]["logo"]["assetId"] = second["id"].clone();
        let revision = owner.draft().await?["revision"].clone();
        owner.put(&revision, &draft).await?.expect(200)?;
        owner.call("publish", json!({})).await?.expect(200)?;
        let refused = owner.client.delete(&one).await?.problem(409)?;
        ensure!(refused.to_string().contains("Earlier version of header and footer"), "{refused}");

        draft["header"]["logo"]["assetId"] = json!(null);
        let revision = owner.draft().await?["revision"].clone();
        owner.put(&revision, &draft).await?.expect(200)?;
        owner.call("publish", json!({})).await?.expect(200)?;
        let page = visitor.get("/").await?.text;
        let without = page.split("stoa-wordmark").nth(1).context("no name of the site")?;
        ensure!(without.starts_with("\" href=\"/\">Juniper"), "{without}");
        ensure!(site_logo.is_null() || !page.contains(&format!("/{site_logo}/")), "the logo is gone altogether");
        Ok(())
    })
    .await
}
