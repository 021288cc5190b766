use stoa_entity::tenant::payment;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::PaymentId;

use super::apply::known_outcome;
use super::model::{AttemptSummary, ReturnAnswer, SubmitStatus};
use super::place::attempt;
use super::status::AttemptStatus;
use super::store;
use super::submit::{answer, settle};
use crate::cart::Browser;
use crate::ports::{Attempt, PaymentStatus, Payments};
use crate::{CommerceError, cart};

/// What the page says on which a buyer confirms an attempt.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such attempt.
pub async fn attempt_summary(tx: &TenantTx, attempt_id: &str) -> Result<AttemptSummary, CommerceError> {
    let id: PaymentId = attempt_id.parse().map_err(|_| CommerceError::NotFound)?;
    let payment = store::payment(tx, &id, false).await?.ok_or(CommerceError::NotFound)?;
    let order = store::order(tx, &payment.order_id, false).await?.ok_or(CommerceError::NotFound)?;
    let status = AttemptStatus::from_name(&payment.status);
    let amount = attempt(&order, &[], &payment, serde_json::Value::Null)?.amount;
    Ok(AttemptSummary {
        id: payment.id,
        provider: payment.provider,
        order_number: order.number,
        amount,
        awaits_buyer: status == AttemptStatus::Answered(PaymentStatus::RequiresAction),
        held_until: order.hold_expires_on.filter(|_| order.stock_held),
    })
}

/// Goes on with an attempt after a browser came back with a query string. Coming back again only
/// tells how it stands. A provider that cannot make anything of the return is asked how the attempt stands: the buyer
/// may have confirmed before.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such attempt.
pub async fn payment_return(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    attempt_id: &str,
    (query, browser): (&str, Browser<'_>),
) -> Result<ReturnAnswer, CommerceError> {
    let id: PaymentId = attempt_id.parse().map_err(|_| CommerceError::NotFound)?;
    let (attempt, payment) = load(db, &id).await?;
    if AttemptStatus::from_name(&payment.status).is_open() {
        let answer = match payments.authorise(ctx, &attempt, query).await {
            Ok(outcome) => Ok(outcome),
            Err(_) => payments.fetch_status(ctx, &attempt).await,
        };
        let outcome = known_outcome(answer, attempt.amount);
        settle(ctx, db, payments, &attempt, &outcome).await?;
    }
    answer_of(ctx, db, &id, browser).await
}

/// How an attempt stands, for a buyer who comes back. Another browser, with which a payment can be confirmed too, is
/// told nothing that opens the order.
pub(super) async fn answer_of(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &PaymentId,
    browser: Browser<'_>,
) -> Result<ReturnAnswer, CommerceError> {
    let tx = db.read().await?;
    let payment = store::payment(&tx, id, false).await?.ok_or(CommerceError::NotFound)?;
    let order = store::order(&tx, &payment.order_id, false).await?.ok_or(CommerceError::NotFound)?;
    let cart_token = cart::own_checkout(&tx, &order.cart_id).await?;
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

/// An attempt as its provider sees it, and its row.
pub(crate) async fn load(db: &TenantDb, id: &PaymentId) -> Result<(Attempt, payment::Model), CommerceError> {
    let tx = db.read().await?;
    let payment = store::payment(&tx, id, false).await?.ok_or(CommerceError::NotFound)?;
    let order = store::order(&tx, &payment.order_id, false).await?.ok_or(CommerceError::NotFound)?;
    let items = store::items(&tx, &order.id).await?;
    Ok((attempt(&order, &items, &payment, serde_json::Value::Null)?, payment))
}
