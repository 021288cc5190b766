//! Semaphore for the number of concurrent compilations.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::AT_ONCE;

/// Timeout for waiting: a waiting thread is not available for other work.
const TIMEOUT: Duration = Duration::from_secs(60);

static AT_WORK: Mutex<usize> = Mutex::new(0);
static LEFT: Condvar = Condvar::new();

/// A permit for one compilation, released when it is dropped.
pub(crate) struct Permit;

/// Waits for a permit; none after the timeout.
pub(crate) fn enter() -> Option<Permit> {
    let at_work = AT_WORK.lock().unwrap_or_else(PoisonError::into_inner);
    let is_full = |at_work: &mut usize| *at_work >= AT_ONCE;
    let waited = LEFT.wait_timeout_while(at_work, TIMEOUT, is_full);
    let (mut at_work, outcome) = waited.unwrap_or_else(PoisonError::into_inner);
    if outcome.timed_out() {
        return None;
    }
    *at_work += 1;
    Some(Permit)
}

impl Drop for Permit {
    fn drop(&mut self) {
        *AT_WORK.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        LEFT.notify_one();
    }
}
