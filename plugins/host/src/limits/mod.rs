//! Resource limits of guests, and their enforcement in a store.

mod site_budget;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use wasmtime::{ResourceLimiter, Result};

pub(crate) use site_budget::SiteBudgets;

/// Interval at which the engine's epoch advances, and the unit of deadlines.
pub(crate) const TICK: Duration = Duration::from_millis(5);

/// Core instances of a component: the guest, its adapters and shims. The pool has as many for each component.
pub(crate) const CORE_INSTANCES: usize = 10;
/// Tables of a component.
pub(crate) const TABLES: usize = 10;
/// Memories of a component.
pub(crate) const MEMORIES: usize = 1;
/// Elements of all tables of a component.
pub(crate) const TABLE_ELEMENTS: usize = 10_000;

/// How much a plugin may need.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PluginClass {
    /// Compiled code.
    #[default]
    Standard,
    /// A component with an interpreter, such as one of JavaScript: more memory and time, and few instances.
    Interpreted,
}

/// Limits of guests: of all, or of those on sites of a plan. A manifest may lower memory and storage; nothing raises a
/// limit. Those that begin with `interpreted` are the ones of that class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Linear memory of an instance, all its memories together, bytes.
    pub memory: usize,
    /// Key-value storage of a plugin on one site, bytes. A manifest may request less.
    pub storage: usize,
    /// Running time of one formatter or predicate call.
    pub formatter_call: Duration,
    /// Running time of all calls of one plugin in one page render, block calls included.
    pub render: Duration,
    /// Calls of one plugin in one page render. A call with many values counts once.
    pub page_calls: u32,
    /// Running time of all plugins of a site in its page renders, within a minute.
    pub site_render: Duration,
    /// The limit of `memory` for plugins of the class `interpreted`.
    pub interpreted_memory: usize,
    /// The limit of `formatter_call` for plugins of the class `interpreted`.
    pub interpreted_formatter_call: Duration,
    /// The limit of `render` for plugins of the class `interpreted`.
    pub interpreted_render: Duration,
    /// The limit of `page_calls` for plugins of the class `interpreted`.
    pub interpreted_page_calls: u32,
    /// The limit of `storage` for plugins of the class `interpreted`.
    pub interpreted_storage: usize,
    /// The limit of `log_bytes` for plugins of the class `interpreted`.
    pub interpreted_log_bytes: usize,
    /// The limit of `log_lines` for plugins of the class `interpreted`.
    pub interpreted_log_lines: usize,
    /// The limit of `http_requests` for plugins of the class `interpreted`.
    pub interpreted_http_requests: u32,
    /// Running time of a call that may wait, of a plugin with an interpreter.
    pub interpreted_running: Duration,
    /// Wall-clock time of a call that may wait for the network, such as a payment. More than the timeout of one HTTP
    /// request.
    pub waiting_call: Duration,
    /// Running time of such a call, without waiting.
    pub waiting_call_running: Duration,
    /// Wall-clock time of a run of a scheduled job.
    pub job: Duration,
    /// Running time of such a run, without waiting.
    pub job_running: Duration,
    /// Bytes per transfer between host and guest.
    pub transfer: usize,
    /// HTML of one block, bytes.
    pub block_html: usize,
    /// Script of a block as it is sent, compressed with gzip, bytes.
    pub client_script: usize,
    /// Result of one formatter, bytes.
    pub formatter_answer: usize,
    /// Provider state of a payment attempt, bytes.
    pub provider_state: usize,
    /// Log text of one call, bytes.
    pub log_bytes: usize,
    /// Log lines of one call.
    pub log_lines: usize,
    /// Reads of the site's data in one call, such as a page of orders.
    pub reads: u32,
    /// HTTP requests of one call.
    pub http_requests: u32,
    /// Wall-clock time of one HTTP request.
    pub http_timeout: Duration,
    /// Body of an HTTP request or response, bytes.
    pub http_body: usize,
    /// What one call reads part by part, of answers of servers and of a file with products, bytes.
    pub stream: usize,
}

/// Limits of one class of plugins: see the fields of [`Limits`] with the same names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassLimits {
    /// Linear memory of an instance, bytes.
    pub memory: usize,
    /// Key-value storage of a plugin on one site, bytes.
    pub storage: usize,
    /// Running time of one formatter or predicate call.
    pub formatter_call: Duration,
    /// Running time of all calls in one page render.
    pub render: Duration,
    /// Calls in one page render.
    pub page_calls: u32,
    /// Running time of a call that may wait.
    pub running: Duration,
    /// Log text of one call, bytes.
    pub log_bytes: usize,
    /// Log lines of one call.
    pub log_lines: usize,
    /// HTTP requests of one call.
    pub http_requests: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 16 * 1024 * 1024,
            storage: 16 * 1024 * 1024,
            formatter_call: Duration::from_millis(20),
            render: Duration::from_millis(100),
            page_calls: 20_000,
            site_render: Duration::from_secs(30),
            interpreted_memory: 64 * 1024 * 1024,
            interpreted_formatter_call: Duration::from_millis(150),
            interpreted_render: Duration::from_millis(250),
            interpreted_page_calls: 20_000,
            interpreted_storage: 16 * 1024 * 1024,
            interpreted_log_bytes: 16 * 1024,
            interpreted_log_lines: 64,
            interpreted_http_requests: 10,
            interpreted_running: Duration::from_secs(1),
            waiting_call: Duration::from_secs(15),
            waiting_call_running: Duration::from_millis(200),
            job: Duration::from_secs(60),
            job_running: Duration::from_secs(2),
            transfer: 2 * 1024 * 1024,
            block_html: 1024 * 1024,
            client_script: 20 * 1024,
            formatter_answer: 64 * 1024,
            provider_state: 64 * 1024,
            log_bytes: 16 * 1024,
            log_lines: 64,
            reads: 50,
            http_requests: 10,
            http_timeout: Duration::from_secs(10),
            http_body: 1024 * 1024,
            stream: 16 * 1024 * 1024,
        }
    }
}

