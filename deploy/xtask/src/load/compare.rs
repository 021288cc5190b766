//! `cargo xtask load compare`: what is slower or faster in a second run, beyond the noise.
//!
//! Requests of one second resemble each other, so whole seconds are resampled and not single requests (a block
//! bootstrap). From the resampled runs follow intervals for the ratios of the medians and of the p95; a request is
//! slower when a whole interval is above the smallest change that counts, and faster when it is below.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::series::Series;

/// File with the durations of a run.
pub(super) const SAMPLES: &str = "samples.json";

/// Resampled pairs of runs.
const RESAMPLES: usize = 2_000;
/// Part of them that is outside of an interval, on each side. Many requests are compared at once, so intervals
/// are wider than for one.
const OUTSIDE: f64 = 0.005;
/// Fewest requests of a name, in each run.
const FEWEST: usize = 30;
/// Most blocks of a run; those of longer runs are longer than a second.
const BLOCKS: usize = 300;
/// Durations are counted in classes that differ by half a percent.
const CLASS: f64 = 1.005;
/// The first class, in milliseconds.
const SHORTEST: f64 = 0.01;
/// Number of classes: up to 100 seconds.
const CLASSES: usize = 3_240;

/// Durations by name, a list for each second.
type Durations = BTreeMap<String, Vec<Vec<f64>>>;

/// The file of a run: hundredths of milliseconds are kept.
pub(super) fn samples(series: &Series) -> String {
    let whole = series.whole();
    let rounded = |milliseconds: &f32| (f64::from(*milliseconds) * 100.0).round() / 100.0;
    let names: serde_json::Map<String, Value> = series
        .requests
        .iter()
        .map(|(name, seconds)| {
            let of_run = seconds.iter().skip(whole.start);
            let lists: Vec<Vec<f64>> = of_run.map(|second| second.durations.iter().map(rounded).collect()).collect();
            (name.clone(), json!(lists))
        })
        .collect();
    json!({"version": 1, "unit": "ms", "requests": names}).to_string()
}

fn read(folder: &Path) -> Result<Durations> {
    let path = folder.join(SAMPLES);
    let text = fs::read_to_string(&path).with_context(|| format!("{} is not a folder of results", folder.display()))?;
    let file: Value = serde_json::from_str(&text).with_context(|| format!("{} is not JSON", path.display()))?;
    let requests = file.get("requests").and_then(Value::as_object);
    let requests = requests.with_context(|| format!("{} has no requests", path.display()))?;
    let numbers = |list: &Value| list.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    Ok(requests
        .iter()
        .map(|(name, seconds)| (name.clone(), seconds.as_array().into_iter().flatten().map(numbers).collect()))
        .collect())
}

/// A judgement of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Slower,
    Faster,
    /// Within the noise, or too small to count.
    None,
    /// Too few requests.
    Unknown,
}

/// The smallest and the largest ratio that the noise allows, and the measured one.
#[derive(Debug, Clone, Copy, Default)]
struct Interval {
    low: f64,
    measured: f64,
    high: f64,
}

#[derive(Debug)]
struct Compared {
    name: String,
    counts: (usize, usize),
    /// Milliseconds before and after: median and p95.
    milliseconds: [(f64, f64); 2],
    /// Ratios of the medians and of the p95.
    ratios: [Interval; 2],
    change: Change,
}

/// Compares two folders of results and returns a table.
pub(super) fn run(before: &Path, after: &Path, at_least: f64) -> Result<String> {
    let compared = compare(&read(before)?, &read(after)?, at_least);
    Ok(table(&compared, at_least))
}

/// Names of the requests that are slower in the second run.
pub(super) fn slower(before: &Path, after: &Path, at_least: f64) -> Result<Vec<String>> {
    let compared = compare(&read(before)?, &read(after)?, at_least);
    Ok(compared.into_iter().filter(|one| one.change == Change::Slower).map(|one| one.name).collect())
}

