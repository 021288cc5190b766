//! Named sections saved on a site.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{on_postgres, on_sqlite};

fn section(text: &str) -> Value {
    let block = json!({"id": "b", "kind": "text", "settings": {"html": text}});
    let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": [block]}]}]);
    json!({"id": "s", "settings": {"tone": "dark", "width": "wide", "padding": "large"}, "rows": rows})
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_section_create_rename_delete() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let path = format!("/api/v1/websites/{website}/saved-sections");
        let mut owner = app.owner().await?;
        let body = json!({"name": " Our story ", "section": section("<p onclick=\"f()\">Since 1998</p>")});
        let kept = owner.post(&path, &body).await?.expect(201)?;
        ensure!(kept["name"] == "Our story" && kept["section"]["settings"]["tone"] == "dark", "{kept}");
        let html = &kept["section"]["rows"][0]["columns"][0]["blocks"][0]["settings"]["html"];
        ensure!(html == "<p>Since 1998</p>", "{kept}");
        owner.post(&path, &json!({"name": "Our story", "section": section("")})).await?.problem(409)?;
        let other = owner.post(&path, &json!({"name": "Another", "section": section("")})).await?.expect(201)?;
        let all = owner.get(&path).await?.expect(200)?;
        let names: Vec<&str> = all["savedSections"]
            .as_array()
            .context("no sections")?
            .iter()
            .filter_map(|saved| saved["name"].as_str())
            .collect();
        ensure!(names == ["Another", "Our story"], "{all}");
        let own = format!("{path}/{}", kept["id"].as_str().context("no id")?);
        owner.put(&own, &json!({"name": "Another"})).await?.problem(409)?;
        let seen = Some(format!("\"{}\"", kept["version"].as_str().context("no version")?));
        owner.if_match.clone_from(&seen);
        let renamed = owner.put(&own, &json!({"name": "How it began"})).await?.expect(200)?;
        owner.put(&own, &json!({"name": "Our beginning"})).await?.problem(412)?;
        owner.delete(&own).await?.problem(412)?;
        owner.if_match = None;
        ensure!(renamed["name"] == "How it began" && renamed["section"] == kept["section"], "{renamed}");
        owner.delete(&own).await?.expect(204)?;
        owner.delete(&own).await?.problem(404)?;
        owner.put(&own, &json!({"name": "Gone"})).await?.problem(404)?;
        // Another site has its own.
        let elsewhere = format!("/api/v1/websites/{}/saved-sections", app.website("kissaten").await?);
        ensure!(owner.get(&elsewhere).await?.expect(200)?["savedSections"] == json!([]));
        let id = other["id"].as_str().context("no id")?;
        owner.delete(&format!("{elsewhere}/{id}")).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_section_validation() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let path = format!("/api/v1/websites/{website}/saved-sections");
        let mut owner = app.owner().await?;
        let mut unknown = section("");
        unknown["rows"][0]["columns"][0]["blocks"][0]["kind"] = json!("no-such-kind");
        let mut many = section("");
        many["rows"][0]["columns"][0]["blocks"] =
            (0..61).map(|index| json!({"id": format!("b{index}"), "kind": "text", "settings": {}})).collect();
        for (name, section, place) in [
            ("", section(""), "name"),
            (&"x".repeat(81), section(""), "name"),
            ("Kind", unknown, "b"),
            ("Many", many, "sections"),
            ("Shape", json!({"id": "s"}), "section"),
        ] {
            let refused = owner.post(&path, &json!({"name": name, "section": section})).await?.problem(400)?;
            ensure!(refused["errors"][place].is_string(), "{place}: {refused}");
        }
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.get(&path).await?.expect(200)?;
        viewer.post(&path, &json!({"name": "Mine", "section": section("")})).await?.problem(403)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_section_image_counts_as_used() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let mut owner = app.owner().await?;
        let assets = owner.get(&format!("{base}/assets")).await?.expect(200)?;
        let asset = assets["assets"][0]["id"].as_str().context("no asset")?.to_owned();
        let mut kept = section("");
        kept["rows"][0]["columns"][0]["blocks"][0] =
            json!({"id": "g", "kind": "gallery", "settings": {"assets": [asset]}});
        let body = json!({"name": "The workshop", "section": kept});
        owner.post(&format!("{base}/saved-sections"), &body).await?.expect(201)?;
        let uses = owner.get(&format!("{base}/assets/{asset}/uses")).await?.expect(200)?;
        let uses = uses["uses"].as_array().context("no uses")?;
        ensure!(
            uses.iter().any(|place| place["kind"] == "saved-section" && place["title"] == "The workshop"),
            "{uses:?}"
        );
        Ok(())
    })
    .await
}
