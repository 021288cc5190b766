//! Limits the memory for pixels. Several threads process images, and a few of the largest accepted ones together would
//! exhaust the memory of a small machine. So each image acquires a permit for the memory it needs before it is decoded,
//! and waits if too little is free.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of pixels being processed at one time in the whole process: enough for the largest image and more than half of
/// another.
const ALL: u64 = 600_000_000;

static SHARED: MemoryPool = MemoryPool::new(ALL);

/// A fair semaphore: permits are granted in the order of the requests, so that small images cannot starve a large one.
struct MemoryPool {
    all: u64,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    free: u64,
    /// Ticket number of the next request.
    next: u64,
    /// Ticket number of the request that is served next.
    turn: u64,
}

/// A memory permit, released when it is dropped.
pub(crate) struct MemoryPermit {
    of: &'static MemoryPool,
    bytes: u64,
}

impl MemoryPermit {
    /// Blocks until this many bytes are free. The calling thread must not hold another permit, to avoid deadlocks.
    pub(crate) fn take(bytes: u64) -> Self {
        SHARED.take(bytes)
    }
}

impl MemoryPool {
    const fn new(all: u64) -> Self {
        Self { all, state: Mutex::new(State { free: all, next: 0, turn: 0 }), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&'static self, bytes: u64) -> MemoryPermit {
        // A request larger than the limit gets the whole limit.
        let bytes = bytes.min(self.all);
        let mut state = self.state();
        let own = state.next;
        state.next += 1;
        let waits = |state: &mut State| state.turn != own || state.free < bytes;
        let mut state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        state.free -= bytes;
        state.turn += 1;
        drop(state);
        self.changed.notify_all();
        MemoryPermit { of: self, bytes }
    }
}

impl Drop for MemoryPermit {
    fn drop(&mut self) {
        self.of.state().free += self.bytes;
        self.of.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::mpsc::channel;
    use std::thread;

    use super::MemoryPool;

    #[test]
    fn permits_never_exceed_the_limit() {
        static ROOMS: MemoryPool = MemoryPool::new(100);
        static IN_WORK: AtomicU64 = AtomicU64::new(0);
        let work = |bytes: u64| {
            let room = ROOMS.take(bytes);
            let taken = bytes.min(100);
            let together = IN_WORK.fetch_add(taken, Ordering::SeqCst) + taken;
            assert!(together <= 100, "{together} bytes are in use");
            thread::yield_now();
            IN_WORK.fetch_sub(taken, Ordering::SeqCst);
            drop(room);
        };
        thread::scope(|scope| {
            for sizes in [[10, 60, 100], [50, 40, 30], [90, 250, 1]] {
                scope.spawn(move || (0..200).for_each(|_| sizes.into_iter().for_each(work)));
            }
        });
        assert_eq!((ROOMS.state().free, IN_WORK.load(Ordering::SeqCst)), (100, 0));
    }

    #[test]
    fn permits_are_granted_in_order() {
        static ROOMS: MemoryPool = MemoryPool::new(100);
        let first = ROOMS.take(60);
        let (said, heard) = channel();
        thread::scope(|scope| {
            let (large, small) = (said.clone(), said.clone());
            scope.spawn(move || large.send(("large", ROOMS.take(80))).unwrap());
            while ROOMS.state().next < 2 {
                thread::yield_now();
            }
            scope.spawn(move || small.send(("small", ROOMS.take(30))).unwrap());
            while ROOMS.state().next < 3 {
                thread::yield_now();
            }
            assert!(heard.try_recv().is_err(), "there is room for the small one, and it waits");
            drop(first);
            // The two do not fit at the same time: the small one waits until the large one's permit is released.
            for turn in ["large", "small"] {
                let (served, room) = heard.recv().unwrap();
                assert_eq!(served, turn);
                drop(room);
            }
        });
    }
}
