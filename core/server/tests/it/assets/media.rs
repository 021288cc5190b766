//! Images and files over HTTP: upload, delivery and library.

use std::io::Write as _;

use anyhow::{Context as _, Result, ensure};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::{asset, asset_upload};
use stoa_kernel::id::{AssetId, WebsiteId};
use stoa_site::media::{LimitOverrides, backfill_colors, find, next_color_backfill, set_limits};

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::pages::blocks::{path_of, publish};
use crate::requests::{PICTURE, elsewhere};
use crate::shop;

fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str> {
    value[name].as_str().with_context(|| format!("no {name} in {value}"))
}

/// Width of an image in simple lossy WebP.
fn webp_width(bytes: &[u8]) -> u16 {
    assert_eq!(&bytes[8..16], b"WEBPVP8 ");
    u16::from_le_bytes([bytes[26], bytes[27]]) & 0x3fff
}

/// Number of files in the store.
fn stored(app: &App) -> usize {
    fn count(folder: &std::path::Path) -> usize {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
    }
    count(&app.data.join("files"))
}

// spec: image.variant-serving.open
#[tokio::test(flavor = "multi_thread")]
async fn image_variants_by_width_and_format() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, _) = app.owner_with_api("juniper").await?;
        let added = owner.upload("/api/assets", "Bud vases.webp", PICTURE).await?.expect(201)?;
        let own_width = added["width"].as_u64().context("no width")?;
        ensure!(own_width > 500, "the picture is too small for this test");
        let url = text(&added, "url")?;
        let mut visitor = app.juniper();
        let small = format!("{url}?format=500w");
        let (answer, bytes) = visitor.get_with(&small, "Accept", "image/webp,*/*").await?;
        assert_eq!((answer.status, answer.header("content-type"), webp_width(&bytes)), (200, "image/webp", 500));
        assert_eq!(
            (answer.header("vary"), answer.header("cache-control")),
            ("Accept", "public, max-age=31536000, immutable")
        );
        let (plain, bytes) = visitor.get_with(&small, "Accept", "*/*").await?;
        assert_eq!((plain.header("content-type"), &bytes[..3]), ("image/jpeg", &[0xFF, 0xD8, 0xFF][..]));
        assert_ne!(plain.header("etag"), answer.header("etag"));
        let (same, bytes) = visitor.get_with(&small, "If-None-Match", plain.header("etag")).await?;
        assert_eq!((same.status, bytes.len()), (304, 0));
        let widest = format!("{url}?format=2500w");
        let (answer, bytes) = visitor.get_with(&widest, "Accept", "image/webp").await?;
        assert_eq!((answer.header("content-type"), u64::from(webp_width(&bytes))), ("image/webp", own_width));
        assert_eq!(answer.header("vary"), "Accept");
        let (plain, bytes) = visitor.get_with(&widest, "Accept", "*/*").await?;
        assert_eq!((plain.header("content-type"), &bytes[..3]), ("image/jpeg", &[0xFF, 0xD8, 0xFF][..]));
        assert_eq!(app.kissaten().get(url).await?.status, 404);
        Ok(())
    })
    .await
}

/// Photographs in the formats of phones are converted to images that browsers can show.
#[tokio::test(flavor = "multi_thread")]
async fn heic_uploads_become_web_images() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, _) = app.owner_with_api("juniper").await?;
        let pixels = [200, 90, 40].repeat(640 * 480);
        let photograph = heifer::encode_rgb8(640, 480, &pixels, &heifer::EncodeOptions::default())?;
        let added = owner.upload("/api/assets", "IMG_0042.HEIC", &photograph).await?.expect(201)?;
        assert_eq!(
            (&added["mimeType"], &added["width"], &added["height"]),
            (&json!("image/jpeg"), &json!(640), &json!(480))
        );
        let url = text(&added, "url")?;
        ensure!(url.ends_with("/img_0042.jpg"), "{url}");
        let (answer, bytes) = app.juniper().get_with(url, "Accept", "*/*").await?;
        assert_eq!((answer.header("content-type"), &bytes[..3]), ("image/jpeg", &[0xFF, 0xD8, 0xFF][..]));
        let before = stored(app);
        let cut = photograph.get(..photograph.len() / 2).context("too short")?;
        let refused = owner.upload("/api/assets", "IMG_0043.HEIC", cut).await?.problem(400)?;
        ensure!(refused["error"].as_str().is_some_and(|error| error.contains("is damaged")), "{refused}");

        // Coded in a way that is not supported.
        let mut other = photograph.clone();
        let codec = other.windows(4).position(|name| name == b"hvc1").context("no item type")?;
        other.splice(codec..codec + 4, *b"jpeg");
        let refused = owner.upload("/api/assets", "IMG_0044.HEIC", &other).await?.problem(400)?;
        let advice = "The image IMG_0044.HEIC is a HEIC file that cannot be read. Upload it as JPEG: on an iPhone \
                      choose Settings, Camera, Formats, Most Compatible, or open the image and export it as JPEG.";
        assert_eq!((&refused["error"], &refused["detail"]), (&json!(advice), &json!(advice)));
        assert_eq!(stored(app), before);
        Ok(())
    })
    .await
}

