//! `cargo xtask load compare`: what is slower or faster after a change, beyond the noise.
//!
//! Requests of one run resemble each other, and those of neighbouring seconds even more. So runs are resampled, then
//! blocks of seconds within them, and not single requests (a block bootstrap). From the resampled runs follow intervals
//! for the ratios of the medians and of the p95; a request is slower when a whole interval is above the smallest change
//! that counts, and faster when it is below. One run on a side says nothing of what differs between runs; then the
//! result is only about these runs. Only requests that succeeded are compared: a failure may be quick.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::resample::{Block, Random, blocks, quantiles, resampled, sum_of};
use super::series::{Second, Series, share};

/// File with the durations of a run.
pub(super) const SAMPLES: &str = "samples.json";

/// Resampled pairs of runs.
const RESAMPLES: usize = 2_000;
/// Part of them that is outside of an interval, on each side. Many requests are compared at once, so intervals
/// are wider than for one.
const OUTSIDE: f64 = 0.005;
/// Fewest requests of a name on each side, and fewest to compare their p95.
const MIN_REQUESTS: usize = 30;
const FEWEST_P95: usize = 200;
/// A share of failed requests that is larger by this is told.
const MORE_FAILED: f64 = 0.005;

/// The requests of one name in one run.
#[derive(Debug, Clone, Default)]
struct Requests {
    /// Milliseconds of those that succeeded, a list for each second.
    seconds: Vec<Vec<f64>>,
    /// How many failed.
    failed: u64,
}

impl Requests {
    fn count(&self) -> usize {
        self.seconds.iter().map(Vec::len).sum()
    }
}

/// A run: requests by name.
type Run = BTreeMap<String, Requests>;

/// The file of a run: hundredths of milliseconds are kept.
pub(super) fn samples(series: &Series) -> String {
    let whole = series.whole();
    let rounded = |milliseconds: &f32| (f64::from(*milliseconds) * 100.0).round() / 100.0;
    let of_names = |of: &dyn Fn(&Second) -> Value| -> serde_json::Map<String, Value> {
        let of_run = |seconds: &Vec<Second>| seconds.iter().skip(whole.start).map(of).collect::<Vec<Value>>();
        series.requests.iter().map(|(name, seconds)| (name.clone(), Value::Array(of_run(seconds)))).collect()
    };
    let requests = of_names(&|second| json!(second.succeeded.iter().map(rounded).collect::<Vec<f64>>()));
    let errors = of_names(&|second| json!(second.failed.len()));
    json!({"version": 2, "unit": "ms", "requests": requests, "errors": errors}).to_string()
}

fn read_all(folders: &[PathBuf]) -> Result<Vec<Run>> {
    folders.iter().map(|folder| read(folder)).collect()
}

fn read(folder: &Path) -> Result<Run> {
    let path = folder.join(SAMPLES);
    let text = fs::read_to_string(&path).with_context(|| format!("{} is not a folder of results", folder.display()))?;
    let file: Value = serde_json::from_str(&text).with_context(|| format!("{} is not JSON", path.display()))?;
    let requests = file.get("requests").and_then(Value::as_object);
    let requests = requests.with_context(|| format!("{} has no requests", path.display()))?;
    let numbers = |list: &Value| list.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let failed = |name: &str| -> u64 {
        let seconds = file.get("errors").and_then(|errors| errors.get(name)).and_then(Value::as_array);
        seconds.into_iter().flatten().filter_map(Value::as_u64).sum()
    };
    let of_name = |(name, seconds): (&String, &Value)| {
        let seconds = seconds.as_array().into_iter().flatten().map(numbers).collect();
        (name.clone(), Requests { seconds, failed: failed(name) })
    };
    Ok(requests.iter().map(of_name).collect())
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
    /// Requests that succeeded, and the share of those that failed.
    counts: (usize, usize),
    failed: (f64, f64),
    /// Milliseconds before and after: median and p95.
    milliseconds: [(f64, f64); 2],
    /// Ratios of the medians and of the p95; none where too few requests were made.
    ratios: [Option<Interval>; 2],
    change: Change,
}

/// Compares folders of results from before and after a change, and returns a table.
pub(super) fn run(before: &[PathBuf], after: &[PathBuf], at_least: f64) -> Result<String> {
    let (before, after) = (read_all(before)?, read_all(after)?);
    let compared = compare(&before, &after, at_least);
    let mut lines = table(&compared);
    lines.push(String::new());
    lines.extend(conclusions(&compared, before.len().min(after.len())));
    for (side, has, others) in [("before", &before, &after), ("after", &after, &before)] {
        let missing = only_in(has, others);
        if !missing.is_empty() {
            lines.push(format!("requested only {side} the change: {}", missing.join(", ")));
        }
    }
    lines.push(format!(
        "An interval tells what remains possible after resampling runs and blocks of their seconds; a change counts \
         from {:.0} % on. The p95 is compared from {FEWEST_P95} requests on.",
        at_least * 100.0
    ));
    Ok(lines.join("\n"))
}

