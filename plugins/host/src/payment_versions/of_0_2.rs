//! Payments of 0.2.0: conversions, and the checks of answers that need no attempt.

use serde_json::Value;

use crate::bindings::imports2::stoa::plugin0_2_0::reads;
use crate::bindings::payments2::interface as new;
use crate::convert::{invalid, money_in, money_out, parse_json, typed_text};
use crate::error::PluginErrorKind;
use crate::model::{
    Dispute, DisputeStatus, PaymentAttempt, PaymentBuyer, PaymentIntent, PaymentLine, PaymentNext, PaymentOutcome,
    PaymentStatus, PaymentWebhook, PaymentWebhookEvent, PostalAddress, SavedMethod, SavedUse,
};

/// Bytes of a token, and of a label, of a saved method.
const MAX_TOKEN_LENGTH: usize = 500;
const MAX_LABEL_LENGTH: usize = 200;
/// Bytes of the id of a dispute.
const MAX_DISPUTE_ID_LENGTH: usize = 500;
/// The end of the year 9999, UTC milliseconds. Browsers cannot show times far behind it.
const LATEST_MS: u64 = 253_402_300_799_999;

pub(super) fn attempt_in(attempt: &PaymentAttempt) -> new::Attempt {
    new::Attempt {
        attempt_id: attempt.attempt_id.clone(),
        order_id: attempt.order_id.clone(),
        idempotency_key: attempt.idempotency_key.clone(),
        amount: money_in(&attempt.amount),
        method: attempt.method.clone(),
        intent: match attempt.intent {
            Some(PaymentIntent::Authorise) => new::Intent::Authorise,
            Some(PaymentIntent::Capture) | None => new::Intent::Capture,
        },
        return_url: attempt.return_url.clone(),
        cancel_url: attempt.cancel_url.clone(),
        webhook_url: attempt.webhook_url.clone(),
        buyer: buyer_in(&attempt.buyer),
        lines: attempt.lines.iter().map(line_in).collect(),
        saved: match &attempt.saved {
            SavedUse::No => new::SavedUse::No,
            SavedUse::Save => new::SavedUse::Save,
            SavedUse::Present(token) => new::SavedUse::Present(token.clone()),
            SavedUse::OffSession(token) => new::SavedUse::OffSession(token.clone()),
        },
        provider_state: attempt.provider_state.to_string(),
    }
}

fn buyer_in(buyer: &PaymentBuyer) -> new::Buyer {
    let customer = buyer.customer.clone().unwrap_or_default();
    let entered = match &buyer.entered {
        Value::Null => "{}".to_owned(),
        entered => typed_text(&entered.to_string()),
    };
    new::Buyer {
        email: typed_text(&customer.email),
        name: typed_text(&customer.name),
        customer_id: customer.customer_id,
        billing_address: customer.billing_address.as_ref().map(address_in),
        entered,
    }
}

fn address_in(address: &PostalAddress) -> reads::Address {
    reads::Address {
        first_name: typed_text(&address.first_name),
        last_name: typed_text(&address.last_name),
        line1: typed_text(&address.line1),
        line2: typed_text(&address.line2),
        city: typed_text(&address.city),
        region: typed_text(&address.region),
        postal_code: typed_text(&address.postal_code),
        country: typed_text(&address.country),
        phone: typed_text(&address.phone),
    }
}

fn line_in(line: &PaymentLine) -> new::Line {
    new::Line {
        sku: typed_text(&line.sku),
        name: typed_text(&line.name),
        quantity: line.quantity,
        unit_price: money_in(&line.unit_price),
        total: money_in(&line.total),
    }
}

pub(super) fn webhook_in(webhook: &PaymentWebhook) -> new::Webhook {
    new::Webhook {
        method: webhook.method.clone(),
        headers: webhook.headers.clone(),
        query: webhook.query.clone(),
        body: webhook.body.clone(),
    }
}

/// Converts an event of a webhook, and checks what can be checked without the attempt.
pub(crate) fn event_out(event: new::WebhookEvent, state_limit: usize) -> Result<PaymentWebhookEvent, PluginErrorKind> {
    if event.event_id.is_empty() {
        return Err(invalid("a webhook event without an id"));
    }
    Ok(PaymentWebhookEvent {
        event_id: event.event_id,
        attempt_id: event.attempt_id,
        provider_ref: event.provider_ref,
        outcome: outcome_out(event.outcome, state_limit)?,
        dispute: event.dispute.map(dispute_out).transpose()?,
    })
}

