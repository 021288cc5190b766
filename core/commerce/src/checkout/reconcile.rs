//! Finds the outcome of payments that have none: asks the providers, with growing intervals.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::payment;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::order::{OrderEventKind, OrderPaymentStatus};
use stoa_kernel::{TenantCtx, boxed};

use super::apply::{fail_order, outcome_or_unknown, release_stock, void_authorisations};
use super::payment_return::load;
use super::status_checks::next_check_after;
use super::store;
use super::submit::{settle, void};
use crate::orders::note;
use crate::ports::Payments;
use crate::{CommerceError, cart, contributor_texts};

/// Maximum number of attempts or orders per run.
const BATCH: u64 = 50;

/// Asks providers about attempts without a known outcome whose check is due, and returns their number. The interval
/// grows with each answer that brings nothing new.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn reconcile_due(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments) -> Result<usize, CommerceError> {
    let due = {
        let tx = db.read().await?;
        store::due_payments(&tx, ctx.now(), BATCH).await?
    };
    let mut asked = 0;
    for payment in due {
        if !claim(ctx, db, &payment).await? {
            continue;
        }
        asked += 1;
        let (attempt, _) = load(db, &payment.id).await?;
        let outcome = outcome_or_unknown(payments.fetch_status(ctx, &attempt).await, attempt.amount);
        settle(ctx, db, payments, &attempt, &outcome).await?;
    }
    Ok(asked)
}

/// Claims a status check by scheduling the next one before the provider is called. So two workers do not ask at the
/// same time, and a call that never returns is repeated. Returns false when another worker was first.
async fn claim(ctx: &TenantCtx, db: &TenantDb, payment: &payment::Model) -> Result<bool, CommerceError> {
    let next = next_check_after(payment.checks + 1).map(|wait| ctx.now() + wait);
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
        let message = contributor_texts::PROVIDER_CHECKED_LAST_TIME.english();
        note(ctx, &tx, &payment.order_id, OrderEventKind::Payment, message).await?;
    }
    tx.commit().await?;
    Ok(claimed == 1)
}

/// Releases the stock of unpaid orders whose reservation has expired, and returns their number. Attempts that still
/// wait for the buyer are cancelled at the provider, so that they cannot be confirmed any more; attempts with an
/// unknown outcome stay open and are checked again.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn release_expired(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments) -> Result<usize, CommerceError> {
    let expired = {
        let tx = db.read().await?;
        store::expired_orders(&tx, ctx.now(), BATCH).await?
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

/// Returns the attempts that must be cancelled at the provider.
async fn release_one(ctx: &TenantCtx, tx: &TenantTx, id: &OrderId) -> Result<Vec<PaymentId>, CommerceError> {
    let Some(order) = store::order(tx, id, true).await? else { return Ok(Vec::new()) };
    let due = order.hold_expires_on.is_some_and(|until| until <= ctx.now());
    if order.payment_status != OrderPaymentStatus::AwaitingPayment || !due {
        return Ok(Vec::new());
    }
    let mut to_end = store::expire_waiting(ctx, tx, id).await?;
    to_end.extend(void_authorisations(ctx, tx, id).await?);
    if store::open_payment(tx, id).await?.is_none() {
        fail_order(ctx, tx, &order).await?;
    } else {
        release_stock(ctx, tx, &order).await?;
    }
    note(ctx, tx, id, OrderEventKind::Payment, contributor_texts::NOT_PAID_IN_TIME.english()).await?;
    Ok(to_end)
}
