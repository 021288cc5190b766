//! Detects file changes by polling, which also works on network folders and in containers, where the file system sends
//! no notifications.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Poll interval.
const INTERVAL: Duration = Duration::from_millis(200);

/// Modification time and size of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl State {
    fn of(places: &[PathBuf]) -> Self {
        let mut state = Self::default();
        for place in places {
            state.add(place);
        }
        state
    }

    /// Unreadable files count as missing; they may be in the middle of being replaced.
    fn add(&mut self, path: &Path) {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let Ok(facts) = path.metadata() else { return };
        if facts.is_dir() {
            let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
            for entry in entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')) {
                self.add(&entry.path());
            }
        } else if !hidden {
            self.0.insert(path.to_owned(), (facts.modified().ok(), facts.len()));
        }
    }
}

/// Watches for changes below some paths.
pub(super) struct Watch {
    places: Vec<PathBuf>,
    seen: State,
}

impl Watch {
    pub(super) fn new(places: Vec<PathBuf>) -> Self {
        let seen = State::of(&places);
        Self { places, seen }
    }

    /// Waits for a change, and until two polls see the same state, when saving is complete.
    pub(super) async fn changed(&mut self) {
        let mut before = self.seen.clone();
        loop {
            tokio::time::sleep(INTERVAL).await;
            let places = self.places.clone();
            let Ok(now) = tokio::task::spawn_blocking(move || State::of(&places)).await else { continue };
            if now == before && now != self.seen {
                self.seen = now;
                return;
            }
            before = now;
        }
    }
}
