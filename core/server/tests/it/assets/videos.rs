//! Metadata of images, and videos hosted by other services in galleries.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{on_postgres, on_sqlite, on_sqlite_with};
use crate::pages::blocks::{path_of, publish};
use crate::requests::PICTURE;

/// All properties of an image.
const KEYS: [&str; 16] = [
    "assetUrl",
    "originalSize",
    "mediaFocalPoint",
    "colorData",
    "systemDataVariants",
    "altText",
    "title",
    "body",
    "filename",
    "componentKey",
    "licensedAssetPreview",
    "oembed",
    "overlay",
    "mainImageId",
    "systemDataId",
    "mediaType",
];

/// A local video service with one video, and one that may not be embedded elsewhere.
async fn service() -> Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let oembed = move |uri: axum::http::Uri| async move {
        let account = if uri.query().unwrap_or_default().contains("99999") { "basic" } else { "pro" };
        axum::Json(
            json!({"type": "video", "provider_name": "Vimeo", "title": "Throwing a bowl", "account_type": account,
            "thumbnail_url": format!("http://{address}/still.webp"),
            "html": "<iframe src=\"https://player.vimeo.com/video/12345\" onload=\"x()\"></iframe><script>x()</script>"}),
        )
    };
    let films = axum::Router::new()
        .route("/oembed.json", axum::routing::get(oembed))
        .route("/still.webp", axum::routing::get(|| async { PICTURE }));
    tokio::spawn(async move { axum::serve(listener, films).await });
    Ok(format!("http://{address}/oembed.json"))
}

// spec: image.entity.fields, image.oembed.fetch.open
#[tokio::test(flavor = "multi_thread")]
async fn external_video_in_gallery_loads_on_play() -> Result<()> {
    let vimeo = service().await?;
    // The uploads section is the last one in the settings of tests.
    on_sqlite_with(&format!("vimeo_oembed = '{vimeo}'\n"), async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let fetch = format!("{base}/assets/fetch");
        let film = owner.post(&fetch, &json!({"url": "https://vimeo.com/12345"})).await?.expect(201)?;
        for key in KEYS {
            ensure!(film.get(key).is_some(), "{key} is missing: {film}");
        }
        assert_eq!((&film["mediaType"], &film["title"]), (&json!("video"), &json!("Throwing a bowl")));
        assert_eq!(film["mediaFocalPoint"], json!({"x": 0.5, "y": 0.5}));
        let size = format!("{}x{}", film["width"], film["height"]);
        assert_eq!(film["originalSize"], json!(size));
        assert_eq!((&film["systemDataId"], &film["oembed"]["providerName"]), (&film["id"], &json!("Vimeo")));
        let html = film["oembed"]["html"].as_str().context("no html")?;
        ensure!(html.starts_with("<iframe src=\"https://player.vimeo.com/video/12345\""), "{html}");
        ensure!(!html.contains("script") && !html.contains("onload"), "{html}");

        let basic = owner.post(&fetch, &json!({"url": "https://vimeo.com/99999"})).await?.problem(400)?;
        let message = "Vimeo Basic accounts are unsupported. Please share a video from a different account.";
        assert_eq!(basic["errors"]["url"], message);
        for inner in ["http://127.0.0.2/oembed", "http://169.254.169.254/latest", "http://localhost:9/film"] {
            let refused = owner.post(&fetch, &json!({"url": inner})).await?.problem(400)?;
            ensure!(refused["errors"]["url"].is_string(), "{refused}");
        }

        let told = json!({"altText": "Hands at a wheel", "focalPoint": {"x": 0.5, "y": 0.5}, "title": "At the wheel",
                          "body": "One take."});
        let path = format!("{base}/assets/{}", film["id"].as_str().context("no id")?);
        let changed = owner.put(&path, &told).await?.expect(200)?;
        assert_eq!((&changed["title"], &changed["body"]), (&json!("At the wheel"), &json!("One take.")));
        let long = json!({"altText": "", "focalPoint": {"x": 0.5, "y": 0.5}, "title": "x".repeat(201)});
        ensure!(owner.put(&path, &long).await?.problem(400)?["errors"]["title"].is_string());

        let page = path_of(&mut owner, &website, "/about").await?;
        let settings = json!({"assets": [film["id"]], "show-meta-basic": true});
        let block = json!([{"id": "films", "kind": "gallery", "settings": settings}]);
        publish(&mut owner, &page, &block).await?;
        let shown = app.juniper().get("/about").await?.text;
        for part in ["data-film=\"", "Load Vimeo", "Play the video", "href=\"https://vimeo.com/12345\"", "At the wheel"]
        {
            ensure!(shown.contains(part), "{part} is missing");
        }
        ensure!(!shown.contains("<iframe src") && !shown.contains("<script src=\"http"), "the film loads by itself");
        let item: Value = app.juniper().get("/about?format=json").await?.expect(200)?;
        ensure!(item.is_object(), "{item}");
        Ok(())
    })
    .await
}

