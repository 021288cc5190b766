//! What is measured, and when it is good.

use crate::event_kind::numbered_set;

numbered_set! {
    /// A web vital.
    Vital {
        /// First contentful paint.
        Fcp = 1 "FCP",
        /// Largest contentful paint.
        Lcp = 2 "LCP",
        /// Cumulative layout shift.
        Cls = 3 "CLS",
        /// First input delay.
        Fid = 4 "FID",
        /// Interaction to next paint.
        Inp = 5 "INP",
        /// Time to first byte.
        Ttfb = 6 "TTFB",
    }
}

/// How good a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Band {
    /// Good.
    Good,
    /// Needs improvement.
    NeedsImprovement,
    /// Poor.
    Poor,
}

impl Vital {
    /// The largest good value, and the largest that is not poor: milliseconds, for the layout shift a score.
    pub const fn thresholds(self) -> (f64, f64) {
        match self {
            Self::Fcp => (1_800.0, 3_000.0),
            Self::Lcp => (2_500.0, 4_000.0),
            Self::Cls => (0.1, 0.25),
            Self::Fid => (100.0, 300.0),
            Self::Inp => (200.0, 500.0),
            Self::Ttfb => (800.0, 1_800.0),
        }
    }

    /// How good a value is.
    pub fn band(self, value: f64) -> Band {
        let (good, fair) = self.thresholds();
        if value <= good {
            Band::Good
        } else if value <= fair {
            Band::NeedsImprovement
        } else {
            Band::Poor
        }
    }
}

/// Buckets per band: those of the first two divide the range evenly, those of the last one grow by 5 % each.
const STEPS: i16 = 50;
const GROWTH: f64 = 1.05;
const LAST: i16 = 4 * STEPS;

/// The bucket of a value. No bucket has values of two bands. Bucket 0 has only the value 0.
pub fn bucket_of(vital: Vital, value: f64) -> i16 {
    let (good, fair) = vital.thresholds();
    let steps = f64::from(STEPS);
    let number = if value.is_nan() || value <= 0.0 {
        0.0
    } else if value <= good {
        (value / good * steps).ceil()
    } else if value <= fair {
        steps + ((value - good) / (fair - good) * steps).ceil()
    } else {
        2.0 * steps + ((value / fair).ln() / GROWTH.ln()).ceil().max(1.0)
    };
    (0..=LAST).rev().find(|bucket| f64::from(*bucket) <= number).unwrap_or(0)
}

/// The largest value of a bucket.
pub fn value_of(vital: Vital, bucket: i16) -> f64 {
    let (good, fair) = vital.thresholds();
    let steps = f64::from(STEPS);
    let number = f64::from(bucket.clamp(0, LAST));
    if number <= steps {
        good * number / steps
    } else if number <= 2.0 * steps {
        good + (fair - good) * (number - steps) / steps
    } else {
        fair * GROWTH.powf(number - 2.0 * steps)
    }
}

/// The value below which a share of all values lies, such as 0.75; none without values. The counts are given with their
/// buckets, in any order.
pub fn percentile(vital: Vital, counts: &[(i16, i64)], share: f64) -> Option<f64> {
    let mut counts = counts.to_vec();
    counts.sort_unstable();
    let all: i64 = counts.iter().map(|(_, count)| count).sum();
    if all <= 0 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    let wanted = all as f64 * share;
    let mut seen = 0_i64;
    for (bucket, count) in counts {
        seen += count;
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        if seen as f64 >= wanted {
            return Some(value_of(vital, bucket));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: performance.thresholds
    // spec: performance.thresholds.boundary.open
    #[test]
    fn thresholds_belong_to_the_better_band() {
        let bands = |vital: Vital, values: [f64; 4]| values.map(|value| vital.band(value));
        let expected = [Band::Good, Band::NeedsImprovement, Band::NeedsImprovement, Band::Poor];
        assert_eq!(bands(Vital::Lcp, [2_500.0, 2_501.0, 4_000.0, 4_001.0]), expected);
        assert_eq!(bands(Vital::Fcp, [1_800.0, 1_801.0, 3_000.0, 3_001.0]), expected);
        assert_eq!(bands(Vital::Cls, [0.1, 0.11, 0.25, 0.26]), expected);
        assert_eq!(bands(Vital::Fid, [100.0, 101.0, 300.0, 301.0]), expected);
        assert_eq!(bands(Vital::Inp, [200.0, 201.0, 500.0, 501.0]), expected);
        assert_eq!(bands(Vital::Ttfb, [800.0, 801.0, 1_800.0, 1_801.0]), expected);
    }

    #[test]
    fn a_bucket_has_values_of_one_band() {
        for vital in Vital::ALL.iter().copied() {
            let (good, fair) = vital.thresholds();
            for value in [0.0, good / 3.0, good, good * 1.01, fair, fair * 1.01, fair * 7.0, fair * 1_000_000.0] {
                let highest = value_of(vital, bucket_of(vital, value));
                let one_step_lower = bucket_of(vital, value * 0.99) <= bucket_of(vital, value);
                assert!(one_step_lower, "{vital:?} {value}");
                if value < fair * 100.0 {
                    assert_eq!(vital.band(highest), vital.band(value), "{vital:?} {value} {highest}");
                }
            }
        }
    }

    #[test]
    fn percentile_is_where_three_quarters_are_seen() {
        let counts = [(10, 1), (50, 2), (120, 1)];
        assert_eq!(percentile(Vital::Lcp, &counts, 0.75), Some(2_500.0));
        assert_eq!(percentile(Vital::Lcp, &[], 0.75), None);
    }
}
