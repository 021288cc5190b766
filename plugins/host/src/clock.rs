//! Wall-clock limit of a call that may wait. Work of the host in its own database does not count: when a shop is busy,
//! a plugin must not be taken for one that hangs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::limits::TICK;

/// Remaining time of a call.
#[derive(Debug)]
pub(crate) struct CallClock {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    left: Duration,
    /// None while the clock is paused.
    running_since: Option<Instant>,
}

/// Resumes the clock when dropped.
struct PausedClock<'a>(&'a CallClock);

impl CallClock {
    /// Starts a clock.
    pub(crate) fn start(allowed: Duration) -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(State { left: allowed, running_since: Some(Instant::now()) }) })
    }

    /// Runs work of the host while the clock is paused.
    pub(crate) async fn while_paused<T>(&self, work: impl Future<Output = T>) -> T {
        let _running_again = self.stop();
        work.await
    }

    /// Returns when the time is over.
    pub(crate) async fn run_out(&self) {
        loop {
            let (left, is_running) = self.reading();
            if left.is_zero() && is_running {
                return;
            }
            tokio::time::sleep(left.max(TICK)).await;
        }
    }

    fn stop(&self) -> PausedClock<'_> {
        let mut state = self.state();
        if let Some(since) = state.running_since.take() {
            state.left = state.left.saturating_sub(since.elapsed());
        }
        PausedClock(self)
    }

    fn reading(&self) -> (Duration, bool) {
        let state = self.state();
        let spent = state.running_since.map_or(Duration::ZERO, |since| since.elapsed());
        (state.left.saturating_sub(spent), state.running_since.is_some())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PausedClock<'_> {
    fn drop(&mut self) {
        self.0.state().running_since = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::CallClock;

    #[tokio::test]
    async fn host_time_is_excluded() {
        let clock = CallClock::start(Duration::ZERO);
        let (done, work) = tokio::sync::oneshot::channel::<()>();
        let mut working = Box::pin(clock.while_paused(work));
        assert!(futures::poll!(working.as_mut()).is_pending());
        let mut over = Box::pin(clock.run_out());
        assert!(futures::poll!(over.as_mut()).is_pending(), "the time limit has passed, but host code is running");
        done.send(()).expect("the work waits");
        working.await.expect("done");
        over.await;
    }

    #[tokio::test]
    async fn remaining_time_is_waited() {
        let clock = CallClock::start(Duration::from_secs(3_600));
        assert!(futures::poll!(Box::pin(clock.run_out()).as_mut()).is_pending());
        drop(clock.stop());
        assert!(futures::poll!(Box::pin(clock.run_out()).as_mut()).is_pending());
    }
}