fn dispute_out(dispute: new::Dispute) -> Result<Dispute, PluginErrorKind> {
    if dispute.dispute_id.is_empty() || dispute.dispute_id.len() > MAX_DISPUTE_ID_LENGTH {
        return Err(invalid("a dispute without an id, or with one of an impossible length"));
    }
    if dispute.amount.minor < 0 {
        return Err(invalid("a dispute about less than nothing"));
    }
    Ok(Dispute {
        id: dispute.dispute_id,
        status: match dispute.status {
            new::DisputeStatus::NeedsResponse => DisputeStatus::NeedsResponse,
            new::DisputeStatus::UnderReview => DisputeStatus::UnderReview,
            new::DisputeStatus::Won => DisputeStatus::Won,
            new::DisputeStatus::Lost => DisputeStatus::Lost,
            new::DisputeStatus::Closed => DisputeStatus::Closed,
        },
        amount: money_out(dispute.amount),
        reason: dispute.reason,
        respond_by_ms: known_time(dispute.respond_by_ms),
    })
}

/// Converts an outcome and checks everything that can be checked without the attempt.
pub(crate) fn outcome_out(outcome: new::Outcome, state_limit: usize) -> Result<PaymentOutcome, PluginErrorKind> {
    if outcome.provider_state.len() > state_limit {
        return Err(PluginErrorKind::Oversize { what: "provider state", limit: state_limit });
    }
    let status = match outcome.status {
        new::Status::RequiresAction => PaymentStatus::RequiresAction,
        new::Status::Pending => PaymentStatus::Pending,
        new::Status::Authorised => PaymentStatus::Authorised,
        new::Status::Captured => PaymentStatus::Captured,
        new::Status::PartiallyRefunded => PaymentStatus::PartiallyRefunded,
        new::Status::Refunded => PaymentStatus::Refunded,
        new::Status::Voided => PaymentStatus::Voided,
        new::Status::Declined => PaymentStatus::Declined,
        new::Status::Expired => PaymentStatus::Expired,
        new::Status::Unknown => PaymentStatus::Unknown,
    };
    let next = match outcome.next {
        new::Next::None => PaymentNext::None,
        new::Next::Redirect(address) => PaymentNext::Redirect(check_redirect(address)?),
        new::Next::ClientAction(text) => PaymentNext::ClientAction(parse_json("client action", &text)?),
    };
    if status == PaymentStatus::RequiresAction && next == PaymentNext::None {
        return Err(invalid("the payment requires an action of the shopper but has no next step"));
    }
    Ok(PaymentOutcome {
        status,
        next,
        provider_ref: outcome.provider_ref,
        captured: outcome.captured.map(money_out),
        refunded: outcome.refunded.map(money_out),
        decline_message: outcome.decline_message,
        saved_method: outcome.saved_method.and_then(saved_out),
        provider_state: parse_json("provider state", &outcome.provider_state)?,
    })
}

fn check_redirect(address: String) -> Result<String, PluginErrorKind> {
    match url::Url::parse(&address) {
        Ok(url) if matches!(url.scheme(), "https" | "http") && url.host().is_some() => Ok(address),
        _ => Err(invalid("redirect is not an absolute web address")),
    }
}

/// The saved method that a provider reports; none when it cannot be stored. The payment counts nevertheless: the money may
/// have been taken.
fn saved_out(saved: new::SavedMethod) -> Option<SavedMethod> {
    let is_of_possible_length =
        !saved.token.is_empty() && saved.token.len() <= MAX_TOKEN_LENGTH && saved.label.len() <= MAX_LABEL_LENGTH;
    if !is_of_possible_length {
        tracing::warn!("a payment plugin reported a saved method with a token or label of an impossible length");
        return None;
    }
    if [&saved.token, &saved.label].into_iter().any(|text| holds_card_number(text)) {
        tracing::warn!("a payment plugin reported a saved method that contains a card number");
        return None;
    }
    Some(SavedMethod { token: saved.token, label: one_line(&saved.label), expires_ms: known_time(saved.expires_ms) })
}