impl Limits {
    /// The limits that differ between classes, as they are for one.
    #[must_use]
    pub fn of(&self, class: PluginClass) -> ClassLimits {
        match class {
            PluginClass::Standard => ClassLimits {
                memory: self.memory,
                storage: self.storage,
                formatter_call: self.formatter_call,
                render: self.render,
                page_calls: self.page_calls,
                running: self.waiting_call_running,
                log_bytes: self.log_bytes,
                log_lines: self.log_lines,
                http_requests: self.http_requests,
            },
            PluginClass::Interpreted => ClassLimits {
                memory: self.interpreted_memory,
                storage: self.interpreted_storage,
                formatter_call: self.interpreted_formatter_call,
                render: self.interpreted_render,
                page_calls: self.interpreted_page_calls,
                running: self.interpreted_running,
                log_bytes: self.interpreted_log_bytes,
                log_lines: self.interpreted_log_lines,
                http_requests: self.interpreted_http_requests,
            },
        }
    }

    /// The memory for which the instance pool has room.
    #[must_use]
    pub fn largest_memory(&self) -> usize {
        self.memory.max(self.interpreted_memory)
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

/// Refuses growth with an error instead of `-1`, so that the cause is known. The limits are those of a store: its
/// memories and tables count together.
#[derive(Debug)]
pub(crate) struct MemoryLimiter {
    memory: Total,
    tables: Total,
}

/// A sum with its limit.
#[derive(Debug)]
struct Total {
    used: usize,
    /// Growth that was permitted last, which is taken back when it fails.
    last: usize,
    limit: usize,
}

impl Total {
    fn new(limit: usize) -> Self {
        Self { used: 0, last: 0, limit }
    }

    fn grow(&mut self, current: usize, desired: usize) -> bool {
        let more = desired.saturating_sub(current);
        let used = self.used.saturating_add(more);
        if used > self.limit {
            return false;
        }
        (self.used, self.last) = (used, more);
        true
    }

    fn take_back(&mut self) {
        self.used = self.used.saturating_sub(std::mem::take(&mut self.last));
    }
}

impl MemoryLimiter {
    pub(crate) fn new(memory: usize, table_elements: usize) -> Self {
        Self { memory: Total::new(memory), tables: Total::new(table_elements) }
    }

    /// Linear memory of the store, bytes.
    pub(crate) fn used(&self) -> usize {
        self.memory.used
    }

    fn refused(&self) -> wasmtime::Error {
        MemoryRefused { limit: self.memory.limit }.into()
    }
}

impl ResourceLimiter for MemoryLimiter {
    fn memory_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> Result<bool> {
        if self.memory.grow(current, desired) { Ok(true) } else { Err(self.refused()) }
    }

    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> Result<()> {
        self.memory.take_back();
        Ok(())
    }

    fn table_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> Result<bool> {
        if self.tables.grow(current, desired) { Ok(true) } else { Err(self.refused()) }
    }

    fn table_grow_failed(&mut self, _error: wasmtime::Error) -> Result<()> {
        self.tables.take_back();
        Ok(())
    }

    fn instances(&self) -> usize {
        CORE_INSTANCES
    }

    fn tables(&self) -> usize {
        TABLES
    }

    fn memories(&self) -> usize {
        MEMORIES
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use wasmtime::ResourceLimiter as _;

    use super::{MemoryLimiter, ticks};

    #[test]
    fn memories_of_a_store_count_together() {
        let mut limiter = MemoryLimiter::new(100, 10);
        assert!(limiter.memory_growing(0, 60, None).is_ok());
        assert!(limiter.memory_growing(0, 41, None).is_err(), "a second memory");
        assert!(limiter.memory_growing(60, 100, None).is_ok());
        assert!(limiter.memory_grow_failed(wasmtime::Error::msg("no memory")).is_ok());
        assert!(limiter.memory_growing(0, 40, None).is_ok(), "the failed growth does not count");
        assert!(limiter.table_growing(0, 11, None).is_err());
    }

    #[test]
    fn deadline_is_not_early() {
        assert_eq!(ticks(Duration::from_millis(20)), 5);
        assert_eq!(ticks(Duration::from_millis(1)), 2);
        assert_eq!(ticks(Duration::ZERO), 1);
    }
}
