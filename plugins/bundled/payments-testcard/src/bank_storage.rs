//! Storage of the simulated bank, separate from the state that the host stores: so the status of a charge can be
//! requested whose response was lost, and saved cards are known to the bank alone.

use stoa_plugin_sdk::json::{self, Value, json};
use stoa_plugin_sdk::{Error, ErrorCode, error, storage};

use crate::card::BankBehaviour;
use crate::state::State;

/// Lifetime of a stored charge in seconds: a week.
const LIFETIME: u32 = 7 * 24 * 60 * 60;
/// Lifetime of a saved card that does not say when it expires, milliseconds: a year.
pub(crate) const CARD_LIFETIME_MS: u64 = 365 * 24 * 60 * 60 * 1_000;

/// A saved card, without its number.
pub(crate) struct SavedCard {
    /// The shop's id of the customer.
    pub(crate) customer: String,
    pub(crate) habit: BankBehaviour,
    pub(crate) last_four: String,
}

fn key(attempt_id: &str) -> String {
    format!("charge/{attempt_id}")
}

/// The stored charge of an attempt, if any.
pub(crate) fn recall(attempt_id: &str) -> Result<Option<State>, Error> {
    let Some(bytes) = storage::get(&key(attempt_id)) else { return Ok(None) };
    let text = String::from_utf8(bytes).map_err(|_| error(ErrorCode::Internal, "the stored charge is not text"))?;
    State::read(&text)
}

/// Stores a charge. A charge that cannot be stored must not be made.
pub(crate) fn keep(attempt_id: &str, state: &State) -> Result<(), Error> {
    if storage::set(&key(attempt_id), state.write().as_bytes(), Some(LIFETIME)) { Ok(()) } else { Err(full()) }
}

fn full() -> Error {
    error(ErrorCode::RateLimited, "the test card stores too many charges; older ones expire after a week")
}

fn card_key(token: &str) -> String {
    format!("card/{token}")
}

/// Saves a card under its token, for a number of seconds.
pub(crate) fn save_card(token: &str, card: &SavedCard, lifetime: u32) -> Result<(), Error> {
    let text = json!({ "customer": card.customer, "habit": card.habit.name(), "lastFour": card.last_four }).to_string();
    if storage::set(&card_key(token), text.as_bytes(), Some(lifetime)) { Ok(()) } else { Err(full()) }
}

/// The saved card of a token, if the bank knows it.
pub(crate) fn saved_card(token: &str) -> Option<SavedCard> {
    let card: Value = json::from_slice(&storage::get(&card_key(token))?).ok()?;
    let text = |key: &str| card.get(key)?.as_str().map(str::to_owned);
    Some(SavedCard {
        customer: text("customer")?,
        habit: BankBehaviour::named(&text("habit")?),
        last_four: text("lastFour")?,
    })
}

/// Forgets a saved card, if it is known.
pub(crate) fn forget_card(token: &str) {
    storage::delete(&card_key(token));
}
