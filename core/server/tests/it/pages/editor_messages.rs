//! Messages in the editor about content that cannot be saved or rendered.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::App;
use crate::pages::blocks::{about_page, with_blocks};
use crate::shop;

// spec: editor.message.dataset, editor.message.rows-missing
#[tokio::test(flavor = "multi_thread")]
async fn chart_validation_messages() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, path) = about_page(&app).await?;
    for (data, message) in [
        ("only words", Some("Your dataset must have at least one column")),
        ("Year,Pots", Some("Your dataset must have at least one row")),
        ("Year,Pots\n2024,12\n2025,", Some("One or more rows was missing data")),
        ("Year,Pots\n2024,12\n2025,15", None),
    ] {
        let chart = json!([{"id": "chart", "kind": "chart", "settings": {"data": data}}]);
        let page = with_blocks(&mut owner, &path, &chart).await?;
        let asked = json!({"document": page["document"]});
        let preview = owner.post(&format!("{path}/preview"), &asked).await?.expect(200)?;
        let html = preview["html"].as_str().context("no html")?;
        match message {
            Some(message) => ensure!(html.contains(message), "{data}: {html}"),
            None => ensure!(html.contains("stoa-chart__drawing") && !html.contains("Your dataset"), "{html}"),
        }
    }
    app.stop().await
}

// spec: editor.limit.tag-length, editor.limit.messages.open, editor.limit.blocks-per-layout
#[tokio::test(flavor = "multi_thread")]
async fn limit_messages_contain_number() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, path) = about_page(&app).await?;
    let blocks = |count: usize| -> Value {
        (0..count).map(|turn| json!({"id": format!("b{turn}"), "kind": "text", "settings": {}})).collect()
    };
    let full = with_blocks(&mut owner, &path, &blocks(60)).await?;
    owner.save_page(&path, &full).await?;
    let over = with_blocks(&mut owner, &path, &blocks(61)).await?;
    owner.if_match = Some(format!("\"{}\"", over["revision"]));
    let refused = owner.put(&path, &over).await?.problem(400)?;
    owner.if_match = None;
    assert_eq!(refused["errors"]["sections"], "You have reached the limit of 60 blocks.", "{refused}");
    assert_eq!(refused["code"], "validation-failed", "{refused}");
    let text = json!({"code": "list-has-reached-its-limit", "params": {"count": 60, "things": "blocks"}});
    assert_eq!(refused["errorTexts"]["sections"], text, "{refused}");

    let mug = shop::product(&app, "juniper", "hearth-mug").await?;
    let product = mug["path"].as_str().context("no path")?;
    let tagged = |tags: Vec<String>| json!({"revision": mug["revision"], "tags": tags});
    let many = (0..51).map(|number| format!("tag {number}")).collect();
    for (tags, message) in [
        (vec!["x".repeat(51)], "A tag can have at most 50 characters."),
        (many, "You have reached the limit of 50 tags."),
    ] {
        let refused = owner.put(product, &tagged(tags)).await?.problem(400)?;
        assert_eq!(refused["errors"]["tags"], message, "{refused}");
    }
    let saved = owner.put(product, &tagged(vec!["x".repeat(50)])).await?.expect(200)?;
    assert_eq!(saved["tags"], json!(["x".repeat(50)]), "{saved}");
    app.stop().await
}
