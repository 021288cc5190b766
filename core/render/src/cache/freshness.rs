//! Whether a cached page is older than the last change of what it was made from.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::Changed;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;

/// Counts invalidations as they arrive and records the count at which each tag last changed. They are received on each
/// query, so a change published by this process takes effect at once.
#[derive(Debug)]
pub(super) struct Freshness(Mutex<State>);

#[derive(Debug)]
struct State {
    receiver: Receiver<Changed>,
    count: u64,
    /// Everything rendered before this count is stale.
    floor: u64,
    changed: HashMap<WebsiteId, Changes>,
}

/// Changes of one site.
#[derive(Debug, Default)]
struct Changes {
    latest: u64,
    tags: HashMap<String, u64>,
}

/// Maximum number of tags recorded; beyond it everything is invalidated at once.
const MAX_TAGS: usize = 100_000;

impl Freshness {
    pub(super) fn new(receiver: Receiver<Changed>) -> Self {
        Self(Mutex::new(State { receiver, count: 0, floor: 0, changed: HashMap::new() }))
    }

    /// The current count: pages rendered from now on include all changes up to it.
    pub(super) fn now(&self) -> u64 {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.take_in();
        state.count
    }

    /// Whether none of the tags of a page has changed since a count.
    pub(super) fn holds(&self, website: &WebsiteId, tags: &[String], made_at: u64) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.take_in();
        if made_at < state.floor {
            return false;
        }
        let Some(changed) = state.changed.get(website) else { return true };
        changed.latest <= made_at || tags.iter().all(|tag| changed.tags.get(tag).is_none_or(|at| *at <= made_at))
    }
}

impl State {
    fn take_in(&mut self) {
        loop {
            match self.receiver.try_recv() {
                Ok(Changed::Tags { website, tags }) => {
                    self.count += 1;
                    let at = self.count;
                    let changed = self.changed.entry(website).or_default();
                    changed.latest = at;
                    changed.tags.extend(tags.into_iter().map(|tag| (tag, at)));
                    if self.changed.values().map(|changes| changes.tags.len()).sum::<usize>() > MAX_TAGS {
                        self.invalidate_everything();
                    }
                }
                Ok(Changed::Everything) | Err(TryRecvError::Lagged(_)) => self.invalidate_everything(),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    fn invalidate_everything(&mut self) {
        self.count += 1;
        self.floor = self.count;
        self.changed.clear();
    }
}
