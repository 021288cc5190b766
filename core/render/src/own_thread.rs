//! Work that takes long, on a thread where it holds nothing up.

use tokio::task::JoinHandle;
use tracing::Span;

/// Runs work on such a thread. What it logs belongs to the request that needs it.
pub(crate) fn on_own_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    let span = Span::current();
    tokio::task::spawn_blocking(move || span.in_scope(work))
}
