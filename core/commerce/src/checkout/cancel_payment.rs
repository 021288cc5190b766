//! Cancels payments that wait for the buyer's confirmation, so that the buyer can pay another way or change the cart.

use stoa_entity::tenant::{order, payment};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::PaymentId;
use stoa_kernel::order::OrderEventKind;
use stoa_kernel::payment::AttemptStatus;
use stoa_kernel::{TenantCtx, boxed};

use super::apply::fail_order;
use super::model::{CheckoutView, ReturnAnswer};
use super::payment_return::answer_of;
use super::submit::void;
use super::{steps, store};
use crate::cart::{Browser, CheckoutKey};
use crate::orders::note;
use crate::ports::Payments;
use crate::{CommerceError, cart, contributor_texts};

/// Cancels the attempts of a cart that wait for the buyer, and returns the checkout. Idempotent; money that is captured
/// meanwhile still pays the order.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such cart.
#[boxed]
pub async fn cancel_pending_payment<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
) -> Result<CheckoutView, CommerceError> {
    let tx = db.write().await?;
    let cart = cart::by_checkout_key(ctx, &tx, key, true).await?.ok_or(CommerceError::NotFound)?;
    let ended = match store::order_of_cart(&tx, &cart.row, true).await? {
        Some(order) => end_waiting(ctx, &tx, &order).await?,
        None => Vec::new(),
    };
    tx.commit().await?;
    void_all(ctx, db, payments, ended).await?;
    steps::view(ctx, db, payments, key).await
}

/// Cancels an attempt that waits for its buyer, who returns from the provider's page without paying. Has no effect for
/// any other browser.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such attempt.
#[boxed]
pub async fn payment_canceled_by_buyer<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    id: &PaymentId,
    browser: Browser<'a>,
) -> Result<ReturnAnswer, CommerceError> {
    let tx = db.write().await?;
    let payment = store::payment(&tx, id, false).await?.ok_or(CommerceError::NotFound)?;
    cart::lock_of_order(&tx, &payment.order_id).await?;
    let order = store::order(&tx, &payment.order_id, true).await?.ok_or(CommerceError::NotFound)?;
    let payment = store::payment(&tx, id, true).await?.ok_or(CommerceError::NotFound)?;
    let is_buyer = cart::opens(ctx, &tx, &order.cart_id, browser).await?;
    let ended = if is_buyer && waits_for_buyer(&payment) { end_waiting(ctx, &tx, &order).await? } else { Vec::new() };
    tx.commit().await?;
    void_all(ctx, db, payments, ended).await?;
    answer_of(ctx, db, id, browser).await
}

fn waits_for_buyer(payment: &payment::Model) -> bool {
    payment.status == AttemptStatus::RequiresAction
}

/// Expires the attempts of an order that wait for the buyer, before the provider is notified. The caller holds the
/// locks of cart and order.
async fn end_waiting(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<Vec<PaymentId>, CommerceError> {
    let mut ended = Vec::new();
    for payment in store::cancelable(tx, &order.id).await?.into_iter().filter(waits_for_buyer) {
        store::expire(ctx, tx, &payment).await?;
        ended.push(payment.id);
    }
    if ended.is_empty() {
        return Ok(ended);
    }
    note(ctx, tx, &order.id, OrderEventKind::Payment, contributor_texts::CUSTOMER_CANCELED_PAYMENT.english()).await?;
    if store::open_payment(tx, &order.id).await?.is_none() {
        fail_order(ctx, tx, order).await?;
    }
    Ok(ended)
}

/// Expires an attempt whose state is unknown; if no other attempt is open, its order fails. The caller holds the locks
/// of cart and order, and notifies the provider after the commit.
pub(crate) async fn end_attempt(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    payment: &payment::Model,
) -> Result<(), CommerceError> {
    store::expire(ctx, tx, payment).await?;
    if store::open_payment(tx, &order.id).await?.is_none() {
        fail_order(ctx, tx, order).await?;
    }
    Ok(())
}

async fn void_all(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    ended: Vec<PaymentId>,
) -> Result<(), CommerceError> {
    for id in ended {
        void(ctx, db, payments, &id).await?;
    }
    Ok(())
}
