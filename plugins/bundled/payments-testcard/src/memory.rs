//! What the pretended bank remembers, apart from what the shop keeps: so it can be asked about a charge whose answer
//! never arrived.

use stoa_plugin_sdk::{Error, ErrorCode, error, storage};

use crate::state::State;

/// How long a charge is remembered: a week, in seconds.
const LIFETIME: u32 = 7 * 24 * 60 * 60;

fn key(attempt_id: &str) -> String {
    format!("charge/{attempt_id}")
}

/// The charge of an attempt, when there was one.
pub(crate) fn recall(attempt_id: &str) -> Result<Option<State>, Error> {
    let Some(bytes) = storage::get(&key(attempt_id)) else { return Ok(None) };
    let text = String::from_utf8(bytes).map_err(|_| error(ErrorCode::Internal, "the memory of a charge is no text"))?;
    State::read(&text)
}

/// Remembers a charge. What cannot be remembered must not be charged.
pub(crate) fn keep(attempt_id: &str, state: &State) -> Result<(), Error> {
    if storage::set(&key(attempt_id), state.write().as_bytes(), Some(LIFETIME)) {
        Ok(())
    } else {
        Err(error(ErrorCode::RateLimited, "the test card remembers too many charges; older ones go after a week"))
    }
}
