//! Thread pool for image processing. Few threads and a short queue, so that images can neither exhaust memory nor
//! starve the rest of the program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::SiteError;

type Job = Box<dyn FnOnce() + Send>;

/// Threads for requests that wait for the result.
const THREADS: usize = 2;
/// Maximum number of queued jobs, each with its image in memory.
const MAX_WAITING: usize = 48;
/// How long a visitor's request waits for a slot.
const MAX_WAIT: Duration = Duration::from_secs(20);
/// Maximum number of background jobs; jobs beyond it are dropped and requested again by the next visit.
const MAX_LATER: usize = 256;

/// Runs image processing outside the async runtime.
pub(super) struct Pool {
    now: SyncSender<Job>,
    later: SyncSender<Job>,
    places: Arc<Semaphore>,
}

/// Slot for one job; released when the job is done.
pub(super) struct PoolSlot(OwnedSemaphorePermit);

impl Pool {
    /// Starts the threads. They end when the pool is dropped.
    ///
    /// # Errors
    /// When the operating system cannot create a thread.
    pub(super) fn start() -> std::io::Result<Self> {
        Self::with(THREADS, MAX_WAITING)
    }

    fn with(threads: usize, waiting: usize) -> std::io::Result<Self> {
        let (now, work) = sync_channel(threads + waiting);
        let work = Arc::new(Mutex::new(work));
        for number in 0..threads {
            let work = Arc::clone(&work);
            thread::Builder::new().name(format!("pictures-{number}")).spawn(move || run(&work))?;
        }
        let (later, work) = sync_channel(MAX_LATER);
        let work = Arc::new(Mutex::new(work));
        thread::Builder::new().name("pictures-later".to_owned()).spawn(move || run(&work))?;
        Ok(Self { now, later, places: Arc::new(Semaphore::new(threads + waiting)) })
    }

    /// A free slot.
    ///
    /// # Errors
    /// [`SiteError::Busy`] when no slot is free.
    pub(super) fn place(&self) -> Result<PoolSlot, SiteError> {
        Arc::clone(&self.places).try_acquire_owned().map(PoolSlot).map_err(|_| SiteError::Busy)
    }

    /// Waits for a slot. The caller should not hold an image in memory yet.
    ///
    /// # Errors
    /// [`SiteError::Busy`] when no slot became free in time.
    pub(super) async fn wait_for_slot(&self) -> Result<PoolSlot, SiteError> {
        let place = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.places).acquire_owned()).await;
        place.ok().and_then(Result::ok).map(PoolSlot).ok_or(SiteError::Busy)
    }

    /// Runs a job on a thread of the pool.
    ///
    /// # Errors
    /// Those of the job.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        PoolSlot(place): PoolSlot,
        work: impl FnOnce() -> Result<T, SiteError> + Send + 'static,
    ) -> Result<T, SiteError> {
        let (done, answer) = oneshot::channel();
        let work: Job = Box::new(move || {
            let _place = place;
            // The requester may have disconnected.
            let _ = done.send(work());
        });
        self.now.try_send(work).map_err(|_| SiteError::Busy)?;
        answer.await.map_err(|_| SiteError::Picture("the processing of an image was aborted".into()))?
    }

    /// Queues a background job; false when the queue is full.
    pub(super) fn later(&self, work: impl FnOnce() + Send + 'static) -> bool {
        self.later.try_send(Box::new(work)).is_ok()
    }
}

fn run(work: &Mutex<Receiver<Job>>) {
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(next) = next else { return };
        // A panicking decoder fails its job; the thread continues.
        if catch_unwind(AssertUnwindSafe(next)).is_err() {
            tracing::error!("the processing of an image panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn full_queue_returns_busy_and_panic_keeps_thread() {
        let pool = Arc::new(Pool::with(1, 1).unwrap());
        let broken = pool.run::<()>(pool.place().unwrap(), || panic!("a bad picture")).await;
        assert!(matches!(broken, Err(SiteError::Picture(_))));
        let (begun, has_begun) = channel();
        let (release, released) = channel::<()>();
        let (own, place) = (Arc::clone(&pool), pool.place().unwrap());
        let first = tokio::spawn(async move {
            own.run(place, move || {
                begun.send(()).unwrap();
                Ok(released.recv().is_ok())
            })
            .await
        });
        tokio::task::spawn_blocking(move || has_begun.recv()).await.unwrap().unwrap();
        let second = pool.place().unwrap();
        // One job runs, one is queued: there is no slot for a third without waiting.
        assert!(matches!(pool.place(), Err(SiteError::Busy)));
        let patient = async {
            let place = pool.wait_for_slot().await?;
            pool.run(place, || Ok(3)).await
        };
        let others = async {
            release.send(()).unwrap();
            pool.run(second, || Ok(2)).await
        };
        let (third, second) = tokio::join!(patient, others);
        assert!(matches!((second, third), (Ok(2), Ok(3))));
        assert!(first.await.unwrap().unwrap());
    }
}
