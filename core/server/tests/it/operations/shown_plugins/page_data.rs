//! Blocks of plugins that get data of the site.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_plugin_author::SigningKey;

use super::super::plugins::{home, publish, with_blocks};
use super::super::site_plugins::{compiler, install, upload};
use crate::app::on_sqlite_with;
use crate::plugin_package::Packed;

const SHOWN: Packed<'static> = Packed { built: "plugins-hostile/tests.shown", id: "acme.shelf", version: "1.0.0" };

// spec: plugins.blocks.data
#[tokio::test(flavor = "multi_thread")]
async fn a_block_gets_the_products_that_the_owner_grants() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let website = app.website("juniper").await?;
        let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
        let path = format!("/api/v1/websites/{website}/plugins/acme.shelf");
        let digest = upload(&mut owner, &website, folder.path(), SHOWN, &key).await?;
        let before = owner.get(&path).await?.expect(200)?;
        assert_eq!(before["permissions"], json!([{"kind": "reads", "data": "products"}]));
        let all = json!({"origins": [], "data": ["products"]});
        install(&mut owner, &path, &digest, Some(all)).await?.expect(200)?;
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;

        let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
        let store = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["kind"] == "store");
        let store = store.with_context(|| format!("no store page: {pages}"))?["id"].clone();
        let page = home(&mut owner, &website).await?;
        let block = json!({"id": "plugged", "kind": "acme-shelf--shown-products", "settings": {"collection": store}});
        let draft = with_blocks(&mut owner, &page, &[block]).await?;
        publish(&mut owner, &page, &draft).await?;
        let shown = visitor.get("/").await?.text;
        ensure!(data_in(&shown)?.contains("priceMoney"), "{}", data_in(&shown)?);

        let none: Value = json!({"grants": {"origins": [], "data": []}});
        owner.call("PATCH", &path, Some(&none)).await?.expect(200)?;
        let shown = visitor.get("/").await?.text;
        ensure!(!data_in(&shown)?.contains("priceMoney"), "{}", data_in(&shown)?);
        Ok(())
    })
    .await
}

/// What the block printed.
fn data_in(html: &str) -> Result<&str> {
    let (_, rest) = html.split_once("<pre>{").context("the block is not there")?;
    Ok(rest.split("</pre>").next().unwrap_or_default())
}