fn compare(before: &Durations, after: &Durations, at_least: f64) -> Vec<Compared> {
    let both = before.iter().filter_map(|(name, seconds)| Some((name, seconds, after.get(name)?)));
    both.map(|(name, before, after)| compare_one(name, before, after, at_least)).collect()
}

fn compare_one(name: &str, before: &[Vec<f64>], after: &[Vec<f64>], at_least: f64) -> Compared {
    let counts = (before.iter().map(Vec::len).sum(), after.iter().map(Vec::len).sum());
    let (before, after) = (blocks(before), blocks(after));
    let whole = |blocks: &[Block]| quantiles(&sum_of(blocks.iter()));
    let (first, second) = (whole(&before), whole(&after));
    let [median_before, p95_before] = first;
    let [median_after, p95_after] = second;
    let milliseconds = [(median_before, median_after), (p95_before, p95_after)];
    let name = name.to_owned();
    if counts.0 < FEWEST || counts.1 < FEWEST {
        let ratios = [Interval::default(); 2];
        return Compared { name, counts, milliseconds, ratios, change: Change::Unknown };
    }
    let mut random = Random(0x5851_F42D_4C95_7F2D);
    let mut ratios: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..RESAMPLES {
        let (left, right) = (resampled(&before, &mut random), resampled(&after, &mut random));
        for ((ratios, left), right) in ratios.iter_mut().zip(left).zip(right) {
            ratios.push(right / left);
        }
    }
    let [medians, p95s] = ratios;
    let ratios = [interval(medians, median_after / median_before), interval(p95s, p95_after / p95_before)];
    let change = if ratios.iter().any(|ratio| ratio.low > 1.0 + at_least) {
        Change::Slower
    } else if ratios.iter().any(|ratio| ratio.high < 1.0 / (1.0 + at_least)) {
        Change::Faster
    } else {
        Change::None
    };
    Compared { name, counts, milliseconds, ratios, change }
}

fn interval(mut ratios: Vec<f64>, measured: f64) -> Interval {
    ratios.sort_by(f64::total_cmp);
    let at = |part: f64| ratios.get((part * ratios.len() as f64) as usize).or(ratios.last()).copied().unwrap_or(1.0);
    Interval { low: at(OUTSIDE), measured, high: at(1.0 - OUTSIDE) }
}

/// How often each class of durations occurs in a block.
type Block = BTreeMap<usize, u32>;

fn blocks(seconds: &[Vec<f64>]) -> Vec<Block> {
    let length = seconds.len().div_ceil(BLOCKS).max(1);
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
    ((milliseconds.max(SHORTEST) / SHORTEST).ln() / CLASS.ln()).round().min((CLASSES - 1) as f64) as usize
}

fn sum_of<'a>(blocks: impl Iterator<Item = &'a Block>) -> Vec<u32> {
    let mut sum = vec![0; CLASSES];
    for (class, count) in blocks.flatten() {
        if let Some(entry) = sum.get_mut(*class) {
            *entry += count;
        }
    }
    sum
}

/// Median and p95 of the counted durations.
fn quantiles(classes: &[u32]) -> [f64; 2] {
    let all: u64 = classes.iter().map(|count| u64::from(*count)).sum();
    [0.50, 0.95].map(|of| {
        let rank = (of * all as f64).ceil() as u64;
        let mut seen = 0;
        let class = classes.iter().position(|count| {
            seen += u64::from(*count);
            seen >= rank.max(1)
        });
        SHORTEST * CLASS.powf(class.unwrap_or(0) as f64)
    })
}

fn resampled(blocks: &[Block], random: &mut Random) -> [f64; 2] {
    let drawn = (0..blocks.len()).filter_map(|_| blocks.get(random.below(blocks.len())));
    quantiles(&sum_of(drawn))
}

/// A generator of its own, so that the same files always have the same intervals (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(number).unwrap_or(0) % limit.max(1)
    }
}

