//! Room for pixels. Pictures are worked on by several threads, and the largest that are taken in would fill the memory of a
//! small machine together: so each takes room for what it needs before it is decoded, and waits where there is too little.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of pixels that are in work at one time, in the whole program: the largest picture and a good half of another.
const ALL: u64 = 600_000_000;

static SHARED: Rooms = Rooms::new(ALL);

/// Room of a fixed size that is shared out in the order in which it was asked for, so that no large picture waits for good
/// while small ones pass it by.
struct Rooms {
    all: u64,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    free: u64,
    /// Number of the next that asks.
    next: u64,
    /// Number of the one whose turn it is.
    turn: u64,
}

/// Room for a picture, given back when it is dropped.
pub(crate) struct Room {
    of: &'static Rooms,
    bytes: u64,
}

impl Room {
    /// Waits until there is room for so many bytes. A thread that waits must hold none.
    pub(crate) fn take(bytes: u64) -> Self {
        SHARED.take(bytes)
    }
}

impl Rooms {
    const fn new(all: u64) -> Self {
        Self { all, state: Mutex::new(State { free: all, next: 0, turn: 0 }), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&'static self, bytes: u64) -> Room {
        // What needs more than there is has all of it to itself.
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
        Room { of: self, bytes }
    }
}

impl Drop for Room {
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

    use super::Rooms;

    #[test]
    fn no_more_is_in_work_than_there_is_room_for() {
        static ROOMS: Rooms = Rooms::new(100);
        static IN_WORK: AtomicU64 = AtomicU64::new(0);
        let work = |bytes: u64| {
            let room = ROOMS.take(bytes);
            let taken = bytes.min(100);
            let together = IN_WORK.fetch_add(taken, Ordering::SeqCst) + taken;
            assert!(together <= 100, "{together} bytes are in work");
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
    fn a_large_picture_has_its_turn_before_small_ones_that_came_later() {
        static ROOMS: Rooms = Rooms::new(100);
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
            // Both do not fit beside each other: the small one waits until the large one's room is given back.
            for turn in ["large", "small"] {
                let (served, room) = heard.recv().unwrap();
                assert_eq!(served, turn);
                drop(room);
            }
        });
    }
}
