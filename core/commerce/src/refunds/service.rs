//! Refunds of an order: previewed and carried out.

use sea_orm::ActiveValue::Set;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column;
use stoa_entity::tenant::{order, refund};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId, RefundId};
use stoa_kernel::money::Cents;
use stoa_kernel::payment::{RefundCause, RefundReason, RefundStatus};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::ledger::{Ledger, Plan};
use super::model::{NewRefund, RefundPreview, RefundResult, RefundView, RequestedRefund, reason_text};
use super::{apply, store};
use crate::ports::{Payments, ProviderRefund};
use crate::{CommerceError, checkout, orders};

/// Preview of a refund: the amount for the selected pieces and the maximum refundable amount.
///
/// # Errors
/// When the caller may not change orders, the order does not exist or has no such line.
#[boxed]
pub async fn preview(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    wish: &RequestedRefund,
) -> Result<RefundPreview, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    wish.check()?;
    let tx = db.read().await?;
    let order = orders::find(&tx, order_id, false).await?;
    Ledger::load(&tx, &order).await?.preview(wish)
}

/// Refunds money of an order: records the refund, calls the provider outside any transaction, and applies the response.
/// A repetition with the same key calls no provider and returns the current state.
///
/// # Errors
/// When the caller may not change orders or values are invalid; [`CommerceError::Conflict`] when the request exceeds
/// what is left, another refund is pending, or the key was used for another refund.
#[boxed]
pub async fn refund(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
    new: NewRefund,
) -> Result<RefundResult, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let new = new.checked()?;
    let (id, is_new) = begin(ctx, db, order_id, &new).await?;
    if is_new {
        carry_out(ctx, db, payments, &id).await?;
    }
    let tx = db.read().await?;
    let row = store::one(&tx, &id, false).await?.ok_or(CommerceError::NotFound)?;
    let items = store::items_of(&tx, vec![id]).await?;
    let order = orders::find(&tx, order_id, false).await?;
    let order = orders::complete(&tx, order).await?;
    Ok(RefundResult { refund: RefundView::new(row, items), order })
}

/// Records a refund, or finds it by its key.
async fn begin(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    new: &NewRefund,
) -> Result<(RefundId, bool), CommerceError> {
    let tx = db.write().await?;
    let order = orders::find(&tx, order_id, true).await?;
    let key = format!("{}:{}", order.id, new.idempotency_key);
    if let Some(known) = store::by_key(&tx, &key).await? {
        if known.request != json_column::write("refund.request", new)? {
            let message = "This idempotency key was used for another refund of the order.";
            return Err(CommerceError::Conflict(message.to_owned()));
        }
        return Ok((known.id, false));
    }
    let plan = Ledger::load(&tx, &order).await?.plan(&new.wish)?;
    let due_on = ctx.now() + checkout::FIRST_CHECK_MS;
    let id = write(ctx, &tx, &order, Draft { plan, new, key, due_on }).await?;
    audit::note(ctx, &tx, AuditAction::OrderRefund, order.id.as_str()).await?;
    tx.commit().await?;
    Ok((id, true))
}

/// A refund before it is recorded.
struct Draft<'a> {
    plan: Plan,
    new: &'a NewRefund,
    key: String,
    /// When the provider is queried if there is no response by then.
    due_on: Timestamp,
}

async fn write(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    draft: Draft<'_>,
) -> Result<RefundId, CommerceError> {
    let Draft { plan, new, key, due_on } = draft;
    let row = refund::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(RefundId::generate()),
        order_id: Set(order.id.clone()),
        payment_id: Set(plan.payment_id),
        idempotency_key: Set(key),
        request: Set(json_column::write("refund.request", new)?),
        amount_cents: Set(plan.amount_cents),
        shipping_cents: Set(plan.shipping_cents),
        reason: Set(match &new.reason {
            RefundCause::Known(_) => String::new(),
            RefundCause::Words(words) => words.clone(),
        }),
        reason_code: Set(match new.reason {
            RefundCause::Known(reason) => Some(reason),
            RefundCause::Words(_) => None,
        }),
        restock: Set(new.restock),
        notify: Set(new.notify_customer),
        status: Set(RefundStatus::Started),
        message: Set(None),
        checks: Set(0),
        next_check_on: Set(Some(due_on)),
        actor: Set(ctx.actor().label()),
        created_on: Set(ctx.now()),
        settled_on: Set(None),
    };
    Ok(store::insert(tx, row, plan.items).await?)
}

