//! A payment provider of a processor with redirect, signed webhooks, saved methods, off-session charges and disputes. The
//! processor is a double in the tests of the host; its API is made like those of well-known ones.

mod api;
mod webhook;

use stoa_plugin_sdk::json::{Value, json};
use stoa_plugin_sdk::payments2::{Attempt, Intent, Outcome, Payments, SavedUse, Webhook, WebhookEvent};
use stoa_plugin_sdk::{CallContext, Error, Money, invalid_input};

use api::{outcome, send};

struct Processor;

/// The id of the charge, which the state keeps; the attempt's before it is known.
fn charge_of(attempt: &Attempt) -> String {
    let state: Value = stoa_plugin_sdk::json::from_str(&attempt.provider_state).unwrap_or_default();
    state["charge"].as_str().unwrap_or(&attempt.attempt_id).to_owned()
}

impl Payments for Processor {
    fn create(a: Attempt, ctx: CallContext) -> Result<Outcome, Error> {
        let (saved, is_alone, is_kept) = match &a.saved {
            SavedUse::No => (None, false, false),
            SavedUse::Save => (None, false, true),
            SavedUse::Present(token) => (Some(token), false, false),
            SavedUse::OffSession(token) => (Some(token), true, false),
        };
        let total: i64 = a.lines.iter().map(|line| line.total.minor).sum();
        let asked = json!({
            "reference": a.attempt_id, "amount": a.amount.minor, "currency": a.amount.currency,
            "exponent": ctx.currency_exponent, "live": ctx.live, "capture": a.intent == Intent::Capture,
            "customer": a.buyer.customer_id, "email": a.buyer.email, "return": a.return_url, "lines": total,
            "saved": saved, "offSession": is_alone, "keep": is_kept,
        });
        outcome(&a, &send("POST", "/charges", &a.idempotency_key, &asked)?)
    }

    fn authorise(a: Attempt, _return_query: String, _ctx: CallContext) -> Result<Outcome, Error> {
        // The query comes from the browser: only the processor knows what happened.
        outcome(&a, &send("GET", &format!("/charges/{}", charge_of(&a)), "", &Value::Null)?)
    }

    fn capture(a: Attempt, amount: Money, idempotency_key: String, ctx: CallContext) -> Result<Outcome, Error> {
        let path = format!("/charges/{}/capture", charge_of(&a));
        let asked = json!({ "amount": amount.minor, "live": ctx.live });
        outcome(&a, &send("POST", &path, &idempotency_key, &asked)?)
    }

    fn refund(
        a: Attempt,
        amount: Money,
        idempotency_key: String,
        reason: String,
        ctx: CallContext,
    ) -> Result<Outcome, Error> {
        let path = format!("/charges/{}/refunds", charge_of(&a));
        let asked = json!({ "amount": amount.minor, "reason": reason, "live": ctx.live });
        outcome(&a, &send("POST", &path, &idempotency_key, &asked)?)
    }

    fn cancel(a: Attempt, idempotency_key: String, ctx: CallContext) -> Result<Outcome, Error> {
        let path = format!("/charges/{}/cancel", charge_of(&a));
        outcome(&a, &send("POST", &path, &idempotency_key, &json!({ "live": ctx.live }))?)
    }

    fn fetch_status(a: Attempt, _ctx: CallContext) -> Result<Outcome, Error> {
        outcome(&a, &send("GET", &format!("/charges/{}", charge_of(&a)), "", &Value::Null)?)
    }

    fn verify_webhook(w: Webhook, ctx: CallContext) -> Result<Vec<WebhookEvent>, Error> {
        webhook::read(&w, &ctx)
    }

    fn forget(token: String, _ctx: CallContext) -> Result<(), Error> {
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(invalid_input("no token of this processor"));
        }
        send("DELETE", &format!("/methods/{token}"), "", &Value::Null).map(|_| ())
    }
}

stoa_plugin_sdk::plugin!(payments2: Processor);
