//! The site's design: theme, settings, style rules; draft, preview, publication.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};

/// The design of the dollar shop, and a contributor who edits it.
struct DesignEditor {
    client: Client,
    path: String,
}

impl DesignEditor {
    async fn of(app: &App, client: Client) -> Result<Self> {
        let path = format!("/api/v1/websites/{}/design", app.website("juniper").await?);
        Ok(Self { client, path })
    }

    async fn owned(app: &App) -> Result<Self> {
        Self::of(app, app.owner().await?).await
    }

    async fn get(&mut self) -> Result<Value> {
        self.client.get(&self.path).await?.expect(200)
    }

    async fn put(&mut self, revision: &Value, design: &Value) -> Result<TestResponse> {
        self.client.if_match = Some(format!("\"{revision}\""));
        let answer = self.client.put(&self.path, design).await;
        self.client.if_match = None;
        answer
    }

    /// Saves over the latest revision.
    async fn save(&mut self, design: Value) -> Result<Value> {
        let revision = self.get().await?["revision"].clone();
        self.put(&revision, &design).await?.expect(200)
    }

    async fn step(&mut self, step: &str, revision: &Value) -> Result<TestResponse> {
        self.client.post(&format!("{}/{step}", self.path), &json!({"revision": revision})).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn design_visible_after_publish() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = DesignEditor::owned(app).await?;
        let before = owner.get().await?;
        ensure!(before["revision"] == 0 && before["unpublished"] == false, "{before}");
        let linen = before["themes"].as_array().and_then(|themes| themes.iter().find(|theme| theme["name"] == "linen"));
        let settings = linen.and_then(|linen| linen["settings"].as_array()).context("no settings")?;
        let accent = settings.iter().find(|setting| setting["name"] == "color-accent").context("no accent")?;
        ensure!(accent["default"] == "#8f4328" && accent["kind"] == "color", "{accent}");

        let design = json!({"theme": "linen", "values": {"linen": {"color-accent": "123456", "text-base": 1.25}},
        "css": ".stoa-main { color: tomato } </style><script>"});
        let saved = owner.save(design).await?;
        ensure!(saved["draft"]["values"]["linen"]["color-accent"] == "#123456", "one form for colours: {saved}");
        ensure!(saved["unpublished"] == true);
        let page = app.juniper().get("/").await?;
        ensure!(page.text.contains("--color-accent:#8f4328;"), "visitors still see what was published");

        let material = owner.client.get(&format!("{}/material?address=%2F", owner.path)).await?.expect(200)?;
        let rules = material["page"]["properties"].as_str().unwrap_or_default();
        ensure!(rules.contains("--color-accent:#123456;") && rules.contains("tomato"), "{rules}");

        let published = owner.step("publish", &saved["revision"]).await?.expect(200)?;
        ensure!(published["unpublished"] == false, "{published}");
        let page = app.juniper().get("/").await?;
        ensure!(page.text.contains("--color-accent:#123456;") && page.text.contains("--text-base:1.25rem;"));
        ensure!(page.text.contains(".stoa-main { color: tomato }"));
        ensure!(!page.text.contains("</style><script>"), "style rules stay in their element");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn theme_switch_keeps_previous_settings() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = DesignEditor::owned(app).await?;
        let values = json!({"linen": {"color-accent": "#123456"}, "indigo": {"color-paper": "#eeeeee"}});
        let saved = owner.save(json!({"theme": "indigo", "values": values})).await?;
        owner.step("publish", &saved["revision"]).await?.expect(200)?;
        let page = app.juniper().get("/").await?;
        ensure!(page.text.contains("data-theme=\"indigo\"") && page.text.contains("--color-paper:#eeeeee;"));
        ensure!(!page.text.contains("#123456"), "values of the other theme do not apply");

        let saved = owner.save(json!({"theme": "linen", "values": values})).await?;
        let discarded = owner.step("discard", &saved["revision"]).await?.expect(200)?;
        ensure!(discarded["draft"]["theme"] == "indigo" && discarded["unpublished"] == false, "{discarded}");
        let saved = owner.save(json!({"theme": "linen", "values": values})).await?;
        owner.step("publish", &saved["revision"]).await?.expect(200)?;
        let page = app.juniper().get("/").await?;
        ensure!(page.text.contains("data-theme=\"linen\"") && page.text.contains("--color-accent:#123456;"));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_theme_settings_by_field() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = DesignEditor::owned(app).await?;
        for (design, field) in [
            (json!({"theme": "nowhere"}), "theme"),
            (json!({"theme": "base"}), "theme"),
            (json!({"theme": "linen", "css": "a".repeat(100_001)}), "css"),
            (json!({"theme": "linen", "values": {"linen": {"color-accent": "red;}"}}}), "values.linen.color-accent"),
            (json!({"theme": "linen", "values": {"linen": {"text-base": 40}}}), "values.linen.text-base"),
            (json!({"theme": "linen", "values": {"linen": {"font-body": "Comic"}}}), "values.linen.font-body"),
            (json!({"theme": "linen", "values": {"linen": {"unheard-of": 1}}}), "values.linen.unheard-of"),
            (json!({"theme": "linen", "values": {"nowhere": {"radius": 1}}}), "values.nowhere"),
        ] {
            let refused = owner.put(&json!(0), &design).await?.expect(400)?;
            ensure!(refused["errors"].get(field).is_some(), "{field}: {refused}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn design_revision_conflict() -> Result<()> {
    on_postgres(async |app| {
        let mut first = DesignEditor::owned(app).await?;
        let mut second = DesignEditor::owned(app).await?;
        let mine = first.save(json!({"theme": "linen", "css": "a{}"})).await?;
        ensure!(second.put(&json!(0), &json!({"theme": "linen"})).await?.status == 412);
        let theirs = second.save(json!({"theme": "linen", "css": "b{}"})).await?;
        ensure!(first.put(&mine["revision"], &json!({"theme": "linen"})).await?.status == 412);
        ensure!(first.step("publish", &mine["revision"]).await?.status == 412);
        for step in ["publish", "discard"] {
            ensure!(first.step(step, &json!(i64::MAX)).await?.status == 412, "{step}");
        }
        ensure!(second.step("publish", &theirs["revision"]).await?.status == 200);
        Ok(())
    })
    .await
}
