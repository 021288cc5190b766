//! How long this process waits for its database: for a connection, and for locks. Counted in plain numbers, since a
//! query takes less time than most ways of measuring it; printed together with the other metrics.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Upper bounds of the buckets in microseconds, and as printed.
const BOUNDS: [(u64, &str); 9] = [
    (1_000, "0.001"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (25_000, "0.025"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (500_000, "0.5"),
    (1_000_000, "1"),
    (5_000_000, "5"),
];

/// Waits for a connection: from asking the pool until the transaction has begun.
pub static CONNECTIONS: Waits = Waits::new();
/// Waits for locks: for the one writer of an SQLite file; on Postgres, statements that lock rows.
pub static LOCKS: Waits = Waits::new();

/// Waits of one kind.
#[derive(Debug)]
pub struct Waits {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    microseconds: AtomicU64,
    now: AtomicU64,
}

/// A wait that is over when this is dropped, even when its request is cancelled.
#[derive(Debug)]
pub struct Waiting {
    waits: &'static Waits,
    begun: Instant,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.waits.now.fetch_sub(1, Ordering::Relaxed);
        self.waits.record(self.begun.elapsed());
    }
}

impl Waits {
    const fn new() -> Self {
        Self {
            buckets: [const { AtomicU64::new(0) }; BOUNDS.len()],
            count: AtomicU64::new(0),
            microseconds: AtomicU64::new(0),
            now: AtomicU64::new(0),
        }
    }

    /// Begins a wait.
    pub fn begin(&'static self) -> Waiting {
        self.now.fetch_add(1, Ordering::Relaxed);
        Waiting { waits: self, begun: Instant::now() }
    }

    /// Records a wait that is over.
    pub fn record(&self, waited: Duration) {
        let microseconds = u64::try_from(waited.as_micros()).unwrap_or(u64::MAX);
        let mut buckets = BOUNDS.iter().zip(&self.buckets);
        if let Some((_, bucket)) = buckets.find(|((bound, _), _)| microseconds <= *bound) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(microseconds, Ordering::Relaxed);
    }

    /// How many wait now.
    pub fn waiting(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    /// Appends a histogram in Prometheus' text format.
    pub fn print(&self, name: &str, text: &mut String) {
        // Writing to a string does not fail.
        let _ = self.write(name, text);
    }

    fn write(&self, name: &str, text: &mut String) -> std::fmt::Result {
        writeln!(text, "# TYPE {name} histogram")?;
        let mut counted = 0;
        for ((_, bound), bucket) in BOUNDS.iter().zip(&self.buckets) {
            counted += bucket.load(Ordering::Relaxed);
            writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {counted}")?;
        }
        let seconds = Duration::from_micros(self.microseconds.load(Ordering::Relaxed)).as_secs_f64();
        let count = self.count.load(Ordering::Relaxed);
        writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_printed_as_histogram() {
        static WAITS: Waits = Waits::new();
        let waiting = WAITS.begin();
        assert_eq!(WAITS.waiting(), 1);
        drop(waiting);
        WAITS.record(Duration::from_millis(70));
        WAITS.record(Duration::from_secs(9));
        assert_eq!(WAITS.waiting(), 0);
        let mut text = String::new();
        WAITS.print("waits_seconds", &mut text);
        assert!(text.starts_with("# TYPE waits_seconds histogram\nwaits_seconds_bucket{le=\"0.001\"} "), "{text}");
        assert!(text.contains("{le=\"0.05\"} 1\n") && text.contains("{le=\"0.1\"} 2\n"), "{text}");
        assert!(text.contains("{le=\"+Inf\"} 3\n") && text.contains("waits_seconds_count 3\n"), "{text}");
    }
}
