//! Images and files in an S3-compatible store instead of a folder.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use stoa_testkit::S3;

use crate::app::{App, settings_with};
use crate::demo_database;
use crate::requests::PICTURE;

const BUCKET: &str = "stoa-files";

/// Keys in the bucket.
async fn keys(server: &S3) -> Result<Vec<String>> {
    let listing = reqwest::get(format!("{}/{BUCKET}?list-type=2", server.endpoint())).await?.text().await?;
    let keys = listing.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next());
    Ok(keys.map(str::to_owned).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn s3_upload_serve_delete() -> Result<()> {
    // Whichever test client is created first installs the TLS provider of the process.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let server = S3::start()?;
    let made = reqwest::Client::new().put(format!("{}/{BUCKET}", server.endpoint())).send().await?;
    made.error_for_status()?;
    let (_folder, data) = demo_database::sqlite_folder().await?;
    let storage = format!(
        "[storage]\nkind = 's3'\nendpoint = '{}'\nbucket = '{BUCKET}'\naccess_key = 'k'\nsecret_key = 's'\n",
        server.endpoint()
    );
    let app = App::start(settings_with(&data, "", &storage)).await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    owner.website = Some(website.clone());
    let base = format!("/api/v1/websites/{website}");

    let picture = owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
    let url = picture["url"].as_str().context("no url")?;
    let mut visitor = app.juniper();
    let (small, _) = visitor.get_with(&format!("{url}?format=300w"), "Accept", "image/webp").await?;
    assert_eq!((small.status, small.header("content-type")), (200, "image/webp"));
    let stored = keys(&server).await?;
    assert_eq!(stored.len(), 2, "{stored:?}");
    assert!(stored.iter().all(|key| key.starts_with(&website)));

    // Large enough for several parts both on upload and on transfer to the store.
    let film = [b"\0\0\0\x18ftypisom".to_vec(), (0..11_000_000_u32).map(|at| (at % 251) as u8).collect()].concat();
    let uploads = format!("{base}/asset-uploads");
    let upload = owner.post(&uploads, &json!({"filename": "tour.mp4", "bytes": film.len()})).await?.expect(201)?;
    let part = usize::try_from(upload["partBytes"].as_u64().context("no part size")?)?;
    let upload = format!("{uploads}/{}", upload["id"].as_str().context("no id")?);
    for (number, bytes) in film.chunks(part).enumerate() {
        owner.patch_file(&format!("{upload}/parts?offset={}", number * part), bytes).await?.expect(200)?;
    }
    let added = owner.post(&format!("{upload}/finish"), &Value::Null).await?.expect(201)?;
    let film_url = added["url"].as_str().context("no url")?;
    let (some, bytes) = visitor.get_with(film_url, "Range", "bytes=9000000-9000099").await?;
    assert_eq!((some.status, bytes.as_slice()), (206, &film[9_000_000..9_000_100]));
    let (_, whole) = visitor.get_with(film_url, "Accept", "*/*").await?;
    assert!(whole == film);

    for asset in [&picture, &added] {
        let one = format!("{base}/assets/{}", asset["id"].as_str().context("no id")?);
        assert_eq!(owner.delete(&one).await?.status, 204);
    }
    assert_eq!(keys(&server).await?, Vec::<String>::new());

    // Files of a site are deleted with it, even when the deletion was interrupted before.
    owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
    assert_eq!(keys(&server).await?.len(), 1);
    let tenancy = &app.stoa.foundation.tenancy;
    let removed = tenancy.tenants.delete("juniper").await?;
    tenancy.databases.due_work().wake(&removed, tenancy.now()).await?;
    app.until(async || Ok(keys(&server).await?.is_empty())).await?;
    app.stop().await
}
