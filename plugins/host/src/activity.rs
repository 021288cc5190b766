//! What plugins do on sites, told to the process that shows it to owners: calls with their durations, lines of the log,
//! and what is suspended.

use std::time::Duration;

/// Ranges of durations: two for each power of two in microseconds, the last one without an end (50 s and more).
const RANGES: usize = 52;

/// Takes what plugins do. Called on the threads of pages and payments: it must not wait.
pub trait ActivityPort: Send + Sync {
    /// Calls of a plugin on a site, of one page or of one payment.
    fn calls(&self, caller: PluginOnSite<'_>, kind: &'static str, calls: &CallCounts);

    /// A line that a plugin wrote.
    fn line(&self, caller: PluginOnSite<'_>, line: LogLine<'_>);

    /// Something of a plugin fails repeatedly and is suspended. `entry` is its kind and name, `reason` the last
    /// failure, in words for the owner.
    fn suspended(&self, site: &str, plugin: &str, entry: &str, reason: &str);
}

/// A plugin on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PluginOnSite<'a> {
    /// Id of the site.
    pub site: &'a str,
    /// Id of the plugin.
    pub plugin: &'a str,
    /// Version of the plugin.
    pub version: &'a str,
}

/// A line that a plugin wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogLine<'a> {
    /// `debug`, `info`, `warn` or `error`.
    pub level: &'static str,
    /// What it says.
    pub text: &'a str,
}

/// Number of calls, and how long they took.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallCounts {
    /// Number of calls.
    pub calls: u64,
    /// How many of them failed.
    pub failures: u64,
    durations: Vec<u64>,
}

impl CallCounts {
    /// From stored numbers.
    #[must_use]
    pub fn new(calls: u64, failures: u64, durations: Vec<u64>) -> Self {
        Self { calls, failures, durations }
    }

    /// Counts a call.
    pub fn add(&mut self, duration: Duration, is_failure: bool) {
        self.calls += 1;
        self.failures += u64::from(is_failure);
        let range = range_of(duration);
        if self.durations.len() <= range {
            self.durations.resize(range + 1, 0);
        }
        if let Some(count) = self.durations.get_mut(range) {
            *count += 1;
        }
    }

    /// Adds other calls.
    pub fn merge(&mut self, others: &Self) {
        self.calls += others.calls;
        self.failures += others.failures;
        if self.durations.len() < others.durations.len() {
            self.durations.resize(others.durations.len(), 0);
        }
        for (count, more) in self.durations.iter_mut().zip(&others.durations) {
            *count += more;
        }
    }

    /// Number of calls in each range of durations, to be stored.
    #[must_use]
    pub fn durations(&self) -> &[u64] {
        &self.durations
    }

    /// The duration that so many hundredths of the calls did not exceed: the end of its range, so at most half too
    /// long. Zero without calls.
    #[must_use]
    pub fn quantile(&self, hundredths: u64) -> Duration {
        let total: u64 = self.durations.iter().sum();
        let wanted = total.saturating_mul(hundredths).div_ceil(100).max(1);
        let mut seen = 0;
        for (range, count) in self.durations.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return end_of(range);
            }
        }
        Duration::ZERO
    }
}

fn range_of(duration: Duration) -> usize {
    let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX).max(1);
    let power = micros.ilog2();
    let is_upper = power > 0 && (micros >> (power - 1)) & 1 == 1;
    let range = usize::try_from(power).unwrap_or(usize::MAX).saturating_mul(2) + usize::from(is_upper);
    range.min(RANGES - 1)
}

fn end_of(range: usize) -> Duration {
    let power = u32::try_from(range / 2).unwrap_or(0).min(62);
    let start = 1_u64 << power;
    Duration::from_micros(if range.is_multiple_of(2) && power > 0 { start + start / 2 } else { start * 2 })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{CallCounts, RANGES, end_of, range_of};

    #[test]
    fn ranges_follow_each_other() {
        for micros in [0, 1, 2, 3, 4, 5, 6, 7, 100, 999, 15_000_000, 60_000_000] {
            let duration = Duration::from_micros(micros);
            let range = range_of(duration);
            assert!(range < RANGES);
            let is_last = range == RANGES - 1;
            assert!(is_last || duration < end_of(range), "{micros} is before the end of its range");
            assert!(is_last || end_of(range) <= duration.max(Duration::from_micros(1)) * 2, "{micros}");
        }
    }

    #[test]
    fn quantiles_of_merged_calls() {
        let mut counts = CallCounts::default();
        assert_eq!(counts.quantile(95), Duration::ZERO);
        for _ in 0..90 {
            counts.add(Duration::from_micros(10), false);
        }
        let mut slow = CallCounts::default();
        for _ in 0..10 {
            slow.add(Duration::from_millis(10), true);
        }
        counts.merge(&slow);
        assert_eq!((counts.calls, counts.failures), (100, 10));
        assert_eq!(counts.quantile(50), Duration::from_micros(12));
        assert_eq!(counts.quantile(95), Duration::from_micros(12_288));
        let again = CallCounts::new(counts.calls, counts.failures, counts.durations().to_vec());
        assert_eq!(again, counts);
    }
}
