//! Uploads: determines the type of a file, checks whether it is accepted, and writes its row.

use std::borrow::Cow;

use bytes::Bytes;
use futures::TryStreamExt as _;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use stoa_entity::loose_files::{self, LooseFile};
use stoa_entity::tenant::asset::{self, Column, Entity};
use stoa_entity::tenant::asset_upload;
use stoa_entity::{TenantDb, TenantTx, load_run_items};
use stoa_kernel::id::{AssetFolderId, AssetId, AssetUploadId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::media::AssetKind;
use stoa_kernel::ports::ByteStream;
use stoa_kernel::upload::{ReceivedBytes, measured};
use stoa_kernel::{TenantCtx, boxed};
use stoa_pictures::{Inspected, PictureError, from_heic, inspect};

use super::detect_file_type::{Content, FileKind, sniff};
use super::external_video::ExternalVideo;
use super::library::searched;
use super::limits::{UploadLimits, take_room, unusable};
use super::model::{Asset, MAX_ALT_TEXT_LENGTH, NewAsset, address_name};
use super::rights::UploadPermission;
use super::serve::{discard_loose, original_key};
use super::service::Media;
use super::svg;
use super::video_file;
use crate::SiteError;
use crate::contributor_texts;

/// Metadata sent with a file.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) filename: String,
    pub(super) alt_text: String,
    pub(super) focal_point: (f64, f64),
    pub(super) folder_id: Option<AssetFolderId>,
    pub(super) replaces: Option<AssetId>,
    /// The external video that this is the thumbnail of, and its title.
    pub(super) film: Option<(ExternalVideo, String)>,
    /// The upload in parts that it completes.
    pub(super) upload: Option<AssetUploadId>,
}

/// Properties of an accepted file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AcceptedFile {
    mime_type: Cow<'static, str>,
    extension: Cow<'static, str>,
    width: u32,
    height: u32,
    animated: bool,
    color_data: String,
    bytes: u64,
}

impl AcceptedFile {
    fn file(kind: FileKind, bytes: u64) -> Self {
        let FileKind { mime_type, extension } = kind;
        let (mime_type, extension) = (mime_type.into(), extension.into());
        Self { mime_type, extension, width: 0, height: 0, animated: false, color_data: String::new(), bytes }
    }
}

/// Content of a file.
pub(super) enum Source {
    /// In memory.
    Bytes(Bytes),
    /// Streamed: the first bytes, the size (0 if unknown), and the whole stream.
    Stream { head: Bytes, expected: u64, file: ByteStream },
}

/// Adds an image or file. Its type is detected from its content; images are decoded first.
///
/// # Errors
/// [`SiteError::UnusableFile`] when the type is not accepted, [`SiteError::FileTooLarge`] when it is too large,
/// [`SiteError::Busy`] when too many images are being processed.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, media: &Media, new: NewAsset) -> Result<Asset, SiteError> {
    UploadPermission::of(ctx)?;
    let NewAsset { filename, alt_text, focal_point, bytes } = new;
    let label = Label { filename, alt_text, focal_point, folder_id: None, replaces: None, film: None, upload: None };
    take_in(ctx, db, media, label, Source::Bytes(bytes)).await
}

/// The type of a file from its first bytes, if a file of this size is accepted.
pub(super) fn admitted(limits: &UploadLimits, head: &[u8], filename: &str, bytes: u64) -> Result<Content, SiteError> {
    let content = sniff(head, filename).ok_or_else(|| unusable(filename))?;
    let most = most_bytes(limits, content);
    if bytes > most {
        return Err(SiteError::FileTooLarge { filename: filename.to_owned(), most });
    }
    Ok(content)
}

fn most_bytes(limits: &UploadLimits, content: Content) -> u64 {
    match content {
        Content::Picture(_) | Content::Heic | Content::Svg => limits.picture_bytes,
        Content::File(_) => limits.file_bytes,
    }
}

