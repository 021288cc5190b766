//! Applies payment outcomes to attempts and their orders.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::IntoActiveModel;
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::payment::SavedUse;
use stoa_entity::tenant::{order, payment};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::money::Money;
use stoa_kernel::order::{OrderEventKind, OrderPaymentStatus};
use stoa_kernel::payment::{AttemptStatus, CaptureMode};

use super::payment_effects::{captured, handle_authorisation, handle_awaiting_payment, void_authorisation};
use super::status_checks::next_check_after;
use super::store;
use crate::discounts;
use crate::inventory::{self, Pieces, summed};
use crate::orders::note;
use crate::payments::{declined, instructions_of, keep_reference, keep_saved, put_in_words};
use crate::ports::{Attempt, NextStep, Outcome, PaymentError, PaymentStatus};
use crate::{CommerceError, cart, contributor_texts, refunds};

const NOT_NOW: &str = "This payment method is not available right now. Please try again or choose another one.";

/// An attempt and its order after an outcome was applied.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    pub(crate) payment: payment::Model,
    pub(crate) order: order::Model,
}

/// Applies an outcome reported by a provider, from any source: response to a submission, return of the buyer, webhook
/// or reconciler. Locks the cart, the order and the attempt, so that outcomes are applied one after the other. An
/// attempt's status only moves up in rank, so outcomes may arrive in any order.
pub(super) async fn apply_outcome(
    ctx: &TenantCtx,
    tx: &TenantTx,
    attempt: &Attempt,
    outcome: &Outcome,
) -> Result<Applied, CommerceError> {
    let Applied { payment, order } = locked(tx, attempt).await?;
    keep_saved(ctx, tx, &payment, &order, outcome).await?;
    let before = payment.status;
    let after = AttemptStatus::from(outcome.status);
    if matches!(outcome.status, PaymentStatus::PartiallyRefunded | PaymentStatus::Refunded) {
        refunded(ctx, tx, payment, &order, outcome).await?;
        return locked(tx, attempt).await;
    }
    if before.is_over() && after.is_over() && payment.next_check_on.is_some() {
        // The provider has ended the attempt too: no further status check is needed.
        let mut row = payment.into_active_model();
        row.next_check_on = Set(None);
        return Ok(Applied { payment: tx.save(row).await?, order });
    }
    if !before.may_become(after) {
        return Ok(Applied { payment: confirmed_or_not(ctx, tx, payment, outcome.status).await?, order });
    }
    let mut row = changed(ctx, payment, outcome);
    if let Set(Some(JsonOf(instructions))) = &mut row.instructions {
        put_in_words(tx, instructions, attempt.language.as_deref()).await?;
        keep_reference(tx, instructions).await?;
    }
    let payment = tx.save(row).await?;
    match outcome.status {
        PaymentStatus::Captured => {
            if let Some(order) = captured(ctx, tx, &payment, &order).await? {
                return Ok(Applied { payment, order });
            }
        }
        PaymentStatus::Authorised => handle_authorisation(ctx, tx, &payment, &order).await?,
        PaymentStatus::Pending if payment.instructions.is_some() => {
            handle_awaiting_payment(ctx, tx, &payment, &order).await?
        }
        PaymentStatus::Declined | PaymentStatus::Expired | PaymentStatus::Voided => {
            failed(ctx, tx, &payment, &order).await?;
        }
        PaymentStatus::Unknown => {
            let message = contributor_texts::NO_CLEAR_ANSWER.english();
            note(ctx, tx, &order.id, OrderEventKind::Payment, message).await?;
        }
        PaymentStatus::RequiresAction
        | PaymentStatus::Pending
        | PaymentStatus::PartiallyRefunded
        | PaymentStatus::Refunded => {}
    }
    let order = store::order(tx, &order.id, false).await?.ok_or(CommerceError::NotFound)?;
    let payment = store::payment(tx, &payment.id, false).await?.ok_or(CommerceError::NotFound)?;
    Ok(Applied { payment, order })
}

/// Schedules or cancels status checks of an attempt that waits for its buyer. A buyer who returned may have confirmed:
/// if the provider gave no clear answer it is asked again, until it says that it still waits for the buyer.
async fn confirmed_or_not(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: payment::Model,
    said: PaymentStatus,
) -> Result<payment::Model, CommerceError> {
    let waits_for_buyer = payment.status == AttemptStatus::RequiresAction;
    let next_check_on = match said {
        _ if !waits_for_buyer => return Ok(payment),
        PaymentStatus::Unknown if payment.next_check_on.is_none() => next_check_after(0).map(|wait| ctx.now() + wait),
        PaymentStatus::RequiresAction if payment.next_check_on.is_some() => None,
        _ => return Ok(payment),
    };
    let mut row = payment.into_active_model();
    row.checks = Set(0);
    row.next_check_on = Set(next_check_on);
    Ok(tx.save(row).await?)
}

