//! A store is created request by request, as the editor does: page, root category, navigation.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::on_sqlite;
use crate::client::Client;

const LAYOUT: &str = "/api/commondata/GetSiteLayout";

/// The collections that the main navigation links to, in order, with all its links and its revision.
async fn main_navigation(owner: &mut Client) -> Result<(Vec<String>, Vec<Value>, Value)> {
    let layout = owner.get(LAYOUT).await?.expect(200)?;
    let links = layout["layout"][0]["links"].as_array().context("no links")?.clone();
    let ids = links.iter().filter_map(|link| link["collectionId"].as_str().map(str::to_owned)).collect();
    Ok((ids, links, layout["revision"].clone()))
}

// spec: store-creation.failure.open, store-creation.nav-append
#[tokio::test(flavor = "multi_thread")]
async fn unfinished_store_hidden_and_resumable() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        let stores = format!("/api/content-service/product/1.1/websites/{website}/products");
        let body = json!({"navigationTitle": "Outlet", "title": "Outlet", "urlId": "outlet", "description": "",
            "enabled": true});
        let made = owner.post(&stores, &body).await?.expect(201)?;
        let id = made["id"].as_str().context("no id")?;
        let categories = format!("{stores}/{id}/categories");
        let root = |kind: &str| json!({"displayName": "Everything", "type": kind, "pageRendering": "LIST_VIEW", "displayIndex": 1});
        owner.post(&categories, &root("NONE")).await?.problem(400)?;
        let (before, links, revision) = main_navigation(&mut owner).await?;
        ensure!(!before.iter().any(|linked| linked == id), "a store without its category is linked");
        ensure!(!app.juniper().get("/").await?.text.contains("href=\"/outlet\""), "visitors see half a store");

        owner.post(&categories, &root("ROOT")).await?.expect(201)?;
        let items: Vec<Value> = links.into_iter().chain([json!({"collectionId": id, "children": []})]).collect();
        let change = json!({"fieldName": "mainNav", "navigation": {"items": items}});
        owner.if_match = Some(format!("\"{revision}\""));
        let saved = owner.post("/api/widget/UpdateNavigation", &change).await;
        owner.if_match = None;
        saved?.expect(200)?;
        let (after, ..) = main_navigation(&mut owner).await?;
        assert_eq!(after.split_last(), Some((&id.to_owned(), before.as_slice())), "it comes last");
        ensure!(app.juniper().get("/").await?.text.contains("href=\"/outlet\""), "visitors do not see it");
        Ok(())
    })
    .await
}
