//! Images from SmugMug galleries, from a fake service.

use std::collections::HashMap;

use anyhow::{Context as _, Result, ensure};
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::app::{on_postgres, on_sqlite_with};
use crate::requests::PICTURE;

/// One user with 30 galleries, whose first has 80 images.
async fn service() -> Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let known = |query: &HashMap<String, String>| query.get("APIKey").is_some_and(|key| key == "our key");
    let galleries = move |Path(person): Path<String>, Query(query): Query<HashMap<String, String>>| async move {
        if person != "juniper!albums" || !known(&query) {
            return Err(StatusCode::NOT_FOUND);
        }
        let albums: Vec<Value> = (0..30)
            .map(|n| json!({"AlbumKey": format!("g{n}"), "Name": format!("Gallery {n}"), "ImageCount": 80}))
            .collect();
        Ok(Json(json!({"Code": 200, "Response": {"Album": albums}})))
    };
    let pictures = move |Path(gallery): Path<String>, Query(query): Query<HashMap<String, String>>| async move {
        if gallery != "g0!images" || !known(&query) {
            return Err(StatusCode::NOT_FOUND);
        }
        let images: Vec<Value> = (0..80)
            .map(|n| json!({"Caption": format!("Mug {n}"), "Uris": {"LargestImage": format!("/i/{n}")}}))
            .collect();
        let url = format!("http://{address}/mug.webp");
        let sizes: serde_json::Map<String, Value> =
            (0..80).map(|n| (format!("/i/{n}"), json!({"LargestImage": {"Url": url}}))).collect();
        Ok(Json(json!({"Code": 200, "Response": {"AlbumImage": images}, "Expansions": sizes})))
    };
    let calls = Router::new()
        .route("/api/v2/user/{person}", get(galleries))
        .route("/api/v2/album/{gallery}", get(pictures))
        .route("/mug.webp", get(|| async { PICTURE }));
    tokio::spawn(async move { axum::serve(listener, calls).await });
    Ok(format!("http://{address}"))
}

// spec: editor.limit.smugmug
#[tokio::test(flavor = "multi_thread")]
async fn smugmug_galleries_list_and_import() -> Result<()> {
    let url = service().await?;
    on_sqlite_with(&format!("smugmug_url = '{url}'\nsmugmug_key = 'our key'\n"), async |app| {
        let base = format!("/api/v1/websites/{}/assets", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let ask = json!({"address": "https://juniper.smugmug.com/Mugs"});
        let listed = owner.post(&format!("{base}/smugmug/galleries"), &ask).await?.expect(200)?;
        let galleries = listed["galleries"].as_array().context("no galleries")?;
        ensure!(galleries.len() == 20 && galleries[0]["title"] == "Gallery 0" && galleries[0]["pictures"] == 80);
        let ask = json!({"galleryKey": galleries[0]["key"]});
        let listed = owner.post(&format!("{base}/smugmug/pictures"), &ask).await?.expect(200)?;
        let pictures = listed["pictures"].as_array().context("no pictures")?;
        ensure!(pictures.len() == 50 && pictures[49]["title"] == "Mug 49", "{listed}");
        let taken = json!({"url": pictures[0]["url"], "altText": pictures[0]["title"]});
        let asset = owner.post(&format!("{base}/fetch"), &taken).await?.expect(201)?;
        ensure!(asset["altText"] == "Mug 0" && asset["kind"] == "picture", "{asset}");

        for (call, wrong, field) in [
            ("galleries", json!({"address": "https://example.com"}), "address"),
            ("galleries", json!({"address": "https://nobody.smugmug.com"}), "address"),
            ("pictures", json!({"galleryKey": "../user"}), "galleryKey"),
            ("pictures", json!({"galleryKey": "g9"}), "galleryKey"),
        ] {
            let refused = owner.post(&format!("{base}/smugmug/{call}"), &wrong).await?.problem(400)?;
            ensure!(refused["errors"][field].is_string(), "{wrong}: {refused}");
            ensure!(!refused.to_string().contains("our key"), "{refused}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn smugmug_without_api_key() -> Result<()> {
    on_postgres(async |app| {
        let path = format!("/api/v1/websites/{}/assets/smugmug/galleries", app.website("juniper").await?);
        let refused = app.owner().await?.post(&path, &json!({"address": "juniper.smugmug.com"})).await?.problem(409)?;
        ensure!(refused["detail"].as_str().is_some_and(|detail| detail.contains("no key")), "{refused}");
        Ok(())
    })
    .await
}
