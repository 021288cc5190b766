//! Runs that might have been: blocks of the seconds of runs, drawn with repetition.

use std::collections::BTreeMap;

/// Length of a block in seconds: at least this, if the run has enough blocks of it, and so long that it has not more than
/// the most.
const BLOCK: usize = 10;
const ENOUGH_BLOCKS: usize = 8;
const BLOCKS: usize = 300;
/// Durations are counted in classes that differ by half a percent.
const CLASS: f64 = 1.005;
/// The first class, in milliseconds.
const MIN_MS: f64 = 0.01;
/// Number of classes: up to 100 seconds.
const CLASSES: usize = 3_240;

/// How often each class of durations occurs in a block.
pub(super) type Block = BTreeMap<usize, u32>;

/// A run in blocks of seconds; those without a request are left out.
pub(super) fn blocks(seconds: &[Vec<f64>]) -> Vec<Block> {
    let length = (seconds.len() / ENOUGH_BLOCKS).clamp(1, BLOCK).max(seconds.len().div_ceil(BLOCKS));
    let of = |seconds: &[Vec<f64>]| {
        let mut block = Block::new();
        for milliseconds in seconds.iter().flatten() {
            *block.entry(class_of(*milliseconds)).or_default() += 1;
        }
        block
    };
    seconds.chunks(length).map(of).filter(|block| !block.is_empty()).collect()
}

fn class_of(milliseconds: f64) -> usize {
    ((milliseconds.max(MIN_MS) / MIN_MS).ln() / CLASS.ln()).round().min((CLASSES - 1) as f64) as usize
}

/// How often each class occurs in all of them.
pub(super) fn sum_of<'a>(blocks: impl Iterator<Item = &'a Block>) -> Vec<u32> {
    let mut sum = vec![0; CLASSES];
    for (class, count) in blocks.flatten() {
        if let Some(entry) = sum.get_mut(*class) {
            *entry += count;
        }
    }
    sum
}

/// Median and p95 of the counted durations.
pub(super) fn quantiles(classes: &[u32]) -> [f64; 2] {
    let all: u64 = classes.iter().map(|count| u64::from(*count)).sum();
    [0.50, 0.95].map(|of| {
        let rank = (of * all as f64).ceil() as u64;
        let mut seen = 0;
        let class = classes.iter().position(|count| {
            seen += u64::from(*count);
            seen >= rank.max(1)
        });
        MIN_MS * CLASS.powf(class.unwrap_or(0) as f64)
    })
}

/// As many runs as there are, drawn with repetition, and of each as many of its blocks.
pub(super) fn resampled(runs: &[Vec<Block>], random: &mut Random) -> [f64; 2] {
    let mut drawn = Vec::new();
    for _ in 0..runs.len() {
        let blocks = runs.get(random.below(runs.len())).map(Vec::as_slice).unwrap_or_default();
        drawn.extend((0..blocks.len()).filter_map(|_| blocks.get(random.below(blocks.len()))));
    }
    quantiles(&sum_of(drawn.into_iter()))
}

/// A generator of its own, so that the same files always have the same intervals (xorshift64*).
pub(super) struct Random(pub(super) u64);

impl Random {
    /// The next number below a limit.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(number).unwrap_or(0) % limit.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_keep_half_a_percent() {
        for milliseconds in [0.01, 1.0, 37.5, 99_000.0] {
            let back = MIN_MS * CLASS.powf(class_of(milliseconds) as f64);
            assert!((back / milliseconds - 1.0).abs() < 0.003, "{milliseconds} became {back}");
        }
        assert_eq!(class_of(1e9), CLASSES - 1);
    }

    #[test]
    fn long_runs_have_long_blocks() {
        let blocks_of = |length: usize| blocks(&vec![vec![1.0]; length]).len();
        assert_eq!([7, 80, 600, 30_000].map(blocks_of), [7, 8, 60, 300]);
    }
}
