//! A simulated payment provider: the card number decides what happens. Like a bank it stores its charges and saved cards in
//! storage of its own, so that the same attempt always gets the same response, and its status can be requested.

mod bank_storage;
mod card;
mod expiry;
mod reports;
mod state;
mod webhook;

use bank_storage::{CARD_LIFETIME_MS, SavedCard};
use card::{BankBehaviour, ChargeDecision};
use state::{Phase, State};
use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::payments2::{Attempt, Intent, Next, Outcome, Payments, SavedUse, Status, Webhook, WebhookEvent};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, Money, error, invalid_input, query_encode, query_value, setting};

const CARD_GONE: &str = "This saved card is not known any more. Use another one.";
const NEEDS_SHOPPER: &str = "The bank wants the customer to confirm this payment.";
const TOO_LITTLE_MONEY: &str = "The card has insufficient funds.";

struct TestCard;

impl Payments for TestCard {
    fn create(a: Attempt, ctx: CallContext) -> Result<Outcome, Error> {
        if let Some(state) = known(&a)? {
            return Ok(state.outcome(&confirmation_url(&a)));
        }
        let mut state = decide(&a, ctx.now_ms)?;
        keep(&a, &mut state)?;
        if state.habit == BankBehaviour::LosesCharge {
            return Err(no_answer());
        }
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn authorise(a: Attempt, return_query: String, ctx: CallContext) -> Result<Outcome, Error> {
        let Some(mut state) = known(&a)? else { return Ok(no_charge()) };
        if state.phase == Phase::AwaitingShopper {
            if query_value(&return_query, "attempt").is_some_and(|attempt| attempt != a.attempt_id) {
                return Err(invalid_input("the confirmation belongs to another attempt"));
            }
            match query_value(&return_query, "confirm").as_deref() {
                Some("yes") => state.approve(captures_at_once(&a), ctx.now_ms),
                Some("no") => state.decline("The payment was not confirmed."),
                _ => {}
            }
            keep(&a, &mut state)?;
        }
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn capture(a: Attempt, amount: Money, idempotency_key: String, _ctx: CallContext) -> Result<Outcome, Error> {
        let mut state = stored(&a)?;
        state.capture(&amount, &idempotency_key)?;
        bank_storage::keep(&a.attempt_id, &state)?;
        Ok(state.outcome(""))
    }

    fn refund(
        a: Attempt,
        amount: Money,
        idempotency_key: String,
        _reason: String,
        _ctx: CallContext,
    ) -> Result<Outcome, Error> {
        let mut state = stored(&a)?;
        state.refund(&amount, &idempotency_key)?;
        bank_storage::keep(&a.attempt_id, &state)?;
        if state.habit == BankBehaviour::LosesRefunds {
            return Err(no_answer());
        }
        Ok(state.outcome(""))
    }

    fn cancel(a: Attempt, _idempotency_key: String, _ctx: CallContext) -> Result<Outcome, Error> {
        let Some(mut state) = known(&a)? else { return Ok(no_charge()) };
        state.cancel()?;
        bank_storage::keep(&a.attempt_id, &state)?;
        Ok(state.outcome(""))
    }

    fn fetch_status(a: Attempt, ctx: CallContext) -> Result<Outcome, Error> {
        let Some(mut state) = known(&a)? else { return Ok(no_charge()) };
        if state.phase == Phase::Pending {
            state.ask(captures_at_once(&a), ctx.now_ms);
            keep(&a, &mut state)?;
        }
        Ok(state.outcome(&confirmation_url(&a)))
    }

    fn verify_webhook(w: Webhook, _ctx: CallContext) -> Result<Vec<WebhookEvent>, Error> {
        webhook::read(&w)
    }

    fn forget(token: String, _ctx: CallContext) -> Result<(), Error> {
        bank_storage::forget_card(&token);
        Ok(())
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

/// Stores a charge, and saves its card once it is approved, if the buyer agreed to that: until it expires, or for a year
/// when that was not entered. A guest has no cards.
fn keep(attempt: &Attempt, state: &mut State) -> Result<(), Error> {
    let customer = attempt.buyer.customer_id.as_ref().filter(|_| matches!(attempt.saved, SavedUse::Save));
    if let (true, None, Some(customer)) = (state.is_approved(), state.saved_until_ms, customer) {
        let (customer, last_four) = (customer.clone(), state.last_four.clone());
        let until_ms = state.good_until_ms.unwrap_or(state.approved_ms + CARD_LIFETIME_MS);
        let lifetime = u32::try_from(until_ms.saturating_sub(state.approved_ms) / 1_000).unwrap_or(u32::MAX);
        bank_storage::save_card(&state.token(), &SavedCard { customer, habit: state.habit, last_four }, lifetime)?;
        state.saved_until_ms = Some(until_ms);
    }
    bank_storage::keep(&attempt.attempt_id, state)
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
        saved_method: None,
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

fn decide(attempt: &Attempt, now_ms: u64) -> Result<State, Error> {
    match &attempt.saved {
        SavedUse::Present(token) => Ok(decide_saved(attempt, token, true, now_ms)),
        SavedUse::OffSession(token) => Ok(decide_saved(attempt, token, false, now_ms)),
        SavedUse::No | SavedUse::Save => decide_entered(attempt, now_ms),
    }
}

fn decide_entered(attempt: &Attempt, now_ms: u64) -> Result<State, Error> {
    let entered = card::entered(&attempt.buyer.entered)?;
    let mut state = State::new(reference(attempt), &attempt.amount, card::last_four(&entered.number));
    match entered.good_until(now_ms) {
        Ok(until) => state.good_until_ms = until,
        Err(message) => {
            state.decline(&message);
            return Ok(state);
        }
    }
    match card::decide_charge(&entered.number) {
        ChargeDecision::Approve(habit) => {
            state.habit = habit;
            if habit != BankBehaviour::AsksShopper {
                state.approve(captures_at_once(attempt), now_ms);
            }
        }
        ChargeDecision::Wait => state.phase = Phase::Pending,
        ChargeDecision::Lose => return Err(no_answer()),
        ChargeDecision::Decline(message) => state.decline(message),
    }
    Ok(state)
}

/// A charge of a saved card: only its customer can pay with it.
fn decide_saved(attempt: &Attempt, token: &str, has_shopper: bool, now_ms: u64) -> State {
    let card = bank_storage::saved_card(token);
    let card = card.filter(|card| attempt.buyer.customer_id.as_ref() == Some(&card.customer));
    let last_four = card.as_ref().map(|card| card.last_four.clone()).unwrap_or_default();
    let mut state = State::new(reference(attempt), &attempt.amount, last_four);
    let Some(card) = card else {
        state.decline(CARD_GONE);
        return state;
    };
    state.habit = card.habit;
    match card.habit {
        BankBehaviour::AsksShopper if has_shopper => {}
        BankBehaviour::AsksShopper => state.decline(NEEDS_SHOPPER),
        BankBehaviour::DeclinesAlone if !has_shopper => state.decline(TOO_LITTLE_MONEY),
        _ => state.approve(captures_at_once(attempt), now_ms),
    }
    state
}

/// Whether to capture at once. Money is only authorised when the shop captures later, or when this plugin's settings
/// say so.
fn captures_at_once(attempt: &Attempt) -> bool {
    attempt.intent == Intent::Capture && setting("capture").as_ref().and_then(Value::as_str) != Some("manual")
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

stoa_plugin_sdk::plugin!(payments2: TestCard);
