//! Threads that work on pictures. They are few and their queue is short, so that pictures can neither fill the
//! memory nor keep the rest of the program from its work.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::SiteError;

type Work = Box<dyn FnOnce() + Send>;

/// Threads for what somebody waits for.
const THREADS: usize = 2;
/// Work that lies ready for a thread, with its picture in memory.
const MOST_WAITING: usize = 48;
/// So long a visitor's call waits for a place.
const PATIENCE: Duration = Duration::from_secs(20);
/// Work that nobody waits for; what does not fit is asked for again with the next visit.
const MOST_LATER: usize = 256;

/// Works on pictures beside the runtime.
pub(super) struct Pool {
    now: SyncSender<Work>,
    later: SyncSender<Work>,
    places: Arc<Semaphore>,
}

/// A place for one piece of work; free again when the work is done.
pub(super) struct Place(OwnedSemaphorePermit);

impl Pool {
    /// Starts the threads. They end when the pool is dropped.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start() -> std::io::Result<Self> {
        Self::with(THREADS, MOST_WAITING)
    }

    fn with(threads: usize, waiting: usize) -> std::io::Result<Self> {
        let (now, work) = sync_channel(threads + waiting);
        let work = Arc::new(Mutex::new(work));
        for number in 0..threads {
            let work = Arc::clone(&work);
            thread::Builder::new().name(format!("pictures-{number}")).spawn(move || run(&work))?;
        }
        let (later, work) = sync_channel(MOST_LATER);
        let work = Arc::new(Mutex::new(work));
        thread::Builder::new().name("pictures-later".to_owned()).spawn(move || run(&work))?;
        Ok(Self { now, later, places: Arc::new(Semaphore::new(threads + waiting)) })
    }

    /// A place when there is one now.
    ///
    /// # Errors
    /// [`SiteError::Busy`] when too much is waiting.
    pub(super) fn place(&self) -> Result<Place, SiteError> {
        Arc::clone(&self.places).try_acquire_owned().map(Place).map_err(|_| SiteError::Busy)
    }

    /// A place as soon as there is one. Who waits for it should hold no picture yet.
    ///
    /// # Errors
    /// [`SiteError::Busy`] when there was none for long.
    pub(super) async fn patient_place(&self) -> Result<Place, SiteError> {
        let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        place.ok().and_then(Result::ok).map(Place).ok_or(SiteError::Busy)
    }

    /// Does some work on a thread of the pool.
    ///
    /// # Errors
    /// What the work itself says.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        Place(place): Place,
        work: impl FnOnce() -> Result<T, SiteError> + Send + 'static,
    ) -> Result<T, SiteError> {
        let (done, answer) = oneshot::channel();
        let work: Work = Box::new(move || {
            let _place = place;
            // Whoever asked may be gone.
            let _ = done.send(work());
        });
        self.now.try_send(work).map_err(|_| SiteError::Busy)?;
        answer.await.map_err(|_| SiteError::Picture("the work on a picture broke off".into()))?
    }

    /// Does some work when there is time; false when there is too much of it already.
    pub(super) fn later(&self, work: impl FnOnce() + Send + 'static) -> bool {
        self.later.try_send(Box::new(work)).is_ok()
    }
}

fn run(work: &Mutex<Receiver<Work>>) {
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(next) = next else { return };
        // A decoder that panics loses its picture, not the thread.
        if catch_unwind(AssertUnwindSafe(next)).is_err() {
            tracing::error!("the work on a picture panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn a_full_queue_is_said_and_a_panic_survived() {
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
        // One is at work, one waits: there is no room for a third, unless it has time.
        assert!(matches!(pool.place(), Err(SiteError::Busy)));
        let patient = async {
            let place = pool.patient_place().await?;
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
