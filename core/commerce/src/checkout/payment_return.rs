//! The return of a browser from a payment page.

use stoa_entity::tenant::payment;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::PaymentId;
use stoa_kernel::payment::AttemptStatus;
use stoa_kernel::{TenantCtx, boxed};

use super::apply::outcome_or_unknown;
use super::attempt::attempt;
use super::model::{AttemptSummary, ReturnAnswer, SubmitStatus};
use super::store;
use super::submit::{answer, settle};
use crate::cart::Browser;
use crate::ports::{Attempt, Payments};
use crate::{CommerceError, cart, orders, payments};

/// Data of the page where a buyer confirms an attempt.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such attempt.
#[boxed]
pub async fn attempt_summary(tx: &TenantTx, attempt_id: &str) -> Result<AttemptSummary, CommerceError> {
    let id: PaymentId = attempt_id.parse().map_err(|_| CommerceError::NotFound)?;
    let payment = store::payment(tx, &id, false).await?.ok_or(CommerceError::NotFound)?;
    let order = store::order(tx, &payment.order_id, false).await?.ok_or(CommerceError::NotFound)?;
    let amount = attempt(&order, &[], &payment, serde_json::Value::Null, None)?.amount;
    Ok(AttemptSummary {
        id: payment.id,
        provider: payment.provider,
        order_number: order.number,
        amount,
        awaits_buyer: payment.status == AttemptStatus::RequiresAction,
        held_until: order.hold_expires_on.filter(|_| order.stock_held),
    })
}

/// A browser's return from a payment page.
#[derive(Clone, Copy, Debug)]
pub struct PaymentReturn<'a> {
    /// The attempt.
    pub attempt_id: &'a PaymentId,
    /// The query string that the provider has added to the URL.
    pub query: &'a str,
    /// The browser.
    pub browser: Browser<'a>,
}

/// Continues an attempt after the browser has returned from the provider with a query string. Repeated returns only
/// report the status. When the provider cannot interpret the query, it is asked for the status, because the buyer may
/// have confirmed before.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such attempt.
#[boxed]
pub async fn payment_return(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    returned: &PaymentReturn<'_>,
) -> Result<ReturnAnswer, CommerceError> {
    let PaymentReturn { attempt_id, query, browser } = *returned;
    let (attempt, payment) = load(db, attempt_id).await?;
    if payment.status.is_open() {
        let answer = match payments.authorise(ctx, &attempt, query).await {
            Ok(outcome) => Ok(outcome),
            Err(_) => payments.fetch_status(ctx, &attempt).await,
        };
        let outcome = outcome_or_unknown(answer, attempt.amount);
        let applied = settle(ctx, db, payments, &attempt, &outcome).await?;
        payments::receive_simulated(ctx, db, payments, &applied.payment).await;
    }
    answer_of(ctx, db, attempt_id, browser).await
}

/// Status of an attempt for a buyer who returns. Another browser, in which the payment may have been confirmed, gets no
/// access to the order.
pub(super) async fn answer_of(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &PaymentId,
    browser: Browser<'_>,
) -> Result<ReturnAnswer, CommerceError> {
    let tx = db.read().await?;
    let payment = store::payment(&tx, id, false).await?.ok_or(CommerceError::NotFound)?;
    let order = store::order(&tx, &payment.order_id, false).await?.ok_or(CommerceError::NotFound)?;
    let cart_token = cart::single_item_checkout_token(&tx, &order.cart_id).await?;
    let answer = answer(&order, &payment);
    if !cart::opens(ctx, &tx, &order.cart_id, browser).await? {
        let stands = matches!(answer.status, SubmitStatus::Paid | SubmitStatus::AwaitingTransfer);
        return Ok(ReturnAnswer::Elsewhere { stands });
    }
    Ok(match (answer.status, answer.redirect_url) {
        (SubmitStatus::Paid | SubmitStatus::AwaitingTransfer, Some(redirect_url)) => {
            ReturnAnswer::Paid { redirect_url }
        }
        (SubmitStatus::Declined, _) => ReturnAnswer::Declined { cart_token },
        _ => ReturnAnswer::Pending { cart_token },
    })
}

/// An attempt in the form passed to providers, and its row.
pub(crate) async fn load(db: &TenantDb, id: &PaymentId) -> Result<(Attempt, payment::Model), CommerceError> {
    let tx = db.read().await?;
    let payment = store::payment(&tx, id, false).await?.ok_or(CommerceError::NotFound)?;
    let order = store::order(&tx, &payment.order_id, false).await?.ok_or(CommerceError::NotFound)?;
    let items = store::items(&tx, &order.id).await?;
    let language = orders::language_of_customer(&tx, &order).await?;
    let saved = payments::use_of(&tx, &payment, &order).await?;
    Ok((Attempt { saved, ..attempt(&order, &items, &payment, serde_json::Value::Null, language)? }, payment))
}