/// Loads and locks the attempt and its order.
async fn locked(tx: &TenantTx, attempt: &Attempt) -> Result<Applied, CommerceError> {
    cart::lock_of_order(tx, &attempt.order_id).await?;
    let order = store::order(tx, &attempt.order_id, true).await?.ok_or(CommerceError::NotFound)?;
    let payment = store::payment(tx, &attempt.attempt_id, true).await?.ok_or(CommerceError::NotFound)?;
    Ok(Applied { payment, order })
}

fn changed(ctx: &TenantCtx, payment: payment::Model, outcome: &Outcome) -> payment::ActiveModel {
    let instructions = match &outcome.next {
        NextStep::ClientAction(action) if outcome.status == PaymentStatus::Pending => instructions_of(action),
        NextStep::None | NextStep::Redirect(_) | NextStep::ClientAction(_) => None,
    };
    let next_check_on = next_check(ctx, &payment, outcome.status).filter(|_| instructions.is_none());
    let next_url = match &outcome.next {
        NextStep::Redirect(url) => Some(confirmation_page(&payment.id, url)),
        NextStep::None | NextStep::ClientAction(_) => None,
    };
    let captured = outcome.captured.map_or(payment.captured_cents, Money::cents);
    let provider_ref = outcome.provider_ref.clone().or_else(|| payment.provider_ref.clone());
    let mut row = payment.into_active_model();
    row.status = Set(outcome.status.into());
    row.captured_cents = Set(captured);
    row.provider_ref = Set(provider_ref);
    if !outcome.provider_state.is_null() {
        row.provider_state = Set(outcome.provider_state.clone());
    }
    if let Some(instructions) = instructions {
        row.instructions = Set(Some(JsonOf(instructions)));
    }
    row.next_url = Set(next_url);
    row.buyer_message = Set(outcome.buyer_message.clone());
    row.checks = Set(0);
    row.next_check_on = Set(next_check_on);
    row.updated_on = Set(ctx.now());
    row
}

/// When to check the status of an attempt that the provider has answered. An authorisation that is captured later is
/// not checked until it expires.
fn next_check(ctx: &TenantCtx, payment: &payment::Model, status: PaymentStatus) -> Option<Timestamp> {
    match status {
        PaymentStatus::Authorised if is_captured_later(payment) => payment.capture_before,
        PaymentStatus::Unknown | PaymentStatus::Pending | PaymentStatus::Authorised => {
            next_check_after(0).map(|wait| ctx.now() + wait)
        }
        PaymentStatus::RequiresAction
        | PaymentStatus::Captured
        | PaymentStatus::PartiallyRefunded
        | PaymentStatus::Refunded
        | PaymentStatus::Voided
        | PaymentStatus::Declined
        | PaymentStatus::Expired => None,
    }
}

/// Whether an attempt is captured some time after its authorisation.
pub(super) fn is_captured_later(payment: &payment::Model) -> bool {
    payment.capture_mode != CaptureMode::AtOnce
}

/// URL where the buyer confirms the payment. A provider without its own page points to the return URL with
/// `stoa_action=confirm`, which is replaced by our confirmation page.
fn confirmation_page(id: &PaymentId, url: &str) -> String {
    if url.contains(&format!("/checkout/payment-return/{id}?stoa_action=confirm")) {
        format!("/checkout/test-card/{id}")
    } else {
        url.to_owned()
    }
}

/// An attempt has failed. If no other attempt is open, the order fails and its stock is released.
async fn failed(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<(), CommerceError> {
    note(ctx, tx, &order.id, OrderEventKind::Payment, &ending(payment)).await?;
    if store::open_payment(tx, &order.id).await?.is_none() {
        fail_order(ctx, tx, order).await?;
    }
    Ok(())
}

/// What the history of the order says of an attempt that has failed: of a charge by a contributor also the reason, which
/// only shoppers are told otherwise.
fn ending(payment: &payment::Model) -> String {
    let is_charge = matches!(&payment.saved_use, Some(JsonOf(SavedUse::OffSession(_))));
    match payment.status {
        AttemptStatus::Declined if is_charge => declined(payment).to_string(),
        status => format!("The payment was {status}."),
    }
}

/// Marks an unpaid order as failed and releases its stock.
pub(super) async fn fail_order(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    let unpaid = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.is_in(OrderPaymentStatus::that_may_become(OrderPaymentStatus::Failed)))
        .set(order::Column::PaymentStatus, OrderPaymentStatus::Failed)
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if unpaid == 1 { release_stock(ctx, tx, order).await } else { Ok(()) }
}

/// Releases the stock and the discount uses of an order. Happens only once: guarded by a conditional update of
/// `stock_held`.
pub(super) async fn release_stock(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    let released = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::StockHeld.eq(true))
        .set(order::Column::StockHeld, false)
        .set(order::Column::HoldExpiresOn, None::<Timestamp>)
        .exec()
        .await?;
    if released != 1 {
        return Ok(());
    }
    inventory::restore_stock(ctx, tx, &order.id, pieces(tx, order).await?).await?;
    discounts::release_uses(tx, &order.id).await
}

