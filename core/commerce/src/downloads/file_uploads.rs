//! Files of digital products: added and deleted by contributors.

use std::collections::BTreeSet;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::loose_files::{self, LooseFile};
use stoa_entity::tenant::{download, product, product_file};
use stoa_entity::{TenantDb, TenantTx, stored_files};
use stoa_kernel::id::{ProductFileId, ProductId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::ports::{BlobStore, ByteStream};
use stoa_kernel::upload::{measured, safe_name, size_text};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{MAX_BYTES, MAX_FILES, NewFile, ProductFile, has_files};
use super::service::{file, listed};
use crate::{CommerceError, contributor_texts};

/// Uploads a file for the buyers of a digital product or a paywall, including earlier buyers.
///
/// # Errors
/// A field error for `file` when it is empty, too large or exceeds the number of files; when products of this type have
/// no files.
#[boxed]
pub async fn add<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    blobs: &dyn BlobStore,
    new: NewFile<'a>,
) -> Result<Vec<ProductFile>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    check_room(&db.read().await?, new.product_id, false).await?;
    let id = ProductFileId::generate();
    let blob_key = format!("{}/files/{id}", ctx.website());
    let loose = loose_files::begin(ctx, db, &blob_key).await?;
    let received = stored(blobs, &blob_key, new.file, new.most_bytes).await;
    let kept = match received {
        Ok(bytes) => {
            let row = product_file::ActiveModel {
                website_id: Set(ctx.website().clone()),
                id: Set(id),
                product_id: Set(new.product_id.clone()),
                filename: Set(safe_name(new.filename)),
                bytes: Set(i64::try_from(bytes).unwrap_or(i64::MAX)),
                blob_key: Set(blob_key),
                created_on: Set(ctx.now()),
            };
            keep(db, new.product_id, row, new.site_bytes, &loose).await
        }
        Err(refused) => Err(refused),
    };
    if kept.is_err() {
        discard(db, blobs, &loose).await;
    }
    kept
}

async fn keep(
    db: &TenantDb,
    product_id: &ProductId,
    row: product_file::ActiveModel,
    site_bytes: u64,
    loose: &LooseFile,
) -> Result<Vec<ProductFile>, CommerceError> {
    let tx = db.write().await?;
    let left = stored_files::left_for_file(&tx, site_bytes).await?;
    check_room(&tx, product_id, true).await?;
    if !loose_files::adopt(&tx, loose).await? {
        return Err(CommerceError::NotFound);
    }
    let added = tx.insert(row).await?;
    if u64::try_from(added.bytes).unwrap_or(0) > left {
        return Err(too_large(left));
    }
    let files = listed(&tx, product_id).await?;
    tx.commit().await?;
    Ok(files)
}

/// Deletes a file that no row names, unless one does meanwhile. Its own row goes last: the worker finds it when that fails,
/// so that nobody has to be told.
pub(crate) async fn discard(db: &TenantDb, blobs: &dyn BlobStore, loose: &LooseFile) {
    if let Err(error) = delete_loose(db, blobs, loose).await {
        let blob_key = loose.blob_key();
        tracing::warn!(%error, blob_key, "a file of a product could not be deleted; the worker deletes it");
    }
}

async fn delete_loose(db: &TenantDb, blobs: &dyn BlobStore, loose: &LooseFile) -> Result<(), CommerceError> {
    if loose_files::give_up(db, loose).await? {
        blobs.delete(loose.blob_key()).await?;
        loose_files::forget(db, loose).await?;
    }
    Ok(())
}

async fn check_room(tx: &TenantTx, product_id: &ProductId, lock: bool) -> Result<(), CommerceError> {
    let find = tx.find::<product::Entity>().filter(product::Column::Id.eq(product_id.clone()));
    let found = if lock { find.for_update().one().await? } else { find.one().await? };
    if !has_files(found.ok_or(CommerceError::NotFound)?.product_type) {
        return Err(CommerceError::Conflict(contributor_texts::ONLY_DIGITAL_PRODUCTS_HAVE_FILES.english().to_owned()));
    }
    let files = tx.find::<product_file::Entity>().filter(product_file::Column::ProductId.eq(product_id.clone()));
    if files.count().await? >= MAX_FILES {
        return Err(CommerceError::field(
            "file",
            contributor_texts::PRODUCT_CAN_HAVE_FILES.with("count", MAX_FILES).to_string(),
        ));
    }
    Ok(())
}

