//! Payment attempts with an unknown outcome: contributors query the provider again or abandon the attempt.

use stoa_entity::TenantDb;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::payment;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::order::OrderEventKind;
use stoa_kernel::payment::AttemptStatus;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use crate::checkout;
use crate::orders::{self, OrderView, note};
use crate::ports::Payments;
use crate::{CommerceError, cart, contributor_texts};

/// Queries the provider for the status of an attempt, now.
///
/// # Errors
/// [`CommerceError::Conflict`] when the outcome is already known.
#[boxed]
pub async fn query_status(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
    id: &PaymentId,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let (attempt, payment) = checkout::load_attempt(db, id).await?;
    if payment.order_id != *order_id {
        return Err(CommerceError::NotFound);
    }
    if !payment.status.is_open() || payment.instructions.is_some() {
        return Err(CommerceError::Conflict(contributor_texts::OUTCOME_KNOWN_ALREADY.english().to_owned()));
    }
    let outcome = checkout::outcome_or_unknown(payments.fetch_status(ctx, &attempt).await, attempt.amount);
    checkout::settle(ctx, db, payments, &attempt, &outcome).await?;
    read(db, order_id).await
}

/// Abandons an attempt whose outcome the provider does not report, so that the order can be paid another way. Money
/// that arrives from it later pays the order or is refunded.
///
/// # Errors
/// [`CommerceError::Conflict`] when the outcome is known, or the buyer still has to complete the payment.
#[boxed]
pub async fn cancel_unclear_attempt(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
    id: &PaymentId,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let tx = db.write().await?;
    let unlocked = orders::find(&tx, order_id, false).await?;
    cart::lock(&tx, &unlocked.cart_id).await?;
    let order = orders::find(&tx, order_id, true).await?;
    let payment = checkout::payment_row(&tx, id, true).await?;
    let payment = payment.filter(|payment| payment.order_id == order.id).ok_or(CommerceError::NotFound)?;
    if !is_unclear(&payment) {
        let reason = contributor_texts::ONLY_UNKNOWN_OUTCOME_FAILS.english();
        return Err(CommerceError::Conflict(reason.to_owned()));
    }
    checkout::end_attempt(ctx, &tx, &order, &payment).await?;
    note(ctx, &tx, &order.id, OrderEventKind::Payment, contributor_texts::PAYMENT_MARKED_AS_FAILED.english()).await?;
    audit::note(ctx, &tx, AuditAction::OrderPaymentGiveUp, order.id.as_str()).await?;
    tx.commit().await?;
    checkout::void(ctx, db, payments, id).await?;
    read(db, order_id).await
}

fn is_unclear(payment: &payment::Model) -> bool {
    matches!(payment.status, AttemptStatus::Started | AttemptStatus::Unknown)
}

async fn read(db: &TenantDb, order_id: &OrderId) -> Result<OrderView, CommerceError> {
    let tx = db.read().await?;
    let row = orders::find(&tx, order_id, false).await?;
    orders::complete(&tx, row).await
}
