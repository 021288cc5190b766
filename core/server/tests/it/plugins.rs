//! Plugins on real pages.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::App;

#[tokio::test(flavor = "multi_thread")]
async fn the_bundled_plugins_are_at_hand_and_draw_on_pages() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let mut owner = app.owner().await?;
    let listed = owner.get(&format!("/api/v1/websites/{website}/plugins")).await?.expect(200)?;
    let kinds = listed["plugins"].to_string();
    for kind in ["payment-provider", "installment-provider", "block", "formatter"] {
        ensure!(kinds.contains(kind), "no plugin offers a {kind}: {kinds}");
    }
    let block_kinds = owner.get(&format!("/api/v1/websites/{website}/block-kinds")).await?.expect(200)?;
    let all = block_kinds["blockKinds"].as_array().context("no kinds")?;
    let callout = all.iter().find(|kind| kind["kind"] == "callout").context("no callout")?;
    assert_eq!(callout["source"], "stoa.callout");

    let base = format!("/api/v1/websites/{website}/pages");
    let pages = owner.get(&base).await?.expect(200)?;
    let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
    let path = format!("{base}/{}", home.context("no home")?["id"].as_str().context("no id")?);
    let mut page = owner.get(&path).await?.expect(200)?;
    let blocks = page["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"].as_array_mut();
    let settings = json!({"title": "Studio sale <script>alert(1)</script>", "text": "Saturday from ten."});
    blocks.context("no blocks")?.push(json!({"id": "plugged", "kind": "callout", "settings": settings}));
    let preview = owner.post(&format!("{path}/preview"), &json!({"document": page["document"]})).await?.expect(200)?;
    let html = preview["html"].as_str().context("no html")?;
    ensure!(html.contains("Saturday from ten."), "{:?}", preview["errors"]);
    ensure!(!html.contains("<script>alert(1)"));
    app.stop().await
}
