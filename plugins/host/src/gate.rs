//! Seats in front of the instance pool: a caller waits for one instead of running into an empty pool.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

type Key = (Arc<str>, Arc<str>);

/// How long a call waits for a seat while it holds a thread: a page goes on without the plugin.
const WAIT: Duration = Duration::from_millis(250);
/// How long a call waits that holds none, such as a payment: many people who buy at the same moment stand
/// in a queue instead of being told that their card was declined.
const QUEUE: Duration = Duration::from_secs(10);

/// Limits calls that run at the same time, per site and plugin and altogether.
#[derive(Debug)]
pub(crate) struct Gate {
    seats: Mutex<Seats>,
    freed: Condvar,
    freed_async: tokio::sync::Notify,
    per_key: usize,
    total: usize,
}

#[derive(Debug, Default)]
struct Seats {
    taken: usize,
    by_key: HashMap<Key, usize>,
}

/// A taken seat; dropping it frees it.
#[derive(Debug)]
pub(crate) struct Seat {
    gate: Arc<Gate>,
    key: Key,
}

impl Gate {
    pub(crate) fn new(per_key: usize, total: usize) -> Self {
        Self {
            seats: Mutex::default(),
            freed: Condvar::new(),
            freed_async: tokio::sync::Notify::new(),
            per_key: per_key.max(1),
            total: total.max(1),
        }
    }

    /// Takes a seat, blocking the thread for a moment if need be. `None` when none came free.
    pub(crate) fn enter_blocking(self: &Arc<Self>, key: Key) -> Option<Seat> {
        let deadline = Instant::now() + WAIT;
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        while !seats.take(&key, self.per_key, self.total) {
            let left = deadline.checked_duration_since(Instant::now())?;
            seats = self.freed.wait_timeout(seats, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(seats);
        Some(Seat { gate: Arc::clone(self), key })
    }

    /// Takes a seat without blocking the thread.
    pub(crate) async fn enter(self: &Arc<Self>, key: Key) -> Option<Seat> {
        let deadline = tokio::time::Instant::now() + QUEUE;
        loop {
            let mut freed = std::pin::pin!(self.freed_async.notified());
            freed.as_mut().enable();
            if self.try_take(&key) {
                return Some(Seat { gate: Arc::clone(self), key });
            }
            tokio::time::timeout_at(deadline, freed).await.ok()?;
        }
    }

    fn try_take(&self, key: &Key) -> bool {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).take(key, self.per_key, self.total)
    }
}

impl Seats {
    fn take(&mut self, key: &Key, per_key: usize, total: usize) -> bool {
        let mine = self.by_key.get(key).copied().unwrap_or(0);
        if self.taken >= total || mine >= per_key {
            return false;
        }
        self.taken += 1;
        self.by_key.insert(key.clone(), mine + 1);
        true
    }

    fn free(&mut self, key: &Key) {
        self.taken = self.taken.saturating_sub(1);
        match self.by_key.get_mut(key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                self.by_key.remove(key);
            }
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.gate.seats.lock().unwrap_or_else(PoisonError::into_inner).free(&self.key);
        self.gate.freed.notify_all();
        self.gate.freed_async.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::Gate;

    fn key(site: &str) -> (Arc<str>, Arc<str>) {
        (Arc::from(site), Arc::from("p.q"))
    }

    #[test]
    fn a_site_has_its_own_seats_and_all_share_the_total() {
        let gate = Arc::new(Gate::new(2, 3));
        let first = gate.enter_blocking(key("a")).expect("first");
        let _second = gate.enter_blocking(key("a")).expect("second");
        assert!(gate.enter_blocking(key("a")).is_none(), "no third for the same site");
        let _other = gate.enter_blocking(key("b")).expect("other site");
        assert!(gate.enter_blocking(key("c")).is_none(), "total used up");
        drop(first);
        assert!(gate.enter_blocking(key("c")).is_some());
    }

    #[tokio::test]
    async fn waiting_ends_when_a_seat_is_freed() {
        let gate = Arc::new(Gate::new(1, 1));
        let seat = gate.enter(key("a")).await.expect("seat");
        let waiting = tokio::spawn({
            let gate = Arc::clone(&gate);
            async move { gate.enter(key("a")).await.is_some() }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(seat);
        assert!(waiting.await.expect("task"));
    }
}
