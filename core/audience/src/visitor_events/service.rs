//! How long events of visitors are kept.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::visitor_event::{Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::{TenantCtx, boxed};

use crate::AudienceError;

/// Retention of events, milliseconds: 25 months of 30 days.
pub const KEPT_MS: i64 = 25 * 30 * DAY_MS;

/// Deletes events older than [`KEPT_MS`].
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn delete_old(ctx: &TenantCtx, db: &TenantDb) -> Result<(), AudienceError> {
    let oldest = ctx.now() - KEPT_MS;
    let old = db.read().await?.find::<Entity>().filter(Column::CreatedOn.lt(oldest)).limit(1).one().await?;
    if old.is_none() {
        return Ok(());
    }
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::CreatedOn.lt(oldest)).exec().await?;
    Ok(tx.commit().await?)
}

/// When the oldest event is to be deleted, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_deletion(tx: &TenantTx) -> Result<Option<Timestamp>, AudienceError> {
    let oldest = tx.find::<Entity>().order_by_asc(Column::CreatedOn).one().await?;
    Ok(oldest.map(|row| row.created_on + KEPT_MS + 1))
}
