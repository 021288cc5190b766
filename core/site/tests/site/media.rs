//! Images and files, from upload to delivery.

use std::collections::HashMap;
use std::io::Cursor;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _};
use image::{DynamicImage, ImageFormat};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{BlobStore, ByteStream, PortError};
use stoa_site::SiteError;
use stoa_site::media::{
    self, Asset, AssetQuery, Media, NewAsset, NewUpload, PART_BYTES, UploadLimits, UploadPart, VariantFormat,
};
use stoa_testkit::TestSite;

#[derive(Default)]
struct Memory(Mutex<HashMap<String, Bytes>>, AtomicBool);

#[async_trait]
impl BlobStore for Memory {
    async fn put(&self, key: &str, bytes: Bytes) -> Result<(), PortError> {
        self.0.lock().unwrap().insert(key.to_owned(), bytes);
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<Bytes>, PortError> {
        Ok(self.0.lock().unwrap().get(key).cloned())
    }

    async fn write(&self, key: &str, file: ByteStream) -> Result<(), PortError> {
        let pieces: Vec<Bytes> = file.try_collect().await?;
        self.put(key, pieces.concat().into()).await
    }

    async fn read(&self, key: &str, part: Range<u64>) -> Result<Option<ByteStream>, PortError> {
        let part = usize::try_from(part.start).unwrap()..usize::try_from(part.end).unwrap();
        let found = self.get(key).await?;
        Ok(found.map(|bytes| futures::stream::iter([Ok(bytes.slice(part))]).boxed()))
    }

    async fn delete(&self, key: &str) -> Result<(), PortError> {
        if self.1.load(Ordering::Relaxed) {
            return Err(PortError::new("blob store", "it deletes nothing now"));
        }
        self.0.lock().unwrap().remove(key);
        Ok(())
    }

    async fn delete_site(&self, website: &WebsiteId) -> Result<(), PortError> {
        let own = format!("{website}/");
        self.0.lock().unwrap().retain(|key, _| !key.starts_with(&own));
        Ok(())
    }
}

fn png(width: u32, height: u32) -> Bytes {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(width, height).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner().into()
}

fn new(filename: &str, bytes: impl Into<Bytes>) -> NewAsset {
    NewAsset {
        filename: filename.to_owned(),
        alt_text: "A mug".to_owned(),
        focal_point: (0.5, 2.0),
        bytes: bytes.into(),
    }
}

fn keys(blobs: &Memory) -> Vec<String> {
    blobs.0.lock().unwrap().keys().cloned().collect()
}

async fn whole(media: &Media, asset: &Asset) -> Vec<u8> {
    let part = 0..u64::try_from(asset.bytes).unwrap();
    let pieces: Vec<Bytes> = media::original(media, asset, part).await.unwrap().try_collect().await.unwrap();
    pieces.concat()
}

#[tokio::test]
async fn image_upload_and_variants() {
    let site = TestSite::new().await.unwrap();
    let (owner, blobs) = (site.owner(), Arc::new(Memory::default()));
    let media = Media::start(Arc::clone(&blobs) as _, UploadLimits::default()).unwrap();
    let asset = media::create(&owner, &site.db, &media, new("Blue Mug.png", png(800, 400))).await.unwrap();
    assert_eq!((asset.width, asset.height, asset.focal_y), (800, 400, 1.0));
    assert_eq!(asset.url(), format!("/assets/{}/blue-mug.png", asset.id));
    assert_eq!(asset.color_data.as_ref().unwrap().center_average, "000000");
    let webp = |format| format == VariantFormat::WebP;
    let (small, mime_type) = media::variant(&media, &asset, 500, webp).await.unwrap().unwrap();
    let decoded = image::load_from_memory(&small).unwrap();
    assert_eq!((decoded.width(), decoded.height(), mime_type), (500, 250, "image/webp"));
    let (plain, mime_type) = media::variant(&media, &asset, 500, |_| false).await.unwrap().unwrap();
    assert_eq!((image::guess_format(&plain).unwrap(), mime_type), (ImageFormat::Jpeg, "image/jpeg"));
    assert_eq!(media::variant(&media, &asset, 500, webp).await.unwrap().unwrap().0, small);
    let (widest, mime_type) = media::variant(&media, &asset, 2500, webp).await.unwrap().unwrap();
    let decoded = image::load_from_memory(&widest).unwrap();
    assert_eq!((decoded.width(), mime_type), (800, "image/webp"), "as wide as it is, and nobody gets the PNG");
    let stored = keys(&blobs).len();
    assert_eq!(media::variant(&media, &asset, 1500, webp).await.unwrap().unwrap().0, widest);
    assert_eq!(keys(&blobs).len(), stored, "all steps that are wider share it");
    assert_eq!(whole(&media, &asset).await, png(800, 400));

    media::remove(&owner, &site.db, &media, &asset.id, Vec::new()).await.unwrap();
    assert_eq!(keys(&blobs), Vec::<String>::new());
}

#[tokio::test]
async fn webp_is_served_when_avif_is_disabled() {
    let site = TestSite::new().await.unwrap();
    let (owner, blobs) = (site.owner(), Arc::new(Memory::default()));
    let media = Media::start(Arc::clone(&blobs) as _, UploadLimits::default()).unwrap().with_avif(false);
    let asset = media::create(&owner, &site.db, &media, new("Blue Mug.png", png(800, 400))).await.unwrap();
    let (_, mime_type) = media::variant(&media, &asset, 500, |_| true).await.unwrap().unwrap();
    assert_eq!(mime_type, "image/webp");
    media::variant(&media, &asset, 300, |_| true).await.unwrap();
    assert!(keys(&blobs).iter().all(|key| !key.contains("avif")), "{:?}", keys(&blobs));
}

#[tokio::test]
async fn hostile_files_rejected_and_not_stored() {
    let site = TestSite::new().await.unwrap();
    let (owner, blobs) = (site.owner(), Arc::new(Memory::default()));
    let limits = UploadLimits { picture_bytes: 100_000, file_bytes: 200_000, site_bytes: 0 };
    let media = Media::start(Arc::clone(&blobs) as _, limits).unwrap();
    let mut cut = png(400, 400).to_vec();
    cut.truncate(cut.len() / 2);
    let too_large = [b"%PDF-1.7".to_vec(), vec![b' '; 200_000]].concat();
    for (filename, bytes, message) in [
        (
            "photo.jpg",
            b"MZ\x90\0 this program cannot be run".to_vec(),
            "The file photo.jpg does not appear to be a supported file",
        ),
        ("wide.png", png(30_000, 1).to_vec(), "The image wide.png has 30000 × 1 pixels"),
        ("cut.png", cut, "The image cut.png is damaged"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><g></svg>".to_vec(), "The file a.svg does not appear"),
        ("big.pdf", too_large, "The file big.pdf is too large. The maximum allowed file size is 200 KB"),
        ("empty.txt", Vec::new(), "The file empty.txt does not appear"),
    ] {
        let refused = media::create(&owner, &site.db, &media, new(filename, bytes)).await.unwrap_err();
        assert!(refused.to_string().starts_with(message), "{refused}");
    }
    // An image with a program appended is stored without the program.
    let polyglot = [png(20, 20).to_vec(), b"PK\x03\x04<script>alert(1)</script>".to_vec()].concat();
    let asset = media::create(&owner, &site.db, &media, new("logo.png", polyglot)).await.unwrap();
    assert_eq!(whole(&media, &asset).await, png(20, 20));
    assert_eq!(keys(&blobs).len(), 1);
    assert_eq!(media::list(&owner, &site.db, &AssetQuery::default()).await.unwrap().items.len(), 1);
}

#[tokio::test]
async fn chunked_upload_resumes() {
    let site = TestSite::new().await.unwrap();
    let (owner, blobs) = (site.owner(), Arc::new(Memory::default()));
    let media = Media::start(Arc::clone(&blobs) as _, UploadLimits::default()).unwrap();
    let part = usize::try_from(PART_BYTES).unwrap();
    let file: Vec<u8> =
        [b"%PDF-1.7\n".to_vec(), (0..part * 2).map(|at| u8::try_from(at % 251).unwrap()).collect()].concat();
    let bytes = file.len() as u64;
    let announced = NewUpload { filename: "Guide.pdf".to_owned(), bytes, ..NewUpload::default() };
    let upload = media::begin(&owner, &site.db, &media, announced.clone()).await.unwrap();
    let id = &upload.id;
    let send = async |offset: usize| {
        let end = file.len().min(offset + part);
        let bytes = Bytes::copy_from_slice(&file[offset..end]);
        media::append(&owner, &site.db, &media, id, UploadPart { offset: offset as u64, bytes }).await
    };
    assert_eq!(send(0).await.unwrap().received, PART_BYTES);
    assert!(matches!(send(0).await, Err(SiteError::Conflict(_))));
    assert!(matches!(send(part * 2).await, Err(SiteError::Conflict(_))));
    // Like another process: everything is in the database and the blob store.
    let media = Media::start(Arc::clone(&blobs) as _, UploadLimits::default()).unwrap();
    let unfinished = media::finish(&owner, &site.db, &media, id).await;
    assert!(matches!(unfinished, Err(SiteError::Conflict(_))));
    assert_eq!(media::upload(&owner, &site.db, id).await.unwrap().received, PART_BYTES);
    send(part).await.unwrap();
    assert_eq!(send(part * 2).await.unwrap().received, bytes);
    let asset = media::finish(&owner, &site.db, &media, id).await.unwrap();
    assert_eq!((asset.mime_type.as_str(), asset.bytes), ("application/pdf", i64::try_from(bytes).unwrap()));
    assert_eq!(whole(&media, &asset).await, file);
    assert_eq!(media::finish(&owner, &site.db, &media, id).await.unwrap().id, asset.id);
    assert_eq!(keys(&blobs).len(), 1);

    // A program with a false file name is refused with its first chunk, and the upload is cancelled.
    let upload = media::begin(&owner, &site.db, &media, announced).await.unwrap();
    let program = [b"MZ\x90\0".to_vec(), vec![0; part - 4]].concat();
    let first = UploadPart { offset: 0, bytes: program.into() };
    let refused = media::append(&owner, &site.db, &media, &upload.id, first).await;
    assert!(matches!(refused, Err(SiteError::UnusableFile(_))));
    assert_eq!(keys(&blobs).len(), 1);
    assert!(matches!(media::cancel(&owner, &site.db, &media, &upload.id).await, Err(SiteError::NotFound)));
}

#[tokio::test]
async fn abandoned_uploads_are_deleted() {
    let site = TestSite::new().await.unwrap();
    let (owner, blobs) = (site.owner(), Arc::new(Memory::default()));
    let media = Media::start(Arc::clone(&blobs) as _, UploadLimits::default()).unwrap();
    let bytes = PART_BYTES + 1;
    let announced = NewUpload { filename: "Guide.pdf".to_owned(), bytes, ..NewUpload::default() };
    let upload = media::begin(&owner, &site.db, &media, announced).await.unwrap();
    let first = [b"%PDF-1.7".to_vec(), vec![b' '; usize::try_from(PART_BYTES).unwrap() - 8]].concat();
    let first = UploadPart { offset: 0, bytes: first.into() };
    media::append(&owner, &site.db, &media, &upload.id, first).await.unwrap();
    media::delete_old(&owner, &site.db, blobs.as_ref()).await.unwrap();
    assert_eq!(keys(&blobs).len(), 1);
    media::delete_old(&site.owner_in(86_400_001), &site.db, blobs.as_ref()).await.unwrap();
    assert_eq!(keys(&blobs), Vec::<String>::new());
    assert!(matches!(media::upload(&owner, &site.db, &upload.id).await, Err(SiteError::NotFound)));
}

#[tokio::test]
async fn files_that_cannot_be_deleted_now_are_deleted_later() {
    let site = TestSite::new().await.unwrap();
    let (owner, blobs) = (site.owner(), Arc::new(Memory::default()));
    let media = Media::start(Arc::clone(&blobs) as _, UploadLimits::default()).unwrap();
    let asset = media::create(&owner, &site.db, &media, new("Blue Mug.png", png(80, 40))).await.unwrap();
    blobs.1.store(true, Ordering::Relaxed);
    media::remove(&owner, &site.db, &media, &asset.id, Vec::new()).await.unwrap();
    let refused = media::create(&owner, &site.db, &media, new("cut.png", png(80, 40).slice(..40))).await;
    assert!(matches!(refused, Err(SiteError::UnusableFile(_))), "told what is wrong with the file: {refused:?}");
    let later = site.owner_in(86_500_000);
    assert!(media::delete_old(&later, &site.db, blobs.as_ref()).await.is_err());
    assert_eq!(keys(&blobs).len(), 1);
    blobs.1.store(false, Ordering::Relaxed);
    media::delete_old(&later, &site.db, blobs.as_ref()).await.unwrap();
    assert_eq!(keys(&blobs), Vec::<String>::new());
}

#[tokio::test]
async fn an_upload_that_is_finished_twice_at_once_is_one_file() {
    let site = TestSite::new().await.unwrap();
    let (owner, blobs) = (site.owner(), Arc::new(Memory::default()));
    let media = Media::start(Arc::clone(&blobs) as _, UploadLimits::default()).unwrap();
    let file = Bytes::from_static(b"%PDF-1.7\n1 0 obj\n");
    let mut replaces = None;
    for version in [1, 2] {
        let filename = "Guide.pdf".to_owned();
        let announced = NewUpload { filename, bytes: file.len() as u64, replaces, ..NewUpload::default() };
        let id = media::begin(&owner, &site.db, &media, announced).await.unwrap().id;
        let part = UploadPart { offset: 0, bytes: file.clone() };
        media::append(&owner, &site.db, &media, &id, part).await.unwrap();
        let finish = || media::finish(&owner, &site.db, &media, &id);
        let (first, second) = tokio::join!(finish(), finish());
        let (first, second) = (first.unwrap(), second.unwrap());
        assert_eq!((&first.id, first.version), (&second.id, version));
        assert_eq!(media::finish(&owner, &site.db, &media, &id).await.unwrap().version, version);
        replaces = Some(first.id.to_string());
    }
    assert_eq!(media::list(&owner, &site.db, &AssetQuery::default()).await.unwrap().items.len(), 1);
    assert_eq!(keys(&blobs).len(), 1, "{:?}", keys(&blobs));
}
