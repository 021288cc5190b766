use sea_orm::ColumnTrait;
use stoa_entity::tenant::payment;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderId, PaymentId};

use super::apply::{fail_order, known_outcome, let_set_aside_go, release_stock};
use super::returned::load;
use super::status::next_check_after;
use super::store;
use super::submit::{settle, void};
use crate::orders::{EventKind, note};
use crate::ports::Payments;
use crate::{CommerceError, cart};

/// Most attempts or orders in one go.
const BATCH: u64 = 50;

/// Asks providers about attempts whose outcome is not known, those that are due at the context's
/// time, and tells how many there were. An answer that says nothing new is waited for longer.
///
/// # Errors
/// When the database refuses.
pub async fn reconcile_due(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments) -> Result<usize, CommerceError> {
    let due = {
        let tx = db.read().await?;
        store::due_payments(&tx, ctx.now_ms(), BATCH).await?
    };
    let mut asked = 0;
    for payment in due {
        if !claim(ctx, db, &payment).await? {
            continue;
        }
        asked += 1;
        let (attempt, _) = load(db, &payment.id).await?;
        let outcome = known_outcome(payments.fetch_status(ctx, &attempt).await, attempt.amount);
        settle(ctx, db, payments, &attempt, &outcome).await?;
    }
    Ok(asked)
}

/// Sets the time of the next question before this one is asked, so that two workers do not ask
/// together and a question that never comes back is asked again. False when another worker was
/// faster.
async fn claim(ctx: &TenantCtx, db: &TenantDb, payment: &payment::Model) -> Result<bool, CommerceError> {
    let next = next_check_after(payment.checks + 1).map(|wait| ctx.now_ms() + wait);
    let tx = db.write().await?;
    let claimed = tx
        .update::<payment::Entity>(payment::Column::Id.eq(payment.id.clone()))
        .filter(payment::Column::NextCheckOn.eq(payment.next_check_on))
        .filter(payment::Column::Checks.eq(payment.checks))
        .set(payment::Column::Checks, payment.checks + 1)
        .set(payment::Column::NextCheckOn, next)
        .exec()
        .await?;
    if claimed == 1 && next.is_none() {
        let message = "The payment provider was asked for the last time. Look into the payment by hand.";
        note(ctx, &tx, &payment.order_id, EventKind::Payment, message).await?;
    }
    tx.commit().await?;
    Ok(claimed == 1)
}

/// Gives back the stock of unpaid orders that was kept until the context's time, and tells how many
/// orders there were. Buyers who had to confirm took too long, and the provider is told, so that they do not confirm
/// what is over; an attempt that is unknown stays and is asked for.
///
/// # Errors
/// When the database refuses.
pub async fn release_expired(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments) -> Result<usize, CommerceError> {
    let expired = {
        let tx = db.read().await?;
        store::expired_orders(&tx, ctx.now_ms(), BATCH).await?
    };
    let count = expired.len();
    for order in expired {
        let tx = db.write().await?;
        cart::lock(&tx, &order.cart_id).await?;
        let to_end = release_one(ctx, &tx, &order.id).await?;
        tx.commit().await?;
        for id in to_end {
            void(ctx, db, payments, &id).await?;
        }
    }
    Ok(count)
}

/// Gives the attempts that the provider has to end.
async fn release_one(ctx: &TenantCtx, tx: &TenantTx, id: &OrderId) -> Result<Vec<PaymentId>, CommerceError> {
    let Some(order) = store::order(tx, id, true).await? else { return Ok(Vec::new()) };
    let due = order.hold_expires_on.is_some_and(|until| until <= ctx.now_ms());
    if order.payment_status != "AWAITING_PAYMENT" || !due {
        return Ok(Vec::new());
    }
    let mut to_end = store::expire_waiting(ctx, tx, id).await?;
    to_end.extend(let_set_aside_go(ctx, tx, id).await?);
    if store::open_payment(tx, id).await?.is_none() {
        fail_order(ctx, tx, &order).await?;
    } else {
        release_stock(ctx, tx, &order).await?;
    }
    note(ctx, tx, id, EventKind::Payment, "The order was not paid in time. Its items are for sale again.").await?;
    Ok(to_end)
}
