//! Applies the provider's response to a refund. The provider's total of refunded money decides, whatever its source:
//! the response to our call, a webhook, or the reconciler.

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, IntoActiveModel};
use serde_json::json;
use stoa_email::format_for_contributors;
use stoa_entity::TenantTx;
use stoa_entity::outbox;
use stoa_entity::tenant::{order, payment, refund};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::event::Event;
use stoa_kernel::id::{OrderId, RefundId};
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::order::{OrderEventKind, OrderPaymentStatus};
use stoa_kernel::payment::{AttemptStatus, RefundReason, RefundStatus};

use super::model::reason_text;
use super::store;
use crate::checkout::next_check_after;
use crate::orders::note;
use crate::ports::{Outcome, PaymentError, PaymentStatus};
use crate::{CommerceError, contributor_texts, inventory, orders, site_events};

const REFUSED: &str = contributor_texts::REFUND_REFUSED.english();

/// Applies the response to our call. Locks the order before the refund, as everywhere.
pub(super) async fn answered(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &RefundId,
    answer: Result<Outcome, PaymentError>,
) -> Result<(), CommerceError> {
    let unlocked = store::one(tx, id, false).await?.ok_or(CommerceError::NotFound)?;
    orders::find(tx, &unlocked.order_id, true).await?;
    let row = store::one(tx, id, true).await?.ok_or(CommerceError::NotFound)?;
    if !row.status.is_open() {
        return Ok(());
    }
    match answer {
        Err(PaymentError::Uncertain { .. }) => wait(ctx, tx, row, RefundStatus::Unknown).await,
        Err(PaymentError::NotNow { .. }) => put_off(ctx, tx, row).await,
        Err(PaymentError::Refused { buyer_message, .. }) => fail(ctx, tx, row, buyer_message).await,
        Ok(outcome) if is_refusal(outcome.status) => fail(ctx, tx, row, outcome.buyer_message).await,
        Ok(outcome) => {
            let payment = payment_of(tx, &row).await?;
            let payment = keep(ctx, tx, payment, &outcome).await?;
            let first = payment.refunded_cents == Cents::ZERO && outcome.status == PaymentStatus::PartiallyRefunded;
            let reported = total_of(&outcome, &payment)?;
            let total = if first && outcome.refunded.is_none() { row.amount_cents } else { reported };
            record_refunded_total(ctx, tx, &payment, total).await?;
            let row = store::one(tx, id, false).await?.ok_or(CommerceError::NotFound)?;
            if !row.status.is_open() {
                return Ok(());
            }
            let is_unknown = outcome.status == PaymentStatus::Unknown;
            wait(ctx, tx, row, if is_unknown { RefundStatus::Unknown } else { RefundStatus::Pending }).await
        }
    }
}

fn is_refusal(status: PaymentStatus) -> bool {
    matches!(status, PaymentStatus::Declined | PaymentStatus::Expired | PaymentStatus::Voided)
}

async fn payment_of(tx: &TenantTx, row: &refund::Model) -> Result<payment::Model, CommerceError> {
    let payments = store::payments(tx, &row.order_id).await?;
    payments.into_iter().find(|payment| payment.id == row.payment_id).ok_or(CommerceError::NotFound)
}

/// Stores the state and the reference that the provider wants to receive again.
pub(crate) async fn keep(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: payment::Model,
    outcome: &Outcome,
) -> Result<payment::Model, CommerceError> {
    let mut row = payment.clone().into_active_model();
    if !outcome.provider_state.is_null() {
        row.provider_state = Set(outcome.provider_state.clone());
    }
    if let Some(reference) = &outcome.provider_ref {
        row.provider_ref = Set(Some(reference.clone()));
    }
    row.updated_on = Set(ctx.now());
    Ok(tx.save(row).await?)
}

