use std::collections::HashMap;

use bytes::Bytes;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::asset::{self, Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::AssetId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::ports::BlobStore;
use stoa_kernel::{Action, Resource, TenantCtx};
use tokio::sync::Semaphore;

use super::picture::{self, Inspected};
use crate::SiteError;

/// Longest description of a picture, characters.
const LONGEST_ALT_TEXT: usize = 300;

/// A picture of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    /// Its id.
    pub id: AssetId,
    /// Name in its address.
    pub filename: String,
    /// Media type of the original.
    pub mime_type: String,
    /// Pixels.
    pub width: i32,
    /// Pixels.
    pub height: i32,
    /// Description for those who do not see it.
    pub alt_text: String,
    /// What to keep in view when cropped, 0 left to 1 right.
    pub focal_x: f64,
    /// What to keep in view when cropped, 0 top to 1 bottom.
    pub focal_y: f64,
    /// When it was added, UTC milliseconds.
    pub created_on: i64,
    blob_key: String,
}

/// A picture to be taken in.
#[derive(Clone, Debug)]
pub struct NewAsset {
    /// Name it was sent under.
    pub filename: String,
    /// Description for those who do not see it.
    pub alt_text: String,
    /// What to keep in view when cropped, from left and top, 0 to 1.
    pub focal_point: (f64, f64),
    /// The picture itself.
    pub bytes: Bytes,
}

/// What is to be said about a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct AssetPatch {
    /// Description for those who do not see it.
    pub alt_text: String,
    /// What to keep in view when cropped, from left and top, 0 to 1.
    pub focal_point: (f64, f64),
}

/// Bytes to be sent to a browser.
#[derive(Clone, Debug)]
pub struct MediaFile {
    /// The bytes.
    pub bytes: Bytes,
    /// Their media type.
    pub mime_type: String,
}

/// Pictures are decoded in full: only two at a time, so that a burst of them cannot fill the memory.
static RESIZING: Semaphore = Semaphore::const_new(2);

impl Asset {
    /// Its address on the site.
    pub fn url(&self) -> String {
        format!("/assets/{}/{}", self.id, self.filename)
    }
}

impl From<asset::Model> for Asset {
    fn from(row: asset::Model) -> Self {
        Self {
            id: row.id,
            filename: row.filename,
            mime_type: row.mime_type,
            width: row.width,
            height: row.height,
            alt_text: row.alt_text,
            focal_x: row.focal_x,
            focal_y: row.focal_y,
            created_on: row.created_on,
            blob_key: row.blob_key,
        }
    }
}

/// The pictures of a site, newest first.
///
/// # Errors
/// When the caller may not see them.
pub async fn list(ctx: &TenantCtx, db: &TenantDb, request: &PageRequest) -> Result<Page<Asset>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let mut find = tx.find::<Entity>().order_by_desc(Column::Id).limit(request.limit() + 1);
    if let Some(cursor) = &request.cursor {
        find = find.filter(Column::Id.lt(cursor.clone()));
    }
    let rows = find.all().await?.into_iter().map(Asset::from).collect();
    Ok(Page::from_rows(rows, request.limit(), |asset: &Asset| asset.id.to_string()))
}

/// The pictures of these ids, for pages.
///
/// # Errors
/// When the database refuses.
pub async fn by_ids(tx: &TenantTx, ids: &[AssetId]) -> Result<HashMap<AssetId, Asset>, SiteError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx.find::<Entity>().filter(Column::Id.is_in(ids.iter().cloned())).all().await?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), Asset::from(row))).collect())
}

/// Changes what is said about a picture, wherever it is shown.
///
/// # Errors
/// [`SiteError::NotFound`] when it is not there; messages beside fields.
pub async fn update(ctx: &TenantCtx, db: &TenantDb, asset_id: &str, patch: AssetPatch) -> Result<Asset, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let id: AssetId = asset_id.parse().map_err(|_| SiteError::NotFound)?;
    let alt_text = patch.alt_text.trim().to_owned();
    let mut checks = Checks::default();
    let short = alt_text.chars().count() <= LONGEST_ALT_TEXT;
    checks.require(short, "altText", format!("The description can have at most {LONGEST_ALT_TEXT} characters."));
    let (x, y) = patch.focal_point;
    let inside = (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y);
    checks.require(inside, "focalPoint", "The point must lie in the picture.");
    checks.finish()?;
    let tx = db.write().await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::AltText, alt_text)
        .set(Column::FocalX, x)
        .set(Column::FocalY, y)
        .exec()
        .await?;
    let updated = by_ids(&tx, std::slice::from_ref(&id)).await?.remove(&id).ok_or(SiteError::NotFound)?;
    tx.commit().await?;
    Ok(updated)
}

