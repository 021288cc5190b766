//! A new version of a plugin beside the one in use, with the last inputs of the site.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_plugin_author::SigningKey;

use super::super::plugins::{home, publish, with_blocks};
use super::super::site_plugins::{CALLOUT, HOSTILE, compiler, install, upload};
use crate::app::on_sqlite_with;
use crate::client::Client;
use crate::plugin_package::Packed;
use crate::shop;

/// The same component once more.
const LATER: Packed<'static> = Packed { version: "1.1.0", ..CALLOUT };

/// It lowers prices from three pieces on.
const GENEROUS: Packed<'static> = Packed { built: "plugins-hostile/test.quotes", id: "acme.off", version: "1.0.0" };
/// Without rules it lowers none.
const MEAN: Packed<'static> = Packed { built: "plugins/stoa.quantitydiscounts", id: "acme.off", version: "1.1.0" };

async fn compare(owner: &mut Client, path: &str, digest: &str) -> Result<Value> {
    owner.get(&format!("{path}/comparison?digest={digest}")).await?.expect(200)
}

// spec: plugins.site.comparison
#[tokio::test(flavor = "multi_thread")]
async fn a_new_version_is_tried_with_what_visitors_saw() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let website = app.website("juniper").await?;
        let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
        let path = format!("/api/v1/websites/{website}/plugins/acme.blocks");
        let first = upload(&mut owner, &website, folder.path(), CALLOUT, &key).await?;
        let later = upload(&mut owner, &website, folder.path(), LATER, &key).await?;
        let worse = upload(&mut owner, &website, folder.path(), HOSTILE, &key).await?;
        owner.get(&format!("{path}/comparison?digest={later}")).await?.problem(404)?;
        install(&mut owner, &path, &first, None).await?.expect(200)?;
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;
        let empty = compare(&mut owner, &path, &later).await?;
        assert_eq!([&empty["inputs"], &empty["parts"]], [&json!(0), &json!([])]);

        let page = home(&mut owner, &website).await?;
        let settings = json!({"title": "Kiln day", "text": "Friday."});
        let block = json!({"id": "plugged", "kind": "acme-blocks--callout", "settings": settings});
        let draft = with_blocks(&mut owner, &page, &[block]).await?;
        publish(&mut owner, &page, &draft).await?;
        let drawn = visitor.get("/").await?;
        ensure!(drawn.text.contains("Kiln day"), "{}", drawn.text);

        let same = compare(&mut owner, &path, &later).await?;
        assert_eq!([&same["beforeVersion"], &same["afterVersion"]], ["1.0.0", "1.1.0"]);
        let part = &same["parts"][0];
        assert_eq!([&part["part"], &part["differences"]], [&json!("block acme-blocks--callout"), &json!(0)]);
        assert_eq!([&part["beforeFailures"], &part["afterFailures"]], [0, 0]);
        assert_eq!(same["compared"], same["inputs"]);
        assert_eq!(same["differences"], json!([]));

        let failing = compare(&mut owner, &path, &worse).await?;
        assert_eq!(failing["parts"][0]["afterFailures"], failing["inputs"]);
        let difference = &failing["differences"][0];
        ensure!(difference["before"].as_str().is_some_and(|html| html.contains("Kiln day")), "{difference}");
        ensure!(difference["after"].is_null() && difference["afterFailure"].is_string(), "{difference}");

        // Nothing changed on the site, and what was kept goes with the plugin's data.
        let shown = owner.get(&path).await?.expect(200)?;
        assert_eq!([&shown["version"], &shown["health"]], ["1.0.0", "ok"]);
        assert_eq!(owner.delete(&format!("{path}?data=delete")).await?.status, 204);
        let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
        let rows = tenant.db.read().await?.everything().await?;
        let left = rows.get("plugin_sample").context("no such table")?;
        ensure!(!format!("{left:?}").contains("acme.blocks"), "{left:?}");
        Ok(())
    })
    .await
}

// spec: plugins.site.comparison
#[tokio::test(flavor = "multi_thread")]
async fn other_prices_of_a_new_version_are_shown() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let website = app.website("juniper").await?;
        let mut owner = app.owner().await?;
        let path = format!("/api/v1/websites/{website}/plugins/acme.off");
        let first = upload(&mut owner, &website, folder.path(), GENEROUS, &key).await?;
        let later = upload(&mut owner, &website, folder.path(), MEAN, &key).await?;
        let grants = json!({"origins": [], "data": []});
        install(&mut owner, &path, &first, Some(grants)).await?.expect(200)?;
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;

        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = shop::in_stock(&mug);
        let stock =
            json!({"variantId": variant["id"], "unlimited": true, "qtyInStock": 0, "seen": shop::seen(&variant)});
        let shelf = format!("{}/stock", mug["path"].as_str().context("no path")?);
        owner.put(&shelf, &stock).await?.expect(200)?;
        let added = shop::add(&mut app.juniper(), &mug, &variant, 3).await?.expect(200)?;
        let off = added["shoppingCart"]["discountCents"].as_i64().filter(|off| *off > 0).context("no discount")?;

        let compared = compare(&mut owner, &path, &later).await?;
        let part = &compared["parts"][0];
        assert_eq!(part["part"], "discount-function", "{compared}");
        assert_eq!([&part["beforeFailures"], &part["afterFailures"]], [0, 0]);
        assert_eq!(part["differences"], part["inputs"]);
        let price = &compared["differences"][0]["price"];
        assert_eq!([&price["beforeCents"], &price["afterCents"]], [&json!(off), &Value::Null]);
        assert_eq!(price["currency"], "USD");
        Ok(())
    })
    .await
}
