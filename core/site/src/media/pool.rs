//! Threads that work on pictures. They are few and their queue is short, so that pictures can neither fill the
//! memory nor keep the rest of the program from its work.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use crate::SiteError;

type Work = Box<dyn FnOnce() + Send>;

/// Threads for what somebody waits for.
const THREADS: usize = 2;
/// Calls that wait for a thread; one more is refused.
const MOST_WAITING: usize = 48;
/// Work that nobody waits for; what does not fit is asked for again with the next visit.
const MOST_LATER: usize = 256;

/// Works on pictures beside the runtime.
pub(super) struct Pool {
    now: SyncSender<Work>,
    later: SyncSender<Work>,
}

impl Pool {
    /// Starts the threads. They end when the pool is dropped.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start() -> std::io::Result<Self> {
        Self::with(THREADS, MOST_WAITING)
    }

    fn with(threads: usize, waiting: usize) -> std::io::Result<Self> {
        let (now, work) = sync_channel(waiting);
        let work = Arc::new(Mutex::new(work));
        for number in 0..threads {
            let work = Arc::clone(&work);
            thread::Builder::new().name(format!("pictures-{number}")).spawn(move || run(&work))?;
        }
        let (later, work) = sync_channel(MOST_LATER);
        let work = Arc::new(Mutex::new(work));
        thread::Builder::new().name("pictures-later".to_owned()).spawn(move || run(&work))?;
        Ok(Self { now, later })
    }

    /// Does some work on a thread of the pool.
    ///
    /// # Errors
    /// [`SiteError::Busy`] when too much is waiting; what the work itself says.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, SiteError> + Send + 'static,
    ) -> Result<T, SiteError> {
        let (done, answer) = oneshot::channel();
        let work: Work = Box::new(move || {
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
        let broken = pool.run::<()>(|| panic!("a bad picture")).await;
        assert!(matches!(broken, Err(SiteError::Picture(_))));
        let (begun, has_begun) = channel();
        let (release, released) = channel::<()>();
        let own = Arc::clone(&pool);
        let first = tokio::spawn(async move {
            own.run(move || {
                begun.send(()).unwrap();
                Ok(released.recv().is_ok())
            })
            .await
        });
        tokio::task::spawn_blocking(move || has_begun.recv()).await.unwrap().unwrap();
        let full = async {
            let refused = pool.run(|| Ok(())).await;
            release.send(()).unwrap();
            refused
        };
        // One is at work, one waits: there is no room for a third.
        let (second, third) = tokio::join!(pool.run(|| Ok(2)), full);
        assert!(matches!((second, third), (Ok(2), Err(SiteError::Busy))));
        assert!(first.await.unwrap().unwrap());
    }
}
