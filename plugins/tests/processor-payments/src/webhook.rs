//! Webhooks, signed with a time stamp: `t=SECONDS,v1=HEX`, where the MAC is over `SECONDS.BODY`.

use stoa_plugin_sdk::crypto::{self, Mac};
use stoa_plugin_sdk::json::{Value, from_slice};
use stoa_plugin_sdk::payments2::{Dispute, DisputeStatus, Webhook, WebhookEvent};
use stoa_plugin_sdk::{CallContext, Error, Money, hex_decode, invalid_input};

use crate::api::of_charge;

/// A message that is older, or from the future, is a replay.
const TOLERANCE_SECONDS: u64 = 300;

/// The secret that messages are signed with. Without one of live mode, those of both modes are signed alike.
fn secret_of(ctx: &CallContext) -> &'static str {
    let has_own = ctx.live && crypto::sign(Mac::HmacSha256, "live_webhook_secret", b"").is_some();
    if has_own { "live_webhook_secret" } else { "webhook_secret" }
}

pub(crate) fn read(webhook: &Webhook, ctx: &CallContext) -> Result<Vec<WebhookEvent>, Error> {
    let header_named = |wanted: &str| webhook.headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    if header_named("processor-trap").is_some_and(|mode| mode == if ctx.live { "live" } else { "test" }) {
        panic!("told to stop by a webhook");
    }
    let header = header_named("processor-signature");
    let header = header.ok_or_else(|| invalid_input("not signed"))?;
    let part = |wanted: &str| {
        let mut parts = header.split(',').filter_map(|part| part.split_once('='));
        parts.find(|(name, _)| *name == wanted).map(|(_, value)| value)
    };
    let (Some(at), Some(tag)) = (part("t"), part("v1").and_then(hex_decode)) else {
        return Err(invalid_input("not signed"));
    };
    let signed = [at.as_bytes(), b".", &webhook.body].concat();
    if !crypto::verify(Mac::HmacSha256, secret_of(ctx), &signed, &tag) {
        return Err(invalid_input("wrong signature"));
    }
    let seconds: u64 = at.parse().map_err(|_| invalid_input("no time stamp"))?;
    if (ctx.now_ms / 1000).abs_diff(seconds) > TOLERANCE_SECONDS {
        return Err(invalid_input("a message of another time"));
    }
    let event: Value = from_slice(&webhook.body).map_err(|_| invalid_input("no JSON"))?;
    let charge = &event["charge"];
    let currency = charge["currency"].as_str().unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    Ok(vec![WebhookEvent {
        event_id: text(&event["id"]).ok_or_else(|| invalid_input("no id"))?,
        attempt_id: text(&charge["reference"]),
        provider_ref: text(&charge["id"]),
        outcome: of_charge(charge, currency)?,
        dispute: text(&event["dispute"]["id"]).map(|id| dispute(id, &event["dispute"], currency)),
    }])
}

fn dispute(dispute_id: String, told: &Value, currency: &str) -> Dispute {
    Dispute {
        dispute_id,
        status: match told["status"].as_str() {
            Some("needs_response") => DisputeStatus::NeedsResponse,
            Some("won") => DisputeStatus::Won,
            Some("lost") => DisputeStatus::Lost,
            Some("closed") => DisputeStatus::Closed,
            _ => DisputeStatus::UnderReview,
        },
        amount: Money { minor: told["amount"].as_i64().unwrap_or(0), currency: currency.to_owned() },
        reason: told["reason"].as_str().unwrap_or_default().to_owned(),
        respond_by_ms: told["respondBy"].as_u64(),
    }
}
