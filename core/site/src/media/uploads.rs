//! Chunked uploads of large files, so that a lost connection costs one chunk. Chunks are in the blob store and survive
//! a restart.

use std::sync::Arc;

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::asset_upload::{self, Column, Entity};
use stoa_entity::{TenantDb, TenantTx, loose_files};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{AssetId, AssetUploadId};
use stoa_kernel::ports::{BlobStore, ByteStream, PortError};
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::detect_file_type::HEAD_BYTES;
use super::external_video::ExternalVideo;
use super::intake::{Label, Source, admitted, take_in};
use super::limits::check_room;
use super::model::Asset;
use super::rights::UploadPermission;
use super::serve::discard_loose;
use super::service::Media;
use super::upload_parts::{delete_parts, discard, discard_refused, part_key};
use super::{folders, library};
use crate::SiteError;
use crate::contributor_texts;

/// Size of a chunk in bytes; the last one may be smaller.
pub const PART_BYTES: u64 = 4_194_304;
/// How long an upload waits for its next chunk, in milliseconds: one day.
const KEPT_MS: i64 = DAY_MS;
/// Maximum number of pending uploads of a site.
const MAX_UNDER_WAY: u64 = 100;
/// A file to be uploaded.
#[derive(Clone, Debug, Default)]
pub struct NewUpload {
    /// File name as sent.
    pub filename: String,
    /// Alternative text.
    pub alt_text: String,
    /// Its folder; none for the top level.
    pub folder_id: Option<String>,
    /// The image or file it replaces, if any.
    pub replaces: Option<String>,
    /// Its size, bytes; 0 if unknown.
    pub bytes: u64,
    /// The external video that this is the thumbnail of, and its title.
    pub film: Option<(ExternalVideo, String)>,
}

/// A pending upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// Its id.
    pub id: AssetUploadId,
    /// File name as sent.
    pub filename: String,
    /// Its size, bytes.
    pub bytes: u64,
    /// Bytes received: offset of the next chunk.
    pub received: u64,
    /// When it expires without a further chunk, UTC milliseconds.
    pub expires_on: Timestamp,
}

impl From<asset_upload::Model> for Upload {
    fn from(row: asset_upload::Model) -> Self {
        let count = |bytes: i64| u64::try_from(bytes).unwrap_or(0);
        Self {
            id: row.id,
            filename: row.filename,
            bytes: row.bytes.map_or(0, count),
            received: count(row.received),
            expires_on: row.expires_on,
        }
    }
}

impl NewUpload {
    async fn label(self, tx: &TenantTx) -> Result<Label, SiteError> {
        let replaces: Option<AssetId> =
            self.replaces.map(|id| id.parse().map_err(|_| SiteError::NotFound)).transpose()?;
        if let Some(id) = &replaces {
            library::by_ids(tx, std::slice::from_ref(id)).await?.remove(id).ok_or(SiteError::NotFound)?;
        }
        Ok(Label {
            folder_id: folders::existing(tx, self.folder_id.as_deref()).await?,
            filename: self.filename,
            alt_text: self.alt_text,
            focal_point: (0.5, 0.5),
            replaces,
            film: self.film,
            upload: None,
        })
    }
}

/// Checks whether the caller may add files, before anything is fetched for them.
///
/// # Errors
/// When the caller may not.
pub fn check_can_add(ctx: &TenantCtx) -> Result<(), SiteError> {
    Ok(ctx.authorise(Resource::Content, Action::Write)?)
}

/// Splits off enough leading bytes to detect the type of a file; also returns the whole stream.
///
/// # Errors
/// When the stream fails.
#[boxed]
pub async fn begun(mut file: ByteStream) -> Result<(Bytes, ByteStream), SiteError> {
    let mut head = Vec::new();
    while head.len() < HEAD_BYTES {
        match file.next().await {
            Some(piece) => head.extend_from_slice(&piece?),
            None => break,
        }
    }
    let head = Bytes::from(head);
    let file = stream::once(std::future::ready(Ok(head.clone()))).chain(file).boxed();
    Ok((head, file))
}

/// Stores a file in one request, as a stream.
///
/// # Errors
/// As [`super::create`]; [`SiteError::NotFound`] when the folder or the replaced file does not exist.
#[boxed]
pub async fn receive(
    ctx: &TenantCtx,
    db: &TenantDb,
    media: &Media,
    new: NewUpload,
    file: ByteStream,
) -> Result<Asset, SiteError> {
    UploadPermission::of(ctx)?.check_replacing(new.replaces.is_some())?;
    let expected = new.bytes;
    let allowed = media.allowed(db).await?;
    let label = {
        let tx = db.read().await?;
        check_room(&tx, &allowed.of_site(&tx).await?, expected).await?;
        new.label(&tx).await?
    };
    let (head, file) = begun(file).await?;
    take_in(ctx, db, media, label, Source::Stream { head, expected, file }).await
}