// spec: image.entity.fields
#[tokio::test(flavor = "multi_thread")]
async fn uploaded_videos_in_all_gallery_designs() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        let base = format!("/api/v1/websites/{website}");
        let clip = [b"\0\0\0\x18ftypisom".as_slice(), &[7; 4_000]].concat();
        let film = owner.upload("/api/assets", "Glazing.mp4", &clip).await?.expect(201)?;
        let still = owner.upload("/api/assets", "still.webp", PICTURE).await?.expect(201)?;
        assert_eq!((&film["mediaType"], &film["posterId"]), (&json!("video"), &Value::Null));
        let (film_path, still_path) = (format!("{base}/assets/{}", id(&film)?), format!("{base}/assets/{}", id(&still)?));
        let told = |poster: &Value| {
            json!({"altText": "", "focalPoint": {"x": 0.5, "y": 0.5}, "title": "Glazing", "posterId": poster})
        };
        for (path, poster) in [(&film_path, &json!("ast_none")), (&film_path, &film["id"]), (&still_path, &still["id"])] {
            let refused = owner.put(path, &told(poster)).await?.problem(400)?;
            ensure!(refused["errors"]["posterId"].is_string(), "{refused}");
        }

        let page = path_of(&mut owner, &website, "/about").await?;
        let mut visitor = app.juniper();
        let (url, poster) = (format!("src=\"{}\"", text(&film, "url")?), format!("{}?format=1500w", text(&still, "url")?));
        for with_poster in [false, true] {
            let name = if with_poster { "Glazing" } else { "Video 1" };
            if with_poster {
                let saved = owner.put(&film_path, &told(&still["id"])).await?.expect(200)?;
                assert_eq!(saved["posterId"], still["id"]);
            }
            for design in ["grid", "stacked", "slideshow", "slider"] {
                let settings = json!({"assets": [film["id"], still["id"]], "design": design, "thumbnails": true});
                publish(&mut owner, &page, &json!([{"id": "g", "kind": "gallery", "settings": settings}])).await?;
                let shown = visitor.get("/about").await?.text;
                ensure!(shown.contains(&url) && shown.contains("controls playsinline"), "{design}");
                ensure!(shown.contains(&format!("aria-label=\"{name}\"")), "{design} names it");
                ensure!(shown.contains("preload=\"none\"") == with_poster, "{design}");
                ensure!(shown.contains(&format!("poster=\"{poster}\"")) == with_poster, "{design}");
                ensure!(!shown.contains(".mp4?format="), "{design}: a film has no widths");
            }
            let settings = json!({"assets": [film["id"], still["id"]], "design": "grid", "lightbox": true});
            publish(&mut owner, &page, &json!([{"id": "g", "kind": "gallery", "settings": settings}])).await?;
            let shown = visitor.get("/about").await?.text;
            let named = format!("data-video=\"{}\"", if with_poster { poster.as_str() } else { "" });
            ensure!(shown.contains(&named) && shown.contains(&format!("Play {name}")), "opened over the page: {shown}");
        }
        let part = visitor.get_from(text(&film, "url")?, 3_000).await?;
        ensure!(part.status == 206, "players ask for parts: {part:?}");

        owner.put(&film_path, &told(&json!(""))).await?.expect(200)?;
        ensure!(visitor.get("/about").await?.text.contains("data-video=\"\""), "the page follows without being published");
        owner.put(&film_path, &told(&still["id"])).await?.expect(200)?;
        ensure!(visitor.get("/about").await?.text.contains(&format!("data-video=\"{poster}\"")), "and back");

        let places = owner.get(&format!("{still_path}/uses")).await?.expect(200)?;
        let stands_for = places["uses"].as_array().context("no uses")?.iter().find(|place| place["kind"] == "film");
        assert_eq!(stands_for.context("not in use")?["title"], film["filename"]);
        publish(&mut owner, &page, &json!([])).await?;
        owner.delete(&still_path).await?.problem(409)?;
        owner.put(&film_path, &told(&json!(""))).await?.expect(200)?;
        owner.delete(&still_path).await?.expect(204)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn uploaded_files_in_video_and_audio_blocks() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        let base = format!("/api/v1/websites/{website}");
        let clip = [b"\0\0\0\x18ftypisom".as_slice(), &[7; 4_000]].concat();
        let film = owner.upload("/api/assets", "Glazing.mp4", &clip).await?.expect(201)?;
        let still = owner.upload("/api/assets", "still.webp", PICTURE).await?.expect(201)?;
        let sound =
            owner.upload("/api/assets", "Ember.mp3", &[b"ID3".as_slice(), &[7; 400]].concat()).await?.expect(201)?;
        let told =
            json!({"altText": "", "focalPoint": {"x": 0.5, "y": 0.5}, "title": "Glazing", "posterId": still["id"]});
        owner.put(&format!("{base}/assets/{}", id(&film)?), &told).await?.expect(200)?;

        let page = path_of(&mut owner, &website, "/about").await?;
        let tracks = json!([{"title": "Ember", "file": sound["id"]}, {"title": "Ash", "url": "/files/ash.mp3"}]);
        let blocks = |video: Value, audio: Value| {
            json!([{"id": "v", "kind": "video", "settings": video}, {"id": "a", "kind": "audio", "settings": audio},
                   {"id": "t", "kind": "album", "settings": {"tracks": tracks}}])
        };
        let chosen = |file: &Value, url: &str| json!({"file": file["id"], "url": url});
        let both = blocks(chosen(&film, "/files/other.mp4"), chosen(&sound, "/files/other.mp3"));
        publish(&mut owner, &page, &both).await?;
        let shown = app.juniper().get("/about").await?.text;
        let (film_url, sound_url) = (text(&film, "url")?, text(&sound, "url")?);
        let poster = format!("poster=\"{}?format=1000w\"", text(&still, "url")?);
        for part in [&format!("<video src=\"{film_url}\""), &poster, "aria-label=\"Glazing\"", "src=\"/files/ash.mp3\""]
        {
            ensure!(shown.contains(part), "no {part} in {shown}");
        }
        assert_eq!(shown.matches(&format!("<audio src=\"{sound_url}\"")).count(), 2, "alone and as a track");
        ensure!(!shown.contains("/files/other"), "a file goes before an address");
        for file in [&film, &sound] {
            let uses = owner.get(&format!("{base}/assets/{}/uses", id(file)?)).await?.expect(200)?;
            ensure!(
                uses["uses"].as_array().is_some_and(|uses| uses.iter().any(|place| place["kind"] == "page")),
                "{uses}"
            );
            owner.delete(&format!("{base}/assets/{}", id(file)?)).await?.problem(409)?;
        }

        // A file of another kind is rejected; a plain URL stays one.
        let typed = blocks(chosen(&sound, "/files/other.mp4"), json!({"url": "/files/other.mp3"}));
        publish(&mut owner, &page, &typed).await?;
        let shown = app.juniper().get("/about").await?.text;
        ensure!(shown.contains("<video src=\"/files/other.mp4\"") && shown.contains("<audio src=\"/files/other.mp3\""));
        Ok(())
    })
    .await
}