/// Records refunds of the remaining amounts of all payments of an order. They are due at once, so that the worker
/// performs them when no other process does.
pub(crate) async fn record_remaining_refunds(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    reason: RefundCause,
) -> Result<Vec<RefundId>, CommerceError> {
    let new = NewRefund { reason, ..NewRefund::default() };
    let mut ids = Vec::new();
    for plan in Ledger::load(tx, order).await?.rest() {
        let key = format!("{}:rest:{}", order.id, RefundId::generate());
        ids.push(write(ctx, tx, order, Draft { plan, new: &new, key, due_on: ctx.now() }).await?);
    }
    Ok(ids)
}

/// Records a refund of the remaining amount of one payment, due at once, with notification of the customer. It covers
/// no pieces of the order.
pub(crate) async fn record_payment_refund(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    payment: &PaymentId,
    reason: RefundReason,
) -> Result<(), CommerceError> {
    let new = NewRefund { reason: RefundCause::Known(reason), notify_customer: true, ..NewRefund::default() };
    if let Some(plan) = Ledger::load(tx, order).await?.whole(payment) {
        let key = full_refund_key(&order.id, payment);
        write(ctx, tx, order, Draft { plan, new: &new, key, due_on: ctx.now() }).await?;
    }
    Ok(())
}

/// Records a refund of the amount that a payment captured beyond the total of its order, due at once, with notification
/// of the customer. The order stays paid.
pub(crate) async fn record_excess_refund(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    payment: &PaymentId,
    excess_cents: Cents,
) -> Result<(), CommerceError> {
    let new =
        NewRefund { reason: RefundCause::Known(RefundReason::Overpaid), notify_customer: true, ..NewRefund::default() };
    if let Some(plan) = Ledger::load(tx, order).await?.part(payment, excess_cents) {
        let key = format!("{}:excess:{payment}", order.id);
        write(ctx, tx, order, Draft { plan, new: &new, key, due_on: ctx.now() }).await?;
    }
    Ok(())
}

fn full_refund_key(order: &OrderId, payment: &PaymentId) -> String {
    format!("{order}:back:{payment}")
}

/// Whether a full refund of an unwanted payment was recorded.
pub(crate) async fn is_refunded_in_full(tx: &TenantTx, order: &OrderId, payment: &PaymentId) -> Result<bool, DbError> {
    Ok(store::by_key(tx, &full_refund_key(order, payment)).await?.is_some())
}

/// Requests a recorded refund from the provider and applies the response. The refund's id is the provider's idempotency
/// key.
pub(crate) async fn carry_out(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    id: &RefundId,
) -> Result<(), CommerceError> {
    let row = {
        let tx = db.read().await?;
        store::one(&tx, id, false).await?.ok_or(CommerceError::NotFound)?
    };
    if !row.status.is_open() {
        return Ok(());
    }
    let (attempt, _) = checkout::load_attempt(db, &row.payment_id).await?;
    let order = ProviderRefund {
        amount: row.amount_cents.of(attempt.amount.currency),
        idempotency_key: row.id.to_string(),
        reason: reason_text(&row),
    };
    let answer = payments.refund(ctx, &attempt, &order).await;
    let tx = db.write().await?;
    apply::answered(ctx, &tx, id, answer).await?;
    Ok(tx.commit().await?)
}
