use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use stoa_kernel::ports::BlobStore;
use tokio::sync::{Mutex as TurnLock, MutexGuard};

use super::intake::Taken;
use super::limits::{PlanLimits, UploadLimits};
use super::pool::Pool;

/// Locks that calls for the same smaller picture share, so that it is made once.
const TURNS: usize = 64;

/// What pictures and files are worked on with: where they lie, the threads, what is taken in.
pub struct Media {
    pub(super) blobs: Arc<dyn BlobStore>,
    pub(super) pool: Pool,
    pub(super) limits: UploadLimits,
    pub(super) plans: Option<PlanLimits>,
    /// Whether pictures are made as AVIF too.
    pub(super) avif: bool,
    turns: Vec<TurnLock<()>>,
    shared: Mutex<HashMap<String, Arc<Taken>>>,
    in_background: Arc<Mutex<HashSet<String>>>,
}

impl Media {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(blobs: Arc<dyn BlobStore>, limits: UploadLimits) -> std::io::Result<Self> {
        let turns = std::iter::repeat_with(TurnLock::default).take(TURNS).collect();
        Ok(Self {
            blobs,
            pool: Pool::start()?,
            limits,
            plans: None,
            avif: true,
            turns,
            shared: Mutex::default(),
            in_background: Arc::default(),
        })
    }

    /// Says whether pictures are made as AVIF too: the smallest form, which takes the most work.
    #[must_use]
    pub fn with_avif(self, avif: bool) -> Self {
        Self { avif, ..self }
    }

    /// Lets sites take in what their plans say.
    #[must_use]
    pub fn with_plans(self, plans: PlanLimits) -> Self {
        Self { plans: Some(plans), ..self }
    }

    /// Waits until nobody else makes what lies under `key`.
    pub(super) async fn turn(&self, key: &str) -> Option<MutexGuard<'_, ()>> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let place = usize::try_from(hasher.finish() % TURNS as u64).unwrap_or(0);
        match self.turns.get(place) {
            Some(turn) => Some(turn.lock().await),
            None => None,
        }
    }

    /// What is known of a picture that lies in the store for all sites; those of the themes are few.
    pub(super) fn known_shared(&self, blob_key: &str) -> Option<Arc<Taken>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).get(blob_key).cloned()
    }

    pub(super) fn remember_shared(&self, blob_key: &str, taken: &Arc<Taken>) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).insert(blob_key.to_owned(), Arc::clone(taken));
    }

    /// Does some work on `key` when there is time, once however often it is asked for meanwhile.
    pub(super) fn later(&self, key: &str, work: impl FnOnce() + Send + 'static) {
        let asked = Arc::clone(&self.in_background);
        if !asked.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned()) {
            return;
        }
        let done = Asked { key: key.to_owned(), all: asked };
        // When there is too much to do, the guard is dropped with the work, and the next visit asks again.
        self.pool.later(move || {
            work();
            drop(done);
        });
    }
}

/// Forgets that something was asked for, even when the work on it failed.
struct Asked {
    key: String,
    all: Arc<Mutex<HashSet<String>>>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}
