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
/// Part of the queue that calls of one plugin on one site may fill.
const SHARE_OF_QUEUE: usize = 4;

/// Largest numbers of concurrent calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConcurrencyLimits {
    /// Calls of one plugin on one site.
    pub(crate) per_site: usize,
    /// Calls of all plugins on all sites.
    pub(crate) total: usize,
    /// Asynchronous calls that wait for a slot.
    pub(crate) queue: usize,
}

/// Limits concurrent calls, per site and plugin and in total. Renders and payments have a gate each, so that pages
/// never take the slots of payments, nor wait for their lock.
#[derive(Debug)]
pub(crate) struct Gate {
    seats: Mutex<SlotTable>,
    freed: Condvar,
    room: ConcurrencyLimits,
}

#[derive(Debug, Default)]
struct SlotTable {
    taken: usize,
    by_key: HashMap<Key, usize>,
    /// First come, first served, except that calls of a site at its limit are skipped.
    queue: VecDeque<(Key, oneshot::Sender<CallPermit>)>,
}

/// A slot; dropping it frees it.
#[derive(Debug)]
pub(crate) struct CallPermit {
    gate: Arc<Gate>,
    key: Key,
}

impl Gate {
    pub(crate) fn new(room: ConcurrencyLimits) -> Self {
        let room = ConcurrencyLimits { per_site: room.per_site.max(1), total: room.total.max(1), ..room };
        Self { seats: Mutex::default(), freed: Condvar::new(), room }
    }

    /// Takes a slot, blocking the thread for a short time if needed. `None` when none became free.
    pub(crate) fn enter_blocking(self: &Arc<Self>, key: Key) -> Option<CallPermit> {
        let deadline = Instant::now() + WAIT;
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        while !seats.take(&key, self.room) {
            let left = deadline.checked_duration_since(Instant::now())?;
            seats = self.freed.wait_timeout(seats, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(seats);
        Some(self.permit(key))
    }

    /// Takes a slot without blocking the thread, or waits in the queue. `None` after the timeout, or at once when the
    /// queue is full.
    pub(crate) async fn enter(self: &Arc<Self>, key: Key) -> Option<CallPermit> {
        let turn = {
            let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
            if seats.take(&key, self.room) {
                return Some(self.permit(key));
            }
            if !seats.has_queue_place(&key, self.room) {
                return None;
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
            drop(hand_over.send(self.permit(key)));
        }
    }

    fn permit(self: &Arc<Self>, key: Key) -> CallPermit {
        CallPermit { gate: Arc::clone(self), key }
    }
}

impl SlotTable {
    fn take(&mut self, key: &Key, room: ConcurrencyLimits) -> bool {
        let mine = self.by_key.get(key).copied().unwrap_or(0);
        if self.taken >= room.total || mine >= room.per_site {
            return false;
        }
        self.taken += 1;
        self.by_key.insert(key.clone(), mine + 1);
        true
    }

    fn has_queue_place(&mut self, key: &Key, room: ConcurrencyLimits) -> bool {
        if self.queue.len() >= room.queue {
            self.drop_gone();
        }
        let mine = self.queue.iter().filter(|(waiting, _)| waiting == key).count();
        self.queue.len() < room.queue && mine < room.queue.div_ceil(SHARE_OF_QUEUE)
    }

    /// Takes a slot for the first queued call whose site is below its limit.
    fn next(&mut self, room: ConcurrencyLimits) -> Option<(Key, oneshot::Sender<CallPermit>)> {
        self.drop_gone();
        let taken_by = |key: &Key| self.by_key.get(key).copied().unwrap_or(0);
        let place = self.queue.iter().position(|(key, _)| taken_by(key) < room.per_site)?;
        let key = self.queue.get(place)?.0.clone();
        if self.take(&key, room) { self.queue.remove(place) } else { None }
    }

    /// Removes calls that no longer wait.
    fn drop_gone(&mut self) {
        self.queue.retain(|(_, hand_over)| !hand_over.is_closed());
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

impl Drop for CallPermit {
    fn drop(&mut self) {
        self.gate.seats.lock().unwrap_or_else(PoisonError::into_inner).free(&self.key);
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
        Arc::new(Gate::new(ConcurrencyLimits { per_site: per_key, total, queue: 8 }))
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

    #[tokio::test]
    async fn queue_is_bounded_in_total_and_per_site() {
        let gate = gate(1, 1);
        let _seat = gate.enter(key("a")).await.expect("seat");
        let mut waiting: Vec<_> = ["a", "a", "b", "b", "c", "c", "d", "d"]
            .into_iter()
            .map(|site| {
                let gate = Arc::clone(&gate);
                Box::pin(async move { gate.enter(key(site)).await })
            })
            .collect();
        for turn in &mut waiting {
            assert!(futures::poll!(turn.as_mut()).is_pending());
        }
        assert!(gate.enter(key("e")).await.is_none(), "the queue is full");
        waiting.truncate(4);
        assert!(gate.enter(key("a")).await.is_none(), "this site has its share of the queue");
        let mut other = Box::pin(gate.enter(key("e")));
        assert!(futures::poll!(other.as_mut()).is_pending(), "places of calls that gave up are free");
    }
}
