//! Work of a request that goes on when the request ends.

use tokio::task::JoinHandle;
use tracing::Instrument as _;

/// Runs work in a task of its own. What it logs belongs to the request.
pub(crate) fn in_own_task<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(work.in_current_span())
}
