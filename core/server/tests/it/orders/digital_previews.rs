//! Previews of a digital product's purchase page for contributors.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres};
use crate::client::Client;
use crate::shop;

/// Path of a preview link of a product.
pub(crate) async fn preview(owner: &mut Client, product: &Value) -> Result<String> {
    let call = format!("{}/files/preview", product["path"].as_str().context("no path")?);
    let link = owner.post(&call, &Value::Null).await?.expect(201)?;
    let url = link["url"].as_str().context("no address")?;
    let at = url.find("/~digital-product/").context("another address")?;
    Ok(url.get(at..).unwrap_or_default().to_owned())
}

async fn file(owner: &mut Client, product: &Value, name: &str) -> Result<()> {
    let files = format!("{}/files?filename={name}", product["path"].as_str().context("no path")?);
    owner.post_file(&files, b"drawn by hand").await?.expect(201)?;
    Ok(())
}

/// The first link on a page below a path.
fn link_below<'a>(page: &'a str, path: &str) -> Option<&'a str> {
    let link = page.split("href=\"").find(|part| part.starts_with(&format!("{path}/")))?;
    link.split('"').next()
}

#[tokio::test(flavor = "multi_thread")]
async fn contributors_preview_downloads() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let book = shop::product(app, "juniper", "glaze-notebook").await?;
        let path = preview(&mut owner, &book).await?;
        let mut anyone = app.juniper();
        let empty = anyone.get(&path).await?;
        ensure!(empty.status == 200 && empty.text.contains("The product has no files yet"), "{}", empty.text);
        file(&mut owner, &book, "Glazes%20(1st).pdf").await?;
        let page = anyone.get(&path).await?;
        for part in ["stoa-type-210\"", "data-page-type=\"210\"", "Glazes (1st).pdf", "noindex"] {
            ensure!(page.text.contains(part), "no {part} in {}", page.text);
        }
        ensure!(page.header("cache-control") == "no-store" && page.header("referrer-policy") == "no-referrer");
        let link = link_below(&page.text, &path).context("no link")?.to_owned();
        let fetched = anyone.get(&link).await?;
        assert_eq!((fetched.status, fetched.text.as_str()), (200, "drawn by hand"));
        let times = format!("{}/files", book["path"].as_str().context("no path")?);
        assert_eq!(owner.get(&times).await?.expect(200)?["files"][0]["times"], 0, "nobody has bought it");

        let other = shop::product(app, "juniper", "hearth-mug").await?;
        let of_mug = format!("{}/files/preview", other["path"].as_str().context("no path")?);
        let said = owner.post(&of_mug, &Value::Null).await?.problem(409)?;
        assert_eq!(said["error"], "Only digital products and paywalls have files.");
        ensure!(app.kissaten().get(&path).await?.status == 404, "on another site");
        for wrong in [format!("{path}x"), "/~digital-product/none".to_owned(), link.replace("pfl_", "pfl_0")] {
            ensure!(anyone.get(&wrong).await?.status == 404, "{wrong}");
        }
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.post(&format!("{times}/preview"), &Value::Null).await?.problem(403)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn lessons_preview_equals_member_view() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    let mug = shop::product(&app, "juniper", "hearth-mug").await?;
    let store = mug["path"].as_str().and_then(|path| path.rsplit_once('/')).context("no path")?.0.to_owned();
    let only = json!({"attributes": {}, "priceCents": 4_900, "onSale": false, "weightGrams": 0,
        "stock": {"unlimited": true, "qtyInStock": 0}});
    let course = json!({"productType": 5, "name": "Weaving <course>", "status": "draft", "variants": [only]});
    let mut course = owner.post(&store, &course).await?.expect(201)?;
    course["path"] = json!(format!("{store}/{}", course["id"].as_str().context("no id")?));
    file(&mut owner, &course, "Warping.mp4").await?;
    file(&mut owner, &course, "Sheet.pdf").await?;
    let path = preview(&mut owner, &course).await?;
    let page = app.juniper().get(&path).await?.text;
    ensure!(page.contains("<video") && page.contains(">Warping<") && page.contains("Weaving &lt;course&gt;"), "{page}");
    let sheet = link_below(&page, &path).context("no sheet")?.to_owned();
    let sheet = app.juniper().get(&sheet).await?;
    ensure!(sheet.header("content-disposition").starts_with("attachment"), "{sheet:?}");
    app.stop().await
}
