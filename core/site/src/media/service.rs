//! What media handling depends on: the blob store, threads, limits.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use stoa_kernel::ports::BlobStore;
use tokio::sync::{Mutex as TurnLock, MutexGuard};

use super::intake::AcceptedFile;
use super::limits::{PlanLimits, UploadLimits};
use super::pool::Pool;

/// Number of locks shared by requests for scaled images, so that each image is scaled once.
const TURNS: usize = 64;

/// Dependencies of media handling: blob store, threads, limits.
pub struct Media {
    pub(super) blobs: Arc<dyn BlobStore>,
    pub(super) pool: Pool,
    pub(super) limits: UploadLimits,
    pub(super) plans: Option<PlanLimits>,
    /// Whether images are also served as AVIF.
    pub(super) avif: bool,
    turns: Vec<TurnLock<()>>,
    shared: Mutex<HashMap<String, Arc<AcceptedFile>>>,
    in_background: Arc<Mutex<HashSet<String>>>,
}

impl Media {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the operating system cannot create a thread.
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

    /// Sets whether images are also served as AVIF: the smallest format, which takes the most processor time to encode.
    #[must_use]
    pub fn with_avif(self, avif: bool) -> Self {
        Self { avif, ..self }
    }

    /// Sets limits by plan.
    #[must_use]
    pub fn with_plans(self, plans: PlanLimits) -> Self {
        Self { plans: Some(plans), ..self }
    }

    /// Waits until no other request produces the blob `key`.
    pub(super) async fn turn(&self, key: &str) -> Option<MutexGuard<'_, ()>> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let place = usize::try_from(hasher.finish() % TURNS as u64).unwrap_or(0);
        match self.turns.get(place) {
            Some(turn) => Some(turn.lock().await),
            None => None,
        }
    }

    /// Cached properties of an image that is stored for all sites; themes have few.
    pub(super) fn known_shared(&self, blob_key: &str) -> Option<Arc<AcceptedFile>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).get(blob_key).cloned()
    }

    pub(super) fn store_shared(&self, blob_key: &str, taken: &Arc<AcceptedFile>) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).insert(blob_key.to_owned(), Arc::clone(taken));
    }

    /// Runs a background job for `key`; requests for the same key while it is pending are ignored.
    pub(super) fn later(&self, key: &str, work: impl FnOnce() + Send + 'static) {
        let asked = Arc::clone(&self.in_background);
        if !asked.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned()) {
            return;
        }
        let done = PendingKey { key: key.to_owned(), all: asked };
        // When the queue is full, the guard is dropped with the job, and the next visit requests it again.
        self.pool.later(move || {
            work();
            drop(done);
        });
    }
}

/// Removes the key from the pending set when dropped, even when the job failed.
struct PendingKey {
    key: String,
    all: Arc<Mutex<HashSet<String>>>,
}

impl Drop for PendingKey {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}
