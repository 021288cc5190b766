//! Blocks of plugins that get data of the site, and data of their own.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::super::plugins::{home, part, publish, with_blocks};
use super::super::site_plugins::{compiler, install, upload};
use crate::app::{App, on_sqlite_with};
use crate::pages::content::arrange;
use crate::plugin_package::{Packed, publisher};

const SHOWN: Packed<'static> = Packed { built: "plugins-hostile/tests.shown", id: "acme.shelf", version: "1.0.0" };

// spec: plugins.blocks.data
#[tokio::test(flavor = "multi_thread")]
async fn a_block_gets_the_data_that_the_owner_grants_and_what_its_plugin_has_stored() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let (folder, key) = publisher()?;
        let website = app.website("juniper").await?;
        let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
        let path = format!("/api/v1/websites/{website}/plugins/acme.shelf");
        let digest = upload(&mut owner, &website, folder.path(), SHOWN, &key).await?;
        let before = owner.get(&path).await?.expect(200)?;
        let asked = json!([
            {"kind": "reads", "data": "pages"},
            {"kind": "reads", "data": "products"},
            {"kind": "storage", "bytes": 65_536},
        ]);
        assert_eq!(before["permissions"], asked);
        let all = json!({"origins": [], "data": ["pages", "products"]});
        install(&mut owner, &path, &digest, Some(all)).await?.expect(200)?;
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;
        run_job(app, &website).await?;

        let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
        let page = home(&mut owner, &website).await?;
        let listed = |kind: &str| -> Result<&Value> {
            let mut listed = pages["pages"].as_array().context("no pages")?.iter();
            listed.find(|page| page["kind"] == kind).with_context(|| format!("no {kind}: {pages}"))
        };
        // What its owner put on a public page is shown there, as by summary blocks.
        let blog = listed("blog")?["id"].as_str().context("no id")?;
        let blog = format!("/api/v1/websites/{website}/pages/{blog}");
        arrange(&mut owner, &blog, &json!({"access": "members"})).await?.expect(200)?;
        let block = |id: &str, kind: &str| -> Result<Value> {
            let found = listed(kind)?;
            let settings = json!({"collection": found["id"]});
            Ok(json!({"id": id, "kind": "acme-shelf--shown-products", "settings": settings}))
        };
        let blocks = [block("of-the-store", "store")?, block("of-the-blog", "blog")?];
        let draft = with_blocks(&mut owner, &page, &blocks).await?;
        publish(&mut owner, &page, &draft).await?;
        let shown = visitor.get("/").await?.text;
        let (store, blog) = (data_in(&shown, "of-the-store")?, data_in(&shown, "of-the-blog")?);
        ensure!(store.contains("priceMoney") && store.contains("kept by the job"), "{store}");
        ensure!(blog.contains("publishOn") && !blog.contains("priceMoney"), "{blog}");

        let none: Value = json!({"grants": {"origins": [], "data": []}});
        owner.call("PATCH", &path, Some(&none)).await?.expect(200)?;
        let shown = visitor.get("/").await?.text;
        let (store, blog) = (data_in(&shown, "of-the-store")?, data_in(&shown, "of-the-blog")?);
        ensure!(!store.contains("priceMoney") && !blog.contains("publishOn"), "{store} {blog}");
        ensure!(store.contains("kept by the job"), "its own data needs no grant: {store}");
        Ok(())
    })
    .await
}

/// Runs the job that stores what the blocks show, and waits for it.
async fn run_job(app: &App, website: &str) -> Result<()> {
    let jobs = format!("/api/v1/websites/{website}/plugins/jobs");
    app.owner().await?.post(&format!("{jobs}/acme.shelf/keep/run"), &json!({})).await?.expect(204)?;
    app.until(async || {
        let listed = app.owner().await?.get(&jobs).await?.expect(200)?;
        Ok(listed["jobs"][0]["runs"][0]["status"] == "succeeded")
    })
    .await
}

/// What a block printed.
fn data_in<'a>(html: &'a str, id: &str) -> Result<&'a str> {
    let (_, rest) = part(html, id)?.split_once("<pre>").context("the block is not there")?;
    Ok(rest.split("</pre>").next().unwrap_or_default())
}
