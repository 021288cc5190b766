//! Log lines of plugins, within a quota for each call.

use crate::activity::LogLine;
use crate::bindings::imports::stoa::plugin::log::{Host, Level};
use crate::capability::GuestState;

/// Remaining log quota of a call, and its last error line, which explains a trap.
#[derive(Debug)]
pub(crate) struct LogBudget {
    max_bytes: usize,
    max_lines: usize,
    bytes: usize,
    lines: usize,
    dropped: usize,
    last_error: Option<String>,
}

impl LogBudget {
    pub(crate) fn new(max_bytes: usize, max_lines: usize) -> Self {
        Self { max_bytes, max_lines, bytes: 0, lines: 0, dropped: 0, last_error: None }
    }

    pub(crate) fn begin_call(&mut self) {
        self.bytes = 0;
        self.lines = 0;
        self.dropped = 0;
        self.last_error = None;
    }

    /// Whether the line fits into the quota.
    fn take(&mut self, length: usize) -> bool {
        if self.lines >= self.max_lines || self.bytes.saturating_add(length) > self.max_bytes {
            self.dropped += 1;
            return false;
        }
        self.lines += 1;
        self.bytes += length;
        true
    }

    /// The last line of this call at level error.
    pub(crate) fn last_error(&self) -> Option<&str> {
        self.last_error.as_deref()
    }

    /// Number of lines of this call that did not fit.
    pub(crate) fn dropped(&self) -> usize {
        self.dropped
    }
}

impl Host for GuestState {
    fn write(&mut self, level: Level, message: String) {
        if !self.log.take(message.len()) {
            return;
        }
        if let Some(activity) = &self.ports.activity {
            let level = match level {
                Level::Debug => "debug",
                Level::Info => "info",
                Level::Warn => "warn",
                Level::Error => "error",
            };
            activity.line(self.on_site(), LogLine { level, text: &message });
        }
        let (plugin, version, site) = (&*self.plugin.id, &*self.plugin.version, &*self.site.context.site_id);
        match level {
            Level::Debug => {
                tracing::debug!(plugin.id = plugin, plugin.version = version, site.id = site, guest.message = %message, "plugin log");
            }
            Level::Info => {
                tracing::info!(plugin.id = plugin, plugin.version = version, site.id = site, guest.message = %message, "plugin log");
            }
            Level::Warn => {
                tracing::warn!(plugin.id = plugin, plugin.version = version, site.id = site, guest.message = %message, "plugin log");
            }
            Level::Error => {
                tracing::error!(plugin.id = plugin, plugin.version = version, site.id = site, guest.message = %message, "plugin log");
                self.log.last_error = Some(message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LogBudget;

    #[test]
    fn log_line_and_byte_limits() {
        let mut budget = LogBudget::new(10, 3);
        assert!(budget.take(4));
        assert!(!budget.take(7), "too many bytes");
        assert!(budget.take(1));
        assert!(budget.take(1));
        assert!(!budget.take(1), "too many lines");
        assert_eq!(budget.dropped(), 2);
        budget.begin_call();
        assert!(budget.take(10));
    }
}