/// The text without control characters, which are not shown and some of which no database stores.
fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// The time that a provider reports; unknown when it is later than any date, such as one that stands for `never`.
fn known_time(ms: Option<u64>) -> Option<u64> {
    ms.filter(|ms| *ms <= LATEST_MS)
}

/// Whether a run of 13 to 19 digits, with spaces or hyphens between them, has the check digit of a card number.
fn holds_card_number(text: &str) -> bool {
    text.split(|character: char| !(character.is_ascii_digit() || matches!(character, ' ' | '-'))).any(|run| {
        let digits: Vec<u32> = run.chars().filter_map(|character| character.to_digit(10)).collect();
        if !(13..=19).contains(&digits.len()) {
            return false;
        }
        let sum: u32 = digits
            .iter()
            .rev()
            .enumerate()
            .map(|(place, digit)| match (place % 2, *digit) {
                (0, digit) => digit,
                (_, digit) if digit > 4 => digit * 2 - 9,
                (_, digit) => digit * 2,
            })
            .sum();
        sum.is_multiple_of(10)
    })
}

#[cfg(test)]
mod tests {
    use super::{
        LATEST_MS, MAX_LABEL_LENGTH, MAX_TOKEN_LENGTH, dispute_out, holds_card_number, new, outcome_out, saved_out,
    };
    use crate::convert::money_in;
    use crate::model::{Money, PaymentOutcome, PaymentStatus};

    #[test]
    fn card_numbers_are_found() {
        for text in ["4242424242424242", "card 4242 4242 4242 4242.", "4000-0025-0000-3155"] {
            assert!(holds_card_number(text), "{text}");
        }
        for text in ["Visa ending in 4242", "pm_1N4242424242", "4242424242424241", "tok 1234567890"] {
            assert!(!holds_card_number(text), "{text}");
        }
    }

    fn saving(token: &str, label: &str) -> PaymentOutcome {
        let outcome = new::Outcome {
            status: new::Status::Captured,
            next: new::Next::None,
            provider_ref: None,
            captured: None,
            refunded: None,
            decline_message: None,
            saved_method: Some(new::SavedMethod { token: token.to_owned(), label: label.to_owned(), expires_ms: None }),
            provider_state: "{}".to_owned(),
        };
        outcome_out(outcome, 100).expect("the payment counts")
    }

    #[test]
    fn payment_counts_without_a_saved_method_that_cannot_be_kept() {
        let (long_token, long_label) = ("t".repeat(MAX_TOKEN_LENGTH + 1), "l".repeat(MAX_LABEL_LENGTH + 1));
        for (token, label) in [
            ("4242424242424242", "Visa"),
            ("", "Visa"),
            (long_token.as_str(), "Visa"),
            ("m_1", long_label.as_str()),
            ("m_1", "4000-0025-0000-3155"),
        ] {
            let outcome = saving(token, label);
            assert_eq!((outcome.status, outcome.saved_method), (PaymentStatus::Captured, None), "{token}");
        }
        let kept = saving("m_1", "Visa\0ending\nin 4242").saved_method.expect("a saved method");
        assert_eq!((kept.token.as_str(), kept.label.as_str()), ("m_1", "Visa ending in 4242"));
    }

    #[test]
    fn times_later_than_any_date_are_unknown() {
        let told = |ms: u64| {
            let amount = money_in(&Money { minor: 2_500, currency: "USD".to_owned() });
            let dispute = new::Dispute {
                dispute_id: "dp_1".to_owned(),
                status: new::DisputeStatus::NeedsResponse,
                amount,
                reason: String::new(),
                respond_by_ms: Some(ms),
            };
            let saved = new::SavedMethod { token: "m_1".to_owned(), label: "Visa".to_owned(), expires_ms: Some(ms) };
            (
                dispute_out(dispute).ok().and_then(|dispute| dispute.respond_by_ms),
                saved_out(saved).and_then(|saved| saved.expires_ms),
            )
        };
        assert_eq!(told(LATEST_MS), (Some(LATEST_MS), Some(LATEST_MS)));
        for never in [LATEST_MS + 1, 1_790_600_000_000_000_000, u64::MAX] {
            assert_eq!(told(never), (None, None), "{never}");
        }
    }
}
