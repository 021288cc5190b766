//! The requests of one name in figures.

use super::series::{Second, share, sorted};

/// The requests of one name, in figures: milliseconds.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Summary {
    pub(super) count: u64,
    pub(super) errors: u64,
    /// Requests per second.
    pub(super) rate: f64,
    pub(super) p50: f64,
    pub(super) p95: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

impl Summary {
    /// Of these seconds, which are part of so many.
    pub(super) fn of(seconds: &[Second], length: usize) -> Self {
        let durations = sorted(seconds);
        let count = durations.len() as u64;
        Self {
            count,
            errors: seconds.iter().map(|second| second.failed.len() as u64).sum(),
            rate: count as f64 / length.max(1) as f64,
            p50: percentile(&durations, 0.50),
            p95: percentile(&durations, 0.95),
            p99: percentile(&durations, 0.99),
            max: percentile(&durations, 1.0),
        }
    }

    /// Share of requests that failed.
    pub(super) fn error_share(&self) -> f64 {
        share(self.errors, self.count)
    }
}

/// The smallest of the sorted values that at least this share of them does not exceed; 0 of none.
pub(super) fn percentile(sorted: &[f32], of: f64) -> f64 {
    let rank = (of * sorted.len() as f64).ceil() as usize;
    f64::from(sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_values() {
        let sorted: Vec<f32> = (1..=100_u8).map(f32::from).collect();
        assert_eq!([0.5, 0.95, 0.99, 1.0].map(|of| percentile(&sorted, of)), [50.0, 95.0, 99.0, 100.0]);
        assert_eq!(percentile(&[7.0], 0.5), 7.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }
}
