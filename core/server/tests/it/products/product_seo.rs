//! Metadata of products for search engines and link previews.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::on_sqlite;
use crate::requests::PICTURE;
use crate::shop;

const ROBOTS: &str = "<meta name=\"robots\" content=\"noindex\">";
const PRODUCT: &str = "/shop/hearth-mug";

#[tokio::test(flavor = "multi_thread")]
async fn product_noindex_and_sharing_image() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let mut visitor = app.juniper();
        let shown = visitor.get(PRODUCT).await?.text;
        ensure!(!shown.contains(ROBOTS) && shown.contains("rel=\"canonical\""), "{shown}");
        ensure!(visitor.get("/sitemap.xml").await?.text.contains(PRODUCT));

        owner.website = Some(website.clone());
        let picture = owner.upload("/api/assets", "to-share.webp", PICTURE).await?.expect(201)?;
        owner.website = None;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let path = mug["path"].as_str().context("no path")?.to_owned();
        assert_eq!((&mug["noIndex"], &mug["shareImageId"]), (&json!(false), &json!(null)));
        let wish = json!({"noIndex": true, "shareImageId": picture["id"], "revision": mug["revision"]});
        let saved = owner.put(&path, &wish).await?.expect(200)?;
        assert_eq!((&saved["noIndex"], &saved["shareImageId"]), (&json!(true), &picture["id"]));

        let hidden = visitor.get(PRODUCT).await?.text;
        ensure!(hidden.contains(ROBOTS) && !hidden.contains("rel=\"canonical\""), "{hidden}");
        let shared = hidden.split("property=\"og:image\"").nth(1).context("no picture")?;
        ensure!(shared.split('>').next().is_some_and(|tag| tag.contains("to-share.webp")), "{shared}");
        ensure!(!visitor.get("/sitemap.xml").await?.text.contains(PRODUCT));
        ensure!(visitor.get("/shop").await?.text.contains(PRODUCT), "shoppers still find it");

        // An image in use for sharing cannot be deleted, and a copy of the product uses it too.
        let picture_path = format!("/api/v1/websites/{website}/assets/{}", picture["id"].as_str().context("no id")?);
        owner.delete(&picture_path).await?.problem(409)?;
        let copy = owner.post(&format!("{path}/duplicate"), &json!({})).await?.expect(201)?;
        assert_eq!((&copy["noIndex"], &copy["shareImageId"]), (&json!(true), &picture["id"]));

        let gone = json!({"shareImageId": "ast_01kah4x3r8e5v2m9n7q6t5w4z3", "revision": saved["revision"]});
        ensure!(owner.put(&path, &gone).await?.problem(400)?["errors"]["shareImageId"].is_string());
        let odd = json!({"shareImageId": "no id", "revision": saved["revision"]});
        ensure!(owner.put(&path, &odd).await?.problem(400)?["errors"]["shareImageId"].is_string());
        let back = json!({"noIndex": false, "shareImageId": "", "revision": saved["revision"]});
        let back = owner.put(&path, &back).await?.expect(200)?;
        assert_eq!((&back["noIndex"], &back["shareImageId"]), (&json!(false), &json!(null)));
        ensure!(visitor.get("/sitemap.xml").await?.text.contains(PRODUCT));

        let items = path.rsplit_once('/').context("no store")?.0;
        let new = json!({"name": "Quiet mug", "productType": 1, "status": "published", "noIndex": true,
            "variants": [{"sku": "QUIET-1", "attributes": {}, "priceCents": 900, "onSale": false, "weightGrams": 0,
                "stock": {"unlimited": false, "qtyInStock": 3}}]});
        let made = owner.post(items, &new).await?.expect(201)?;
        assert_eq!(made["noIndex"], true);
        ensure!(visitor.get("/shop/quiet-mug").await?.text.contains(ROBOTS));
        Ok(())
    })
    .await
}
