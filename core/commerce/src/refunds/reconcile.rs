//! Finds the outcome of refunds that have none.

use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::tenant::refund;
use stoa_kernel::payment::RefundStatus;
use stoa_kernel::{TenantCtx, boxed};

use super::{apply, service, store};
use crate::ports::Payments;
use crate::{CommerceError, checkout, orders};

/// Maximum number of refunds per run.
const BATCH: u64 = 50;

/// Queries providers about due refunds without a known outcome, and returns how many there were. First the provider's
/// refunded total is fetched; when it does not include our refund and that was never confirmed, it is requested again
/// with the same key.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn reconcile_due(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments) -> Result<usize, CommerceError> {
    let due = {
        let tx = db.read().await?;
        store::due(&tx, ctx.now(), BATCH).await?
    };
    let mut asked = 0;
    for row in due {
        if claim(ctx, db, &row).await? {
            asked += 1;
            clarify(ctx, db, payments, &row).await?;
        }
    }
    Ok(asked)
}

/// Sets the time of the next check before this one, so that two workers do not check the same refund. False when
/// another worker was faster.
async fn claim(ctx: &TenantCtx, db: &TenantDb, row: &refund::Model) -> Result<bool, CommerceError> {
    let tx = db.write().await?;
    let claimed = tx
        .update::<refund::Entity>(refund::Column::Id.eq(row.id.clone()))
        .filter(refund::Column::NextCheckOn.eq(row.next_check_on))
        .filter(refund::Column::Checks.eq(row.checks))
        .set(refund::Column::Checks, row.checks.saturating_add(1))
        .set(refund::Column::NextCheckOn, Some(apply::next_check_on(ctx, row.checks.saturating_add(1))))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(claimed == 1)
}

async fn clarify(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    row: &refund::Model,
) -> Result<(), CommerceError> {
    let (attempt, _) = checkout::load_attempt(db, &row.payment_id).await?;
    let Ok(outcome) = payments.fetch_status(ctx, &attempt).await else { return Ok(()) };
    let tx = db.write().await?;
    orders::find(&tx, &row.order_id, true).await?;
    let payment = store::payments(&tx, &row.order_id).await?.into_iter().find(|payment| payment.id == row.payment_id);
    let payment = apply::keep(ctx, &tx, payment.ok_or(CommerceError::NotFound)?, &outcome).await?;
    apply::record_refunded_total(ctx, &tx, &payment, apply::total_of(&outcome, &payment)?).await?;
    let now = store::one(&tx, &row.id, false).await?.ok_or(CommerceError::NotFound)?;
    tx.commit().await?;
    match now.status {
        RefundStatus::Started | RefundStatus::Unknown => service::carry_out(ctx, db, payments, &row.id).await,
        RefundStatus::Pending | RefundStatus::Succeeded | RefundStatus::Failed => Ok(()),
    }
}
