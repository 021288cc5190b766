use stoa_entity::tenant::payment;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::PaymentId;
use stoa_kernel::money::Money;

use super::apply::{apply_outcome, in_currency, outcome_of};
use super::model::{AttemptSummary, ReturnAnswer, SubmitStatus};
use super::place::attempt;
use super::status::AttemptStatus;
use super::store;
use super::submit::{answer, settle};
use crate::CommerceError;
use crate::ports::{Attempt, PaymentStatus, Payments, Webhook, WebhookEvent};

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
    })
}

/// Goes on with an attempt after the buyer came back with a query string. Coming back again only
/// tells how it stands.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such attempt.
pub async fn payment_return(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    attempt_id: &str,
    query: &str,
) -> Result<ReturnAnswer, CommerceError> {
    let id: PaymentId = attempt_id.parse().map_err(|_| CommerceError::NotFound)?;
    let (attempt, payment) = load(db, &id).await?;
    if AttemptStatus::from_name(&payment.status).is_open() {
        let outcome = outcome_of(payments.authorise(ctx, &attempt, query).await, attempt.amount);
        settle(ctx, db, payments, &attempt, &outcome).await?;
    }
    let tx = db.read().await?;
    let payment = store::payment(&tx, &id, false).await?.ok_or(CommerceError::NotFound)?;
    let order = store::order(&tx, &payment.order_id, false).await?.ok_or(CommerceError::NotFound)?;
    let answer = answer(&order, &payment);
    Ok(match (answer.status, answer.redirect_url) {
        (SubmitStatus::Paid, Some(redirect_url)) => ReturnAnswer::Paid { redirect_url },
        (SubmitStatus::Declined, _) => ReturnAnswer::Declined,
        _ => ReturnAnswer::Pending,
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

/// Takes a provider's message: has it verified and applies what it says. Messages that are repeated
/// or late change nothing.
///
/// # Errors
/// [`CommerceError::WebhookRefused`] when it cannot be verified.
pub async fn receive_webhook(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    provider: &str,
    webhook: &Webhook,
) -> Result<(), CommerceError> {
    let events = payments
        .verify_webhook(ctx, provider, webhook)
        .await
        .map_err(|fault| CommerceError::WebhookRefused(fault.to_string()))?;
    for event in events {
        let tx = db.write().await?;
        if let Some(payment) = told_about(&tx, provider, &event).await? {
            let asked = Money::new(payment.amount_cents, currency(&payment)?);
            apply_outcome(ctx, &tx, &payment.id, &in_currency(event.outcome, asked)).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

fn currency(payment: &payment::Model) -> Result<stoa_kernel::money::Currency, CommerceError> {
    payment
        .currency
        .parse()
        .map_err(|source| CommerceError::Unreadable { column: "payment.currency", source: Box::new(source) })
}

/// The attempt a message is about, of that provider alone.
async fn told_about(
    tx: &TenantTx,
    provider: &str,
    event: &WebhookEvent,
) -> Result<Option<payment::Model>, CommerceError> {
    let by_id = match event.attempt_id.as_deref().and_then(|id| id.parse().ok()) {
        Some(id) => store::payment(tx, &id, false).await?,
        None => None,
    };
    let found = match (by_id, &event.provider_ref) {
        (Some(payment), _) => Some(payment),
        (None, Some(reference)) => store::payment_by_reference(tx, provider, reference).await?,
        (None, None) => None,
    };
    Ok(found.filter(|payment| payment.provider == provider))
}
