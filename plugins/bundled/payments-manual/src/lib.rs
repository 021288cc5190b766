//! Payments without a provider: the buyer gets payment instructions, and the merchant records by hand that the money
//! was received or refunded.

mod state;

use state::{Phase, State};
use stoa_plugin_sdk::json::{Value, json};
use stoa_plugin_sdk::payments::{Attempt, Next, Outcome, Payments, Webhook, WebhookEvent};
use stoa_plugin_sdk::{Error, ErrorCode, Money, SiteContext, error, invalid_input, setting};

const TRANSFER: &str = "bank-transfer";
const DELIVERY: &str = "pay-on-delivery";

struct Manual;

impl Payments for Manual {
    fn create(a: Attempt, _ctx: SiteContext) -> Result<Outcome, Error> {
        outcome_of(&a)
    }

    fn authorise(a: Attempt, _return_query: String, _ctx: SiteContext) -> Result<Outcome, Error> {
        outcome_of(&a)
    }

    fn capture(a: Attempt, amount: Money, _idempotency_key: String) -> Result<Outcome, Error> {
        let mut state = current(&a)?;
        if amount.minor != a.amount.minor {
            return Err(invalid_input("manual payments must be for the full amount"));
        }
        if state.phase == Phase::Awaited {
            state.phase = Phase::Paid;
        }
        Ok(state.outcome(&a, Next::None))
    }

    fn refund(a: Attempt, amount: Money, idempotency_key: String, _reason: String) -> Result<Outcome, Error> {
        let mut state = current(&a)?;
        state.refund(a.amount.minor, amount.minor, &idempotency_key)?;
        Ok(state.outcome(&a, Next::None))
    }

    fn cancel(a: Attempt, _idempotency_key: String) -> Result<Outcome, Error> {
        let mut state = current(&a)?;
        match state.phase {
            Phase::Awaited | Phase::Over => state.phase = Phase::Over,
            Phase::Paid => return Err(error(ErrorCode::NotSupported, "a paid order is refunded, not canceled")),
        }
        Ok(state.outcome(&a, Next::None))
    }

    fn fetch_status(a: Attempt) -> Result<Outcome, Error> {
        outcome_of(&a)
    }

    fn verify_webhook(_w: Webhook) -> Result<Vec<WebhookEvent>, Error> {
        Err(error(ErrorCode::NotSupported, "manual payments have no webhooks"))
    }
}

fn current(attempt: &Attempt) -> Result<State, Error> {
    if ![TRANSFER, DELIVERY].contains(&attempt.method.as_str()) {
        return Err(error(ErrorCode::NotSupported, format!("no method {}", attempt.method)));
    }
    if attempt.amount.minor <= 0 {
        return Err(invalid_input("the amount has to be above zero"));
    }
    State::read(&attempt.provider_state)
}

/// The outcome of an attempt, with payment instructions while the payment is awaited.
fn outcome_of(attempt: &Attempt) -> Result<Outcome, Error> {
    let state = current(attempt)?;
    let next = if state.phase == Phase::Awaited { instructions(attempt) } else { Next::None };
    Ok(state.outcome(attempt, next))
}

fn instructions(attempt: &Attempt) -> Next {
    let action = if attempt.method == TRANSFER {
        let account = [
            ("Account holder", "accountHolder"),
            ("Account number", "accountNumber"),
            ("Bank code", "bankCode"),
            ("Bank", "bankName"),
        ];
        let details: Vec<Value> = account
            .into_iter()
            .filter_map(|(label, key)| Some(json!({ "label": label, "value": text(key)? })))
            .collect();
        json!({ "type": "instructions", "text": text("transferText").unwrap_or_default(), "details": details })
    } else {
        json!({
            "type": "instructions", "text": text("deliveryText").unwrap_or_default(), "details": [], "due": "on-delivery",
        })
    };
    Next::ClientAction(action.to_string())
}

/// A setting that is not blank.
fn text(key: &str) -> Option<String> {
    let value = setting(key)?;
    value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

stoa_plugin_sdk::plugin!(payments: Manual);
