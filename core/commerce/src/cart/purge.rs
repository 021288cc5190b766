//! Deletes abandoned carts. A cart from which an order was placed is kept with the order.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::cart;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::{TenantCtx, boxed};

use crate::CommerceError;

/// How long a cart is kept after its last change: 30 days.
pub const KEPT_MS: i64 = 30 * DAY_MS;
/// Maximum number of carts deleted in one transaction.
const BATCH: u64 = 500;

/// Deletes carts that were not changed for [`KEPT_MS`], at most one batch, and returns their number.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn purge(ctx: &TenantCtx, db: &TenantDb) -> Result<usize, CommerceError> {
    let before = ctx.now() - KEPT_MS;
    let old = oldest(&db.read().await?, BATCH).await?;
    let ids: Vec<_> = old.into_iter().filter(|row| row.updated_on < before).map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(0);
    }
    let tx = db.write().await?;
    let thrown_away = tx
        .delete::<cart::Entity>(cart::Column::Id.is_in(ids))
        .filter(cart::Column::UpdatedOn.lt(before))
        .filter(cart::Column::OrderId.is_null())
        .exec()
        .await?;
    tx.commit().await?;
    Ok(usize::try_from(thrown_away).unwrap_or(usize::MAX))
}

/// When the next cart is due for deletion, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_purge(tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    Ok(oldest(tx, 1).await?.first().map(|row| row.updated_on + KEPT_MS + 1))
}

async fn oldest(tx: &TenantTx, limit: u64) -> Result<Vec<cart::Model>, CommerceError> {
    let rows = tx
        .find::<cart::Entity>()
        .filter(cart::Column::IsPurchased.eq(false))
        .filter(cart::Column::OrderId.is_null())
        .order_by_asc(cart::Column::UpdatedOn)
        .limit(limit)
        .all()
        .await?;
    Ok(rows)
}