/// Starts a chunked upload.
///
/// # Errors
/// [`SiteError::FileTooLarge`] when the size is over the limit; messages by field; [`SiteError::NotFound`] when the
/// folder or the replaced file does not exist.
#[boxed]
pub async fn begin(ctx: &TenantCtx, db: &TenantDb, media: &Media, new: NewUpload) -> Result<Upload, SiteError> {
    UploadPermission::of(ctx)?.check_replacing(new.replaces.is_some())?;
    let mut checks = Checks::default();
    checks.require(!new.filename.trim().is_empty(), "filename", contributor_texts::ENTER_A_FILE_NAME);
    checks.require(
        new.filename.chars().count() <= 255,
        "filename",
        contributor_texts::NAME_CAN_HAVE_AT_MOST_255_CHARACTERS,
    );
    checks.require(new.bytes > 0, "bytes", stoa_kernel::contributor_texts::FILE_IS_EMPTY);
    checks.finish()?;
    let bytes = new.bytes;
    let allowed = media.allowed(db).await?;
    let tx = db.write().await?;
    let limits = allowed.of_site(&tx).await?;
    let most = limits.file_bytes.max(limits.picture_bytes);
    if bytes > most {
        return Err(SiteError::FileTooLarge { filename: new.filename, most });
    }
    check_room(&tx, &limits, bytes).await?;
    let under_way = tx.find::<Entity>().filter(Column::AssetId.is_null()).filter(Column::BlobKey.is_null());
    if under_way.count().await? >= MAX_UNDER_WAY {
        return Err(SiteError::Conflict(contributor_texts::TOO_MANY_UPLOADS.english().to_owned()));
    }
    let label = new.label(&tx).await?;
    let row = asset_upload::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AssetUploadId::generate()),
        filename: Set(label.filename),
        alt_text: Set(label.alt_text),
        folder_id: Set(label.folder_id),
        replaces: Set(label.replaces),
        bytes: Set(Some(i64::try_from(bytes).unwrap_or(i64::MAX))),
        received: Set(0),
        asset_id: Set(None),
        created_on: Set(ctx.now()),
        expires_on: Set(ctx.now() + KEPT_MS),
        blob_key: Set(None),
    };
    let row = tx.insert(row).await?;
    tx.commit().await?;
    Ok(row.into())
}

async fn row(tx: &TenantTx, bringing: UploadPermission, id: &AssetUploadId) -> Result<asset_upload::Model, SiteError> {
    let in_parts = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).filter(Column::BlobKey.is_null());
    let row = in_parts.one().await?.ok_or(SiteError::NotFound)?;
    bringing.check_replacing(row.replaces.is_some())?;
    Ok(row)
}

/// Progress of an upload.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none with this id.
#[boxed]
pub async fn upload(ctx: &TenantCtx, db: &TenantDb, upload_id: &AssetUploadId) -> Result<Upload, SiteError> {
    let bringing = UploadPermission::of(ctx)?;
    Ok(row(&db.read().await?, bringing, upload_id).await?.into())
}

/// A chunk of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadPart {
    /// Its first byte in the file.
    pub offset: u64,
    /// Its content.
    pub bytes: Bytes,
}

/// Adds a chunk.
///
/// # Errors
/// [`SiteError::Conflict`] when another chunk is expected; the errors of [`super::create`] as soon as the first chunk
/// shows that the file cannot be accepted: then the upload is cancelled.
#[boxed]
pub async fn append(
    ctx: &TenantCtx,
    db: &TenantDb,
    media: &Media,
    upload_id: &AssetUploadId,
    part: UploadPart,
) -> Result<Upload, SiteError> {
    let UploadPart { offset, bytes: part } = part;
    let bringing = UploadPermission::of(ctx)?;
    let allowed = media.allowed(db).await?;
    let (before, limits) = {
        let tx = db.read().await?;
        (row(&tx, bringing, upload_id).await?, allowed.of_site(&tx).await?)
    };
    let upload = Upload::from(before.clone());
    if upload.received != offset {
        let reason = format!("{} bytes received. Continue with the part that starts at {0}.", upload.received);
        return Err(SiteError::Conflict(reason));
    }
    let expected = PART_BYTES.min(upload.bytes - offset.min(upload.bytes));
    if part.len() as u64 != expected || expected == 0 {
        return Err(SiteError::field("part", format!("The part at {offset} must have {expected} bytes.")));
    }
    let admitted = || {
        let content = admitted(&limits, &part, &upload.filename, upload.bytes)?;
        bringing.check_content(content)
    };
    if offset == 0
        && let Err(refused) = admitted()
    {
        discard_refused(ctx, db, media.blobs.as_ref(), &before).await;
        return Err(refused);
    }
    media.blobs.put(&part_key(ctx, &upload.id, offset), part).await?;
    let received = offset + expected;
    let tx = db.write().await?;
    let added = tx
        .update::<Entity>(Column::Id.eq(upload.id.clone()))
        .filter(Column::Received.eq(before.received))
        .set(Column::Received, i64::try_from(received).unwrap_or(i64::MAX))
        .set(Column::ExpiresOn, ctx.now() + KEPT_MS)
        .exec()
        .await?;
    if added == 0 && tx.find::<Entity>().filter(Column::Id.eq(upload.id.clone())).count().await? == 0 {
        // The upload was cancelled while the chunk was received.
        let part = loose_files::release(ctx, &tx, &part_key(ctx, &upload.id, offset)).await?;
        tx.commit().await?;
        discard_loose(db, media.blobs.as_ref(), &part).await;
        return Err(SiteError::NotFound);
    }
    let upload = row(&tx, bringing, upload_id).await?.into();
    tx.commit().await?;
    Ok(upload)
}