/// The total refunded amount of a payment according to an outcome, minor units. An amount in another currency is
/// ignored.
pub(crate) fn total_of(outcome: &Outcome, payment: &payment::Model) -> Result<Cents, CommerceError> {
    let currency = currency_of(payment)?;
    Ok(match (outcome.refunded, outcome.status) {
        (Some(money), _) if money.currency == currency => money.cents(),
        (None, PaymentStatus::Refunded) => payment.captured_cents,
        _ => payment.refunded_cents,
    })
}

fn currency_of(payment: &payment::Model) -> Result<Currency, CommerceError> {
    payment
        .currency
        .parse()
        .map_err(|source| CommerceError::Unreadable { column: "payment.currency", source: Box::new(source) })
}

/// Records the provider's total refunded amount of a payment. The total only grows: late and repeated messages change
/// nothing. An increase that no refund of ours explains was refunded at the provider and is recorded as such. The
/// caller holds the order's lock.
pub(crate) async fn record_refunded_total(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    total_cents: Cents,
) -> Result<(), CommerceError> {
    let total = total_cents.min(payment.captured_cents);
    let grown = total - payment.refunded_cents;
    if grown <= Cents::ZERO {
        return Ok(());
    }
    let all = total == payment.captured_cents;
    let status = if all { AttemptStatus::Refunded } else { AttemptStatus::PartiallyRefunded };
    tx.update::<payment::Entity>(payment::Column::Id.eq(payment.id.clone()))
        .set(payment::Column::RefundedCents, total)
        .set(payment::Column::Status, status)
        .set(payment::Column::NextCheckOn, None::<Timestamp>)
        .set(payment::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let open = store::open_of(tx, &payment.id).await?.filter(|row| row.amount_cents <= grown);
    let foreign = grown - open.as_ref().map_or(Cents::ZERO, |row| row.amount_cents);
    let currency = currency_of(payment)?;
    set_payment_status(ctx, tx, &payment.order_id).await?;
    if let Some(row) = open {
        succeed(ctx, tx, row, currency).await?;
    }
    if foreign > Cents::ZERO {
        record_external_refund(ctx, tx, payment, foreign.of(currency)).await?;
    }
    Ok(())
}

async fn succeed(ctx: &TenantCtx, tx: &TenantTx, row: refund::Model, currency: Currency) -> Result<(), CommerceError> {
    let id = row.id.clone();
    let row = settle(ctx, tx, row, RefundStatus::Succeeded, None).await?;
    let given = format_for_contributors(row.amount_cents.of(currency));
    note(
        ctx,
        tx,
        &row.order_id,
        OrderEventKind::Refunded,
        &because(format!("{given} was refunded"), &reason_text(&row)),
    )
    .await?;
    let pieces = store::pieces(tx, &row).await?;
    if row.restock && !pieces.is_empty() {
        inventory::restock(ctx, tx, &row.order_id, pieces).await?;
        note(ctx, tx, &row.order_id, OrderEventKind::Refunded, contributor_texts::REFUNDED_ITEMS_RETURNED.english())
            .await?;
    }
    orders::mark_fulfilled_if_complete(ctx, tx, &row.order_id).await?;
    site_events::order_refunded(ctx, tx, &row.order_id, &id).await?;
    let event = Event::OrderRefunded { order_id: row.order_id, refund_id: id, notify: row.notify };
    Ok(outbox::emit(ctx, tx, &event).await?)
}

fn because(what: String, reason: &str) -> String {
    if reason.is_empty() { format!("{what}.") } else { format!("{what}: {reason}") }
}

async fn fail(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: refund::Model,
    message: Option<String>,
) -> Result<(), CommerceError> {
    let failed = match &message {
        Some(reason) => contributor_texts::REFUND_FAILED.with("reason", reason).to_string(),
        None => contributor_texts::REFUND_FAILED_AS_REFUSED.english().to_owned(),
    };
    let message = message.unwrap_or_else(|| REFUSED.to_owned());
    note(ctx, tx, &row.order_id, OrderEventKind::Refunded, &failed).await?;
    settle(ctx, tx, row, RefundStatus::Failed, Some(message)).await?;
    Ok(())
}

async fn settle(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: refund::Model,
    status: RefundStatus,
    message: Option<String>,
) -> Result<refund::Model, CommerceError> {
    let mut row = row.into_active_model();
    row.status = Set(status);
    row.message = Set(message);
    row.next_check_on = Set(None);
    row.settled_on = Set(Some(ctx.now()));
    Ok(tx.save(row).await?)
}

async fn wait(ctx: &TenantCtx, tx: &TenantTx, row: refund::Model, status: RefundStatus) -> Result<(), CommerceError> {
    if row.status == RefundStatus::Started {
        let message = match status {
            RefundStatus::Pending => contributor_texts::REFUND_ACCEPTED.english(),
            _ => contributor_texts::NO_CLEAR_ANSWER_TO_REFUND.english(),
        };
        note(ctx, tx, &row.order_id, OrderEventKind::Refunded, message).await?;
    }
    let next = next_check_on(ctx, row.checks);
    let mut row = row.into_active_model();
    row.status = Set(status);
    row.next_check_on = Set(Some(next));
    tx.save(row).await?;
    Ok(())
}

/// The provider could not be reached: the refund keeps its status and is requested again later.
async fn put_off(ctx: &TenantCtx, tx: &TenantTx, row: refund::Model) -> Result<(), CommerceError> {
    if row.checks == 0 {
        let message = contributor_texts::REFUND_PROVIDER_AWAY.english();
        note(ctx, tx, &row.order_id, OrderEventKind::Refunded, message).await?;
    }
    let next = next_check_on(ctx, row.checks);
    let mut row = row.into_active_model();
    row.next_check_on = Set(Some(next));
    tx.save(row).await?;
    Ok(())
}

/// When the provider is queried next, after this many unsuccessful checks. Refunds are retried without limit.
pub(super) fn next_check_on(ctx: &TenantCtx, checks: i32) -> Timestamp {
    ctx.now() + next_check_after(checks).unwrap_or(DAY_MS)
}

/// Records money that was refunded at the provider without us.
async fn record_external_refund(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    money: Money,
) -> Result<(), CommerceError> {
    let id = RefundId::generate();
    let row = refund::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id.clone()),
        order_id: Set(payment.order_id.clone()),
        payment_id: Set(payment.id.clone()),
        idempotency_key: Set(format!("{}:provider:{id}", payment.order_id)),
        request: Set(json!({})),
        amount_cents: Set(money.cents()),
        shipping_cents: Set(Cents::ZERO),
        reason: Set(String::new()),
        reason_code: Set(Some(RefundReason::AtProvider)),
        restock: Set(false),
        notify: Set(false),
        status: Set(RefundStatus::Succeeded),
        message: Set(None),
        checks: Set(0),
        next_check_on: Set(None),
        actor: Set(ctx.actor().label()),
        created_on: Set(ctx.now()),
        settled_on: Set(Some(ctx.now())),
    };
    store::insert(tx, row, Vec::new()).await?;
    let message = contributor_texts::REFUNDED_AT_PROVIDER.with("amount", format_for_contributors(money)).to_string();
    note(ctx, tx, &payment.order_id, OrderEventKind::Refunded, &message).await
}

/// Updates the order's payment status from the captured and refunded amounts of its payments.
async fn set_payment_status(ctx: &TenantCtx, tx: &TenantTx, order: &OrderId) -> Result<(), CommerceError> {
    let row = orders::find(tx, order, false).await?;
    let payments = store::payments(tx, order).await?;
    let kept: Cents = payments.iter().map(|payment| payment.captured_cents - payment.refunded_cents).sum();
    let status = OrderPaymentStatus::after_refunds(kept, row.grand_total_cents);
    tx.update::<order::Entity>(order::Column::Id.eq(order.clone()))
        .filter(order::Column::PaymentStatus.is_in(OrderPaymentStatus::values_where(OrderPaymentStatus::is_captured)))
        .set(order::Column::PaymentStatus, status)
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}
