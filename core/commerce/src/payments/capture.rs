//! Money that the owner takes after it was set aside, or notes that has come by another way.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{order, payment};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::PaymentId;
use stoa_kernel::permission::{Action, Resource};

use super::model::CaptureMode;
use crate::audit::{self, AuditAction};
use crate::checkout::{self, AttemptStatus, FIRST_CHECK_MS};
use crate::orders::{self, EventKind, OrderView, note};
use crate::ports::{PaymentFault, PaymentStatus, Payments};
use crate::{CommerceError, cart};

const AUTHORISED: AttemptStatus = AttemptStatus::Answered(PaymentStatus::Authorised);

/// Takes money of an order that was set aside, or notes that a transfer came or was paid on delivery.
///
/// # Errors
/// [`CommerceError::Conflict`] when there is nothing to take, its time is over and the items are sold, or the
/// provider refuses.
pub async fn capture(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &str,
    payment_id: &str,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let id: PaymentId = payment_id.parse().map_err(|_| CommerceError::NotFound)?;
    begin(ctx, db, order_id, &id).await?;
    take(ctx, db, payments, &id).await?;
    let tx = db.read().await?;
    let row = orders::find(&tx, order_id, false).await?;
    orders::complete(&tx, row).await
}

/// Takes the money of an order whose first parcel is about to leave, when the shop takes it then. Tells whether money was
/// set aside that was to be taken.
pub(crate) async fn take_for_parcel(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &str,
) -> Result<bool, CommerceError> {
    let waiting = {
        let tx = db.read().await?;
        let row = orders::find(&tx, order_id, false).await?;
        if row.payment_status != "AUTHORIZED" {
            return Ok(false);
        }
        tx.find::<payment::Entity>()
            .filter(payment::Column::OrderId.eq(row.id))
            .filter(payment::Column::Status.eq(AUTHORISED.name()))
            .filter(payment::Column::CaptureMode.eq(CaptureMode::OnFulfillment.name()))
            .one()
            .await?
    };
    let Some(payment) = waiting else { return Ok(false) };
    begin(ctx, db, order_id, &payment.id).await?;
    take(ctx, db, payments, &payment.id).await?;
    Ok(true)
}

/// Writes down that the money is to be taken, so that the reconciler takes it when this process does not get to it.
async fn begin(ctx: &TenantCtx, db: &TenantDb, order_id: &str, id: &PaymentId) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    let unlocked = orders::find(&tx, order_id, false).await?;
    cart::lock(&tx, &unlocked.cart_id).await?;
    let order = orders::find(&tx, order_id, true).await?;
    let payment = checkout::payment_row(&tx, id, true).await?;
    let payment = payment.filter(|payment| payment.order_id == order.id).ok_or(CommerceError::NotFound)?;
    if let Some(reason) = refusal(&order, &payment) {
        return Err(CommerceError::Conflict(reason.to_owned()));
    }
    if !checkout::take_again(ctx, &tx, &order).await? {
        let reason = "The time of this order was over and its items have been sold. Give the money back by hand.";
        return Err(CommerceError::Conflict(reason.to_owned()));
    }
    let is_set_aside = AttemptStatus::from_name(&payment.status) == AUTHORISED;
    let due_on = ctx.now_ms() + FIRST_CHECK_MS;
    tx.update::<payment::Entity>(payment::Column::Id.eq(id.clone()))
        .set(payment::Column::CaptureMode, CaptureMode::AtOnce.name())
        .set(payment::Column::NextCheckOn, is_set_aside.then_some(due_on))
        .set(payment::Column::Checks, 0)
        .set(payment::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    // An order whose time was over is given up again unless the money is noted now.
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.eq("FAILED"))
        .set(order::Column::PaymentStatus, "AWAITING_PAYMENT")
        .set(order::Column::HoldExpiresOn, Some(due_on))
        .exec()
        .await?;
    audit::note(ctx, &tx, AuditAction::OrderCapture, order.id.as_str()).await?;
    Ok(tx.commit().await?)
}

fn refusal(order: &order::Model, payment: &payment::Model) -> Option<&'static str> {
    let status = AttemptStatus::from_name(&payment.status);
    let awaits_transfer = payment.instructions.is_some()
        && matches!(status, AttemptStatus::Answered(PaymentStatus::Pending | PaymentStatus::Expired));
    if order.fulfillment_status == "CANCELED" {
        Some("The order was canceled.")
    } else if status.is_taken() {
        Some("The money of this payment has already been taken.")
    } else if !matches!(order.payment_status.as_str(), "AWAITING_PAYMENT" | "AUTHORIZED" | "FAILED") {
        Some("The order has already been paid.")
    } else if payment.amount_cents < order.grand_total_cents {
        Some("The order has changed since and costs more than this payment. Give the money back by hand.")
    } else if status != AUTHORISED && !awaits_transfer {
        Some("No money is set aside that could be taken.")
    } else {
        None
    }
}

async fn take(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments, id: &PaymentId) -> Result<(), CommerceError> {
    let (attempt, _) = checkout::load_attempt(db, id).await?;
    match payments.capture(ctx, &attempt).await {
        Ok(outcome) => {
            let outcome = checkout::in_currency(outcome, attempt.amount);
            checkout::settle(ctx, db, payments, &attempt, &outcome).await?;
            Ok(())
        }
        Err(PaymentFault::Refused { reason, .. }) => {
            let tx = db.write().await?;
            rest(ctx, &tx, id).await?;
            let message = format!("The payment provider did not give the money: {reason}");
            note(ctx, &tx, &attempt.order_id, EventKind::Payment, &message).await?;
            tx.commit().await?;
            Err(CommerceError::Conflict(message))
        }
        Err(PaymentFault::NotNow { reason, .. }) => Err(CommerceError::Conflict(format!(
            "The payment provider cannot be reached now and will be asked again: {reason}"
        ))),
        Err(PaymentFault::Uncertain { .. }) => {
            let tx = db.write().await?;
            let message = "The payment provider gave no clear answer to taking the money. It will be asked again.";
            note(ctx, &tx, &attempt.order_id, EventKind::Payment, message).await?;
            Ok(tx.commit().await?)
        }
    }
}

/// The money stays set aside until somebody says otherwise, or until it can no longer be taken.
async fn rest(ctx: &TenantCtx, tx: &TenantTx, id: &PaymentId) -> Result<(), CommerceError> {
    let Some(payment) = checkout::payment_row(tx, id, true).await? else { return Ok(()) };
    tx.update::<payment::Entity>(payment::Column::Id.eq(id.clone()))
        .filter(payment::Column::Status.eq(AUTHORISED.name()))
        .set(payment::Column::CaptureMode, CaptureMode::ByHand.name())
        .set(payment::Column::NextCheckOn, payment.capture_before)
        .set(payment::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    Ok(())
}
