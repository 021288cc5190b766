//! Lessons behind a paywall: buyers can play them, nobody else has access.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres};
use crate::client::Client;
use crate::languages::translations::{open, translate};
use crate::pages::blocks;
use crate::shop::{self, APPROVED};

const FILM: &[u8] = &[7; 4_096];

/// A course of two videos and a document.
async fn course(app: &App, owner: &mut Client) -> Result<Value> {
    let base = format!("/api/content-service/product/1.1/websites/{}/products", app.website("juniper").await?);
    let stores = owner.get(&base).await?.expect(200)?;
    let store = format!("{base}/{}", stores["collections"][0]["id"].as_str().context("no store")?);
    let only = json!({"attributes": {}, "priceCents": 4_900, "onSale": false, "weightGrams": 0,
        "stock": {"unlimited": true, "qtyInStock": 0}});
    let body = json!({"productType": 5, "name": "Weaving course", "status": "published", "variants": [only]});
    let mut made = owner.post(&format!("{store}/items"), &body).await?.expect(201)?;
    made["path"] = json!(format!("{store}/items/{}", made["id"].as_str().context("no id")?));
    let files = format!("{}/files", made["path"].as_str().context("no path")?);
    for name in ["Warping%20the%20loom.mp4", "The%20first%20rows.mp4", "Sheet.pdf"] {
        owner.post_file(&format!("{files}?filename={name}"), FILM).await?.expect(201)?;
    }
    Ok(made)
}

/// A page that shows the lessons.
async fn page_of(app: &App, owner: &mut Client, course: &Value, lesson: i64) -> Result<String> {
    let website = app.website("juniper").await?;
    let path = blocks::path_of(owner, &website, "/contact").await?;
    let settings = json!({"product": course["id"], "lesson": lesson, "title": "Watch"});
    blocks::publish(owner, &path, &json!([{"id": "b1", "kind": "lessons", "settings": settings}])).await?;
    Ok(app.juniper().get("/contact").await?.text)
}

async fn buy(shopper: &mut Client, course: &Value) -> Result<Value> {
    shop::add(shopper, course, &course["variants"][0], 1).await?.expect(200)?;
    let checkout = shop::prepare(shopper, "US").await?;
    shop::submit(shopper, &checkout, "course-0001", APPROVED).await?.expect(200)
}