fn too_large(most: u64) -> CommerceError {
    let message = contributor_texts::FILE_CAN_HAVE_AT_MOST.with("size", size_text(most));
    CommerceError::field("file", message.to_string())
}

/// Streams the file into the blob store; returns its size.
async fn stored(blobs: &dyn BlobStore, key: &str, file: ByteStream, most: u64) -> Result<u64, CommerceError> {
    let most = std::cmp::min(most, MAX_BYTES);
    let (file, seen) = measured(file, most);
    let written = blobs.write(key, file).await;
    match seen.bytes() {
        0 => Err(CommerceError::field("file", stoa_kernel::contributor_texts::FILE_IS_EMPTY)),
        size if size > most => Err(too_large(most)),
        size => written.map(|()| size).map_err(CommerceError::from),
    }
}

/// Deletes a file, also for those who have bought it.
///
/// # Errors
/// [`CommerceError::NotFound`] when the product has no such file.
#[boxed]
pub async fn remove(
    ctx: &TenantCtx,
    db: &TenantDb,
    blobs: &dyn BlobStore,
    product_id: &ProductId,
    file_id: &ProductFileId,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    let file = file(&tx, file_id).await?;
    let is_there = file.product_id == *product_id && lock(&tx, [file.blob_key.clone()]).await?.contains(&file.id);
    if !is_there {
        return Err(CommerceError::NotFound);
    }
    let loose = delete_rows(ctx, &tx, vec![file]).await?;
    tx.commit().await?;
    for file in &loose {
        discard(db, blobs, file).await;
    }
    Ok(())
}

/// Deletes rows of files. Returns the files that no row names any more: a duplicated product shares those of its original.
/// They are to be discarded after the transaction.
pub(crate) async fn delete_rows(
    ctx: &TenantCtx,
    tx: &TenantTx,
    rows: Vec<product_file::Model>,
) -> Result<Vec<LooseFile>, CommerceError> {
    let (ids, keys): (Vec<ProductFileId>, BTreeSet<String>) =
        rows.into_iter().map(|row| (row.id, row.blob_key)).unzip();
    lock(tx, keys.iter().cloned()).await?;
    tx.delete::<download::Entity>(download::Column::FileId.is_in(ids.iter().cloned())).exec().await?;
    tx.delete::<product_file::Entity>(product_file::Column::Id.is_in(ids)).exec().await?;
    // After the lock: what another transaction added or deleted before is seen.
    let others = product_file::Column::BlobKey.is_in(keys.iter().cloned());
    let others = tx.find::<product_file::Entity>().filter(others).all().await?;
    let shared: BTreeSet<String> = others.into_iter().map(|row| row.blob_key).collect();
    let mut loose = Vec::new();
    for key in keys.difference(&shared) {
        loose.push(loose_files::release(ctx, tx, key).await?);
    }
    Ok(loose)
}

/// Locks all rows that name one of some files, so that none is added or deleted meanwhile; returns their ids.
async fn lock(tx: &TenantTx, keys: impl IntoIterator<Item = String>) -> Result<Vec<ProductFileId>, CommerceError> {
    let find = tx.find::<product_file::Entity>().filter(product_file::Column::BlobKey.is_in(keys));
    let rows = find.order_by_asc(product_file::Column::Id).for_update().all().await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// The files of a product, in the order in which they were added, which nobody deletes before the transaction ends.
pub(crate) async fn locked_files_of(
    tx: &TenantTx,
    product: &ProductId,
) -> Result<Vec<product_file::Model>, CommerceError> {
    let find = tx.find::<product_file::Entity>().filter(product_file::Column::ProductId.eq(product.clone()));
    Ok(find.order_by_asc(product_file::Column::Id).for_update().all().await?)
}
