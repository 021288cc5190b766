//! Limits concurrent plugin calls: callers wait for a slot instead of exhausting the instance pool.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

type Key = (Arc<str>, Arc<str>);
type Group = HashMap<Key, Arc<Place>>;

/// How long a call that blocks a thread waits for a slot; then the page is rendered without the plugin.
const WAIT: Duration = Duration::from_millis(250);
/// How long a blocked thread may miss that a slot was freed just before it began to wait.
const GLANCE: Duration = Duration::from_millis(5);
/// How long an asynchronous call, such as a payment, waits for a slot: when many customers pay at once, they wait in a
/// queue instead of getting an error.
const QUEUE: Duration = Duration::from_secs(30);
/// Part of the queue that calls of one plugin on one site may fill.
const SHARE_OF_QUEUE: usize = 4;
/// Groups of plugins on sites: calls of different groups wait for no lock of each other.
const GROUPS: usize = 16;

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
/// never take the slots of payments. A call takes a slot of its plugin on its site first, and then one of all, each in
/// turn: calls of a site at its limit hold up no others, and there is no lock for all calls.
#[derive(Debug)]
pub(crate) struct Gate {
    room: ConcurrencyLimits,
    total: Arc<Semaphore>,
    /// Calls in the queue.
    waiting: AtomicUsize,
    groups: [Mutex<Group>; GROUPS],
    hasher: RandomState,
    freed: Condvar,
    /// What the condition asks for; it guards nothing.
    asleep: Mutex<()>,
}

/// A plugin on a site. It is forgotten when no call has or wants a slot.
#[derive(Debug)]
struct Place {
    slots: Arc<Semaphore>,
    /// Its calls in the queue.
    waiting: AtomicUsize,
}

/// A call that has or wants a slot of a place.
#[derive(Debug)]
struct Claim {
    gate: Arc<Gate>,
    key: Key,
    /// None at its end.
    place: Option<Arc<Place>>,
}

/// A slot of a place and one of all.
#[derive(Debug)]
struct Slots {
    _own: OwnedSemaphorePermit,
    _total: OwnedSemaphorePermit,
}

/// A slot; dropping it frees it.
#[derive(Debug)]
pub(crate) struct CallPermit {
    _slots: Slots,
    // Dropped after the slots: its end tells those who wait.
    _claim: Claim,
}

/// A call in the queue.
struct Waiting<'a> {
    all: &'a AtomicUsize,
    own: &'a AtomicUsize,
}

impl Gate {
    pub(crate) fn new(room: ConcurrencyLimits) -> Self {
        let most = Semaphore::MAX_PERMITS;
        let room =
            ConcurrencyLimits { per_site: room.per_site.clamp(1, most), total: room.total.clamp(1, most), ..room };
        Self {
            room,
            total: Arc::new(Semaphore::new(room.total)),
            waiting: AtomicUsize::new(0),
            groups: std::array::from_fn(|_| Mutex::default()),
            hasher: RandomState::new(),
            freed: Condvar::new(),
            asleep: Mutex::new(()),
        }
    }

    /// Takes a slot, blocking the thread for a short time if needed. `None` when none became free.
    pub(crate) fn enter_blocking(self: &Arc<Self>, key: Key) -> Option<CallPermit> {
        let deadline = Instant::now() + WAIT;
        let claim = self.claim(key)?;
        let slots = loop {
            if let Some(slots) = claim.free_slots() {
                break slots;
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            let asleep = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.freed.wait_timeout(asleep, left.min(GLANCE)));
        };
        Some(CallPermit { _slots: slots, _claim: claim })
    }

    /// Takes a slot without blocking the thread, or waits in the queue. `None` after the timeout, or at once when the
    /// queue is full.
    pub(crate) async fn enter(self: &Arc<Self>, key: Key) -> Option<CallPermit> {
        let claim = self.claim(key)?;
        let slots = match claim.free_slots() {
            Some(slots) => slots,
            None => claim.wait().await?,
        };
        Some(CallPermit { _slots: slots, _claim: claim })
    }

    fn claim(self: &Arc<Self>, key: Key) -> Option<Claim> {
        let place = {
            let mut group = self.group(&key)?;
            Arc::clone(group.entry(key.clone()).or_insert_with(|| Arc::new(Place::new(self.room.per_site))))
        };
        Some(Claim { gate: Arc::clone(self), key, place: Some(place) })
    }

    fn group(&self, key: &Key) -> Option<MutexGuard<'_, Group>> {
        let groups = u64::try_from(GROUPS).ok()?;
        let number = usize::try_from(self.hasher.hash_one(key) % groups).ok()?;
        Some(self.groups.get(number)?.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Place {
    fn new(slots: usize) -> Self {
        Self { slots: Arc::new(Semaphore::new(slots)), waiting: AtomicUsize::new(0) }
    }
}

impl Claim {
    /// Slots, if they are free now. Those who wait are served first.
    fn free_slots(&self) -> Option<Slots> {
        let own = Arc::clone(&self.place.as_ref()?.slots).try_acquire_owned().ok()?;
        let total = Arc::clone(&self.gate.total).try_acquire_owned().ok()?;
        Some(Slots { _own: own, _total: total })
    }

    /// Slots, after those who came before. None after the timeout, or at once when the queue is full.
    async fn wait(&self) -> Option<Slots> {
        let place = self.place.as_ref()?;
        let _waiting = Waiting::begin(&self.gate, place)?;
        let both = async {
            let own = Arc::clone(&place.slots).acquire_owned().await.ok()?;
            let total = Arc::clone(&self.gate.total).acquire_owned().await.ok()?;
            Some(Slots { _own: own, _total: total })
        };
        tokio::time::timeout(QUEUE, both).await.ok()?
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(mut group) = self.gate.group(&self.key) {
            self.place = None;
            if group.get(&self.key).is_some_and(|place| Arc::strong_count(place) == 1) {
                group.remove(&self.key);
            }
        }
        self.gate.freed.notify_all();
    }
}

impl<'a> Waiting<'a> {
    /// None if the queue, or the share of the place, is full.
    fn begin(gate: &'a Gate, place: &'a Place) -> Option<Self> {
        let waiting = Self { all: &gate.waiting, own: &place.waiting };
        let all = waiting.all.fetch_add(1, Ordering::SeqCst);
        let own = waiting.own.fetch_add(1, Ordering::SeqCst);
        let most = gate.room.queue;
        (all < most && own < most.div_ceil(SHARE_OF_QUEUE)).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::SeqCst);
        self.own.fetch_sub(1, Ordering::SeqCst);
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

    #[tokio::test]
    async fn nothing_is_kept_for_a_site_without_calls() {
        let gate = gate(1, 1);
        let places = || gate.groups.iter().map(|group| group.lock().expect("lock").len()).sum::<usize>();
        let seat = gate.enter(key("a")).await.expect("seat");
        let mut impatient = Box::pin(gate.enter(key("b")));
        assert!(futures::poll!(impatient.as_mut()).is_pending());
        assert_eq!(places(), 2);
        drop(impatient);
        drop(seat);
        assert_eq!(places(), 0);
        assert!(gate.enter(key("b")).await.is_some());
    }
}