/// Checks a file, stores it and writes its row. When anything fails, nothing is left in the blob store: what cannot be
/// deleted at once is deleted by the worker.
pub(super) async fn take_in(
    ctx: &TenantCtx,
    db: &TenantDb,
    media: &Media,
    label: Label,
    source: Source,
) -> Result<Asset, SiteError> {
    let bringing = UploadPermission::of(ctx)?;
    bringing.check_replacing(label.replaces.is_some())?;
    let allowed = media.allowed(db).await?;
    let (former, limits) = {
        let tx = db.read().await?;
        let former = match &label.replaces {
            Some(id) => Some(former(&tx, id).await?),
            None => None,
        };
        (former, allowed.of_site(&tx).await?)
    };
    let id = former.as_ref().map_or_else(AssetId::generate, |former| former.id.clone());
    let version = former.as_ref().map_or(1, |former| former.version + 1);
    // A new key for each version, so that cached variants of the former file are never served for the new one.
    let blob_key = format!("{}/{id}.{version}-{}", ctx.website(), stoa_kernel::token::random_token(8));
    let key = original_key(&blob_key);
    let file = NewBlob { key: &key, filename: &label.filename, source };
    accepted_content(bringing, &limits, &file)?;
    let loose = loose_files::begin(ctx, db, &key).await?;
    let written = match store(media, bringing, &limits, file).await {
        Ok(taken) => {
            let target = TargetAsset { former, id, version, blob_key, taken, loose: &loose };
            write(ctx, db, &limits, &label, target).await
        }
        Err(refused) => Err(refused),
    };
    match written {
        Ok((asset, replaced)) => {
            if let Some(replaced) = replaced {
                discard_loose(db, media.blobs.as_ref(), &replaced).await;
            }
            Ok(asset)
        }
        Err(error) => {
            discard_loose(db, media.blobs.as_ref(), &loose).await;
            Err(error)
        }
    }
}

async fn former(tx: &TenantTx, id: &AssetId) -> Result<asset::Model, SiteError> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?.ok_or(SiteError::NotFound)
}

/// A file for the blob store.
pub(super) struct NewBlob<'a> {
    pub(super) key: &'a str,
    pub(super) filename: &'a str,
    pub(super) source: Source,
}

/// The type of a file from its first bytes, if a file of its size is accepted from the caller.
fn accepted_content(
    bringing: UploadPermission,
    limits: &UploadLimits,
    file: &NewBlob<'_>,
) -> Result<Content, SiteError> {
    let (head, size) = match &file.source {
        Source::Bytes(bytes) => (bytes, bytes.len() as u64),
        Source::Stream { head, expected, .. } => (head, *expected),
    };
    let content = admitted(limits, head, file.filename, size)?;
    bringing.check_content(content)?;
    Ok(content)
}

