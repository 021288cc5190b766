//! What the bank would report of a charge by webhooks. It cannot send any, so its messages stand, signed, in the state of
//! the attempt, from which the shop takes them: see "Payment plugins" in `plugins/README.md`.

use stoa_plugin_sdk::crypto::{self, Mac};
use stoa_plugin_sdk::json::{Value, json};

use crate::card::BankBehaviour;
use crate::state::{Phase, State};
use crate::webhook::{SECRET, SIGNATURE};

/// How long the shop can answer a dispute, milliseconds: a week.
const ANSWER_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// The messages about a charge, oldest first; none without a webhook secret.
pub(crate) fn messages(state: &State) -> Vec<Value> {
    let statuses: &[&str] = match state.habit {
        _ if state.phase != Phase::Captured => &[],
        BankBehaviour::Disputes => &["needs-response"],
        BankBehaviour::WinsDispute => &["needs-response", "lost"],
        _ => &[],
    };
    statuses.iter().filter_map(|status| message(state, status)).collect()
}

fn message(state: &State, status: &str) -> Option<Value> {
    let attempt = state.attempt();
    let body = json!({
        "id": format!("{}_{status}", state.reference),
        "attemptId": attempt,
        "state": state.value(),
        "dispute": {
            "id": format!("dispute_{attempt}"),
            "status": status,
            "reason": "product_not_received",
            "respondByMs": state.approved_ms + ANSWER_MS,
        },
    });
    let body = body.to_string();
    let tag = crypto::sign(Mac::HmacSha256, SECRET, body.as_bytes())?;
    let tag: String = tag.iter().map(|byte| format!("{byte:02x}")).collect();
    Some(json!({ "headers": [[SIGNATURE, tag]], "body": body }))
}