/// Takes a picture in. It is decoded first, so only real pictures are kept.
///
/// # Errors
/// [`SiteError::UnusableFile`] when it is none.
pub async fn create(ctx: &TenantCtx, db: &TenantDb, blobs: &dyn BlobStore, new: NewAsset) -> Result<Asset, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let inspected = inspect(new.bytes.clone()).await?;
    let id = AssetId::generate();
    let blob_key = format!("{}/{id}", ctx.website());
    let bytes = i64::try_from(new.bytes.len()).unwrap_or(i64::MAX);
    blobs.put(&format!("{blob_key}/original"), new.bytes).await?;
    let (focal_x, focal_y) = new.focal_point;
    let tx = db.write().await?;
    let row = tx
        .insert(asset::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(id),
            filename: Set(address_name(&new.filename, inspected.extension)),
            mime_type: Set(inspected.mime_type.to_owned()),
            width: Set(i32::try_from(inspected.width).unwrap_or(i32::MAX)),
            height: Set(i32::try_from(inspected.height).unwrap_or(i32::MAX)),
            bytes: Set(bytes),
            alt_text: Set(new.alt_text.chars().take(LONGEST_ALT_TEXT).collect()),
            focal_x: Set(focal_x.clamp(0.0, 1.0)),
            focal_y: Set(focal_y.clamp(0.0, 1.0)),
            blob_key: Set(blob_key),
            created_on: Set(ctx.now_ms()),
        })
        .await?;
    tx.commit().await?;
    Ok(row.into())
}

async fn inspect(bytes: Bytes) -> Result<Inspected, SiteError> {
    let _permit = permit().await?;
    blocking(move || picture::inspect(&bytes)).await
}

/// A picture as browsers fetch it: no wider than `width`, and never wider than it is.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such picture.
pub async fn file(db: &TenantDb, blobs: &dyn BlobStore, id: &str, width: Option<u32>) -> Result<MediaFile, SiteError> {
    let id: AssetId = id.parse().map_err(|_| SiteError::NotFound)?;
    let row = {
        let tx = db.read().await?;
        tx.find::<Entity>().filter(Column::Id.eq(id)).one().await?.ok_or(SiteError::NotFound)?
    };
    let asset = Asset::from(row);
    let own_width = u32::try_from(asset.width).unwrap_or(0);
    match width.filter(|width| *width < own_width && asset.mime_type != "image/gif") {
        Some(width) => variant(blobs, &asset, width).await,
        None => {
            let bytes = original(blobs, &asset).await?;
            Ok(MediaFile { bytes, mime_type: asset.mime_type })
        }
    }
}

async fn original(blobs: &dyn BlobStore, asset: &Asset) -> Result<Bytes, SiteError> {
    blobs.get(&format!("{}/original", asset.blob_key)).await?.ok_or(SiteError::NotFound)
}

async fn variant(blobs: &dyn BlobStore, asset: &Asset, width: u32) -> Result<MediaFile, SiteError> {
    let key = format!("{}/w{width}", asset.blob_key);
    if let Some(bytes) = blobs.get(&key).await? {
        return Ok(MediaFile { mime_type: picture::shrunk_type(&bytes).to_owned(), bytes });
    }
    let bytes = original(blobs, asset).await?;
    let _permit = permit().await?;
    let made = blocking(move || picture::shrink(&bytes, width)).await?;
    let bytes = Bytes::from(made.bytes);
    blobs.put(&key, bytes.clone()).await?;
    Ok(MediaFile { bytes, mime_type: made.mime_type.to_owned() })
}

async fn permit() -> Result<tokio::sync::SemaphorePermit<'static>, SiteError> {
    RESIZING.acquire().await.map_err(|error| SiteError::Picture(Box::new(error)))
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SiteError> + Send + 'static,
) -> Result<T, SiteError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| SiteError::Picture(Box::new(error)))?
}

/// A name that is safe in an address, with the ending that fits the content.
fn address_name(filename: &str, extension: &str) -> String {
    let last = filename.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let mut name = String::new();
    for letter in stem.chars().take(80) {
        match letter.to_ascii_lowercase() {
            plain if plain.is_ascii_alphanumeric() || plain == '_' => name.push(plain),
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    let name = name.trim_end_matches('-');
    format!("{}.{extension}", if name.is_empty() { "picture" } else { name })
}

#[cfg(test)]
mod tests {
    use super::address_name;

    #[test]
    fn names_are_safe_in_addresses() {
        assert_eq!(address_name("Blue Mug (1).PNG", "png"), "blue-mug-1.png");
        assert_eq!(address_name("../../etc/passwd", "jpg"), "passwd.jpg");
        assert_eq!(address_name("茶碗.jpeg", "jpg"), "picture.jpg");
        assert_eq!(address_name("evil.php", "webp"), "evil.webp");
    }
}
