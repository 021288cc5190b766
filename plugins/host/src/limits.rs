//! Resource limits of guests, and their enforcement in a store.

use std::time::Duration;

use wasmtime::{ResourceLimiter, Result};

/// Interval at which the engine's epoch advances, and the unit of deadlines.
pub(crate) const TICK: Duration = Duration::from_millis(5);

/// Limits of every guest. A manifest may lower its memory; nothing raises a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Linear memory of an instance, bytes.
    pub memory: usize,
    /// Running time of one formatter or predicate call.
    pub formatter_call: Duration,
    /// Running time of all calls of one plugin in one page render, block calls included.
    pub render: Duration,
    /// Wall-clock time of a call that may wait for the network, such as a payment. More than the timeout of one HTTP
    /// request.
    pub waiting_call: Duration,
    /// Running time of such a call, without waiting.
    pub waiting_call_running: Duration,
    /// Bytes per transfer between host and guest.
    pub transfer: usize,
    /// HTML of one block, bytes.
    pub block_html: usize,
    /// Result of one formatter, bytes.
    pub formatter_answer: usize,
    /// Provider state of a payment attempt, bytes.
    pub provider_state: usize,
    /// Log text of one call, bytes.
    pub log_bytes: usize,
    /// Log lines of one call.
    pub log_lines: usize,
    /// HTTP requests of one call.
    pub http_requests: u32,
    /// Wall-clock time of one HTTP request.
    pub http_timeout: Duration,
    /// Body of an HTTP request or response, bytes.
    pub http_body: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 16 * 1024 * 1024,
            formatter_call: Duration::from_millis(20),
            render: Duration::from_millis(100),
            waiting_call: Duration::from_secs(15),
            waiting_call_running: Duration::from_millis(200),
            transfer: 2 * 1024 * 1024,
            block_html: 1024 * 1024,
            formatter_answer: 64 * 1024,
            provider_state: 64 * 1024,
            log_bytes: 16 * 1024,
            log_lines: 64,
            http_requests: 10,
            http_timeout: Duration::from_secs(10),
            http_body: 1024 * 1024,
        }
    }
}

/// Number of ticks for a duration: one more than the quotient, because the current tick is partly over.
pub(crate) fn ticks(duration: Duration) -> u64 {
    let whole = duration.as_nanos().div_ceil(TICK.as_nanos());
    u64::try_from(whole).unwrap_or(u64::MAX / 2).saturating_add(1)
}

/// Error of a refused memory or table growth, which unwinds the guest.
#[derive(Debug, thiserror::Error)]
#[error("memory limit of {limit} bytes reached")]
pub(crate) struct MemoryRefused {
    pub(crate) limit: usize,
}

/// Refuses growth with an error instead of `-1`, so that the cause is known.
#[derive(Debug)]
pub(crate) struct MemoryLimiter {
    pub(crate) limit: usize,
    pub(crate) table_elements: usize,
}

impl ResourceLimiter for MemoryLimiter {
    fn memory_growing(&mut self, _current: usize, desired: usize, _maximum: Option<usize>) -> Result<bool> {
        if desired > self.limit {
            return Err(MemoryRefused { limit: self.limit }.into());
        }
        Ok(true)
    }

    fn table_growing(&mut self, _current: usize, desired: usize, _maximum: Option<usize>) -> Result<bool> {
        if desired > self.table_elements {
            return Err(MemoryRefused { limit: self.limit }.into());
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::ticks;

    #[test]
    fn deadline_is_not_early() {
        assert_eq!(ticks(Duration::from_millis(20)), 5);
        assert_eq!(ticks(Duration::from_millis(1)), 2);
        assert_eq!(ticks(Duration::ZERO), 1);
    }
}
