//! Submits a checkout: places the order and begins its payment.

use stoa_entity::tenant::{order, payment};
use stoa_entity::{DbError, TenantDb};
use stoa_kernel::id::PaymentId;
use stoa_kernel::order::FulfillmentStatus;
use stoa_kernel::payment::{AttemptStatus, CaptureMode};
use stoa_kernel::{TenantCtx, boxed};

use super::apply::{Applied, apply_outcome, outcome_of, outcome_or_unknown};
use super::asked::ask_about_answers;
use super::model::{Purchase, SubmitAnswer, SubmitStatus};
use super::payment_return::load;
use super::place_order::{NewOrder, NextAction, place};
use super::placed::PlacedOrder;
use crate::CommerceError;
use crate::orders::confirmed_url;
use crate::payments::receive_simulated;
use crate::ports::{Attempt, CheckoutPlugins, Outcome, PaymentStatus, Payments};

/// Buys a cart: writes the order, reserves its stock, calls the payment provider outside any transaction, and applies
/// the outcome. Retries with the same key get the same response; while an attempt is in progress, every submission
/// returns its status.
///
/// # Errors
/// Field errors or a message for the shopper; [`CommerceError::CartChanged`] when the total or the stock differ from
/// what the shopper saw; [`CommerceError::AlreadyPurchased`] for a purchased cart; what the access of the
/// buyer needs first.
#[boxed]
pub async fn submit<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    plugins: CheckoutPlugins<'a>,
    purchase: Purchase<'a>,
) -> Result<SubmitAnswer, CommerceError> {
    let Purchase { key, access, submission } = purchase;
    let payments = plugins.payments;
    let length = submission.idempotency_key.len();
    if !(8..=200).contains(&length) {
        return Err(CommerceError::field("idempotencyKey", crate::contributor_texts::KEY_NEEDS_8_TO_200_CHARACTERS));
    }
    ask_about_answers(ctx, db, plugins.quotes, key, None).await?;
    let methods = payments.methods(ctx).await?;
    let order = NewOrder { at_hand: &methods, access, key, submission: &submission };
    let placed = match place(ctx, db, plugins.quotes, order).await {
        // The site's first two orders both inserted its counter: the retry finds it.
        Err(CommerceError::Database(DbError::Duplicate(_))) => place(ctx, db, plugins.quotes, order).await?,
        other => other?,
    };
    match placed {
        NextAction::Answered(answer) => Ok(answer),
        NextAction::ToPay(attempt) => {
            let outcome = outcome_of(payments.create(ctx, &attempt).await, attempt.amount);
            let applied = settle(ctx, db, payments, &attempt, &outcome).await?;
            receive_simulated(ctx, db, payments, &applied.payment).await;
            Ok(answer(&applied.order, &applied.payment))
        }
    }
}

/// Applies an outcome. An authorisation is then captured or voided, unless it is to be captured later.
pub(crate) async fn settle(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    attempt: &Attempt,
    outcome: &Outcome,
) -> Result<Applied, CommerceError> {
    let applied = apply(ctx, db, attempt, outcome).await?;
    let status = applied.payment.status;
    let again = Attempt { provider_state: applied.payment.provider_state.clone(), ..attempt.clone() };
    let mode = applied.payment.capture_mode;
    if status.is_over() && mode == CaptureMode::Never && may_still_succeed(outcome.status) {
        let answer = payments.cancel(ctx, &again).await;
        return apply(ctx, db, attempt, &outcome_or_unknown(answer, attempt.amount)).await;
    }
    if status != AttemptStatus::Authorised {
        return Ok(applied);
    }
    let is_off = applied.order.fulfillment_status == FulfillmentStatus::Canceled;
    let answer = match mode {
        CaptureMode::Never => payments.cancel(ctx, &again).await,
        _ if is_off => payments.cancel(ctx, &again).await,
        CaptureMode::AtOnce => payments.capture(ctx, &again).await,
        CaptureMode::OnFulfillment | CaptureMode::ByHand => return Ok(applied),
    };
    apply(ctx, db, attempt, &outcome_or_unknown(answer, attempt.amount)).await
}

/// Whether the attempt can still lead to a payment at the provider.
fn may_still_succeed(status: PaymentStatus) -> bool {
    matches!(status, PaymentStatus::RequiresAction | PaymentStatus::Pending | PaymentStatus::Authorised)
}

/// Cancels an expired attempt at its provider, or voids the authorisation of a cancelled order. Without a clear answer
/// the reconciler retries.
pub(crate) async fn void(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    id: &PaymentId,
) -> Result<(), CommerceError> {
    let (attempt, _) = load(db, id).await?;
    let outcome = outcome_or_unknown(payments.cancel(ctx, &attempt).await, attempt.amount);
    apply(ctx, db, &attempt, &outcome).await?;
    Ok(())
}

async fn apply(ctx: &TenantCtx, db: &TenantDb, attempt: &Attempt, outcome: &Outcome) -> Result<Applied, CommerceError> {
    let tx = db.write().await?;
    let applied = apply_outcome(ctx, &tx, attempt, outcome).await?;
    tx.commit().await?;
    Ok(applied)
}

/// Status of an attempt, for the shopper.
pub(super) fn answer(order: &order::Model, payment: &payment::Model) -> SubmitAnswer {
    let status = payment.status;
    let (status, redirect_url, message) = if !order.payment_status.is_unpaid() {
        (SubmitStatus::Paid, Some(confirmed_url(order)), None)
    } else if status.is_open() && payment.instructions.is_some() {
        (SubmitStatus::AwaitingTransfer, Some(confirmed_url(order)), None)
    } else if status == AttemptStatus::RequiresAction && payment.next_url.is_some() {
        (SubmitStatus::ActionRequired, payment.next_url.clone(), None)
    } else if status.is_open() || status.is_taken() {
        (SubmitStatus::Pending, None, Some("Your payment is being processed.".to_owned()))
    } else {
        let message = payment.buyer_message.clone();
        let message = message.unwrap_or_else(|| "Your payment was declined. Please try another one.".to_owned());
        (SubmitStatus::Declined, None, Some(message))
    };
    let placed = PlacedOrder::of(order);
    SubmitAnswer { status, order_id: order.id.clone(), redirect_url, message, placed }
}
