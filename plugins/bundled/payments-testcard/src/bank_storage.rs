//! Storage of the simulated bank, separate from the state that the host stores: so the status of a charge can be
//! requested whose response was lost.

use stoa_plugin_sdk::{Error, ErrorCode, error, storage};

use crate::state::State;

/// Lifetime of a stored charge in seconds: a week.
const LIFETIME: u32 = 7 * 24 * 60 * 60;

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
    if storage::set(&key(attempt_id), state.write().as_bytes(), Some(LIFETIME)) {
        Ok(())
    } else {
        Err(error(ErrorCode::RateLimited, "the test card stores too many charges; older ones expire after a week"))
    }
}
