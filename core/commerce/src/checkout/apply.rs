//! What an outcome does to an attempt and its order.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::IntoActiveModel;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, payment};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::money::Money;

use super::paid::{awaits_money, captured, let_go, set_aside};
use super::status::{AttemptStatus, next_check_after};
use super::store;
use crate::discounts;
use crate::inventory::{self, Pieces, summed};
use crate::orders::{EventKind, note};
use crate::payments::{CaptureMode, Instructions};
use crate::ports::{Attempt, NextStep, Outcome, PaymentFault, PaymentStatus};
use crate::{CommerceError, cart, columns, refunds};

const NOT_NOW: &str = "This way to pay cannot be reached right now. Please try it again or take another one.";

/// An attempt and its order after an outcome.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    pub(crate) payment: payment::Model,
    pub(crate) order: order::Model,
}

/// Applies what a provider said, from wherever it came: the answer to a submission, the buyer's
/// return, a message or the reconciler. It locks the cart, the order and the attempt, so two
/// outcomes follow each other, and goes only upwards, so either may come first.
pub(super) async fn apply_outcome(
    ctx: &TenantCtx,
    tx: &TenantTx,
    attempt: &Attempt,
    outcome: &Outcome,
) -> Result<Applied, CommerceError> {
    let Applied { payment, order } = locked(tx, attempt).await?;
    let before = AttemptStatus::from_name(&payment.status);
    let after = AttemptStatus::Answered(outcome.status);
    if matches!(outcome.status, PaymentStatus::PartiallyRefunded | PaymentStatus::Refunded) {
        refunded(ctx, tx, payment, &order, outcome).await?;
        return locked(tx, attempt).await;
    }
    if before.is_over() && after.is_over() && payment.next_check_on.is_some() {
        // The provider knows it too: there is nothing more to ask.
        let mut row = payment.into_active_model();
        row.next_check_on = Set(None);
        return Ok(Applied { payment: tx.save(row).await?, order });
    }
    if !before.may_become(after) {
        return Ok(Applied { payment: confirmed_or_not(ctx, tx, payment, outcome.status).await?, order });
    }
    let payment = tx.save(changed(ctx, payment, outcome)?).await?;
    match outcome.status {
        PaymentStatus::Captured => {
            if let Some(order) = captured(ctx, tx, &payment, &order).await? {
                return Ok(Applied { payment, order });
            }
        }
        PaymentStatus::Authorised => set_aside(ctx, tx, &payment, &order).await?,
        PaymentStatus::Pending if payment.instructions.is_some() => awaits_money(ctx, tx, &payment, &order).await?,
        PaymentStatus::Declined | PaymentStatus::Expired | PaymentStatus::Voided => {
            failed(ctx, tx, &payment, &order).await?;
        }
        PaymentStatus::Unknown => {
            let message = "The payment provider gave no clear answer. It will be asked again.";
            note(ctx, tx, &order.id, EventKind::Payment, message).await?;
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

/// A buyer who came back may have confirmed: without a clear answer the provider is asked again, until it says that
/// it still waits for them.
async fn confirmed_or_not(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: payment::Model,
    said: PaymentStatus,
) -> Result<payment::Model, CommerceError> {
    let waits_for_buyer =
        AttemptStatus::from_name(&payment.status) == AttemptStatus::Answered(PaymentStatus::RequiresAction);
    let next_check_on = match said {
        _ if !waits_for_buyer => return Ok(payment),
        PaymentStatus::Unknown if payment.next_check_on.is_none() => {
            next_check_after(0).map(|wait| ctx.now_ms() + wait)
        }
        PaymentStatus::RequiresAction if payment.next_check_on.is_some() => None,
        _ => return Ok(payment),
    };
    let mut row = payment.into_active_model();
    row.checks = Set(0);
    row.next_check_on = Set(next_check_on);
    Ok(tx.save(row).await?)
}

/// The attempt and its order, locked.
async fn locked(tx: &TenantTx, attempt: &Attempt) -> Result<Applied, CommerceError> {
    cart::lock_of_order(tx, &attempt.order_id).await?;
    let order = store::order(tx, &attempt.order_id, true).await?.ok_or(CommerceError::NotFound)?;
    let payment = store::payment(tx, &attempt.attempt_id, true).await?.ok_or(CommerceError::NotFound)?;
    Ok(Applied { payment, order })
}

fn changed(ctx: &TenantCtx, payment: payment::Model, outcome: &Outcome) -> Result<payment::ActiveModel, CommerceError> {
    let instructions = match &outcome.next {
        NextStep::ClientAction(action) if outcome.status == PaymentStatus::Pending => Instructions::from_action(action),
        NextStep::None | NextStep::Redirect(_) | NextStep::ClientAction(_) => None,
    };
    let next_check_on = next_check(ctx, &payment, outcome.status).filter(|_| instructions.is_none());
    let next_url = match &outcome.next {
        NextStep::Redirect(url) => Some(confirmation_page(&payment.id, url)),
        NextStep::None | NextStep::ClientAction(_) => None,
    };
    let captured = outcome.captured.map_or(payment.captured_cents, |money| money.minor);
    let provider_ref = outcome.provider_ref.clone().or_else(|| payment.provider_ref.clone());
    let mut row = payment.into_active_model();
    row.status = Set(AttemptStatus::Answered(outcome.status).name().to_owned());
    row.captured_cents = Set(captured);
    row.provider_ref = Set(provider_ref);
    if !outcome.provider_state.is_null() {
        row.provider_state = Set(outcome.provider_state.clone());
    }
    if let Some(instructions) = instructions {
        row.instructions = Set(Some(columns::write("payment.instructions", &instructions)?));
    }
    row.next_url = Set(next_url);
    row.buyer_message = Set(outcome.buyer_message.clone());
    row.checks = Set(0);
    row.next_check_on = Set(next_check_on);
    row.updated_on = Set(ctx.now_ms());
    Ok(row)
}

/// When the provider is asked although it has answered. Money that is taken later rests until it can no longer
/// be taken.
fn next_check(ctx: &TenantCtx, payment: &payment::Model, status: PaymentStatus) -> Option<i64> {
    match status {
        PaymentStatus::Authorised if is_taken_later(payment) => payment.capture_before,
        PaymentStatus::Unknown | PaymentStatus::Pending | PaymentStatus::Authorised => {
            next_check_after(0).map(|wait| ctx.now_ms() + wait)
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

/// Whether money of an attempt is taken some time after it was set aside.
pub(super) fn is_taken_later(payment: &payment::Model) -> bool {
    CaptureMode::from_name(&payment.capture_mode) != CaptureMode::AtOnce
}

/// Where the buyer confirms. A provider without a page of its own sends the buyer to the return
/// address with a word that asks for ours.
fn confirmation_page(id: &PaymentId, url: &str) -> String {
    if url.contains(&format!("/checkout/payment-return/{id}?stoa_action=confirm")) {
        format!("/checkout/test-card/{id}")
    } else {
        url.to_owned()
    }
}

/// An attempt came to nothing. When no other is open, the order fails and its stock is free again.
async fn failed(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<(), CommerceError> {
    note(ctx, tx, &order.id, EventKind::Payment, &format!("The payment was {}.", payment.status)).await?;
    if store::open_payment(tx, &order.id).await?.is_none() {
        fail_order(ctx, tx, order).await?;
    }
    Ok(())
}

/// Marks an unpaid order as failed and gives its stock back.
pub(super) async fn fail_order(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    let unpaid = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.is_in(["AWAITING_PAYMENT", "AUTHORIZED"]))
        .set(order::Column::PaymentStatus, "FAILED")
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    if unpaid == 1 { release_stock(ctx, tx, order).await } else { Ok(()) }
}

/// Gives the stock and the discounts of an order back, once: the flag in its row is turned in a guarded write.
pub(super) async fn release_stock(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    let released = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::StockHeld.eq(true))
        .set(order::Column::StockHeld, false)
        .set(order::Column::HoldExpiresOn, None::<i64>)
        .exec()
        .await?;
    if released != 1 {
        return Ok(());
    }
    inventory::give_back(ctx, tx, &order.id, pieces(tx, order).await?).await?;
    discounts::give_back(tx, &order.id).await
}

/// Gives the stock of an order that was called off back and says so in its history, when it had any.
async fn put_back(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    let held = order.stock_held && !pieces(tx, order).await?.is_empty();
    release_stock(ctx, tx, order).await?;
    if held {
        note(ctx, tx, &order.id, EventKind::Canceled, "Its items are back in stock.").await?;
    }
    Ok(())
}

/// The pieces of an order that refunds have not put back.
pub(super) async fn pieces(tx: &TenantTx, order: &order::Model) -> Result<Vec<Pieces>, CommerceError> {
    let restocked = refunds::restocked(tx, &order.id).await?;
    let items = store::items(tx, &order.id).await?;
    let held = items.into_iter().map(|item| {
        let back = restocked.get(&item.id).copied().unwrap_or(0);
        Pieces { variant_id: item.variant_id, quantity: item.quantity - back }
    });
    Ok(summed(held.filter(|pieces| pieces.quantity > 0)))
}

/// A provider tells that it gave money back. It must have been taken before, whether or not we were
/// told.
async fn refunded(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: payment::Model,
    order: &order::Model,
    outcome: &Outcome,
) -> Result<(), CommerceError> {
    let mut payment = payment;
    if !AttemptStatus::from_name(&payment.status).is_taken() {
        let taken = Outcome { status: PaymentStatus::Captured, ..outcome.clone() };
        payment = tx.save(changed(ctx, payment, &taken)?).await?;
        captured(ctx, tx, &payment, order).await?;
    }
    let total = refunds::total_of(outcome, &payment)?;
    if total > payment.refunded_cents {
        let payment = refunds::keep(ctx, tx, payment, outcome).await?;
        refunds::note_total(ctx, tx, &payment, total).await?;
    }
    Ok(())
}

/// Ends what can still come of an order that was called off: attempts that wait for the buyer are
/// over, its cart is done with, its stock goes back when wished. Gives the attempts that the provider has to
/// end: those that waited for the buyer, and those whose money is set aside.
pub(crate) async fn close_attempts(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    restock: bool,
) -> Result<Vec<PaymentId>, CommerceError> {
    let mut to_end = store::expire_waiting(ctx, tx, &order.id).await?;
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    let is_unpaid = matches!(order.payment_status.as_str(), "AWAITING_PAYMENT" | "AUTHORIZED" | "FAILED");
    let open = store::open_payment(tx, &order.id).await?;
    if restock || is_unpaid {
        put_back(ctx, tx, order).await?;
    }
    if is_unpaid && open.is_none() {
        fail_order(ctx, tx, order).await?;
    }
    discounts::give_back(tx, &order.id).await?;
    to_end.extend(let_set_aside_go(ctx, tx, &order.id).await?);
    Ok(to_end)
}

/// Marks what was set aside for an order to be let go, and gives the attempts.
pub(super) async fn let_set_aside_go(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
) -> Result<Vec<PaymentId>, CommerceError> {
    let authorised = AttemptStatus::Answered(PaymentStatus::Authorised);
    let mut ids = Vec::new();
    for payment in store::cancelable(tx, order).await? {
        if AttemptStatus::from_name(&payment.status) == authorised {
            let_go(ctx, tx, &payment).await?;
            ids.push(payment.id);
        }
    }
    Ok(ids)
}

/// The outcome of the call that begins an attempt, when it gave none: where no money can have moved the attempt came to
/// nothing, else it is unknown.
pub(super) fn outcome_of(answer: Result<Outcome, PaymentFault>, asked: Money) -> Outcome {
    match answer {
        Ok(outcome) => in_currency(outcome, asked),
        Err(PaymentFault::Refused { buyer_message, .. }) => {
            Outcome { buyer_message, ..Outcome::plain(PaymentStatus::Declined) }
        }
        Err(PaymentFault::NotNow { buyer_message, .. }) => {
            let buyer_message = buyer_message.or_else(|| Some(NOT_NOW.to_owned()));
            Outcome { buyer_message, ..Outcome::plain(PaymentStatus::Declined) }
        }
        Err(PaymentFault::Uncertain { .. }) => Outcome::plain(PaymentStatus::Unknown),
    }
}

/// The outcome of a call about money that may have moved before: no answer, whatever the reason,
/// tells nothing.
pub(crate) fn known_outcome(answer: Result<Outcome, PaymentFault>, asked: Money) -> Outcome {
    answer.map_or_else(|_| Outcome::plain(PaymentStatus::Unknown), |outcome| in_currency(outcome, asked))
}

/// An amount in another currency than was asked for counts as nothing taken; a provider that took
/// the money without naming an amount took what was asked for.
pub(crate) fn in_currency(outcome: Outcome, asked: Money) -> Outcome {
    let captured = match outcome.captured {
        Some(money) if money.currency != asked.currency => Some(Money::zero(asked.currency)),
        None if AttemptStatus::Answered(outcome.status).is_taken() => Some(asked),
        other => other,
    };
    Outcome { captured, ..outcome }
}
