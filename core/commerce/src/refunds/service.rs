use sea_orm::ActiveValue::Set;
use stoa_entity::tenant::{order, refund};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderId, PaymentId, RefundId};
use stoa_kernel::money::Money;
use stoa_kernel::permission::{Action, Resource};

use super::ledger::{Ledger, Plan};
use super::model::{NewRefund, RefundAnswer, RefundPreview, RefundStatus, RefundView, RefundWish};
use super::{apply, store};
use crate::audit::{self, AuditAction};
use crate::ports::{Payments, RefundOrder};
use crate::{CommerceError, checkout, columns, orders};

/// What a refund would be: the money of the chosen pieces and the most that can be given back.
///
/// # Errors
/// When the caller may not change orders, the order is not there or has no such line.
pub async fn preview(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &str,
    wish: &RefundWish,
) -> Result<RefundPreview, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    wish.check()?;
    let tx = db.read().await?;
    let order = orders::find(&tx, order_id, false).await?;
    Ledger::load(&tx, &order).await?.preview(wish)
}

/// Gives money of an order back: writes the refund down, asks the provider outside any transaction,
/// and applies the answer. A repetition with the same key asks nobody and tells how it stands.
///
/// # Errors
/// When the caller may not change orders or values are not right; [`CommerceError::Conflict`] when
/// more is wanted than is left, another refund is being clarified, or the key was used for another.
pub async fn refund(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &str,
    new: NewRefund,
) -> Result<RefundAnswer, CommerceError> {
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
    Ok(RefundAnswer { refund: RefundView::new(row, items), order })
}

/// Writes a refund down, or finds it by its key.
async fn begin(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &str,
    new: &NewRefund,
) -> Result<(RefundId, bool), CommerceError> {
    let tx = db.write().await?;
    let order = orders::find(&tx, order_id, true).await?;
    let key = format!("{}:{}", order.id, new.idempotency_key);
    if let Some(known) = store::by_key(&tx, &key).await? {
        if known.request != columns::write("refund.request", new)? {
            let message = "This idempotency key was used for another refund of the order.";
            return Err(CommerceError::Conflict(message.to_owned()));
        }
        return Ok((known.id, false));
    }
    let plan = Ledger::load(&tx, &order).await?.plan(&new.wish)?;
    let due_on = ctx.now_ms() + checkout::FIRST_CHECK_MS;
    let id = write(ctx, &tx, &order, Draft { plan, new, key, due_on }).await?;
    audit::note(ctx, &tx, AuditAction::OrderRefund, order.id.as_str()).await?;
    tx.commit().await?;
    Ok((id, true))
}

/// A refund before it is written down.
struct Draft<'a> {
    plan: Plan,
    new: &'a NewRefund,
    key: String,
    /// When the provider is asked unless it has answered, UTC milliseconds.
    due_on: i64,
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
        request: Set(columns::write("refund.request", new)?),
        amount_cents: Set(plan.amount_cents),
        shipping_cents: Set(plan.shipping_cents),
        reason: Set(new.reason.clone()),
        restock: Set(new.restock),
        notify: Set(new.notify_customer),
        status: Set(RefundStatus::Started.name().to_owned()),
        message: Set(None),
        checks: Set(0),
        next_check_on: Set(Some(due_on)),
        actor: Set(ctx.actor().label()),
        created_on: Set(ctx.now_ms()),
        settled_on: Set(None),
    };
    Ok(store::insert(tx, row, plan.items).await?)
}

/// Writes refunds of everything that is left of an order's payments. They are due at once, so that
/// the worker carries them out when nobody else does.
pub(crate) async fn begin_rest(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    reason: &str,
) -> Result<Vec<RefundId>, CommerceError> {
    let new = NewRefund { reason: reason.to_owned(), ..NewRefund::default() };
    let mut ids = Vec::new();
    for plan in Ledger::load(tx, order).await?.rest() {
        let key = format!("{}:rest:{}", order.id, RefundId::generate());
        ids.push(write(ctx, tx, order, Draft { plan, new: &new, key, due_on: ctx.now_ms() }).await?);
    }
    Ok(ids)
}

/// Writes a refund of everything that is left of one payment, due at once; the customer is told. The order's
/// pieces are not part of it.
pub(crate) async fn begin_payment(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    payment: &PaymentId,
    reason: &str,
) -> Result<(), CommerceError> {
    let new = NewRefund { reason: reason.to_owned(), notify_customer: true, ..NewRefund::default() };
    if let Some(plan) = Ledger::load(tx, order).await?.whole(payment) {
        let key = sent_back_key(&order.id, payment);
        write(ctx, tx, order, Draft { plan, new: &new, key, due_on: ctx.now_ms() }).await?;
    }
    Ok(())
}

/// What a payment took beyond the total of its order.
pub(crate) struct Excess<'a> {
    /// Minor units.
    pub(crate) cents: i64,
    /// For the customer and the owner.
    pub(crate) why: &'a str,
}

/// Writes a refund of what a payment took too much, due at once; the customer is told. The order stays paid.
pub(crate) async fn begin_excess(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    payment: &PaymentId,
    excess: Excess<'_>,
) -> Result<(), CommerceError> {
    let new = NewRefund { reason: excess.why.to_owned(), notify_customer: true, ..NewRefund::default() };
    if let Some(plan) = Ledger::load(tx, order).await?.part(payment, excess.cents) {
        let key = format!("{}:excess:{payment}", order.id);
        write(ctx, tx, order, Draft { plan, new: &new, key, due_on: ctx.now_ms() }).await?;
    }
    Ok(())
}

fn sent_back_key(order: &OrderId, payment: &PaymentId) -> String {
    format!("{order}:back:{payment}")
}

/// Whether the whole money of a payment was not wanted and goes back.
pub(crate) async fn is_sent_back(tx: &TenantTx, order: &OrderId, payment: &PaymentId) -> Result<bool, DbError> {
    Ok(store::by_key(tx, &sent_back_key(order, payment)).await?.is_some())
}

/// Asks the provider for the money of a refund that was written down, and applies the answer. The
/// provider knows a repetition by the refund's id.
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
    if !RefundStatus::from_name(&row.status).is_open() {
        return Ok(());
    }
    let (attempt, _) = checkout::load_attempt(db, &row.payment_id).await?;
    let order = RefundOrder {
        amount: Money::new(row.amount_cents, attempt.amount.currency),
        idempotency_key: row.id.to_string(),
        reason: row.reason,
    };
    let answer = payments.refund(ctx, &attempt, &order).await;
    let tx = db.write().await?;
    apply::answered(ctx, &tx, id, answer).await?;
    Ok(tx.commit().await?)
}