fn id(asset: &Value) -> Result<&str> {
    text(asset, "id")
}

fn text<'a>(asset: &'a Value, name: &str) -> Result<&'a str> {
    asset[name].as_str().with_context(|| format!("no {name}"))
}

fn boxed(name: &[u8; 4], content: &[u8]) -> Result<Vec<u8>> {
    let size = u32::try_from(content.len() + 8)?;
    Ok([&size.to_be_bytes()[..], name, content].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn video_location_metadata_not_exposed() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        let about = [boxed(b"mvhd", b"how long")?, boxed(b"udta", b"+52.5200+013.4050/")?].concat();
        let film = [boxed(b"ftyp", b"isom")?, boxed(b"moov", &about)?, boxed(b"mdat", b"pictures")?].concat();
        let at_once = owner.upload("/api/assets", "Beach.mp4", &film).await?.expect(201)?;
        let uploads = format!("/api/v1/websites/{website}/asset-uploads");
        let announced =
            owner.post(&uploads, &json!({"filename": "beach.mp4", "bytes": film.len()})).await?.expect(201)?;
        let upload = format!("{uploads}/{}", announced["id"].as_str().context("no id")?);
        owner.patch_file(&format!("{upload}/parts?offset=0"), &film).await?.expect(200)?;
        let in_parts = owner.post(&format!("{upload}/finish"), &Value::Null).await?.expect(201)?;
        for added in [at_once, in_parts] {
            let (shown, bytes) =
                app.juniper().get_with(added["url"].as_str().context("no url")?, "Accept", "*/*").await?;
            assert_eq!((shown.status, bytes.len(), &added["bytes"]), (200, film.len(), &json!(film.len())));
            let has = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
            ensure!(has(b"pictures") && has(b"how long") && !has(b"+52.5200"), "{bytes:?}");
        }
        Ok(())
    })
    .await
}