fn table(compared: &[Compared], at_least: f64) -> String {
    let mut lines = vec![format!(
        "{:<28} {:>15} {:>19} {:>24} {:>19} {:>24}  verdict",
        "request", "count", "median ms", "ratio (99 % interval)", "p95 ms", "ratio (99 % interval)"
    )];
    for one in compared {
        let counts = format!("{} → {}", one.counts.0, one.counts.1);
        let [median, p95] = one.milliseconds.map(|(before, after)| format!("{before:.1} → {after:.1}"));
        let is_known = one.change != Change::Unknown;
        let [of_median, of_p95] = one.ratios.map(|ratio| {
            if is_known {
                format!("{:.2} ({:.2} to {:.2})", ratio.measured, ratio.low, ratio.high)
            } else {
                "–".to_owned()
            }
        });
        let word = match one.change {
            Change::Slower => "SLOWER",
            Change::Faster => "faster",
            Change::None => "no change beyond the noise",
            Change::Unknown => "too few requests",
        };
        lines
            .push(format!("{:<28} {counts:>15} {median:>19} {of_median:>24} {p95:>19} {of_p95:>24}  {word}", one.name));
    }
    let named = |change: Change| {
        let names: Vec<&str> =
            compared.iter().filter(|one| one.change == change).map(|one| one.name.as_str()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    };
    lines.push(String::new());
    lines.push(format!("slower beyond the noise: {}", named(Change::Slower)));
    lines.push(format!("faster beyond the noise: {}", named(Change::Faster)));
    lines.push(format!(
        "An interval tells what remains possible after resampling seconds of both runs; a change counts from {:.0} % \
         on.",
        at_least * 100.0
    ));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::series::tests::series;
    use super::*;

    const USUAL_CHANGE: f64 = 0.05;

    /// Sixty seconds of twenty requests around `milliseconds`, with noise of a quarter.
    fn durations(milliseconds: f64, seed: u64) -> Vec<Vec<f64>> {
        let mut random = Random(seed);
        let mut one = || milliseconds * (0.75 + random.below(500) as f64 / 1_000.0);
        (0..60).map(|_| (0..20).map(|_| one()).collect()).collect()
    }

    fn change(before: &[Vec<f64>], after: &[Vec<f64>]) -> Change {
        compare_one("search", before, after, USUAL_CHANGE).change
    }

    // spec: load-test.compare
    #[test]
    fn a_third_slower_is_found_and_noise_is_not() {
        let usual = durations(20.0, 1);
        assert_eq!(change(&usual, &durations(20.0, 2)), Change::None);
        assert_eq!(change(&usual, &durations(26.0, 3)), Change::Slower);
        assert_eq!(change(&durations(26.0, 3), &usual), Change::Faster);
        assert_eq!(change(&usual, &durations(20.4, 4)), Change::None, "two percent do not count");
        assert_eq!(change(&usual, &[vec![90.0; 5]]), Change::Unknown);
    }

    #[test]
    fn classes_keep_half_a_percent() {
        for milliseconds in [0.01, 1.0, 37.5, 99_000.0] {
            let back = SHORTEST * CLASS.powf(class_of(milliseconds) as f64);
            assert!((back / milliseconds - 1.0).abs() < 0.003, "{milliseconds} became {back}");
        }
        assert_eq!(class_of(1e9), CLASSES - 1);
    }

    #[test]
    fn folders_of_runs() {
        let (before, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (folder, milliseconds) in [(&before, 20.0), (&after, 40.0)] {
            let run = series("search", &[&[milliseconds; 20], &[milliseconds; 20]]);
            fs::write(folder.path().join(SAMPLES), samples(&run)).unwrap();
        }
        assert_eq!(slower(before.path(), after.path(), USUAL_CHANGE).unwrap(), ["search"]);
        let text = run(before.path(), after.path(), 0.05).unwrap();
        assert!(text.contains("slower beyond the noise: search\nfaster beyond the noise: nothing"), "{text}");
        assert!(run(before.path(), Path::new("/nowhere"), 0.05).is_err());
    }
}
