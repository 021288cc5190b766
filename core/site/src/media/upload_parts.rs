//! Chunks of uploads in the blob store, and the deletion of uploads that were abandoned, in parts or in one request.

use sea_orm::ColumnTrait;
use stoa_entity::loose_files::LooseFile;
use stoa_entity::tenant::asset_upload::{self, Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::AssetUploadId;
use stoa_kernel::ports::BlobStore;
use stoa_kernel::{TenantCtx, boxed};

use super::serve::delete_loose;
use super::uploads::PART_BYTES;
use crate::SiteError;

/// Abandoned uploads deleted in one round.
const BATCH: u64 = 20;

/// Key of the chunk that begins at an offset.
pub(super) fn part_key(ctx: &TenantCtx, id: &AssetUploadId, offset: u64) -> String {
    format!("{}/uploads/{id}/{offset}", ctx.website())
}

/// Deletes uploads without a chunk for a day, and files of the site that no row names for as long, those of products too.
///
/// # Errors
/// When database or blob store fail.
#[boxed]
pub async fn delete_old(ctx: &TenantCtx, db: &TenantDb, blobs: &dyn BlobStore) -> Result<(), SiteError> {
    let old = {
        let tx = db.read().await?;
        tx.find::<Entity>().filter(Column::ExpiresOn.lt(ctx.now())).limit(BATCH).all().await?
    };
    let mut failed = None;
    for row in old {
        let deleted = match LooseFile::of(&row) {
            Some(file) => delete_loose(db, blobs, &file).await,
            None => discard(ctx, db, blobs, &row).await,
        };
        // The others do not wait for it.
        failed = failed.or(deleted.err());
    }
    failed.map_or(Ok(()), Err)
}

/// When the next abandoned upload is to be deleted.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn next_deletion(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    let first = tx.find::<Entity>().order_by_asc(Column::ExpiresOn).one().await?;
    Ok(first.map(|row| row.expires_on + 1))
}

/// The chunks are deleted first: if that fails, the row is found again.
pub(super) async fn discard(
    ctx: &TenantCtx,
    db: &TenantDb,
    blobs: &dyn BlobStore,
    row: &asset_upload::Model,
) -> Result<(), SiteError> {
    delete_parts(ctx, blobs, row).await?;
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::Id.eq(row.id.clone())).exec().await?;
    Ok(tx.commit().await?)
}

/// As [`discard`], for an upload whose file is refused. The caller is told why, also when this fails: the worker finds the
/// row.
pub(super) async fn discard_refused(ctx: &TenantCtx, db: &TenantDb, blobs: &dyn BlobStore, row: &asset_upload::Model) {
    if let Err(error) = discard(ctx, db, blobs, row).await {
        tracing::warn!(?error, upload = %row.id, "a refused upload could not be deleted; the worker deletes it");
    }
}

pub(super) async fn delete_parts(
    ctx: &TenantCtx,
    blobs: &dyn BlobStore,
    row: &asset_upload::Model,
) -> Result<(), SiteError> {
    let received = u64::try_from(row.received).unwrap_or(0);
    // One more than recorded: it may have been stored just before the program ended.
    for offset in (0..=received).step_by(usize::try_from(PART_BYTES).unwrap_or(usize::MAX)) {
        blobs.delete(&part_key(ctx, &row.id, offset)).await?;
    }
    Ok(())
}
