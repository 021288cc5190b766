//! Redacts webhook messages of providers, and the reasons of disputes, when a customer is erased. That a message arrived
//! or a payment was disputed, when, and the amounts are kept for accounting.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::json_column;
use stoa_entity::tenant::{payment, payment_dispute, webhook_receipt};

use crate::CommerceError;
use crate::ports::{NextStep, WebhookEvent};

/// Deletes the bodies of the messages about these attempts and redacts their events: both may name the customer, also
/// in what plugins read from them. Messages that are still to be applied keep the data needed for that, with their JSON
/// text passed through `without`.
pub(crate) async fn redact_messages(
    tx: &TenantTx,
    made: &[payment::Model],
    without: impl Fn(&str) -> String,
) -> Result<(), CommerceError> {
    let of_payments = webhook_receipt::Column::PaymentId.is_in(made.iter().map(|payment| payment.id.clone()));
    let nobodys = Condition::all()
        .add(webhook_receipt::Column::PaymentId.is_null())
        .add(webhook_receipt::Column::Provider.is_in(made.iter().map(|payment| payment.provider.as_str())));
    let about = Condition::any().add(of_payments).add(nobodys);
    for row in tx.find::<webhook_receipt::Entity>().filter(about).all().await? {
        let event: WebhookEvent = json_column::read("webhook_receipt.event", &row.event)?;
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
    redact_disputes(tx, made, without).await
}

async fn redact_disputes(
    tx: &TenantTx,
    made: &[payment::Model],
    without: impl Fn(&str) -> String,
) -> Result<(), CommerceError> {
    let own = payment_dispute::Column::OrderId.is_in(made.iter().map(|payment| payment.order_id.clone()));
    for row in tx.find::<payment_dispute::Entity>().filter(own).all().await? {
        let reason = without(&row.reason);
        if reason != row.reason {
            tx.update::<payment_dispute::Entity>(payment_dispute::Column::OrderId.eq(row.order_id))
                .filter(payment_dispute::Column::PaymentId.eq(row.payment_id))
                .filter(payment_dispute::Column::Reference.eq(row.reference))
                .set(payment_dispute::Column::Reason, reason)
                .exec()
                .await?;
        }
    }
    Ok(())
}

/// Whether a message that was matched to no attempt is about this one.
fn names(provider: &str, event: &WebhookEvent, payment: &payment::Model) -> bool {
    let by_id = event.attempt_id.as_deref() == Some(payment.id.as_str());
    let by_reference = event.provider_ref.is_some() && event.provider_ref == payment.provider_ref;
    provider == payment.provider && (by_id || by_reference)
}

/// The event with its amounts and status only, without a saved method.
fn bare(mut event: WebhookEvent) -> Result<Value, CommerceError> {
    event.outcome.provider_state = Value::Null;
    event.outcome.buyer_message = None;
    event.outcome.next = NextStep::None;
    event.outcome.saved_method = None;
    if let Some(dispute) = &mut event.dispute {
        dispute.reason.clear();
    }
    Ok(json_column::write("webhook_receipt.event", &event)?)
}

fn reworded(event: &Value, without: impl Fn(&str) -> String) -> Result<Value, CommerceError> {
    let mut event: Value = serde_json::from_str(&without(&event.to_string()))
        .map_err(|source| CommerceError::Unreadable { column: "webhook_receipt.event", source: Box::new(source) })?;
    // Its token is needed to have the provider forget the method, its name is not.
    if let Some(label) = event.pointer_mut("/outcome/savedMethod/label") {
        *label = Value::from("");
    }
    Ok(event)
}

#[cfg(test)]
mod tests {
    use super::{Value, WebhookEvent, bare, reworded};
    use crate::ports::{Outcome, PaymentStatus, SavedMethod};

    #[test]
    fn the_name_of_a_saved_method_is_not_kept() {
        let label = "PayPal ada@example.org".to_owned();
        let saved_method = Some(SavedMethod { token: "sealed".to_owned(), label, expires_on: None });
        let event = WebhookEvent {
            event_id: "evt-1".to_owned(),
            attempt_id: None,
            provider_ref: None,
            outcome: Outcome { saved_method, ..Outcome::plain(PaymentStatus::Captured) },
            dispute: None,
        };
        let settled = bare(event.clone()).unwrap_or_default();
        assert_eq!(settled["outcome"]["status"], "captured");
        assert_eq!(settled["outcome"]["savedMethod"], Value::Null);

        let stored = serde_json::to_value(&event).unwrap_or_default();
        let waiting = reworded(&stored, str::to_owned).unwrap_or_default();
        let saved = &waiting["outcome"]["savedMethod"];
        assert_eq!((&saved["token"], &saved["label"]), (&Value::from("sealed"), &Value::from("")));
    }
}
