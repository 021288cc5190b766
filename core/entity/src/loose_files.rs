//! Files in the blob store that no other row names: those that are being received, and those whose rows are deleted. The
//! row of such a file is committed before the file is stored, or together with the deletion of the last row that names it,
//! and goes in the transaction that writes a row for the file, or after the file is deleted. When the program is killed in
//! between, the worker finds the row among the uploads that were abandoned, and deletes the file.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::AssetUploadId;
use stoa_kernel::{TenantCtx, boxed};

use crate::tenant::asset_upload::{ActiveModel, Column, Entity, Model};
use crate::{DbError, TenantDb, TenantTx};

/// After which time the worker deletes the file, milliseconds: a day, longer than an upload in one request can take.
const KEPT_MS: i64 = DAY_MS;

/// A file in the blob store that no other row names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseFile {
    id: AssetUploadId,
    blob_key: String,
    expires_on: Timestamp,
}

impl LooseFile {
    /// The file of a row; none for an upload in parts.
    pub fn of(row: &Model) -> Option<Self> {
        let blob_key = row.blob_key.clone()?;
        Some(Self { id: row.id.clone(), blob_key, expires_on: row.expires_on })
    }

    /// Its key in the blob store.
    pub fn blob_key(&self) -> &str {
        &self.blob_key
    }
}

/// Registers a file that is about to be stored.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn begin(ctx: &TenantCtx, db: &TenantDb, blob_key: &str) -> Result<LooseFile, DbError> {
    let tx = db.write().await?;
    let file = release(ctx, &tx, blob_key).await?;
    tx.commit().await?;
    Ok(file)
}

/// Registers a file that no row names any more after this transaction.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn release(ctx: &TenantCtx, tx: &TenantTx, blob_key: &str) -> Result<LooseFile, DbError> {
    let id = AssetUploadId::generate();
    let expires_on = ctx.now() + KEPT_MS;
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id.clone()),
        filename: Set(String::new()),
        alt_text: Set(String::new()),
        folder_id: Set(None),
        replaces: Set(None),
        bytes: Set(None),
        received: Set(0),
        asset_id: Set(None),
        created_on: Set(ctx.now()),
        expires_on: Set(expires_on),
        blob_key: Set(Some(blob_key.to_owned())),
    };
    tx.insert(row).await?;
    Ok(LooseFile { id, blob_key: blob_key.to_owned(), expires_on })
}

/// Ends with the transaction that writes a row for the file. False when the file is given up: then no row may name it.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn adopt(tx: &TenantTx, file: &LooseFile) -> Result<bool, DbError> {
    let own = tx.delete::<Entity>(Column::Id.eq(file.id.clone()));
    Ok(own.filter(Column::ExpiresOn.eq(file.expires_on)).exec().await? > 0)
}

/// Decides that the file is deleted: its time changes, by which [`adopt`] finds it. False when a row names it meanwhile,
/// such as after a commit of which the outcome was not known.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn give_up(db: &TenantDb, file: &LooseFile) -> Result<bool, DbError> {
    let tx = db.write().await?;
    let own = tx.update::<Entity>(Column::Id.eq(file.id.clone()));
    let given_up = own.set(Column::ExpiresOn, file.expires_on + 1).exec().await?;
    tx.commit().await?;
    Ok(given_up > 0)
}

/// Forgets a file that was given up and is deleted.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn forget(db: &TenantDb, file: &LooseFile) -> Result<(), DbError> {
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::Id.eq(file.id.clone())).exec().await?;
    tx.commit().await
}