fn gif(frames: usize) -> Vec<u8> {
    let (width, height) = (300_u16, 10_u16);
    let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
    let pixels = vec![0_u8; usize::from(width) * usize::from(height)];
    let mut codes: Vec<u8> = pixels.chunks(100).flat_map(|some| [&[0x80], some].concat()).collect();
    codes.push(0x81);
    let blocks = codes.chunks(255).flat_map(|some| [&[u8::try_from(some.len()).unwrap_or(255)], some].concat());
    let frame = [&[0x2C, 0, 0, 0, 0], size.as_slice(), &[0, 7], &blocks.collect::<Vec<u8>>(), &[0]].concat();
    [b"GIF89a", size.as_slice(), &[0xF6, 0, 0], &[0; 384], &frame.repeat(frames), &[0x3B]].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn static_gif_is_scaled_animated_gif_is_not() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let mut visitor = app.juniper();
        let page = path_of(&mut owner, base.rsplit('/').next().unwrap_or_default(), "/about").await?;
        for (frames, mime_type, variants) in [(1, "image/webp", "300x10,100w,300w"), (2, "image/gif", "300x10")] {
            let added = owner.upload("/api/assets", "kiln.gif", &gif(frames)).await?.expect(201)?;
            assert_eq!((text(&added, "mimeType")?, text(&added, "systemDataVariants")?), ("image/gif", variants));
            let url = text(&added, "url")?;
            let (small, _) = visitor.get_with(&format!("{url}?format=100w"), "Accept", "image/webp").await?;
            assert_eq!((small.status, small.header("content-type")), (200, mime_type));
            let settings = json!({"asset": added["id"], "layout": "inline"});
            publish(&mut owner, &page, &json!([{"id": "i", "kind": "image", "settings": settings}])).await?;
            let sources = if frames == 1 { format!("{url}?format=100w 100w, ") } else { format!("\"{url} 300w\"") };
            ensure!(visitor.get("/about").await?.text.contains(&sources), "{frames}: no {sources}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn avif_is_encoded_in_background() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, _) = app.owner_with_api("juniper").await?;
    let added = owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
    let small = format!("{}?format=100w", text(&added, "url")?);
    let mut visitor = app.juniper();
    let accepted = "image/avif,image/webp,*/*";
    let (first, _) = visitor.get_with(&small, "Accept", accepted).await?;
    assert_eq!(first.header("content-type"), "image/webp");
    let made = async {
        loop {
            let (answer, bytes) = visitor.get_with(&small, "Accept", accepted).await?;
            if answer.header("content-type") == "image/avif" {
                return Ok::<_, anyhow::Error>(bytes);
            }
            tokio::task::yield_now().await;
        }
    };
    let bytes = tokio::time::timeout(std::time::Duration::from_secs(60), made).await??;
    assert_eq!(&bytes[4..12], b"ftypavif");
    app.stop().await
}

// spec: image.upload.open, editor.message.file-unsupported, editor.message.file-too-large
#[tokio::test(flavor = "multi_thread")]
async fn file_type_by_content_and_rejected_uploads_leave_nothing() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let before = stored(app);
        let listed = owner.get(&format!("{base}/assets?limit=200")).await?.expect(200)?;
        let program = [b"MZ\x90\0".to_vec(), vec![0; 300_000]].concat();
        let refused = owner.upload("/api/assets", "photo.jpg", &program).await?.problem(400)?;
        assert_eq!(refused["errors"]["file"], "The file photo.jpg does not appear to be a supported file");
        let cut = owner.upload("/api/assets", "cut.webp", &PICTURE[..PICTURE.len() / 2]).await?.problem(400)?;
        assert!(text(&cut, "error")?.starts_with("The image cut.webp is damaged"));
        let mut heavy = PICTURE.to_vec();
        heavy.resize(20_000_001, 0);
        let heavy = owner.upload("/api/assets", "heavy.webp", &heavy).await?.problem(413)?;
        assert_eq!(heavy["error"], "The file heavy.webp is too large. The maximum allowed file size is 20 MB");
        assert_eq!(stored(app), before);
        assert_eq!(owner.get(&format!("{base}/assets?limit=200")).await?.expect(200)?, listed);
        Ok(())
    })
    .await
}

