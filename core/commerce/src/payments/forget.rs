//! What is taken out of providers' messages when a customer is erased. That a message came, when, and what it said of
//! the money stays with the books.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{payment, webhook_receipt};

use crate::ports::{NextStep, WebhookEvent};
use crate::{CommerceError, columns};

/// Empties the messages about these attempts: their bodies may name the customer, and so may what plugins read from
/// them. What is still to be applied keeps what it is applied by, in the words that `without` leaves of it.
pub(crate) async fn forget_messages(
    tx: &TenantTx,
    made: &[payment::Model],
    without: impl Fn(&str) -> String,
) -> Result<(), CommerceError> {
    let told = webhook_receipt::Column::PaymentId.is_in(made.iter().map(|payment| payment.id.clone()));
    let nobodys = Condition::all()
        .add(webhook_receipt::Column::PaymentId.is_null())
        .add(webhook_receipt::Column::Provider.is_in(made.iter().map(|payment| payment.provider.as_str())));
    let about = Condition::any().add(told).add(nobodys);
    for row in tx.find::<webhook_receipt::Entity>().filter(about).all().await? {
        let event: WebhookEvent = columns::read("webhook_receipt.event", &row.event)?;
        if row.payment_id.is_none() && !made.iter().any(|payment| names(&row.provider, &event, payment)) {
            continue;
        }
        let event = if row.next_try_on.is_none() { bare(event)? } else { reworded(&row.event, &without)? };
        tx.update::<webhook_receipt::Entity>(webhook_receipt::Column::Id.eq(row.id))
            .set(webhook_receipt::Column::Body, "")
            .set(webhook_receipt::Column::BodyDigest, "")
            .set(webhook_receipt::Column::Event, Expr::value(event))
            .exec()
            .await?;
    }
    Ok(())
}

/// Whether a message that was applied to no attempt is about this one.
fn names(provider: &str, event: &WebhookEvent, payment: &payment::Model) -> bool {
    let by_id = event.attempt_id.as_deref() == Some(payment.id.as_str());
    let by_reference = event.provider_ref.is_some() && event.provider_ref == payment.provider_ref;
    provider == payment.provider && (by_id || by_reference)
}

/// What it said of the money, and nothing else.
fn bare(mut event: WebhookEvent) -> Result<Value, CommerceError> {
    event.outcome.provider_state = Value::Null;
    event.outcome.buyer_message = None;
    event.outcome.next = NextStep::None;
    columns::write("webhook_receipt.event", &event)
}

fn reworded(event: &Value, without: impl Fn(&str) -> String) -> Result<Value, CommerceError> {
    serde_json::from_str(&without(&event.to_string()))
        .map_err(|source| CommerceError::Unreadable { column: "webhook_receipt.event", source: Box::new(source) })
}