/// Checks a file and stores it.
pub(super) async fn store(
    media: &Media,
    bringing: UploadPermission,
    limits: &UploadLimits,
    file: NewBlob<'_>,
) -> Result<AcceptedFile, SiteError> {
    let content = accepted_content(bringing, limits, &file)?;
    let NewBlob { key, filename, source } = file;
    let name = filename.to_owned();
    let most = most_bytes(limits, content);
    match (content, source) {
        (Content::File(kind), Source::Bytes(bytes)) => {
            let size = bytes.len() as u64;
            let bytes = if video_file::is_box_format(kind.mime_type) { video_file::scrub(&bytes) } else { bytes };
            media.blobs.put(key, bytes).await?;
            Ok(AcceptedFile::file(kind, size))
        }
        (Content::File(kind), Source::Stream { file, .. }) => {
            let (file, seen) = measured(file, most);
            let file = if video_file::is_box_format(kind.mime_type) { video_file::scrubbed(file) } else { file };
            let written = media.blobs.write(key, file).await;
            let size = within(&seen, filename, most)?;
            written?;
            Ok(AcceptedFile::file(kind, size))
        }
        (content @ (Content::Picture(_) | Content::Heic), source) => {
            let bytes = in_memory(source, filename, most).await?;
            let look = move || looked_at(&bytes, content).map_err(|error| refused(error, &name));
            let inspected = media.pool.run(media.pool.place()?, look).await?;
            let bytes = inspected.bytes.len() as u64;
            media.blobs.put(key, inspected.bytes.into()).await?;
            Ok(AcceptedFile {
                mime_type: inspected.mime_type.into(),
                extension: inspected.extension.into(),
                width: inspected.width,
                height: inspected.height,
                animated: inspected.animated,
                color_data: stoa_entity::json_column::write("color_data", &inspected.color_data)?.to_string(),
                bytes,
            })
        }
        (Content::Svg, source) => {
            let bytes = in_memory(source, filename, most).await?;
            let cleaned = media.pool.run(media.pool.place()?, move || svg::clean(&bytes, &name)).await?;
            let bytes = cleaned.bytes.len() as u64;
            media.blobs.put(key, cleaned.bytes.into()).await?;
            let kind = FileKind { mime_type: "image/svg+xml", extension: "svg" };
            Ok(AcceptedFile { width: cleaned.width, height: cleaned.height, ..AcceptedFile::file(kind, bytes) })
        }
    }
}

fn looked_at(bytes: &[u8], content: Content) -> Result<Inspected, PictureError> {
    match content {
        Content::Picture(format) => inspect(bytes, format),
        Content::Heic => from_heic(bytes).and_then(|(bytes, format)| inspect(&bytes, format)),
        Content::Svg | Content::File(_) => Err(PictureError::Format),
    }
}

fn refused(error: PictureError, filename: &str) -> SiteError {
    match error {
        PictureError::Format => unusable(filename),
        PictureError::Refused(why) => SiteError::UnusableFile(format!("The image {filename} {why}")),
        broken @ PictureError::Encoder(_) => broken.into(),
    }
}

fn within(seen: &ReceivedBytes, filename: &str, most: u64) -> Result<u64, SiteError> {
    let size = seen.bytes();
    if size > most { Err(SiteError::FileTooLarge { filename: filename.to_owned(), most }) } else { Ok(size) }
}

/// Reads an image into memory; images are small enough.
async fn in_memory(source: Source, filename: &str, most: u64) -> Result<Bytes, SiteError> {
    let file = match source {
        Source::Bytes(bytes) => return Ok(bytes),
        Source::Stream { file, .. } => file,
    };
    let (file, seen) = measured(file, most);
    let collected = file.try_fold(Vec::new(), |mut whole, piece| async move {
        whole.extend_from_slice(&piece);
        Ok(whole)
    });
    let collected = collected.await;
    within(&seen, filename, most)?;
    Ok(collected?.into())
}

/// A row for a new file.
pub(super) fn new_row(
    ctx: &TenantCtx,
    label: &Label,
    id: AssetId,
    blob_key: String,
    taken: &AcceptedFile,
) -> Result<asset::ActiveModel, SiteError> {
    let (focal_x, focal_y) = label.focal_point;
    let (film, title) = match &label.film {
        Some((film, title)) => (stoa_entity::json_column::write("asset.film", film)?.to_string(), title.clone()),
        None => (String::new(), String::new()),
    };
    let filename = address_name(&label.filename, &taken.extension);
    let alt_text: String = label.alt_text.trim().chars().take(MAX_ALT_TEXT_LENGTH).collect();
    Ok(asset::ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(id),
        searched: Set(searched([&filename, &alt_text, &title, ""])),
        filename: Set(filename),
        mime_type: Set(taken.mime_type.to_string()),
        width: Set(pixels(taken.width)),
        height: Set(pixels(taken.height)),
        bytes: Set(i64::try_from(taken.bytes).unwrap_or(i64::MAX)),
        alt_text: Set(alt_text),
        focal_x: Set(focal_x.clamp(0.0, 1.0)),
        focal_y: Set(focal_y.clamp(0.0, 1.0)),
        blob_key: Set(blob_key),
        created_on: Set(ctx.now()),
        version: Set(1),
        animated: Set(taken.animated),
        color_data: Set(taken.color_data.clone()),
        folder_id: Set(label.folder_id.clone()),
        title: Set(title),
        body: Set(String::new()),
        film: Set(film),
        poster_id: Set(None),
    })
}

