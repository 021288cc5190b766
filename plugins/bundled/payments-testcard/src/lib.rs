//! A payment provider that exists only here: the card number decides what happens, and the state that the host keeps
//! with the attempt is the provider's whole memory. The same attempt therefore always gets the same answer.

mod card;
mod state;
mod webhook;

use card::Verdict;
use state::{Phase, State};
use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::payments::{Attempt, Outcome, Payments, Webhook, WebhookEvent};
use stoa_plugin_sdk::{Error, ErrorCode, Money, SiteContext, error, invalid_input, query_encode, query_value, setting};

struct TestCard;

impl Payments for TestCard {
    fn create(a: Attempt, _ctx: SiteContext) -> Result<Outcome, Error> {
        let state = current(&a)?;
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn authorise(a: Attempt, return_query: String, _ctx: SiteContext) -> Result<Outcome, Error> {
        let mut state = current(&a)?;
        if state.phase == Phase::AwaitingShopper {
            if query_value(&return_query, "attempt").is_some_and(|attempt| attempt != a.attempt_id) {
                return Err(invalid_input("the confirmation belongs to another attempt"));
            }
            match query_value(&return_query, "confirm").as_deref() {
                Some("yes") => state.approve(captures_at_once()),
                Some("no") => state.decline("The payment was not confirmed."),
                _ => {}
            }
        }
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn capture(a: Attempt, amount: Money, idempotency_key: String) -> Result<Outcome, Error> {
        let mut state = stored(&a)?;
        state.capture(&amount, &idempotency_key)?;
        Ok(state.outcome(""))
    }

    fn refund(a: Attempt, amount: Money, idempotency_key: String, _reason: String) -> Result<Outcome, Error> {
        let mut state = stored(&a)?;
        state.refund(&amount, &idempotency_key)?;
        Ok(state.outcome(""))
    }

    fn cancel(a: Attempt, _idempotency_key: String) -> Result<Outcome, Error> {
        let mut state = stored(&a)?;
        state.cancel()?;
        Ok(state.outcome(""))
    }

    fn fetch_status(a: Attempt) -> Result<Outcome, Error> {
        let state = current(&a)?;
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn verify_webhook(w: Webhook) -> Result<Vec<WebhookEvent>, Error> {
        webhook::read(&w)
    }
}

/// The state that the host kept, or what the card number makes of a new attempt.
fn current(attempt: &Attempt) -> Result<State, Error> {
    if attempt.method != "card" {
        return Err(error(ErrorCode::NotSupported, format!("no method {}", attempt.method)));
    }
    if attempt.amount.minor <= 0 {
        return Err(invalid_input("the amount has to be above zero"));
    }
    match State::read(&attempt.provider_state)? {
        Some(state) => check_same(state, attempt),
        None => decide(attempt),
    }
}

/// The state that the host kept; there has to be one.
fn stored(attempt: &Attempt) -> Result<State, Error> {
    let state = State::read(&attempt.provider_state)?;
    check_same(state.ok_or_else(|| invalid_input("the attempt was not started here"))?, attempt)
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
    match card::judge(&number) {
        Verdict::Approve => state.approve(captures_at_once()),
        Verdict::AskShopper => state.phase = Phase::AwaitingShopper,
        Verdict::Decline(message) => state.decline(message),
    }
    Ok(state)
}

fn captures_at_once() -> bool {
    setting("capture").as_ref().and_then(Value::as_str) != Some("manual")
}

/// Our own confirmation page stands in for the bank's.
fn confirmation_url(attempt: &Attempt) -> String {
    let (address, fragment) = match attempt.return_url.split_once('#') {
        Some((address, fragment)) => (address, format!("#{fragment}")),
        None => (attempt.return_url.as_str(), String::new()),
    };
    let joint = if address.contains('?') { '&' } else { '?' };
    format!("{address}{joint}stoa_action=confirm&attempt={}{fragment}", query_encode(&attempt.attempt_id))
}

stoa_plugin_sdk::plugin!(payments: TestCard);
