//! The wall clock of a call that may wait. What the host does for the guest in its own database is the host's time:
//! a shop in a rush must not look like a plugin that hangs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::limits::TICK;

/// The time that is left to one call.
#[derive(Debug)]
pub(crate) struct CallClock {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    left: Duration,
    /// None while the clock stands still.
    running_since: Option<Instant>,
}

/// Lets the clock run again when dropped.
struct StandStill<'a>(&'a CallClock);

impl CallClock {
    /// A clock that runs.
    pub(crate) fn start(allowed: Duration) -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(State { left: allowed, running_since: Some(Instant::now()) }) })
    }

    /// Does work of the host while the clock stands still.
    pub(crate) async fn stand_still<T>(&self, work: impl Future<Output = T>) -> T {
        let _running_again = self.stop();
        work.await
    }

    /// Ends when the time is over.
    pub(crate) async fn run_out(&self) {
        loop {
            let (left, is_running) = self.reading();
            if left.is_zero() && is_running {
                return;
            }
            tokio::time::sleep(left.max(TICK)).await;
        }
    }

    fn stop(&self) -> StandStill<'_> {
        let mut state = self.state();
        if let Some(since) = state.running_since.take() {
            state.left = state.left.saturating_sub(since.elapsed());
        }
        StandStill(self)
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

impl Drop for StandStill<'_> {
    fn drop(&mut self) {
        self.0.state().running_since = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::CallClock;

    #[tokio::test]
    async fn it_runs_out_while_it_runs_and_never_while_the_host_works() {
        let clock = CallClock::start(Duration::ZERO);
        let (done, work) = tokio::sync::oneshot::channel::<()>();
        let mut working = Box::pin(clock.stand_still(work));
        assert!(futures::poll!(working.as_mut()).is_pending());
        let mut over = Box::pin(clock.run_out());
        assert!(futures::poll!(over.as_mut()).is_pending(), "the time is over, but the host is at work");
        done.send(()).expect("the work waits");
        working.await.expect("done");
        over.await;
    }

    #[tokio::test]
    async fn time_that_is_left_is_waited_for() {
        let clock = CallClock::start(Duration::from_secs(3_600));
        assert!(futures::poll!(Box::pin(clock.run_out()).as_mut()).is_pending());
        drop(clock.stop());
        assert!(futures::poll!(Box::pin(clock.run_out()).as_mut()).is_pending());
    }
}