/// A PNG of one colour, which compresses to almost nothing.
fn flat_png(width: u32, height: u32) -> Result<Vec<u8>> {
    let row = vec![0; usize::try_from(width)? + 1];
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..height {
        packed.write_all(&row)?;
    }
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in [(b"IHDR", header), (b"IDAT", packed.finish()?), (b"IEND", Vec::new())] {
        let mut checksum = Crc::new();
        checksum.update(name);
        checksum.update(&content);
        let length = u32::try_from(content.len())?.to_be_bytes();
        bytes.extend([&length[..], name, &content, &checksum.sum().to_be_bytes()].concat());
    }
    Ok(bytes)
}

/// Number of images and uploads in the database.
async fn known(app: &App) -> Result<(u64, u64)> {
    let tenant = app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?;
    let tx = tenant.db.read().await?;
    Ok((tx.find::<asset::Entity>().count().await?, tx.find::<asset_upload::Entity>().count().await?))
}

// spec: image.upload.open
#[tokio::test(flavor = "multi_thread")]
async fn image_pixel_floods_rejected() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let before = (stored(app), known(app).await?);
        for (name, width, height) in [("bomb.png", 12_000, 12_000), ("wide.png", 30_000, 1), ("tall.png", 1, 30_000)] {
            let file = flat_png(width, height)?;
            ensure!(file.len() < 1_000_000, "{name} is no bomb: {} bytes", file.len());
            let message = format!("The image {name} has {width} × {height} pixels.");
            let refused = owner.upload("/api/assets", name, &file).await?.problem(400)?;
            ensure!(text(&refused["errors"], "file")?.starts_with(&message), "{refused}");
            assert_eq!((stored(app), known(app).await?), before, "{name} at once");

            let announced = json!({"filename": name, "bytes": file.len()});
            let upload = owner.post(&format!("{base}/asset-uploads"), &announced).await?.expect(201)?;
            let upload = format!("{base}/asset-uploads/{}", text(&upload, "id")?);
            owner.patch_file(&format!("{upload}/parts?offset=0"), &file).await?.expect(200)?;
            let refused = owner.post(&format!("{upload}/finish"), &Value::Null).await?.problem(400)?;
            ensure!(text(&refused["errors"], "file")?.starts_with(&message), "{refused}");
            assert_eq!((stored(app), known(app).await?), before, "{name} in parts");
            owner.get(&upload).await?.problem(404)?;
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn svg_sanitised() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, _) = app.owner_with_api("juniper").await?;
    let drawing = br#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="alert(1)"><script>alert(2)</script><circle r="9"/></svg>"#;
    let added = owner.upload("/api/assets", "logo.svg", drawing).await?.expect(201)?;
    assert_eq!(
        (&added["mimeType"], &added["width"], &added["height"]),
        (&json!("image/svg+xml"), &json!(40), &json!(30))
    );
    let shown = app.juniper().get(text(&added, "url")?).await?;
    assert!(shown.text.contains("<circle") && !shown.text.contains("alert"), "{}", shown.text);
    assert!(shown.header("content-security-policy").contains("default-src 'none'"));
    assert!(shown.header("content-security-policy").ends_with("sandbox"));
    assert_eq!(shown.header("x-content-type-options"), "nosniff");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn video_range_requests() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, _) = app.owner_with_api("juniper").await?;
        let film = [b"\0\0\0\x18ftypisom".to_vec(), vec![b'x'; 200_000]].concat();
        let added = owner.upload("/api/assets", "Kiln tour.mov", &film).await?.expect(201)?;
        assert_eq!((&added["kind"], &added["filename"]), (&json!("video"), &json!("kiln-tour.mp4")));
        let url = text(&added, "url")?;
        let mut visitor = app.juniper();
        let (part, bytes) = visitor.get_with(url, "Range", "bytes=4-11").await?;
        assert_eq!((part.status, bytes.as_slice()), (206, &b"ftypisom"[..]));
        assert_eq!(part.header("content-range"), format!("bytes 4-11/{}", film.len()));
        let (end, bytes) = visitor.get_with(url, "Range", "bytes=-5").await?;
        assert_eq!((end.status, bytes.as_slice()), (206, &b"xxxxx"[..]));
        let (beyond, _) = visitor.get_with(url, "Range", "bytes=900000-").await?;
        assert_eq!((beyond.status, beyond.header("content-range")), (416, format!("bytes */{}", film.len()).as_str()));
        assert_eq!(beyond.header("cache-control"), "no-store");
        let (whole, bytes) = visitor.get_with(url, "Accept-Encoding", "gzip").await?;
        assert_eq!((whole.status, whole.header("accept-ranges"), bytes == film), (200, "bytes", true));

        // A part is of the version that the player has, and preconditions come first.
        let etag = whole.header("etag").to_owned();
        let weak = format!("W/{etag}");
        for (name, version, status, length) in [
            ("If-Range", etag.as_str(), 206, 8),
            ("If-Range", weak.as_str(), 200, film.len()),
            ("If-Range", "\"other\"", 200, film.len()),
            ("If-Range", "Fri, 01 Jan 2100 00:00:00 GMT", 200, film.len()),
            ("If-None-Match", etag.as_str(), 304, 0),
            ("If-Match", etag.as_str(), 206, 8),
        ] {
            visitor.further = vec![(name, version.to_owned())];
            let (answer, bytes) = visitor.get_with(url, "Range", "bytes=4-11").await?;
            assert_eq!((answer.status, bytes.len()), (status, length), "{name}: {version}");
        }
        visitor.further = vec![("If-Match", "\"other\"".to_owned())];
        let (changed, _) = visitor.get_with(url, "Range", "bytes=4-11").await?;
        assert_eq!((changed.status, changed.header("cache-control")), (412, "no-store"));
        visitor.further = vec![("Range", "bytes=4-11".to_owned())];
        let head = visitor.head(url).await?;
        assert_eq!((head.status, head.header("content-length")), (200, film.len().to_string().as_str()));
        visitor.further = vec![("Range", "bytes=0-1,4-11".to_owned())];
        let several = visitor.get(url).await?;
        assert_eq!((several.status, several.text.len()), (200, film.len()));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn files_in_use_cannot_be_deleted() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let used = format!("{base}/assets/{}", text(&mug["images"][0], "id")?);
        let uses = owner.get(&format!("{used}/uses")).await?.expect(200)?;
        let product = uses["uses"].as_array().context("no uses")?.iter().find(|place| place["kind"] == "product");
        let product = product.context("no product")?;
        assert_eq!(product["title"], mug["name"]);
        let store = text(product, "collectionId")?;
        let products = base.replace("/api/v1", "/api/content-service/product/1.1");
        owner.get(&format!("{products}/products/{store}/items/{}", text(product, "id")?)).await?.expect(200)?;
        let refused = owner.delete(&used).await?.problem(409)?;
        assert!(text(&refused, "error")?.contains(text(&mug, "name")?), "{refused}");

        let before = stored(app);
        let added = owner.upload("/api/assets", "spare.webp", PICTURE).await?.expect(201)?;
        let url = text(&added, "url")?.to_owned();
        app.juniper().get(&format!("{url}?format=300w")).await?;
        let spare = format!("{base}/assets/{}", text(&added, "id")?);
        assert_eq!(owner.get(&format!("{spare}/uses")).await?.expect(200)?["uses"], json!([]));
        assert_eq!(owner.delete(&spare).await?.status, 204);
        assert_eq!(
            (stored(app), owner.get(&spare).await?.status, app.juniper().get(&url).await?.status),
            (before, 404, 404)
        );
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn image_replacement_keeps_metadata() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let id = text(&mug["images"][0], "id")?.to_owned();
        let former = owner.get(&format!("{base}/assets/{id}")).await?.expect(200)?;
        let former_url = text(&former, "url")?;
        let uploads = format!("{base}/asset-uploads");
        let announced = json!({"filename": "new.webp", "bytes": PICTURE.len(), "replacesAssetId": id});
        let upload = owner.post(&uploads, &announced).await?.expect(201)?;
        let upload = format!("{uploads}/{}", text(&upload, "id")?);
        owner.patch_file(&format!("{upload}/parts?offset=0"), PICTURE).await?.expect(200)?;
        let replaced = owner.post(&format!("{upload}/finish"), &Value::Null).await?.expect(201)?;
        assert_eq!(owner.post(&format!("{upload}/finish"), &Value::Null).await?.expect(201)?, replaced);
        assert_eq!((&replaced["id"], &replaced["version"]), (&former["id"], &json!(2)));
        assert_eq!((&replaced["altText"], &replaced["filename"]), (&former["altText"], &former["filename"]));
        let url = text(&replaced, "url")?;
        assert_ne!(url, former_url);

        let mut visitor = app.juniper();
        let (fresh, bytes) = visitor.get_with(url, "Accept", "*/*").await?;
        assert_eq!(fresh.header("cache-control"), "public, max-age=31536000, immutable");
        let (old, same) = visitor.get_with(former_url, "Accept", "*/*").await?;
        assert_eq!((old.status, old.header("cache-control"), same == bytes), (200, "public, no-cache", true));
        let page = visitor.get("/shop/hearth-mug").await?;
        assert!(page.text.contains(url) && !page.text.contains(former_url), "the page shows the former picture");

        let film = [b"\0\0\0\x18ftypisom".to_vec(), vec![b'x'; 100]].concat();
        let announced = json!({"filename": "new.mp4", "bytes": film.len(), "replacesAssetId": id});
        let upload = owner.post(&uploads, &announced).await?.expect(201)?;
        let upload = format!("{uploads}/{}", text(&upload, "id")?);
        owner.patch_file(&format!("{upload}/parts?offset=0"), &film).await?.expect(200)?;
        let refused = owner.post(&format!("{upload}/finish"), &Value::Null).await?.problem(409)?;
        assert!(text(&refused, "error")?.ends_with("can only be replaced by another image."), "{refused}");
        assert_eq!(owner.get(&upload).await?.status, 404);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn library_search_sort_rename() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let assets = format!("{base}/assets");
        let folders = format!("{base}/asset-folders");
        let film = [b"\0\0\0\x18ftypisom".to_vec(), vec![b'x'; 100]].concat();
        let film = owner.upload("/api/assets", "Kiln tour.mp4", &film).await?.expect(201)?;
        let plain = owner.upload("/api/assets", "100%_new.webp", PICTURE).await?.expect(201)?;
        let ids = async |owner: &mut Client, query: &str| -> Result<Vec<Value>> {
            let page = owner.get(&format!("{assets}?{query}")).await?.expect(200)?;
            Ok(page["assets"].as_array().context("no assets")?.iter().map(|asset| asset["id"].clone()).collect())
        };
        assert_eq!(ids(&mut owner, "query=KILN%20tour").await?, [film["id"].clone()]);
        assert_eq!(ids(&mut owner, "query=%25").await?, Vec::<Value>::new());
        assert_eq!(ids(&mut owner, "kind=video").await?, [film["id"].clone()]);
        assert_eq!(ids(&mut owner, "missingAlt=true").await?, [plain["id"].clone()]);
        assert_eq!(ids(&mut owner, "kind=document").await?, Vec::<Value>::new());

        let folder = owner.post(&folders, &json!({"name": " Studio "})).await?.expect(201)?;
        assert_eq!(folder["name"], "Studio");
        let same = owner.post(&folders, &json!({"name": "Studio"})).await?.problem(400)?;
        assert_eq!(same["errors"]["name"], "There is already a folder with this name.");
        let folder_id = text(&folder, "id")?;
        let moved = json!({"assetIds": [film["id"], plain["id"]], "folderId": folder_id});
        assert_eq!(owner.post(&format!("{assets}/move"), &moved).await?.expect(200)?["moved"], 2);
        assert_eq!(ids(&mut owner, &format!("folderId={folder_id}")).await?.len(), 2);
        assert_eq!(ids(&mut owner, &format!("folderId={folder_id}&limit=1")).await?, [plain["id"].clone()]);
        let outside = ids(&mut owner, "noFolder=true&limit=200").await?;
        ensure!(!outside.is_empty() && !outside.contains(&film["id"]), "{outside:?}");
        let all = ids(&mut owner, "noFolder=false&limit=200").await?;
        assert_eq!(all.len(), outside.len() + 2);
        let listed = owner.get(&folders).await?.expect(200)?;
        assert_eq!((&listed["folders"][0]["files"], &listed["withoutDescription"]), (&json!(2), &json!(1)));
        assert_eq!(owner.delete(&format!("{folders}/{folder_id}")).await?.status, 204);
        assert_eq!(owner.get(&format!("{assets}/{}", text(&film, "id")?)).await?.expect(200)?["folderId"], Value::Null);

        let one = format!("{assets}/{}", text(&plain, "id")?);
        let focal = json!({"x": 0.5, "y": 0.5});
        let blank = json!({"altText": "", "focalPoint": focal, "filename": " "});
        assert_eq!(owner.put(&one, &blank).await?.problem(400)?["errors"]["filename"], "Please enter a file name");
        let told =
            json!({"altText": "Özil im Atelier", "focalPoint": focal, "title": "ИВАН", "body": "Über die Glasur"});
        owner.put(&one, &told).await?.expect(200)?;
        for words in ["%C3%B6zil", "%D0%B8%D0%B2%D0%B0%D0%BD", "%C3%9CBER%20glasur"] {
            assert_eq!(ids(&mut owner, &format!("query={words}")).await?, [plain["id"].clone()], "{words}");
        }
        let named = json!({"altText": "Three vases", "focalPoint": focal, "filename": "Three vases.png"});
        let named = owner.put(&one, &named).await?.expect(200)?;
        assert_eq!(named["filename"], "three-vases-png.webp");
        assert_eq!(app.juniper().get(text(&plain, "url")?).await?.status, 200);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn nested_folders_move_with_contents() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let folders = format!("{base}/asset-folders");
        let mut made = Vec::new();
        for name in ["Studio", "2025", "Kiln"] {
            let parent = made.last().cloned().unwrap_or(Value::Null);
            let folder = owner.post(&folders, &json!({"name": name, "parentId": parent})).await?.expect(201)?;
            assert_eq!(folder["parentId"], parent);
            made.push(folder["id"].clone());
        }
        let [studio, year, kiln] = [0, 1, 2].map(|place| made[place].as_str().unwrap_or_default().to_owned());
        // A name is unique within a folder, and may be used again in another one.
        owner.post(&folders, &json!({"name": "Kiln"})).await?.expect(201)?;
        let same = owner.post(&folders, &json!({"name": "Kiln", "parentId": year})).await?.problem(400)?;
        assert_eq!(same["errors"]["name"], "There is already a folder with this name.");
        let of = |id: &str| format!("{folders}/{id}");
        let circle = json!({"name": "Studio", "parentId": kiln});
        let circle = owner.put(&of(&studio), &circle).await?.problem(400)?;
        assert_eq!(circle["errors"]["parentId"], "A folder cannot be moved into itself.");
        owner.put(&of(&kiln), &json!({"name": "Kiln", "parentId": "fld_nothing"})).await?.problem(404)?;
        let mut deepest = kiln.clone();
        for depth in 4..=6 {
            let folder = owner.post(&folders, &json!({"name": depth.to_string(), "parentId": deepest})).await?;
            folder.expect(201)?["id"].as_str().context("no id")?.clone_into(&mut deepest);
        }
        let deep = owner.post(&folders, &json!({"name": "7", "parentId": deepest})).await?.problem(400)?;
        assert_eq!(deep["errors"]["parentId"], "Folders can be nested at most 6 levels deep.");

        // Contents of a deleted folder move to its parent.
        let picture = owner.upload("/api/assets", "a.webp", PICTURE).await?.expect(201)?;
        let moved = json!({"assetIds": [picture["id"]], "folderId": year});
        owner.post(&format!("{base}/assets/move"), &moved).await?.expect(200)?;
        assert_eq!(owner.delete(&of(&year)).await?.status, 204);
        let listed = owner.get(&folders).await?.expect(200)?;
        let inner = listed["folders"].as_array().and_then(|all| all.iter().find(|folder| folder["id"] == kiln));
        assert_eq!(inner.context("the inner folder is gone")?["parentId"], studio);
        let file = format!("{base}/assets/{}", text(&picture, "id")?);
        assert_eq!(owner.get(&file).await?.expect(200)?["folderId"], studio);
        let taken = owner.delete(&of(&studio)).await?.problem(409)?;
        assert_eq!(taken["error"], "There is another folder named Kiln in the same place. Rename one of them first.");
        let renamed = json!({"name": "Fire", "parentId": null});
        assert_eq!(owner.put(&of(&kiln), &renamed).await?.expect(200)?["parentId"], Value::Null);
        assert_eq!(owner.delete(&of(&studio)).await?.status, 204);
        assert_eq!(owner.get(&file).await?.expect(200)?["folderId"], Value::Null);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn site_storage_limit() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let limited = async |limits: LimitOverrides| -> Result<()> {
            let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
            Ok(set_limits(&tenant.ctx, &tenant.db, limits).await?)
        };
        limited(LimitOverrides { picture_bytes: Some(1_000), ..LimitOverrides::default() }).await?;
        let refused = owner.upload("/api/assets", "a.webp", PICTURE).await?.problem(413)?;
        ensure!(refused["error"].as_str().is_some_and(|said| said.contains("1 KB")), "{refused}");
        let announced = json!({"filename": "a.pdf", "bytes": 200_000_000});
        let uploads = format!("{base}/asset-uploads");
        owner.post(&uploads, &announced).await?.expect(201)?;
        limited(LimitOverrides { site_bytes: Some(1_000_000), ..LimitOverrides::default() }).await?;
        let full = owner.post(&uploads, &announced).await?.problem(409)?;
        assert_eq!(full["error"], "This site has used its storage of 1 MB. Delete files that you no longer need.");
        limited(LimitOverrides::default()).await?;
        owner.post(&uploads, &announced).await?.expect(201)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn fetch_by_url_public_network_only() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let fetch = format!("{base}/assets/fetch");
        let there = elsewhere(PICTURE).await?;
        let added = owner.post(&fetch, &json!({"url": there, "altText": "Vases"})).await?.expect(201)?;
        assert_eq!((&added["filename"], &added["altText"]), (&json!("vases.webp"), &json!("Vases")));
        let moved = there.replace("/vases.webp", "/moved");
        assert_eq!(owner.post(&fetch, &json!({"url": moved})).await?.expect(201)?["filename"], "vases.webp");
        let before = stored(app);
        // The test server may be requested at 127.0.0.1 and nowhere else; redirect targets are checked again.
        let inside = there.replace("/vases.webp", "/inside");
        for hidden in [inside.as_str(), "http://127.0.0.2/", "http://169.254.169.254/latest/", "http://[::1]/"] {
            let refused = owner.post(&fetch, &json!({"url": hidden})).await?.problem(400)?;
            assert_eq!(refused["errors"]["url"], "This address does not point to a public web server.", "{hidden}");
        }
        for (wrong, message) in [
            ("vases", "Enter the address of a file, such as https://example.com/image.jpg."),
            ("file:///etc/passwd", "Enter the address of a file, such as https://example.com/image.jpg."),
            (&there.replace("/vases", "/none"), "The server returned no file (status 404)."),
        ] {
            let refused = owner.post(&fetch, &json!({"url": wrong})).await?.problem(400)?;
            assert_eq!(refused["errors"]["url"], message);
        }
        assert_eq!(stored(app), before);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn image_colors_backfilled() -> Result<()> {
    on_both(async |app| {
        let (mut owner, _) = app.owner_with_api("juniper").await?;
        let added = owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
        let foundation = &app.stoa.foundation;
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = foundation.tenancy.for_system(&website, "test").await?;
        let id: AssetId = text(&added, "id")?.parse()?;
        let known = find(&tenant.db, &id).await?.color_data;
        ensure!(known.is_some(), "they are read when a picture comes in");
        let tx = tenant.db.write().await?;
        tx.update::<asset::Entity>(asset::Column::Width.gt(0)).set(asset::Column::ColorData, "").exec().await?;
        tx.commit().await?;
        // An interrupted run leaves rounds to be done, and each can be repeated.
        loop {
            let round = || backfill_colors(&tenant.db, &foundation.media);
            let (one, other) = tokio::join!(round(), round());
            if one? + other? == 0 {
                break;
            }
        }
        assert_eq!(find(&tenant.db, &id).await?.color_data, known);
        assert_eq!(next_color_backfill(&tenant.db.read().await?).await?, None);
        Ok(())
    })
    .await
}
