//! Serving of images and files.

use std::ops::Range;

use bytes::Bytes;
use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::loose_files::{self, LooseFile};
use stoa_entity::tenant::asset::{Column, Entity};
use stoa_kernel::boxed;
use stoa_kernel::id::AssetId;
use stoa_kernel::ports::{BlobStore, ByteStream};
use stoa_pictures::{PictureError, VARIANT_WIDTHS, VariantFormat, icon, shrink, variant_mime_type, variant_step};
use tokio::runtime::Handle;

use super::model::Asset;
use super::service::Media;
use super::shared::is_shared;
use crate::SiteError;

/// End of the key of an original file, after the key of its row.
const ORIGINAL: &str = "/original";

/// Blob key of the original file.
pub(crate) fn original_key(blob_key: &str) -> String {
    format!("{blob_key}{ORIGINAL}")
}

fn variant_key(blob_key: &str, width: u32, format: VariantFormat) -> String {
    format!("{blob_key}/{width}.{}", format.ending())
}

fn icon_key(blob_key: &str) -> String {
    format!("{blob_key}/icon.png")
}

/// Deletes a file and all its variants, unless other sites may use it too.
async fn erase(blobs: &dyn BlobStore, blob_key: &str) -> Result<(), SiteError> {
    if is_shared(blob_key) {
        return Ok(());
    }
    blobs.delete(&original_key(blob_key)).await?;
    blobs.delete(&icon_key(blob_key)).await?;
    for width in VARIANT_WIDTHS {
        for format in [VariantFormat::Avif, VariantFormat::WebP, VariantFormat::Plain] {
            blobs.delete(&variant_key(blob_key, width, format)).await?;
        }
        // Key format of earlier versions of the program.
        blobs.delete(&format!("{blob_key}/w{width}")).await?;
    }
    Ok(())
}

/// As [`delete_loose`]. Nobody has to be told when that fails, since the worker finds the file: the change that was made is
/// complete.
pub(crate) async fn discard_loose(db: &TenantDb, blobs: &dyn BlobStore, file: &LooseFile) {
    if let Err(error) = delete_loose(db, blobs, file).await {
        tracing::warn!(%error, blob_key = file.blob_key(), "a file could not be deleted; the worker deletes it");
    }
}

/// Deletes a file that no row names, unless one does meanwhile. Its own row goes last: the worker finds it when that fails.
pub(super) async fn delete_loose(db: &TenantDb, blobs: &dyn BlobStore, file: &LooseFile) -> Result<(), SiteError> {
    if !loose_files::give_up(db, file).await? {
        return Ok(());
    }
    match file.blob_key().strip_suffix(ORIGINAL) {
        Some(blob_key) => erase(blobs, blob_key).await?,
        None => blobs.delete(file.blob_key()).await?,
    }
    Ok(loose_files::forget(db, file).await?)
}

/// The file with this id, for visitors.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none.
#[boxed]
pub async fn find(db: &TenantDb, id: &AssetId) -> Result<Asset, SiteError> {
    let tx = db.read().await?;
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?;
    row.map(Asset::from).ok_or(SiteError::NotFound)
}

/// A byte range of the original file.
///
/// # Errors
/// [`SiteError::NotFound`] when it is missing in the blob store.
#[boxed]
pub async fn original(media: &Media, asset: &Asset, part: Range<u64>) -> Result<ByteStream, SiteError> {
    media.blobs.read(&original_key(&asset.blob_key), part).await?.ok_or(SiteError::NotFound)
}

/// An image scaled to at most this width, with its media type, in the best format that the browser accepts. None when
/// it is only served in its original form.
///
/// # Errors
/// [`SiteError::Busy`] when no thread became free in time.
pub async fn variant(
    media: &Media,
    asset: &Asset,
    width: u32,
    takes: impl Fn(VariantFormat) -> bool,
) -> Result<Option<(Bytes, &'static str)>, SiteError> {
    let own_width = u32::try_from(asset.width).unwrap_or(0);
    if own_width == 0 || !asset.has_widths {
        return Ok(None);
    }
    let width = variant_step(width, own_width);
    if media.avif && takes(VariantFormat::Avif) {
        let key = variant_key(&asset.blob_key, width, VariantFormat::Avif);
        if let Some(bytes) = media.blobs.get(&key).await? {
            let mime_type = variant_mime_type(&bytes);
            return Ok(Some((bytes, mime_type)));
        }
        make_later(media, asset, width, &key);
    }
    let format = if takes(VariantFormat::WebP) { VariantFormat::WebP } else { VariantFormat::Plain };
    let key = variant_key(&asset.blob_key, width, format);
    let bytes = made(media, asset, key, move |original| shrink(original, width, format)).await?;
    let mime_type = variant_mime_type(&bytes);
    Ok(Some((bytes, mime_type)))
}

/// The image for home screens of phones: the icon of the site, or its logo. None if neither is a raster image.
pub fn home_screen_image<'a>(icon: Option<&'a Asset>, logo: Option<&'a Asset>) -> Option<&'a Asset> {
    [icon, logo].into_iter().flatten().find(|asset| asset.has_widths && asset.width > 0)
}

/// An image as a square PNG for home screens.
///
/// # Errors
/// [`SiteError::Busy`] when no thread became free in time.
#[boxed]
pub async fn home_screen_icon(media: &Media, asset: &Asset) -> Result<Bytes, SiteError> {
    made(media, asset, icon_key(&asset.blob_key), icon).await
}

/// The stored variant with this key, or a new one.
async fn made(
    media: &Media,
    asset: &Asset,
    key: String,
    make: impl FnOnce(&[u8]) -> Result<Vec<u8>, PictureError> + Send + 'static,
) -> Result<Bytes, SiteError> {
    if let Some(bytes) = media.blobs.get(&key).await? {
        return Ok(bytes);
    }
    let _turn = media.turn(&key).await;
    if let Some(bytes) = media.blobs.get(&key).await? {
        return Ok(bytes);
    }
    let place = media.pool.wait_for_slot().await?;
    let source = original_key(&asset.blob_key);
    let original = media.blobs.get(&source).await?.ok_or(SiteError::NotFound)?;
    let bytes = Bytes::from(media.pool.run(place, move || Ok(make(&original)?)).await?);
    keep_variant(media.blobs.as_ref(), &source, &key, bytes.clone()).await?;
    Ok(bytes)
}

/// Stores a variant, unless its original is deleted or replaced meanwhile: nothing would delete the variant any more.
async fn keep_variant(blobs: &dyn BlobStore, source: &str, key: &str, bytes: Bytes) -> Result<(), SiteError> {
    blobs.put(key, bytes).await?;
    if blobs.read(source, 0..1).await?.is_none() {
        blobs.delete(key).await?;
    }
    Ok(())
}

/// Encodes the slow format in the background, for later requests.
fn make_later(media: &Media, asset: &Asset, width: u32, key: &str) {
    let (blobs, runtime) = (std::sync::Arc::clone(&media.blobs), Handle::current());
    let (source, target) = (original_key(&asset.blob_key), key.to_owned());
    media.later(key, move || {
        let outcome = (|| {
            let Some(original) = runtime.block_on(blobs.get(&source))? else { return Ok(()) };
            let bytes = shrink(&original, width, VariantFormat::Avif)?;
            runtime.block_on(keep_variant(blobs.as_ref(), &source, &target, bytes.into()))
        })();
        if let Err(error) = outcome {
            tracing::warn!(%error, target, "an image could not be encoded as AVIF");
        }
    });
}
