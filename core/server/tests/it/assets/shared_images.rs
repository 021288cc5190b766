//! Starter images are stored once for many sites, and each site can change its own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::requests::PICTURE;
use crate::shop;

const DRAWING: &[u8] =
    b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\"><rect width=\"20\" height=\"10\"/></svg>";

/// A self-service site, and a visitor of it.
struct SelfServiceSite {
    base: String,
    visitor: Client,
}

async fn make(app: &App, owner: &mut Client, identifier: &str) -> Result<SelfServiceSite> {
    let wanted = json!({"title": identifier, "identifier": identifier, "theme": "linen"});
    let made = owner.post("/api/v1/new-site", &wanted).await?.expect(201)?;
    let mut visitor = app.juniper();
    visitor.host = format!("{identifier}.localhost");
    Ok(SelfServiceSite { base: format!("/api/v1/websites/{}", made["id"].as_str().context("no id")?), visitor })
}

impl SelfServiceSite {
    async fn pictures(&self, owner: &mut Client) -> Result<Vec<Value>> {
        let listed = owner.get(&format!("{}/assets", self.base)).await?.expect(200)?;
        let mut pictures = listed["assets"].as_array().cloned().context("no assets")?;
        pictures.sort_by_key(|picture| picture["filename"].to_string());
        Ok(pictures)
    }

    async fn used(&self, owner: &mut Client) -> Result<u64> {
        owner.get(&format!("{}/storage", self.base)).await?.expect(200)?["usedBytes"].as_u64().context("no size")
    }

    async fn seen(&mut self, picture: &Value) -> Result<Vec<u8>> {
        let (answer, bytes) =
            self.visitor.get_with(picture["url"].as_str().context("no url")?, "Accept", "*/*").await?;
        ensure!(answer.status == 200, "{picture}: {}", answer.status);
        Ok(bytes)
    }
}

fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(files(&path)?),
            false => drop(found.insert(path)),
        }
    }
    Ok(found)
}

#[tokio::test(flavor = "multi_thread")]
async fn starter_images_stored_once() -> Result<()> {
    on_postgres(async |app| {
        let store = app.data.join("files");
        let mut owner = app.owner().await?;
        let mut first = make(app, &mut owner, "first-site").await?;
        let stored = files(&store)?;
        let mut second = make(app, &mut owner, "second-site").await?;
        assert_eq!(files(&store)?, stored, "the second site brought files of its own");
        let (of_first, of_second) = (first.pictures(&mut owner).await?, second.pictures(&mut owner).await?);
        ensure!(of_first.len() > 3 && of_first.len() == of_second.len(), "{of_first:?}");
        for (one, other) in of_first.iter().zip(&of_second) {
            ensure!(one["id"] != other["id"], "two sites share an id");
            assert_eq!(first.seen(one).await?, second.seen(other).await?);
        }
        assert_eq!((first.used(&mut owner).await?, second.used(&mut owner).await?), (0, 0));

        let (picture, same) = (of_first.first().context("none")?, of_second.first().context("none")?);
        let before = second.seen(same).await?;
        let uploads = format!("{}/asset-uploads", first.base);
        let announced = json!({"filename": "own.svg", "bytes": DRAWING.len(), "replacesAssetId": picture["id"]});
        let upload = owner.post(&uploads, &announced).await?.expect(201)?;
        let upload = format!("{uploads}/{}", upload["id"].as_str().context("no id")?);
        owner.patch_file(&format!("{upload}/parts?offset=0"), DRAWING).await?.expect(200)?;
        let replaced = owner.post(&format!("{upload}/finish"), &Value::Null).await?.expect(201)?;
        ensure!(first.seen(&replaced).await? != before, "it was not replaced");
        assert_eq!(second.seen(same).await?, before, "the other site has lost its picture");
        ensure!(first.used(&mut owner).await? > 0, "a changed picture takes room of its site");
        assert_eq!(second.used(&mut owner).await?, 0);

        // An image that is not in use can be deleted, from this site only.
        owner.website = Some(second.base.rsplit('/').next().context("no id")?.to_owned());
        let own = owner.upload("/api/assets", "own.webp", PICTURE).await?.expect(201)?;
        ensure!(second.used(&mut owner).await? > 0);
        owner.delete(&format!("{}/assets/{}", second.base, own["id"].as_str().context("no id")?)).await?.expect(204)?;
        let id = second.base.rsplit('/').next().context("no id")?;
        let product = shop::product_of(&mut owner, id, "tall-vase").await?;
        let (picture, path) = (&product["images"][0], product["path"].as_str().context("no path")?);
        owner.delete(path).await?.expect(204)?;
        let place = format!("{}/assets/{}", second.base, picture["id"].as_str().context("no id")?);
        owner.delete(&place).await?.expect(204)?;
        ensure!(second.visitor.get(picture["url"].as_str().context("no url")?).await?.status == 404);
        let filename = picture["url"].as_str().and_then(|url| url.rsplit('/').next()).context("no name")?;
        let kept = of_first.iter().find(|picture| picture["filename"] == filename).context("not there")?;
        first.seen(kept).await?;
        let tenants = &app.stoa.foundation.tenancy.tenants;
        tenants.delete("first-site").await?;
        for picture in second.pictures(&mut owner).await? {
            second.seen(&picture).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn site_copy_uses_shared_images() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let first = make(app, &mut owner, "first-site").await?;
        let mut flags = owner.get(&format!("{}/website-settings", first.base)).await?.expect(200)?;
        flags["cloneable"] = json!(true);
        owner.put(&format!("{}/website-settings", first.base), &flags).await?.expect(200)?;
        let stored = files(&app.data.join("files"))?;
        let wanted = json!({"title": "Copied", "identifier": "copied"});
        owner.post(&format!("{}/copies", first.base), &wanted).await?.expect(202)?;
        app.until(async || {
            let mut owner = app.owner().await?;
            let listed = owner.get(&format!("{}/copies", first.base)).await?.expect(200)?;
            Ok(listed["copies"][0]["status"] == "done")
        })
        .await?;
        let mut owner = app.owner().await?;
        let id = app.website("copied").await?;
        let mut visitor = app.juniper();
        visitor.host = "copied.localhost".to_owned();
        let mut copy = SelfServiceSite { base: format!("/api/v1/websites/{id}"), visitor };
        let pictures = copy.pictures(&mut owner).await?;
        ensure!(pictures.len() > 3, "{pictures:?}");
        for picture in &pictures {
            copy.seen(picture).await?;
        }
        assert_eq!(copy.used(&mut owner).await?, 0);
        assert_eq!(files(&app.data.join("files"))?, stored, "the copy brought files of its own");
        Ok(())
    })
    .await
}
