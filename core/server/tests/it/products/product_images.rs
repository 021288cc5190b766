//! Contributors who may only change products can upload images for them, and nothing else.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::{on_postgres, on_sqlite};
use crate::requests::PICTURE;
use crate::shop;

#[tokio::test(flavor = "multi_thread")]
async fn image_description_conflict() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = (app.owner().await?, app.website("juniper").await?);
        owner.website = Some(website.clone());
        let picture = owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
        let path = format!("/api/v1/websites/{website}/assets/{}", picture["id"].as_str().context("no id")?);
        let words = |text: &str| json!({"altText": text, "focalPoint": {"x": 0.5, "y": 0.5}});
        let seen = format!("\"{}\"", picture["standing"].as_str().context("no standing")?);
        owner.if_match = Some(seen.clone());
        let first = owner.put(&path, &words("Three vases")).await?.expect(200)?;
        assert_ne!(first["standing"], picture["standing"]);
        let refused = owner.put(&path, &words("Some vases")).await?.problem(412)?;
        ensure!(refused["code"] == "revision-stale", "{refused}");
        assert_eq!(owner.get(&path).await?.expect(200)?["altText"], "Three vases");
        for change in [json!({"title": "Vases"}), json!({"focalPoint": {"x": 0.1, "y": 0.5}}), json!({"filename": "v"})]
        {
            owner.if_match = None;
            let before = owner.get(&path).await?.expect(200)?;
            let mut body = words("Three vases");
            for (name, value) in change.as_object().context("no change")? {
                body[name] = value.clone();
            }
            owner.put(&path, &body).await?.expect(200)?;
            owner.if_match = Some(format!("\"{}\"", before["standing"].as_str().context("no standing")?));
            owner.put(&path, &words("Vases")).await?.problem(412)?;
        }
        owner.if_match = None;
        let now = owner.put(&path, &words("Vases, whatever was said")).await?.expect(200)?;
        assert_eq!(now["altText"], "Vases, whatever was said");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn store_manager_uploads_product_images() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let mut manager = holder(app, &website, &[8]).await?;
        let announced = json!({"filename": "vases.webp", "bytes": PICTURE.len()});
        let upload = manager.post(&format!("{base}/asset-uploads"), &announced).await?.expect(201)?;
        let upload = format!("{base}/asset-uploads/{}", upload["id"].as_str().context("no id")?);
        manager.patch_file(&format!("{upload}/parts?offset=0"), PICTURE).await?.expect(200)?;
        let picture = manager.post(&format!("{upload}/finish"), &json!({})).await?.expect(201)?;
        let one_piece = manager.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;

        let product = shop::product_of(&mut manager, &website, "hearth-mug").await?;
        let path = product["path"].as_str().context("no path")?;
        let images = product["images"].as_array().context("no images")?;
        let known = images.first().context("no image")?["id"].clone();
        let pictures: Vec<&Value> =
            std::iter::once(&picture["id"]).chain(images.iter().map(|image| &image["id"])).collect();
        let change = json!({"revision": product["revision"], "imageIds": pictures});
        let changed = manager.put(path, &change).await?.expect(200)?;
        ensure!(changed["images"][0]["id"] == picture["id"], "{changed}");
        let describe = format!("{base}/assets/{}", picture["id"].as_str().context("no id")?);
        let words = json!({"altText": "Three bud vases", "focalPoint": {"x": 0.5, "y": 0.5}});
        ensure!(manager.put(&describe, &words).await?.expect(200)?["altText"] == "Three bud vases");

        let document = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
        let refused = manager.upload("/api/assets", "prices.pdf", document).await?.problem(403)?;
        ensure!(refused["error"] == "Your role only allows you to add images.", "{refused}");
        let mut in_place = announced.clone();
        in_place["replacesAssetId"] = known;
        manager.post(&format!("{base}/asset-uploads"), &in_place).await?.problem(403)?;
        let kept = format!("{base}/assets/{}", one_piece["id"].as_str().context("no id")?);
        manager.delete(&kept).await?.problem(403)?;
        let elsewhere = json!({"url": "https://example.com/vase.webp"});
        manager.post(&format!("{base}/assets/fetch"), &elsewhere).await?.problem(403)?;
        Ok(())
    })
    .await
}