/// Releases the stock of a cancelled order, and notes it in the order's history if there was any.
async fn put_back(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    let held = order.stock_held && !pieces(tx, order).await?.is_empty();
    release_stock(ctx, tx, order).await?;
    if held {
        note(ctx, tx, &order.id, OrderEventKind::Canceled, contributor_texts::ITEMS_RETURNED_TO_STOCK.english())
            .await?;
    }
    Ok(())
}

/// Quantities of an order, without those already restocked by refunds.
pub(super) async fn pieces(tx: &TenantTx, order: &order::Model) -> Result<Vec<Pieces>, CommerceError> {
    let restocked = refunds::restocked(tx, &order.id).await?;
    let items = store::items(tx, &order.id).await?;
    let held = items.into_iter().map(|item| {
        let back = restocked.get(&item.id).copied().unwrap_or(0);
        Pieces { variant_id: item.variant_id, quantity: item.quantity - back }
    });
    Ok(summed(held.filter(|pieces| pieces.quantity > 0)))
}

/// The provider reports a refund. A refund implies a capture, even if we have not been notified of it.
async fn refunded(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: payment::Model,
    order: &order::Model,
    outcome: &Outcome,
) -> Result<(), CommerceError> {
    let mut payment = payment;
    if !payment.status.is_taken() {
        let taken = Outcome { status: PaymentStatus::Captured, ..outcome.clone() };
        payment = tx.save(changed(ctx, payment, &taken)).await?;
        captured(ctx, tx, &payment, order).await?;
    }
    let total = refunds::total_of(outcome, &payment)?;
    if total > payment.refunded_cents {
        let payment = refunds::keep(ctx, tx, payment, outcome).await?;
        refunds::record_refunded_total(ctx, tx, &payment, total).await?;
    }
    Ok(())
}

/// Closes what is still open for a cancelled order: expires attempts that wait for the buyer, marks its cart as
/// purchased, and releases its stock if requested or unpaid. Returns the attempts that must be cancelled at the
/// provider: those that waited for the buyer, and authorised ones.
pub(crate) async fn close_attempts(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    restock: bool,
) -> Result<Vec<PaymentId>, CommerceError> {
    let mut to_end = store::expire_waiting(ctx, tx, &order.id).await?;
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    let is_captured = order.payment_status.is_captured();
    let open = store::open_payment(tx, &order.id).await?;
    if restock || !is_captured {
        put_back(ctx, tx, order).await?;
    }
    if !is_captured && open.is_none() {
        fail_order(ctx, tx, order).await?;
    }
    discounts::release_uses(tx, &order.id).await?;
    to_end.extend(void_authorisations(ctx, tx, &order.id).await?);
    Ok(to_end)
}

/// Marks the authorisations of an order to be voided, and returns these attempts.
pub(super) async fn void_authorisations(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
) -> Result<Vec<PaymentId>, CommerceError> {
    let mut ids = Vec::new();
    for payment in store::cancelable(tx, order).await? {
        if payment.status == AttemptStatus::Authorised {
            void_authorisation(ctx, tx, &payment).await?;
            ids.push(payment.id);
        }
    }
    Ok(ids)
}

/// Outcome of the request that starts an attempt. On an error: declined if no money can have moved, otherwise unknown.
pub(crate) fn outcome_of(answer: Result<Outcome, PaymentError>, asked: Money) -> Outcome {
    match answer {
        Ok(outcome) => in_currency(outcome, asked),
        Err(PaymentError::Refused { buyer_message, .. }) => {
            Outcome { buyer_message, ..Outcome::plain(PaymentStatus::Declined) }
        }
        Err(PaymentError::NotNow { buyer_message, .. }) => {
            let buyer_message = buyer_message.or_else(|| Some(NOT_NOW.to_owned()));
            Outcome { buyer_message, ..Outcome::plain(PaymentStatus::Declined) }
        }
        Err(PaymentError::Uncertain { .. }) => Outcome::plain(PaymentStatus::Unknown),
    }
}

/// Outcome of a request about money that may already have moved: any error means that the status is unknown.
pub(crate) fn outcome_or_unknown(answer: Result<Outcome, PaymentError>, asked: Money) -> Outcome {
    answer.map_or_else(|_| Outcome::plain(PaymentStatus::Unknown), |outcome| in_currency(outcome, asked))
}

/// Normalises the captured amount. An amount in another currency counts as zero; a capture without an amount counts as
/// the requested amount.
pub(crate) fn in_currency(outcome: Outcome, asked: Money) -> Outcome {
    let captured = match outcome.captured {
        Some(money) if money.currency != asked.currency => Some(Money::zero(asked.currency)),
        None if AttemptStatus::from(outcome.status).is_taken() => Some(asked),
        other => other,
    };
    Outcome { captured, ..outcome }
}
