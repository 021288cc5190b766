//! Captures authorised money on request of a contributor, and records payments received outside a provider.

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{order, payment};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus};
use stoa_kernel::payment::{AttemptStatus, CaptureMode};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{ProblemText, TenantCtx, boxed};

use super::model::PaymentChoices;
use super::simulated::receive_simulated;
use crate::checkout::{self, FIRST_CHECK_MS};
use crate::orders::{self, OrderView, note};
use crate::ports::{PaymentError, Payments};
use crate::{CommerceError, cart, contributor_texts};

/// Captures the authorised money of an order, or records that a bank transfer or a payment on delivery was received.
///
/// # Errors
/// A conflict when there is nothing to capture, when the order has expired and its items are sold, when the payment is a
/// test of a shop that is live, or when the provider refuses.
#[boxed]
pub async fn capture(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
    id: &PaymentId,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    begin(ctx, db, order_id, id).await?;
    take(ctx, db, payments, id).await?;
    let tx = db.read().await?;
    let row = orders::find(&tx, order_id, false).await?;
    orders::complete(&tx, row).await
}

/// Captures the money of an order before its first parcel is sent, when the capture mode is
/// [`CaptureMode::OnFulfillment`]. Returns whether there was such an authorised payment, also when a webhook, a check or
/// another contributor has captured it meanwhile.
pub(crate) async fn capture_for_shipment(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
) -> Result<bool, CommerceError> {
    let waiting = {
        let tx = db.read().await?;
        let row = orders::find(&tx, order_id, false).await?;
        if row.payment_status != OrderPaymentStatus::Authorized {
            return Ok(false);
        }
        tx.find::<payment::Entity>()
            .filter(payment::Column::OrderId.eq(row.id))
            .filter(payment::Column::Status.eq(AttemptStatus::Authorised))
            .filter(payment::Column::CaptureMode.eq(CaptureMode::OnFulfillment))
            .one()
            .await?
    };
    let Some(payment) = waiting else { return Ok(false) };
    if let Err(refused) = begin(ctx, db, order_id, &payment.id).await {
        let tx = db.read().await?;
        let is_captured = orders::find(&tx, order_id, false).await?.payment_status.is_captured();
        return if is_captured { Ok(true) } else { Err(refused) };
    }
    take(ctx, db, payments, &payment.id).await?;
    Ok(true)
}

/// Records that the money is to be captured, so that the reconciler does it if this process does not finish.
async fn begin(ctx: &TenantCtx, db: &TenantDb, order_id: &OrderId, id: &PaymentId) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    let unlocked = orders::find(&tx, order_id, false).await?;
    cart::lock(&tx, &unlocked.cart_id).await?;
    let order = orders::find(&tx, order_id, true).await?;
    let payment = checkout::payment_row(&tx, id, true).await?;
    let payment = payment.filter(|payment| payment.order_id == order.id).ok_or(CommerceError::NotFound)?;
    let (choices, _) = PaymentChoices::load(&tx).await?;
    if let Some(reason) = refusal(&order, &payment, choices.test_mode) {
        return Err(CommerceError::said_conflict(reason));
    }
    if !checkout::reserve_stock_again(ctx, &tx, &order).await? {
        return Err(CommerceError::said_conflict(contributor_texts::ORDER_EXPIRED_ITEMS_SOLD));
    }
    let is_set_aside = payment.status == AttemptStatus::Authorised;
    let due_on = ctx.now() + FIRST_CHECK_MS;
    tx.update::<payment::Entity>(payment::Column::Id.eq(id.clone()))
        .set(payment::Column::CaptureMode, CaptureMode::AtOnce)
        .set(payment::Column::NextCheckOn, is_set_aside.then_some(due_on))
        .set(payment::Column::Checks, 0)
        .set(payment::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    // An expired order would be cancelled again unless the payment is recorded in time.
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.eq(OrderPaymentStatus::Failed))
        .set(order::Column::PaymentStatus, OrderPaymentStatus::AwaitingPayment)
        .set(order::Column::HoldExpiresOn, Some(due_on))
        .exec()
        .await?;
    audit::note(ctx, &tx, AuditAction::OrderCapture, order.id.as_str()).await?;
    Ok(tx.commit().await?)
}

/// Why a payment cannot be captured.
fn refusal(order: &order::Model, payment: &payment::Model, shop_is_test: bool) -> Option<ProblemText> {
    let status = payment.status;
    let awaits_transfer =
        payment.instructions.is_some() && matches!(status, AttemptStatus::Pending | AttemptStatus::Expired);
    if order.fulfillment_status == FulfillmentStatus::Canceled {
        Some(contributor_texts::ORDER_WAS_CANCELED)
    } else if status.is_taken() {
        Some(contributor_texts::PAYMENT_CAPTURED_ALREADY)
    } else if order.payment_status.is_captured() {
        Some(contributor_texts::ORDER_PAID_ALREADY)
    } else if is_of_test_mode(payment) && !shop_is_test {
        Some(contributor_texts::PAYMENT_OF_TEST_MODE)
    } else if payment.amount_cents < order.grand_total_cents {
        Some(contributor_texts::ORDER_COSTS_MORE_NOW)
    } else if status != AttemptStatus::Authorised && !awaits_transfer {
        Some(contributor_texts::NO_PAYMENT_TO_CAPTURE)
    } else {
        None
    }
}

/// Whether a provider of real payments was told that a payment is a test. Test methods take no real money in any mode.
fn is_of_test_mode(payment: &payment::Model) -> bool {
    checkout::is_test(payment) == Some(true) && payment.test_mode != Some(true)
}

async fn take(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments, id: &PaymentId) -> Result<(), CommerceError> {
    let (attempt, _) = checkout::load_attempt(db, id).await?;
    match payments.capture(ctx, &attempt).await {
        Ok(outcome) => {
            let outcome = checkout::in_currency(outcome, attempt.amount);
            let applied = checkout::settle(ctx, db, payments, &attempt, &outcome).await?;
            receive_simulated(ctx, db, payments, &applied.payment).await;
            Ok(())
        }
        Err(PaymentError::Refused { reason, .. }) => {
            let tx = db.write().await?;
            rest(ctx, &tx, id).await?;
            let message = contributor_texts::CAPTURE_DECLINED.with("reason", reason).to_string();
            note(ctx, &tx, &attempt.order_id, OrderEventKind::Payment, &message).await?;
            tx.commit().await?;
            Err(CommerceError::Conflict(message))
        }
        Err(PaymentError::NotNow { reason, .. }) => {
            Err(CommerceError::Conflict(contributor_texts::CAPTURE_TRIED_AGAIN.with("reason", reason).to_string()))
        }
        Err(PaymentError::Uncertain { .. }) => {
            let tx = db.write().await?;
            let message = contributor_texts::NO_CLEAR_ANSWER_TO_CAPTURE.english();
            note(ctx, &tx, &attempt.order_id, OrderEventKind::Payment, message).await?;
            Ok(tx.commit().await?)
        }
    }
}

/// After a refused capture: the money stays authorised until a contributor captures it, or until the authorisation
/// expires.
async fn rest(ctx: &TenantCtx, tx: &TenantTx, id: &PaymentId) -> Result<(), CommerceError> {
    let Some(payment) = checkout::payment_row(tx, id, true).await? else { return Ok(()) };
    tx.update::<payment::Entity>(payment::Column::Id.eq(id.clone()))
        .filter(payment::Column::Status.eq(AttemptStatus::Authorised))
        .set(payment::Column::CaptureMode, CaptureMode::ByHand)
        .set(payment::Column::NextCheckOn, payment.capture_before)
        .set(payment::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}
