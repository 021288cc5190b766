//! Files of digital products: added and deleted by contributors.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::loose_files::{self, LooseFile};
use stoa_entity::tenant::{download, product, product_file};
use stoa_entity::{TenantDb, TenantTx};
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
            keep(db, new.product_id, row, &loose).await
        }
        Err(refused) => Err(refused),
    };
    if kept.is_err() {
        discard(db, blobs, &loose).await?;
    }
    kept
}

async fn keep(
    db: &TenantDb,
    product_id: &ProductId,
    row: product_file::ActiveModel,
    loose: &LooseFile,
) -> Result<Vec<ProductFile>, CommerceError> {
    let tx = db.write().await?;
    check_room(&tx, product_id, true).await?;
    if !loose_files::adopt(&tx, loose).await? {
        return Err(CommerceError::NotFound);
    }
    tx.insert(row).await?;
    let files = listed(&tx, product_id).await?;
    tx.commit().await?;
    Ok(files)
}

/// Deletes a file that no row names, unless one does meanwhile. Its own row goes last: the worker finds it when that fails.
async fn discard(db: &TenantDb, blobs: &dyn BlobStore, loose: &LooseFile) -> Result<(), CommerceError> {
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

/// Streams the file into the blob store; returns its size.
async fn stored(blobs: &dyn BlobStore, key: &str, file: ByteStream, most: u64) -> Result<u64, CommerceError> {
    let most = std::cmp::min(most, MAX_BYTES);
    let (file, seen) = measured(file, most);
    let written = blobs.write(key, file).await;
    match seen.bytes() {
        0 => Err(CommerceError::field("file", stoa_kernel::contributor_texts::FILE_IS_EMPTY)),
        size if size > most => {
            let message = contributor_texts::FILE_CAN_HAVE_AT_MOST.with("size", size_text(most));
            Err(CommerceError::field("file", message.to_string()))
        }
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
    if file.product_id != *product_id {
        return Err(CommerceError::NotFound);
    }
    tx.delete::<download::Entity>(download::Column::FileId.eq(file.id.clone())).exec().await?;
    tx.delete::<product_file::Entity>(product_file::Column::Id.eq(file.id)).exec().await?;
    let others = product_file::Column::BlobKey.eq(file.blob_key.as_str());
    let is_shared = tx.find::<product_file::Entity>().filter(others).count_up_to(1).await? > 0;
    // A duplicated product shares the same blob.
    let loose = match is_shared {
        true => None,
        false => Some(loose_files::release(ctx, &tx, &file.blob_key).await?),
    };
    tx.commit().await?;
    match loose {
        Some(loose) => discard(db, blobs, &loose).await,
        None => Ok(()),
    }
}