fn pixels(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// A stored file, and the asset that it becomes.
struct TargetAsset<'a> {
    former: Option<asset::Model>,
    id: AssetId,
    version: i64,
    blob_key: String,
    taken: AcceptedFile,
    loose: &'a LooseFile,
}

/// Records the file of an upload in parts. False when another call has finished it, or someone has cancelled it.
async fn completes(tx: &TenantTx, upload: Option<&AssetUploadId>, file: &AssetId) -> Result<bool, SiteError> {
    let Some(upload) = upload else { return Ok(true) };
    let own = tx.update::<asset_upload::Entity>(asset_upload::Column::Id.eq(upload.clone()));
    let open = own.filter(asset_upload::Column::AssetId.is_null());
    Ok(open.set(asset_upload::Column::AssetId, file.clone()).exec().await? > 0)
}

/// Writes the row; also returns a replaced file, which no row names any more.
async fn write(
    ctx: &TenantCtx,
    db: &TenantDb,
    limits: &UploadLimits,
    label: &Label,
    target: TargetAsset<'_>,
) -> Result<(Asset, Option<LooseFile>), SiteError> {
    let TargetAsset { former, id, version, blob_key, taken, loose } = target;
    let bytes = i64::try_from(taken.bytes).unwrap_or(i64::MAX);
    let tx = db.write().await?;
    take_room(&tx, limits, taken.bytes).await?;
    if !loose_files::adopt(&tx, loose).await? || !completes(&tx, label.upload.as_ref(), &id).await? {
        return Err(SiteError::Conflict(contributor_texts::FILE_REPLACED_OR_DELETED.english().to_owned()));
    }
    let Some(former) = former else {
        let row = new_row(ctx, label, id, blob_key, &taken)?;
        let row = tx.insert(row).await?;
        load_run_items::note(ctx, &tx, LoadRunItemKind::Asset, row.id.as_str()).await?;
        tx.commit().await?;
        return Ok((row.into(), None));
    };
    let replaced = Asset::from(former.clone());
    if (replaced.kind() == AssetKind::Picture) != taken.mime_type.starts_with("image/") {
        let wanted = if replaced.kind() == AssetKind::Picture {
            contributor_texts::REPLACED_BY_AN_IMAGE
        } else {
            contributor_texts::REPLACED_BY_NO_IMAGE
        };
        return Err(SiteError::Conflict(wanted.with("name", replaced.filename).to_string()));
    }
    let filename = address_name(&replaced.filename, &taken.extension);
    let found_by = searched([&filename, &replaced.alt_text, &replaced.title, &replaced.body]);
    let changed = tx
        .update::<Entity>(Column::Id.eq(id.clone()))
        .filter(Column::Version.eq(former.version))
        .set(Column::Version, version)
        .set(Column::Filename, filename)
        .set(Column::Searched, found_by)
        .set(Column::MimeType, taken.mime_type.as_ref())
        .set(Column::Width, pixels(taken.width))
        .set(Column::Height, pixels(taken.height))
        .set(Column::Bytes, bytes)
        .set(Column::Animated, taken.animated)
        .set(Column::ColorData, taken.color_data.clone())
        .set(Column::BlobKey, blob_key)
        .exec()
        .await?;
    if changed == 0 {
        return Err(SiteError::Conflict(contributor_texts::FILE_REPLACED_OR_DELETED.english().to_owned()));
    }
    let row = self::former(&tx, &id).await?;
    let replaced = loose_files::release(ctx, &tx, &original_key(&former.blob_key)).await?;
    tx.commit().await?;
    Ok((row.into(), Some(replaced)))
}