/// Names of the requests that are slower after the change.
pub(super) fn slower(before: &[PathBuf], after: &[PathBuf], at_least: f64) -> Result<Vec<String>> {
    let compared = compare(&read_all(before)?, &read_all(after)?, at_least);
    Ok(compared.into_iter().filter(|one| one.change == Change::Slower).map(|one| one.name).collect())
}

/// The requests of this name in each run that made some.
fn of_name(runs: &[Run], name: &str) -> Vec<Requests> {
    runs.iter().filter_map(|run| run.get(name)).cloned().collect()
}

fn names(runs: &[Run]) -> BTreeSet<&str> {
    runs.iter().flat_map(BTreeMap::keys).map(String::as_str).collect()
}

fn only_in<'a>(runs: &'a [Run], others: &[Run]) -> Vec<&'a str> {
    let others = names(others);
    names(runs).into_iter().filter(|name| !others.contains(name)).collect()
}

fn compare(before: &[Run], after: &[Run], at_least: f64) -> Vec<Compared> {
    let in_after = names(after);
    let both = names(before).into_iter().filter(|name| in_after.contains(name));
    both.map(|name| compare_one(name, &of_name(before, name), &of_name(after, name), at_least)).collect()
}

fn compare_one(name: &str, before: &[Requests], after: &[Requests], at_least: f64) -> Compared {
    let count = |side: &[Requests]| side.iter().map(Requests::count).sum::<usize>();
    let counts = (count(before), count(after));
    let failed_share = |side: &[Requests], succeeded: usize| {
        let failed: u64 = side.iter().map(|requests| requests.failed).sum();
        share(failed, failed + succeeded as u64)
    };
    let failed = (failed_share(before, counts.0), failed_share(after, counts.1));
    let blocks_of = |side: &[Requests]| -> Vec<Vec<Block>> {
        side.iter().map(|requests| blocks(&requests.seconds)).filter(|blocks| !blocks.is_empty()).collect()
    };
    let (before, after) = (blocks_of(before), blocks_of(after));
    let whole = |runs: &[Vec<Block>]| quantiles(&sum_of(runs.iter().flatten()));
    let (first, second) = (whole(&before), whole(&after));
    let [median_before, p95_before] = first;
    let [median_after, p95_after] = second;
    let milliseconds = [(median_before, median_after), (p95_before, p95_after)];
    let name = name.to_owned();
    let fewest = counts.0.min(counts.1);
    if fewest < MIN_REQUESTS {
        return Compared { name, counts, failed, milliseconds, ratios: [None; 2], change: Change::Unknown };
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
    let of_p95 = (fewest >= FEWEST_P95).then(|| interval(p95s, p95_after / p95_before));
    let ratios = [Some(interval(medians, median_after / median_before)), of_p95];
    let change = if ratios.iter().flatten().any(|ratio| ratio.low > 1.0 + at_least) {
        Change::Slower
    } else if ratios.iter().flatten().any(|ratio| ratio.high < 1.0 / (1.0 + at_least)) {
        Change::Faster
    } else {
        Change::None
    };
    Compared { name, counts, failed, milliseconds, ratios, change }
}

fn interval(mut ratios: Vec<f64>, measured: f64) -> Interval {
    ratios.sort_by(f64::total_cmp);
    let at = |part: f64| ratios.get((part * ratios.len() as f64) as usize).or(ratios.last()).copied().unwrap_or(1.0);
    Interval { low: at(OUTSIDE), measured, high: at(1.0 - OUTSIDE) }
}

fn table(compared: &[Compared]) -> Vec<String> {
    let mut lines = vec![format!(
        "{:<28} {:>15} {:>17} {:>19} {:>24} {:>19} {:>24}  verdict",
        "request", "count", "failed %", "median ms", "ratio (99 % interval)", "p95 ms", "ratio (99 % interval)"
    )];
    for one in compared {
        let counts = format!("{} → {}", one.counts.0, one.counts.1);
        let [median, p95] = one.milliseconds.map(|(before, after)| format!("{before:.1} → {after:.1}"));
        let failed = format!("{:.2} → {:.2}", one.failed.0 * 100.0, one.failed.1 * 100.0);
        let [of_median, of_p95] = one.ratios.map(|ratio| {
            let text = |ratio: Interval| format!("{:.2} ({:.2} to {:.2})", ratio.measured, ratio.low, ratio.high);
            ratio.map_or_else(|| "–".to_owned(), text)
        });
        let word = match one.change {
            Change::Slower => "SLOWER",
            Change::Faster => "faster",
            Change::None => "no change found",
            Change::Unknown => "too few requests",
        };
        lines.push(format!(
            "{:<28} {counts:>15} {failed:>17} {median:>19} {of_median:>24} {p95:>19} {of_p95:>24}  {word}",
            one.name
        ));
    }
    lines
}

/// What follows from at least so many runs on each side.
fn conclusions(compared: &[Compared], runs: usize) -> Vec<String> {
    let named = |is_meant: &dyn Fn(&Compared) -> bool| {
        let names: Vec<&str> = compared.iter().filter(|one| is_meant(one)).map(|one| one.name.as_str()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    };
    let among = if runs > 1 { "beyond the noise" } else { "within these runs" };
    let mut lines = vec![
        format!("slower {among}: {}", named(&|one| one.change == Change::Slower)),
        format!("faster {among}: {}", named(&|one| one.change == Change::Faster)),
        format!("failed more often: {}", named(&|one| one.failed.1 > one.failed.0 + MORE_FAILED)),
    ];
    if runs == 1 {
        lines.push(
            "A side has a single run: whether another one would say the same is unknown. Several on each side tell: \
             `compare A1,A2,A3 B1,B2,B3`."
                .to_owned(),
        );
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::series::tests::series;
    use super::super::stream::Event;
    use super::*;

    const USUAL_CHANGE: f64 = 0.05;

    /// Sixty seconds of twenty requests around `milliseconds`, with noise of a quarter.
    fn durations(milliseconds: f64, seed: u64) -> Vec<Vec<f64>> {
        let mut random = Random(seed);
        let mut one = || milliseconds * (0.75 + random.below(500) as f64 / 1_000.0);
        (0..60).map(|_| (0..20).map(|_| one()).collect()).collect()
    }

    fn run_of(seconds: &[Vec<f64>]) -> Requests {
        Requests { seconds: seconds.to_vec(), failed: 0 }
    }

    fn change(before: &[Vec<f64>], after: &[Vec<f64>]) -> Change {
        compare_one("search", &[run_of(before)], &[run_of(after)], USUAL_CHANGE).change
    }

    // spec: load-test.compare
    #[test]
    fn what_differs_between_runs_is_noise() {
        // Each run has a speed of its own, as after a restart of a server.
        let before = [20.0, 24.0, 28.0].map(|milliseconds| run_of(&durations(milliseconds, 1)));
        let after = [23.0, 27.0, 29.0].map(|milliseconds| run_of(&durations(milliseconds, 2)));
        assert_eq!(compare_one("search", &before, &after, USUAL_CHANGE).change, Change::None);
        let [first, ..] = &before;
        let [.., last] = &after;
        let single = |one: &Requests, other: &Requests| {
            compare_one("search", std::slice::from_ref(one), std::slice::from_ref(other), USUAL_CHANGE).change
        };
        assert_eq!(single(first, last), Change::Slower, "two runs alone say otherwise");
        let slow = [50.0, 55.0, 60.0].map(|milliseconds| run_of(&durations(milliseconds, 3)));
        assert_eq!(compare_one("search", &before, &slow, USUAL_CHANGE).change, Change::Slower);
    }

    #[test]
    fn few_requests_have_no_p95() {
        let few = [run_of(&[vec![20.0; 100]])];
        let [median, p95] = compare_one("search", &few, &few, USUAL_CHANGE).ratios;
        assert!(median.is_some() && p95.is_none());
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
    fn folders_of_runs() {
        let (before, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (folder, milliseconds) in [(&before, 20.0), (&after, 40.0)] {
            let mut run = series("search", &[&[milliseconds; 20], &[milliseconds; 20]]);
            let name = if milliseconds > 20.0 { "cart" } else { "feed" }.to_owned();
            run.add(0, Event::Request { at_ms: 1, name, milliseconds, failed: false, status: 200 });
            for _ in 0..10 {
                let (name, failed) = ("search".to_owned(), milliseconds > 20.0);
                run.add(0, Event::Request { at_ms: 1, name, milliseconds: 20.0, failed, status: 500 });
            }
            fs::write(folder.path().join(SAMPLES), samples(&run)).unwrap();
        }
        let folders = |folder: &tempfile::TempDir| vec![folder.path().to_owned()];
        let (before, after) = (folders(&before), folders(&after));
        assert_eq!(slower(&before, &after, USUAL_CHANGE).unwrap(), ["search"]);
        let text = run(&before, &after, 0.05).unwrap();
        assert!(text.contains("slower within these runs: search\nfaster within these runs: nothing"), "{text}");
        assert!(text.contains("failed more often: search\n") && text.contains("0.00 → 20.00"), "{text}");
        assert!(text.contains("requested only before the change: feed\n"), "{text}");
        assert!(text.contains("requested only after the change: cart\n"), "{text}");
        let twice = [before.clone(), before.clone()].concat();
        assert!(run(&twice, &[after.clone(), after].concat(), 0.05).unwrap().contains("slower beyond the noise"));
        assert!(run(&before, &[PathBuf::from("/nowhere")], 0.05).is_err());
    }
}
