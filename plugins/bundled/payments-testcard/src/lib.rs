//! A simulated payment provider: the card number decides what happens. Like a bank it stores its charges in storage of
//! its own, so that the same attempt always gets the same response, and its status can be requested.

mod bank_storage;
mod card;
mod state;
mod webhook;

use card::{BankBehaviour, ChargeDecision};
use state::{Phase, State};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::payments::{Attempt, Next, Outcome, Payments, Status, Webhook, WebhookEvent};
use stoa_plugin_sdk::{Error, ErrorCode, Money, SiteContext, error, invalid_input, query_encode, query_value, setting};

struct TestCard;

impl Payments for TestCard {
    fn create(a: Attempt, _ctx: SiteContext) -> Result<Outcome, Error> {
        if let Some(state) = known(&a)? {
            return Ok(state.outcome(&confirmation_url(&a)));
        }
        let state = decide(&a)?;
        bank_storage::keep(&a.attempt_id, &state)?;
        if state.habit == BankBehaviour::LosesCharge {
            return Err(no_answer());
        }
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn authorise(a: Attempt, return_query: String, _ctx: SiteContext) -> Result<Outcome, Error> {
        let Some(mut state) = known(&a)? else { return Ok(no_charge()) };
        if state.phase == Phase::AwaitingShopper {
            if query_value(&return_query, "attempt").is_some_and(|attempt| attempt != a.attempt_id) {
                return Err(invalid_input("the confirmation belongs to another attempt"));
            }
            match query_value(&return_query, "confirm").as_deref() {
                Some("yes") => state.approve(captures_at_once(&a)),
                Some("no") => state.decline("The payment was not confirmed."),
                _ => {}
            }
            bank_storage::keep(&a.attempt_id, &state)?;
        }
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn capture(a: Attempt, amount: Money, idempotency_key: String) -> Result<Outcome, Error> {
        let mut state = stored(&a)?;
        state.capture(&amount, &idempotency_key)?;
        bank_storage::keep(&a.attempt_id, &state)?;
        Ok(state.outcome(""))
    }

    fn refund(a: Attempt, amount: Money, idempotency_key: String, _reason: String) -> Result<Outcome, Error> {
        let mut state = stored(&a)?;
        state.refund(&amount, &idempotency_key)?;
        bank_storage::keep(&a.attempt_id, &state)?;
        if state.habit == BankBehaviour::LosesRefunds {
            return Err(no_answer());
        }
        Ok(state.outcome(""))
    }

    fn cancel(a: Attempt, _idempotency_key: String) -> Result<Outcome, Error> {
        let Some(mut state) = known(&a)? else { return Ok(no_charge()) };
        state.cancel()?;
        bank_storage::keep(&a.attempt_id, &state)?;
        Ok(state.outcome(""))
    }

    fn fetch_status(a: Attempt) -> Result<Outcome, Error> {
        let Some(mut state) = known(&a)? else { return Ok(no_charge()) };
        if state.phase == Phase::Pending {
            state.ask(captures_at_once(&a));
            bank_storage::keep(&a.attempt_id, &state)?;
        }
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn verify_webhook(w: Webhook) -> Result<Vec<WebhookEvent>, Error> {
        webhook::read(&w)
    }
}

/// The charge of an attempt from the simulated bank's storage, or else from the state that the host stored.
fn known(attempt: &Attempt) -> Result<Option<State>, Error> {
    if attempt.method != "card" {
        return Err(error(ErrorCode::NotSupported, format!("no method {}", attempt.method)));
    }
    if attempt.amount.minor <= 0 {
        return Err(invalid_input("the amount has to be above zero"));
    }
    let state = match bank_storage::recall(&attempt.attempt_id)? {
        Some(state) => Some(state),
        None => State::read(&attempt.provider_state)?,
    };
    state.map(|state| check_same(state, attempt)).transpose()
}

/// The charge of an attempt; an error if there is none.
fn stored(attempt: &Attempt) -> Result<State, Error> {
    known(attempt)?.ok_or_else(|| invalid_input("the attempt was not started here"))
}

/// The outcome when no charge of this attempt has arrived, and none will.
fn no_charge() -> Outcome {
    Outcome {
        status: Status::Expired,
        next: Next::None,
        provider_ref: None,
        captured: None,
        refunded: None,
        decline_message: None,
        provider_state: Value::Null.to_string(),
    }
}

fn no_answer() -> Error {
    error(ErrorCode::TimedOut, "the bank did not respond in time")
}

fn check_same(state: State, attempt: &Attempt) -> Result<State, Error> {
    if state.reference == reference(attempt)
        && state.amount == attempt.amount.minor
        && state.currency == attempt.amount.currency
    {
        Ok(state)
    } else {
        Err(invalid_input("the state belongs to another attempt"))
    }
}

fn reference(attempt: &Attempt) -> String {
    format!("testcard_{}", attempt.attempt_id)
}

fn decide(attempt: &Attempt) -> Result<State, Error> {
    let number = card::number(&attempt.buyer)?;
    let mut state = State::new(reference(attempt), &attempt.amount, card::last_four(&number));
    match card::decide_charge(&number) {
        ChargeDecision::Approve(habit) => {
            state.habit = habit;
            state.approve(captures_at_once(attempt));
        }
        ChargeDecision::AskShopper => state.phase = Phase::AwaitingShopper,
        ChargeDecision::Wait => state.phase = Phase::Pending,
        ChargeDecision::Lose => return Err(no_answer()),
        ChargeDecision::Decline(message) => state.decline(message),
    }
    Ok(state)
}

/// Whether to capture at once. Money is only authorised when the shop captures later, or when this plugin's settings
/// say so.
fn captures_at_once(attempt: &Attempt) -> bool {
    let buyer: Value = json::from_str(&attempt.buyer).unwrap_or(Value::Null);
    let is_wanted_later = buyer.get("intent").and_then(Value::as_str) == Some("authorise");
    !is_wanted_later && setting("capture").as_ref().and_then(Value::as_str) != Some("manual")
}

/// URL of our own confirmation page, in place of the bank's.
fn confirmation_url(attempt: &Attempt) -> String {
    let (address, fragment) = match attempt.return_url.split_once('#') {
        Some((address, fragment)) => (address, format!("#{fragment}")),
        None => (attempt.return_url.as_str(), String::new()),
    };
    let joint = if address.contains('?') { '&' } else { '?' };
    format!("{address}{joint}stoa_action=confirm&attempt={}{fragment}", query_encode(&attempt.attempt_id))
}

stoa_plugin_sdk::plugin!(payments: TestCard);
