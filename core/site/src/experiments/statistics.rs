//! What the figures of an experiment say: intervals of shares and of their differences.
//!
//! Written here, since it is two formulas: the score interval of Wilson for a share, and Newcombe's hybrid of two of
//! them for a difference. Both are good for small numbers and for shares near 0, as shops have.

use stoa_kernel::experiment::ExperimentVerdict;

/// Visitors that each variant needs before anything is said.
pub const MIN_VISITORS: u64 = 100;
/// Conversions that the experiment needs, in all.
pub const MIN_CONVERSIONS: u64 = 10;

/// Quantiles of the normal distribution for a two-sided error of 5 % in all, divided among one to four comparisons with
/// the original (Bonferroni).
const QUANTILES: [f64; 4] = [1.959_964, 2.241_403, 2.393_980, 2.497_705];

/// What was counted of one variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Visitors who saw it.
    pub visitors: u64,
    /// Those of them who reached the goal afterwards.
    pub converted: u64,
}

/// A share or a difference of shares, with the interval that contains the true one in 95 of 100 experiments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The share itself, 0 to 1.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The figures of one variant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VariantFigures {
    /// What was counted.
    pub counted: Counted,
    /// Share of its visitors who reached the goal.
    pub rate: Estimate,
    /// Difference to the original; none for the original itself.
    pub difference: Option<Estimate>,
}

/// The figures of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    /// Of each variant, in their order.
    pub variants: Vec<VariantFigures>,
    /// What they say.
    pub verdict: ExperimentVerdict,
    /// Position of the best variant, if one is better than the original.
    pub best: Option<usize>,
}

/// A count as a number for divisions; exact up to 2^53.
fn number(count: u64) -> f64 {
    count as f64
}

/// Wilson's score interval of a share.
pub fn wilson(counted: Counted, quantile: f64) -> Estimate {
    let (all, converted) = (number(counted.visitors), number(counted.converted.min(counted.visitors)));
    if counted.visitors == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (share, square) = (converted / all, quantile * quantile);
    let middle = (share + square / (2.0 * all)) / (1.0 + square / all);
    let spread = (share * (1.0 - share) / all + square / (4.0 * all * all)).sqrt();
    let half = quantile * spread / (1.0 + square / all);
    Estimate { value: share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// Newcombe's interval of the difference of two independent shares, `variant - original`.
pub fn newcombe(original: Counted, variant: Counted, quantile: f64) -> Estimate {
    let (one, two) = (wilson(original, quantile), wilson(variant, quantile));
    let value = two.value - one.value;
    let below = ((two.value - two.low).powi(2) + (one.high - one.value).powi(2)).sqrt();
    let above = ((two.high - two.value).powi(2) + (one.value - one.low).powi(2)).sqrt();
    Estimate { value, low: (value - below).max(-1.0), high: (value + above).min(1.0) }
}

/// What the counts of the variants say; the first one is the original. With several variants, each comparison is
/// stricter, so that the chance of any wrong verdict stays 5 %.
pub fn conclude(counted: &[Counted]) -> Conclusion {
    let comparisons = counted.len().saturating_sub(1).clamp(1, QUANTILES.len());
    let strict = QUANTILES.get(comparisons - 1).copied().unwrap_or(QUANTILES[0]);
    let original = counted.first().copied().unwrap_or_default();
    let variants: Vec<VariantFigures> = counted
        .iter()
        .enumerate()
        .map(|(position, own)| VariantFigures {
            counted: *own,
            rate: wilson(*own, QUANTILES[0]),
            difference: (position > 0).then(|| newcombe(original, *own, strict)),
        })
        .collect();
    let conversions: u64 = counted.iter().map(|own| own.converted).sum();
    let is_early =
        counted.len() < 2 || counted.iter().any(|own| own.visitors < MIN_VISITORS) || conversions < MIN_CONVERSIONS;
    let differences = || variants.iter().enumerate().filter_map(|(position, own)| Some((position, own.difference?)));
    let best = differences()
        .filter(|(_, difference)| !is_early && difference.low > 0.0)
        .max_by(|(_, one), (_, two)| one.value.total_cmp(&two.value))
        .map(|(position, _)| position);
    let verdict = if is_early {
        ExperimentVerdict::TooEarly
    } else if best.is_some() {
        ExperimentVerdict::Better
    } else if differences().all(|(_, difference)| difference.high < 0.0) {
        ExperimentVerdict::OriginalBest
    } else {
        ExperimentVerdict::NoDifference
    };
    Conclusion { variants, verdict, best }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(visitors: u64, converted: u64) -> Counted {
        Counted { visitors, converted }
    }

    fn near(estimate: Estimate, low: f64, high: f64) {
        assert!((estimate.low - low).abs() < 0.000_1 && (estimate.high - high).abs() < 0.000_1, "{estimate:?}");
    }

    /// The examples of Newcombe, “Interval estimation for the difference between independent proportions”, 1998.
    #[test]
    fn intervals_are_those_of_the_literature() {
        near(wilson(counted(263, 81), QUANTILES[0]), 0.255_3, 0.366_2);
        near(wilson(counted(20, 0), QUANTILES[0]), 0.0, 0.161_1);
        near(newcombe(counted(80, 48), counted(70, 56), QUANTILES[0]), 0.052_4, 0.333_9);
        near(newcombe(counted(10, 3), counted(10, 9), QUANTILES[0]), 0.170_5, 0.809_0);
    }

    #[test]
    fn verdicts() {
        let of = |figures: &[(u64, u64)]| {
            let figures: Vec<Counted> = figures.iter().map(|(visitors, own)| counted(*visitors, *own)).collect();
            let conclusion = conclude(&figures);
            (conclusion.verdict, conclusion.best)
        };
        assert_eq!(of(&[]), (ExperimentVerdict::TooEarly, None));
        assert_eq!(of(&[(50, 1), (50, 40)]), (ExperimentVerdict::TooEarly, None));
        assert_eq!(of(&[(5_000, 3), (5_000, 4)]), (ExperimentVerdict::TooEarly, None));
        assert_eq!(of(&[(1_000, 100), (1_000, 104)]), (ExperimentVerdict::NoDifference, None));
        assert_eq!(of(&[(1_000, 100), (1_000, 150)]), (ExperimentVerdict::Better, Some(1)));
        assert_eq!(of(&[(1_000, 150), (1_000, 100)]), (ExperimentVerdict::OriginalBest, None));
        assert_eq!(of(&[(1_000, 100), (1_000, 150), (1_000, 180)]), (ExperimentVerdict::Better, Some(2)));
        // Better on its own, but not among four comparisons.
        assert_eq!(of(&[(1_000, 100), (1_000, 129)]), (ExperimentVerdict::Better, Some(1)));
        let many = [(1_000, 100), (1_000, 129), (1_000, 101), (1_000, 99), (1_000, 100)];
        assert_eq!(of(&many), (ExperimentVerdict::NoDifference, None));
    }

    /// With two equal variants, chance alone makes one look better in about one of forty experiments.
    #[test]
    fn equal_variants_seldom_differ() {
        let mut state = 42_u64;
        let mut chance = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33).is_multiple_of(10)
        };
        let wrong = (0..400)
            .filter(|_| {
                let mut own = || counted(500, (0..500).filter(|_| chance()).count() as u64);
                let figures = [own(), own()];
                conclude(&figures).verdict == ExperimentVerdict::Better
            })
            .count();
        assert!(wrong <= 22, "{wrong} of 400");
    }
}