// spec: product.lessons.paywall.open, product.lessons.paywall-state
#[tokio::test(flavor = "multi_thread")]
async fn lessons_require_paid_account() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let course = course(app, &mut owner).await?;
        let lessons = format!("/api/commerce/lessons/{}", course["id"].as_str().context("no id")?);
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let placed = buy(&mut member, &course).await?;
        let shown = member.get(&lessons).await?.expect(200)?;
        let listed: Vec<(&Value, &Value)> = shown["lessons"]
            .as_array()
            .context("no lessons")?
            .iter()
            .map(|lesson| (&lesson["title"], &lesson["kind"]))
            .collect();
        let (video, file) = (json!("video"), json!("file"));
        let named = [json!("Warping the loom"), json!("The first rows"), json!("Sheet")];
        ensure!(listed == [(&named[0], &video), (&named[1], &video), (&named[2], &file)], "{shown}");

        let film = shown["lessons"][0]["url"].as_str().context("no address")?.to_owned();
        let whole = member.get(&film).await?;
        ensure!(whole.status == 200 && whole.header("content-type") == "video/mp4", "{}", whole.status);
        ensure!(whole.header("cache-control") == "private, no-store" && whole.header("accept-ranges") == "bytes");
        let etag = whole.header("etag").to_owned();
        let (same, bytes) = member.get_with(&film, "if-none-match", etag.as_str()).await?;
        ensure!((same.status, bytes.len()) == (304, 0) && same.header("etag") == etag, "{same:?}");
        assert_eq!(same.header("cache-control"), "private, no-store");
        let (same, _) = member.get_with(&film, "if-modified-since", whole.header("last-modified")).await?;
        assert_eq!((same.status, same.header("etag")), (304, etag.as_str()), "{same:?}");
        let (other_version, bytes) = member.get_with(&film, "if-none-match", "\"other\"").await?;
        ensure!(other_version.status == 200 && bytes == FILM, "{}", other_version.status);
        let rest = member.get_from(&film, 4_000).await?;
        ensure!(rest.status == 206 && rest.header("content-range") == "bytes 4000-4095/4096", "{}", rest.status);
        let sheet = member.get(shown["lessons"][2]["url"].as_str().context("no address")?).await?;
        ensure!(sheet.header("content-disposition").starts_with("attachment"), "{}", sheet.status);

        let mut other = app.juniper();
        other.join("eve@example.com").await?;
        for path in [&lessons, &film] {
            let stranger = app.juniper().get(path).await?.problem(403)?;
            ensure!(stranger["error"] == "Sign in with the account that bought these lessons.", "{stranger}");
            let refused = other.get(path).await?.problem(403)?;
            ensure!(refused["error"] == "This account has not bought these lessons.", "{refused}");
        }
        let (refused, _) = other.get_with(&film, "if-none-match", etag.as_str()).await?;
        ensure!(refused.status == 403, "the tag is no proof of a purchase: {refused:?}");
        ensure!(app.kissaten().get(&film).await?.status == 403, "another site");
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let of_mug = film.replace(course["id"].as_str().context("no id")?, mug["id"].as_str().context("no id")?);
        ensure!(member.get(&of_mug).await?.status == 403, "another product");

        let order = format!(
            "/api/v1/websites/{}/orders/{}",
            app.website("juniper").await?,
            placed["orderId"].as_str().context("no order")?
        );
        let detail = owner.get(&order).await?.expect(200)?;
        let items = json!([{"orderItemId": detail["items"][0]["id"], "quantity": 1}]);
        let refund = json!({"idempotencyKey": "course-back", "items": items});
        owner.post(&format!("{order}/refund"), &refund).await?.expect(200)?;
        ensure!(member.get(&film).await?.status == 403, "the money went back");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn lessons_page_hides_file_urls() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    let course = course(&app, &mut owner).await?;
    let page = page_of(&app, &mut owner, &course, 0).await?;
    for shown in ["Warping the loom", "The first rows", "data-lessons-buy", "Get access", "$49.00"] {
        ensure!(page.contains(shown), "{shown} is missing: {page}");
    }
    let second = page_of(&app, &mut owner, &course, 2).await?;
    ensure!(second.contains("The first rows") && !second.contains("Warping the loom"), "one lesson alone: {second}");
    ensure!(!page.contains("/checkout/lessons/") && !page.contains("<video"), "the films lie open: {page}");
    app.stop().await
}

// spec: multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn titles_are_in_the_language_of_the_page() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, translations) = open(app, "juniper").await?;
        let course = course(app, &mut owner).await?;
        page_of(app, &mut owner, &course, 0).await?;
        let id = course["id"].as_str().context("no id")?;
        let place = format!("{translations}/product/{id}?language=fr");
        let texts = owner.get(&place).await?.expect(200)?;
        let texts = texts["texts"].as_array().context("no texts")?;
        let first = texts.iter().find(|text| text["original"] == "Warping the loom").context("no lesson")?;
        let key = first["key"].as_str().context("no key")?;
        translate(&mut owner, &place, key, "Ourdir le métier").await?;
        let french = app.juniper().get("/fr/contact").await?.text;
        ensure!(french.contains("Ourdir le métier") && french.contains("The first rows"), "{french}");
        ensure!(app.juniper().get("/contact").await?.text.contains("Warping the loom"), "the original");

        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        buy(&mut member, &course).await?;
        member.language = Some("fr".to_owned());
        let shown = member.get(&format!("/api/commerce/lessons/{id}")).await?.expect(200)?;
        assert_eq!(shown["lessons"][0]["title"], "Ourdir le métier");
        Ok(())
    })
    .await
}
