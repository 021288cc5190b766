//! Limits concurrent plugin calls: callers wait for a slot instead of exhausting the instance pool.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

type Key = (Arc<str>, Arc<str>);

/// How long a call that blocks a thread waits for a slot; then the page is rendered without the plugin.
const WAIT: Duration = Duration::from_millis(250);
/// How long an asynchronous call, such as a payment, waits for a slot: when many customers pay at once, they wait in a
/// queue instead of getting an error.
const QUEUE: Duration = Duration::from_secs(30);

/// Largest numbers of concurrent calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConcurrencyLimits {
    /// Calls of one plugin on one site that block a thread.
    pub(crate) holding: usize,
    /// Asynchronous calls of one plugin on one site.
    pub(crate) waiting: usize,
    /// Calls of all plugins on all sites.
    pub(crate) total: usize,
}

/// Whether a call blocks a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Holding,
    Waiting,
}

impl ConcurrencyLimits {
    fn of(self, kind: Kind) -> usize {
        match kind {
            Kind::Holding => self.holding,
            Kind::Waiting => self.waiting,
        }
    }
}

/// Limits concurrent calls, per site and plugin and in total.
#[derive(Debug)]
pub(crate) struct Gate {
    seats: Mutex<SlotTable>,
    freed: Condvar,
    room: ConcurrencyLimits,
}

#[derive(Debug, Default)]
struct SlotTable {
    taken: usize,
    by_key: HashMap<(Key, Kind), usize>,
    /// First come, first served, except that calls of a site at its limit are skipped.
    queue: VecDeque<(Key, oneshot::Sender<CallPermit>)>,
}

/// A slot; dropping it frees it.
#[derive(Debug)]
pub(crate) struct CallPermit {
    gate: Arc<Gate>,
    key: Key,
    kind: Kind,
}

impl Gate {
    pub(crate) fn new(room: ConcurrencyLimits) -> Self {
        let room =
            ConcurrencyLimits { holding: room.holding.max(1), waiting: room.waiting.max(1), total: room.total.max(1) };
        Self { seats: Mutex::default(), freed: Condvar::new(), room }
    }

    /// Takes a slot, blocking the thread for a short time if needed. `None` when none became free.
    pub(crate) fn enter_blocking(self: &Arc<Self>, key: Key) -> Option<CallPermit> {
        let deadline = Instant::now() + WAIT;
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        while !seats.take(&key, Kind::Holding, self.room) {
            let left = deadline.checked_duration_since(Instant::now())?;
            seats = self.freed.wait_timeout(seats, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(seats);
        Some(self.permit(key, Kind::Holding))
    }

    /// Takes a slot without blocking the thread, or waits in the queue. `None` after the timeout.
    pub(crate) async fn enter(self: &Arc<Self>, key: Key) -> Option<CallPermit> {
        let turn = {
            let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
            if seats.take(&key, Kind::Waiting, self.room) {
                return Some(self.permit(key, Kind::Waiting));
            }
            let (hand_over, turn) = oneshot::channel();
            seats.queue.push_back((key, hand_over));
            turn
        };
        tokio::time::timeout(QUEUE, turn).await.ok()?.ok()
    }

    /// Passes a free slot to the next call in the queue.
    fn grant_next(self: &Arc<Self>) {
        let next = self.seats.lock().unwrap_or_else(PoisonError::into_inner).next(self.room);
        if let Some((key, hand_over)) = next {
            // If the receiver has timed out, the slot is dropped, which passes it on.
            drop(hand_over.send(self.permit(key, Kind::Waiting)));
        }
    }

    fn permit(self: &Arc<Self>, key: Key, kind: Kind) -> CallPermit {
        CallPermit { gate: Arc::clone(self), key, kind }
    }
}

impl SlotTable {
    fn take(&mut self, key: &Key, kind: Kind, room: ConcurrencyLimits) -> bool {
        let mine = self.by_key.entry((key.clone(), kind)).or_default();
        if self.taken >= room.total || *mine >= room.of(kind) {
            return false;
        }
        self.taken += 1;
        *mine += 1;
        true
    }

    /// Takes a slot for the first queued call whose site is below its limit.
    fn next(&mut self, room: ConcurrencyLimits) -> Option<(Key, oneshot::Sender<CallPermit>)> {
        self.queue.retain(|(_, hand_over)| !hand_over.is_closed());
        let taken_by = |key: &Key| self.by_key.get(&(key.clone(), Kind::Waiting)).copied().unwrap_or(0);
        let place = self.queue.iter().position(|(key, _)| taken_by(key) < room.waiting)?;
        let key = self.queue.get(place)?.0.clone();
        if self.take(&key, Kind::Waiting, room) { self.queue.remove(place) } else { None }
    }

    fn free(&mut self, key: &Key, kind: Kind) {
        self.taken = self.taken.saturating_sub(1);
        let key = (key.clone(), kind);
        match self.by_key.get_mut(&key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                self.by_key.remove(&key);
            }
        }
    }
}

impl Drop for CallPermit {
    fn drop(&mut self) {
        self.gate.seats.lock().unwrap_or_else(PoisonError::into_inner).free(&self.key, self.kind);
        self.gate.grant_next();
        self.gate.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{ConcurrencyLimits, Gate};

    fn key(site: &str) -> (Arc<str>, Arc<str>) {
        (Arc::from(site), Arc::from("p.q"))
    }

    fn gate(per_key: usize, total: usize) -> Arc<Gate> {
        Arc::new(Gate::new(ConcurrencyLimits { holding: per_key, waiting: per_key, total }))
    }

    #[test]
    fn slots_per_site_and_in_total() {
        let gate = gate(2, 3);
        let first = gate.enter_blocking(key("a")).expect("first");
        let _second = gate.enter_blocking(key("a")).expect("second");
        assert!(gate.enter_blocking(key("a")).is_none(), "no third for the same site");
        let _other = gate.enter_blocking(key("b")).expect("other site");
        assert!(gate.enter_blocking(key("c")).is_none(), "total used up");
        drop(first);
        assert!(gate.enter_blocking(key("c")).is_some());
    }

    #[tokio::test]
    async fn slots_are_given_in_order() {
        let gate = gate(1, 2);
        let seat = gate.enter(key("a")).await.expect("seat");
        let mut first = Box::pin(gate.enter(key("a")));
        let mut second = Box::pin(gate.enter(key("a")));
        assert!(futures::poll!(first.as_mut()).is_pending());
        assert!(futures::poll!(second.as_mut()).is_pending());
        assert!(gate.enter(key("b")).await.is_some(), "another site does not wait behind them");
        drop(seat);
        assert!(futures::poll!(second.as_mut()).is_pending(), "the first is served first");
        let seat = first.await.expect("the first one's turn");
        drop(seat);
        assert!(second.await.is_some());
    }

    #[tokio::test]
    async fn a_caller_that_times_out_does_not_block_the_queue() {
        let gate = gate(1, 1);
        let seat = gate.enter(key("a")).await.expect("seat");
        let mut impatient = Box::pin(gate.enter(key("a")));
        let mut patient = Box::pin(gate.enter(key("a")));
        assert!(futures::poll!(impatient.as_mut()).is_pending());
        assert!(futures::poll!(patient.as_mut()).is_pending());
        drop(impatient);
        drop(seat);
        assert!(patient.await.is_some());
    }
}
