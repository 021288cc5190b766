//! Position of products in the store's list, and their former URLs.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::Client;
use crate::shop;

async fn rename(owner: &mut Client, app: &App, from: &str, to: &str) -> Result<()> {
    let product = shop::product(app, "juniper", from).await?;
    let change = json!({"revision": product["revision"], "urlId": to});
    owner.put(product["path"].as_str().context("no path")?, &change).await?.expect(200).map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn product_url_change_redirects_directly() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let mut visitor = app.juniper();
        ensure!(visitor.get("/shop/hearth-mug").await?.status == 200);
        rename(&mut owner, app, "hearth-mug", "fireside-mug").await?;
        rename(&mut owner, app, "fireside-mug", "winter-mug").await?;
        for (from, to) in [
            ("/shop/hearth-mug", "/shop/winter-mug"),
            ("/shop/fireside-mug", "/shop/winter-mug"),
            ("/shop/hearth-mug?utm_source=letter", "/shop/winter-mug?utm_source=letter"),
        ] {
            let moved = visitor.get(from).await?;
            ensure!((moved.status, moved.location()) == (301, to), "{from}: {moved:?}");
            ensure!(moved.header("cache-control").ends_with("no-cache"), "browsers ask again: {moved:?}");
        }
        ensure!(visitor.get("/shop/winter-mug").await?.status == 200);
        ensure!(visitor.get("/journal/hearth-mug").await?.status == 404, "an address of another page");
        ensure!(app.kissaten().get("/beans-and-gear/hearth-mug").await?.status == 404, "an address of another site");

        rename(&mut owner, app, "winter-mug", "hearth-mug").await?;
        ensure!(visitor.get("/shop/hearth-mug").await?.status == 200, "a product that comes back is no redirect");
        ensure!(visitor.get("/shop/winter-mug").await?.location() == "/shop/hearth-mug");
        rename(&mut owner, app, "everyday-bowl", "winter-mug").await?;
        ensure!(visitor.get("/shop/winter-mug").await?.text.contains("Everyday Bowl"), "the new owner has it");
        let bowl = shop::product(app, "juniper", "winter-mug").await?;
        owner.delete(bowl["path"].as_str().context("no path")?).await?.expect(204)?;
        ensure!(visitor.get("/shop/winter-mug").await?.status == 404, "it was given away for good");
        ensure!(visitor.get("/shop/everyday-bowl").await?.status == 404, "the product is gone");
        Ok(())
    })
    .await
}

fn names(list: &Value) -> Vec<String> {
    let items = list["items"].as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(|item| item["name"].as_str().map(str::to_owned)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn manual_product_order() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let jar = shop::product(app, "juniper", "moon-jar").await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let (items, _) = jar["path"].as_str().and_then(|path| path.rsplit_once('/')).context("no path")?;
        let list = format!("{items}?limit=100");
        let before = names(&owner.get(&list).await?.expect(200)?);
        let place = |product: &Value| format!("{}/place", product["path"].as_str().unwrap_or_default());

        owner.put(&place(&jar), &json!({"afterItemId": null})).await?.expect(204)?;
        let first = names(&owner.get(&list).await?.expect(200)?);
        ensure!(first[0] == "Moon Jar" && first.len() == before.len(), "{first:?}");
        let page = app.juniper().get("/shop").await?.text;
        let at = |name: &str| page.find(&format!(">{name}<")).unwrap_or(usize::MAX);
        ensure!(at("Moon Jar") < at(&before[0]), "visitors see another order");

        owner.put(&place(&jar), &json!({"afterItemId": mug["id"]})).await?.expect(204)?;
        let after = names(&owner.get(&list).await?.expect(200)?);
        let position = after.iter().position(|name| name == "Hearth Mug").context("no mug")?;
        ensure!(after[position + 1] == "Moon Jar", "{after:?}");

        let gone = owner.put(&place(&jar), &json!({"afterItemId": "prd_gone"})).await?.problem(400)?;
        let message = "The preceding product no longer exists. Reload the page.";
        ensure!(gone["errors"]["afterItemId"] == message, "{gone}");
        let itself = owner.put(&place(&jar), &json!({"afterItemId": jar["id"]})).await?;
        ensure!(itself.status == 400, "{itself:?}");
        let mut viewer = app.staff("viewer@stoa.example").await?;
        ensure!(viewer.put(&place(&jar), &json!({"afterItemId": null})).await?.status == 403);
        Ok(())
    })
    .await
}