/// Joins the chunks and stores the file, whose row is written in one transaction with what the upload has become.
/// Idempotent: finishing again returns the same file, also at the same time. An upload whose file is not
/// accepted is cancelled.
///
/// # Errors
/// [`SiteError::Conflict`] while chunks are missing; as [`super::create`].
#[boxed]
pub async fn finish(
    ctx: &TenantCtx,
    db: &TenantDb,
    media: &Media,
    upload_id: &AssetUploadId,
) -> Result<Asset, SiteError> {
    let bringing = UploadPermission::of(ctx)?;
    let tx = db.read().await?;
    let row = row(&tx, bringing, upload_id).await?;
    if let Some(id) = &row.asset_id {
        return library::by_ids(&tx, std::slice::from_ref(id)).await?.remove(id).ok_or(SiteError::NotFound);
    }
    drop(tx);
    let upload = Upload::from(row.clone());
    if upload.received < upload.bytes {
        let reason = format!("{} of {} bytes received. Send the other parts first.", upload.received, upload.bytes);
        return Err(SiteError::Conflict(reason));
    }
    let Some(head) = media.blobs.get(&part_key(ctx, &upload.id, 0)).await? else {
        return completed(db, upload_id).await?.ok_or(SiteError::NotFound);
    };
    let keys = (0..upload.bytes).step_by(usize::try_from(PART_BYTES).unwrap_or(usize::MAX));
    let keys: Vec<String> = keys.map(|offset| part_key(ctx, &upload.id, offset)).collect();
    let file = joined(Arc::clone(&media.blobs), keys);
    let label = Label {
        filename: row.filename.clone(),
        alt_text: row.alt_text.clone(),
        focal_point: (0.5, 0.5),
        folder_id: row.folder_id.clone(),
        replaces: row.replaces.clone(),
        film: None,
        upload: Some(row.id.clone()),
    };
    let source = Source::Stream { head, expected: upload.bytes, file };
    let error = match take_in(ctx, db, media, label, source).await {
        Ok(asset) => {
            if let Err(error) = delete_parts(ctx, media.blobs.as_ref(), &row).await {
                tracing::warn!(%error, upload = %row.id, "the chunks of an upload stay until its row expires");
            }
            return Ok(asset);
        }
        Err(error) => error,
    };
    if let Some(asset) = completed(db, upload_id).await? {
        return Ok(asset);
    }
    let is_passing = matches!(error, SiteError::Busy | SiteError::Port(_) | SiteError::Database(_));
    if !is_passing {
        discard_refused(ctx, db, media.blobs.as_ref(), &row).await;
    }
    Err(error)
}

/// The file of an upload that another call has finished meanwhile.
async fn completed(db: &TenantDb, upload_id: &AssetUploadId) -> Result<Option<Asset>, SiteError> {
    let tx = db.read().await?;
    let row = tx.find::<Entity>().filter(Column::Id.eq(upload_id.clone())).one().await?;
    let Some(id) = row.and_then(|row| row.asset_id) else { return Ok(None) };
    Ok(library::by_ids(&tx, std::slice::from_ref(&id)).await?.remove(&id))
}

fn joined(blobs: Arc<dyn BlobStore>, keys: Vec<String>) -> ByteStream {
    stream::iter(keys.into_iter().map(Ok))
        .and_then(move |key| {
            let blobs = Arc::clone(&blobs);
            async move { blobs.get(&key).await?.ok_or_else(|| PortError::new("blob store", "a part is missing")) }
        })
        .boxed()
}

/// Cancels an upload and deletes its chunks.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none with this id.
#[boxed]
pub async fn cancel(ctx: &TenantCtx, db: &TenantDb, media: &Media, upload_id: &AssetUploadId) -> Result<(), SiteError> {
    let bringing = UploadPermission::of(ctx)?;
    let row = row(&db.read().await?, bringing, upload_id).await?;
    discard(ctx, db, media.blobs.as_ref(), &row).await
}
