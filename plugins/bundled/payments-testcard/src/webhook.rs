//! Messages of the simulated bank.

use stoa_plugin_sdk::crypto::{self, Mac};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::payments2::{Dispute, DisputeStatus, Webhook, WebhookEvent};
use stoa_plugin_sdk::{Error, hex_decode, invalid_input};

use crate::bank_storage;
use crate::state::State;

pub(crate) const SIGNATURE: &str = "x-stoa-signature";
pub(crate) const SECRET: &str = "webhook_secret";

/// Parses a webhook of the form `{"id", "attemptId", "state", "dispute"}`, the last of which may be missing. Its body is
/// signed with HMAC-SHA-256, in hexadecimal digits.
pub(crate) fn read(webhook: &Webhook) -> Result<Vec<WebhookEvent>, Error> {
    let signature = webhook.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(SIGNATURE));
    let tag = signature.and_then(|(_, value)| hex_decode(value.trim()));
    let tag = tag.ok_or_else(|| invalid_input(format!("{SIGNATURE} is missing or not in hex")))?;
    if !crypto::verify(Mac::HmacSha256, SECRET, &webhook.body, &tag) {
        return Err(invalid_input(format!("{SIGNATURE} does not match the body")));
    }
    let body: Value = json::from_slice(&webhook.body).map_err(|fault| invalid_input(format!("body: {fault}")))?;
    let text = |key: &str| body.get(key).and_then(Value::as_str).map(str::to_owned);
    let state = body.get("state").and_then(State::from_value);
    let (Some(event_id), Some(attempt_id), Some(state)) = (text("id"), text("attemptId"), state) else {
        return Err(invalid_input("body: id, attemptId and state are needed"));
    };
    if state.reference != format!("testcard_{attempt_id}") {
        return Err(invalid_input("body: the state belongs to another attempt"));
    }
    // A decided charge stays decided here; a late webhook is passed on, and the shop decides whether it counts. The
    // exception is a cancelled charge that turns out to have been captured before the cancellation.
    if bank_storage::recall(&attempt_id)?.is_none_or(|known| known.is_replaced_by(&state)) {
        bank_storage::keep(&attempt_id, &state)?;
    }
    Ok(vec![WebhookEvent {
        event_id,
        attempt_id: Some(attempt_id),
        provider_ref: Some(state.reference.clone()),
        outcome: state.outcome(""),
        dispute: body.get("dispute").map(|told| dispute(told, &state)).transpose()?,
    }])
}

fn dispute(told: &Value, state: &State) -> Result<Dispute, Error> {
    let text = |key: &str| told.get(key).and_then(Value::as_str);
    let status = match text("status") {
        Some("needs-response") => DisputeStatus::NeedsResponse,
        Some("under-review") => DisputeStatus::UnderReview,
        Some("won") => DisputeStatus::Won,
        Some("lost") => DisputeStatus::Lost,
        Some("closed") => DisputeStatus::Closed,
        _ => return Err(invalid_input("body: the dispute has no status")),
    };
    Ok(Dispute {
        dispute_id: text("id").ok_or_else(|| invalid_input("body: the dispute has no id"))?.to_owned(),
        status,
        amount: state.total(),
        reason: text("reason").unwrap_or_default().to_owned(),
        respond_by_ms: told.get("respondByMs").and_then(Value::as_u64),
    })
}
