//! Payments of 0.1.0: buyers and lines are JSON, and answers know neither saved methods nor disputes.

use serde_json::{Value, json};

use crate::bindings::payments::interface as old;
use crate::bindings::payments2::interface as new;
use crate::convert::{money_in, typed_text};
use crate::model::{PaymentAttempt, PaymentBuyer, PaymentIntent, PaymentLine, PaymentWebhook};

pub(super) fn attempt_in(attempt: &PaymentAttempt) -> old::Attempt {
    old::Attempt {
        attempt_id: attempt.attempt_id.clone(),
        order_id: attempt.order_id.clone(),
        idempotency_key: attempt.idempotency_key.clone(),
        amount: money_in(&attempt.amount),
        method: attempt.method.clone(),
        return_url: attempt.return_url.clone(),
        cancel_url: attempt.cancel_url.clone(),
        webhook_url: attempt.webhook_url.clone(),
        buyer: typed_text(&buyer_json(&attempt.buyer, attempt.intent).to_string()),
        lines: typed_text(&attempt.lines.iter().map(line_json).collect::<Value>().to_string()),
        provider_state: attempt.provider_state.to_string(),
    }
}

/// One object: what was entered, with `customer` and `intent`, which nothing entered replaces.
fn buyer_json(buyer: &PaymentBuyer, intent: Option<PaymentIntent>) -> Value {
    let mut object = match &buyer.entered {
        Value::Null => json!({}),
        entered => entered.clone(),
    };
    let Value::Object(members) = &mut object else { return object };
    if let Some(customer) = &buyer.customer {
        let known = json!({
            "email": customer.email, "name": customer.name, "billingAddress": customer.billing_address,
        });
        members.insert("customer".to_owned(), known);
    }
    if let Some(intent) = intent {
        members.insert("intent".to_owned(), json!(intent));
    }
    object
}

fn line_json(line: &PaymentLine) -> Value {
    json!({
        "sku": line.sku, "name": line.name, "quantity": line.quantity,
        "unitPriceCents": line.unit_price.minor, "totalCents": line.total.minor,
    })
}

pub(super) fn webhook_in(webhook: &PaymentWebhook) -> old::Webhook {
    old::Webhook {
        method: webhook.method.clone(),
        headers: webhook.headers.clone(),
        query: webhook.query.clone(),
        body: webhook.body.clone(),
    }
}

pub(super) fn event_of(event: old::WebhookEvent) -> new::WebhookEvent {
    new::WebhookEvent {
        event_id: event.event_id,
        attempt_id: event.attempt_id,
        provider_ref: event.provider_ref,
        outcome: outcome_of(event.outcome),
        dispute: None,
    }
}

pub(super) fn outcome_of(outcome: old::Outcome) -> new::Outcome {
    let status = match outcome.status {
        old::Status::RequiresAction => new::Status::RequiresAction,
        old::Status::Pending => new::Status::Pending,
        old::Status::Authorised => new::Status::Authorised,
        old::Status::Captured => new::Status::Captured,
        old::Status::PartiallyRefunded => new::Status::PartiallyRefunded,
        old::Status::Refunded => new::Status::Refunded,
        old::Status::Voided => new::Status::Voided,
        old::Status::Declined => new::Status::Declined,
        old::Status::Expired => new::Status::Expired,
        old::Status::Unknown => new::Status::Unknown,
    };
    let next = match outcome.next {
        old::Next::None => new::Next::None,
        old::Next::Redirect(address) => new::Next::Redirect(address),
        old::Next::ClientAction(action) => new::Next::ClientAction(action),
    };
    new::Outcome {
        status,
        next,
        provider_ref: outcome.provider_ref,
        captured: outcome.captured,
        refunded: outcome.refunded,
        decline_message: outcome.decline_message,
        saved_method: None,
        provider_state: outcome.provider_state,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{buyer_json, typed_text};
    use crate::model::{PaymentBuyer, PaymentCustomer, PaymentIntent};

    #[test]
    fn buyer_is_one_object() {
        let customer = PaymentCustomer {
            email: "ada@example.com".to_owned(),
            name: "Ada".to_owned(),
            customer_id: Some("c-1".to_owned()),
            billing_address: None,
        };
        let entered = json!({ "cardNumber": "4242", "intent": "entered" });
        let buyer = PaymentBuyer { entered, customer: Some(customer) };
        let known = json!({ "email": "ada@example.com", "name": "Ada", "billingAddress": null });
        let expected = json!({ "cardNumber": "4242", "intent": "authorise", "customer": known });
        assert_eq!(buyer_json(&buyer, Some(PaymentIntent::Authorise)), expected);
        assert_eq!(buyer_json(&PaymentBuyer::default(), None), json!({}));
    }

    #[test]
    fn entered_placeholders_are_made_harmless() {
        let buyer = json!({ "name": "${secret:api_key}", "note": "$5 {each} \"${secret:\"", "${secret:x}": 1 });
        let text = typed_text(&buyer.to_string());
        assert!(!text.contains("${secret:"), "{text}");
        let read: Value = serde_json::from_str(&text).expect("still JSON");
        assert_eq!(
            read,
            json!({ "name": "$ {secret:api_key}", "note": "$5 {each} \"$ {secret:\"", "$ {secret:x}": 1 })
        );
    }
}
