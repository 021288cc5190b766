//! What was measured, per second and per name of a request.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub(super) use super::checked::Checked;
use super::stream::Event;
pub(super) use super::summary::{Summary, percentile};

/// Name of the requests that start, check and end a run.
const OWN_CALLS: &str = "load run";

/// Name under which new connections are counted: how long it took to reach a server and to agree on TLS. The
/// durations of requests begin only after that.
pub(super) const CONNECTING: &str = "connecting";

/// Requests of one name that ended in one second.
#[derive(Debug, Clone, Default)]
pub(super) struct Second {
    /// Milliseconds of those that succeeded, in the order in which they ended.
    pub(super) succeeded: Vec<f32>,
    /// Milliseconds of those that failed.
    pub(super) failed: Vec<f32>,
}

impl Second {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.succeeded.len() + self.failed.len()
    }
}

/// The durations of all requests of these seconds, the shortest first.
pub(super) fn sorted(seconds: &[Second]) -> Vec<f32> {
    let mut durations: Vec<f32> = seconds.iter().flat_map(durations).collect();
    durations.sort_by(f32::total_cmp);
    durations
}

fn durations(second: &Second) -> impl Iterator<Item = f32> {
    second.succeeded.iter().chain(&second.failed).copied()
}

/// What one second of a run has besides requests.
#[derive(Debug, Clone, Default)]
pub(super) struct Tick {
    /// People who did what they came for.
    pub(super) iterations: u32,
    /// People who could not come.
    pub(super) dropped: u32,
    /// Shoppers for whom something was sold out, or whose cart changed meanwhile.
    late: u32,
    /// Answers by status; 0 is none.
    pub(super) statuses: BTreeMap<u16, u32>,
    /// Those that the suite did not expect.
    unexpected: BTreeMap<u16, u32>,
    /// Simulated people, by k6 process.
    people: BTreeMap<usize, u32>,
}

impl Tick {
    /// Simulated people in all processes.
    pub(super) fn people(&self) -> u32 {
        self.people.values().sum()
    }
}

/// A run, second by second.
#[derive(Debug, Default)]
pub(super) struct Series {
    start_ms: i64,
    /// Requests by name; seconds without a request at the end are missing.
    pub(super) requests: BTreeMap<String, Vec<Second>>,
    /// Second by second.
    pub(super) ticks: Vec<Tick>,
    /// Ids of the orders that were confirmed to shoppers, by run.
    pub(super) confirmed: BTreeMap<String, BTreeSet<String>>,
    /// Answers of other sites.
    pub(super) foreign: u32,
    /// Exceptions in scripts of the suite.
    pub(super) script_errors: u32,
    /// Answers by status.
    pub(super) statuses: BTreeMap<u16, u64>,
    /// Checks of the suite, second by second: how often each passed and failed.
    checks: BTreeMap<String, Vec<Checked>>,
    /// First parts of new connections whose second part is to come, by k6 process.
    connecting: BTreeMap<usize, f64>,
}

impl Series {
    /// An empty series that begins at `start_ms`.
    pub(super) fn new(start_ms: i64) -> Self {
        Self { start_ms, ..Self::default() }
    }

    /// When it began.
    pub(super) fn start_ms(&self) -> i64 {
        self.start_ms
    }

    /// Counts what k6 process `process` said.
    pub(super) fn add(&mut self, process: usize, event: Event) {
        match event {
            // The suite's own calls, which start and end the run.
            Event::Request { name, .. } | Event::Connecting { name, .. } if name == OWN_CALLS => {}
            Event::Request { at_ms, name, milliseconds, failed, status } => {
                let second = self.second_of(at_ms);
                let seconds = self.requests.entry(name).or_default();
                if let Some(second) = at(seconds, second) {
                    (if failed { &mut second.failed } else { &mut second.succeeded }).push(milliseconds as f32);
                }
                *self.statuses.entry(status).or_default() += 1;
                self.tick(at_ms, |tick| {
                    *tick.statuses.entry(status).or_default() += 1;
                    if failed {
                        *tick.unexpected.entry(status).or_default() += 1;
                    }
                });
            }
            Event::Connecting { milliseconds, is_last: false, .. } => {
                self.connecting.insert(process, milliseconds);
            }
            Event::Connecting { at_ms, milliseconds, .. } => {
                let took = self.connecting.remove(&process).unwrap_or(0.0) + milliseconds;
                let second = self.second_of(at_ms);
                if took > 0.0
                    && let Some(second) = at(self.requests.entry(CONNECTING.to_owned()).or_default(), second)
                {
                    second.succeeded.push(took as f32);
                }
            }
            Event::Iteration { at_ms } => self.tick(at_ms, |tick| tick.iterations += 1),
            Event::Dropped { at_ms, count } => self.tick(at_ms, |tick| tick.dropped += count),
            Event::People { at_ms, count } => self.tick(at_ms, |tick| {
                tick.people.insert(process, count);
            }),
            Event::Confirmed { run, order } => {
                self.confirmed.entry(run).or_default().insert(order);
            }
            Event::Foreign { count } => self.foreign += count,
            Event::ScriptError { count } => self.script_errors += count,
            Event::Check { at_ms, name, passed, refused } => {
                let second = self.second_of(at_ms);
                if let Some(checked) = at(self.checks.entry(name).or_default(), second) {
                    checked.note(passed, refused);
                }
            }
            Event::Late { at_ms, count } => self.tick(at_ms, |tick| tick.late += count),
        }
    }

    fn second_of(&self, at_ms: i64) -> usize {
        usize::try_from((at_ms - self.start_ms).div_euclid(1_000)).unwrap_or(0)
    }

    fn tick(&mut self, at_ms: i64, change: impl FnOnce(&mut Tick)) {
        let second = self.second_of(at_ms);
        if let Some(tick) = at(&mut self.ticks, second) {
            change(tick);
        }
    }

    /// Length in seconds.
    pub(super) fn len(&self) -> usize {
        self.ticks.len()
    }

    /// People who did what they came for.
    pub(super) fn iterations(&self) -> u64 {
        self.ticks.iter().map(|tick| u64::from(tick.iterations)).sum()
    }

    /// People who could not come, in these seconds.
    pub(super) fn dropped(&self, seconds: &Range<usize>) -> u64 {
        let ticks = self.ticks.get(clamp(seconds, self.ticks.len())).unwrap_or_default();
        ticks.iter().map(|tick| u64::from(tick.dropped)).sum()
    }

    /// Their share of all people.
    pub(super) fn dropped_share(&self, seconds: &Range<usize>) -> f64 {
        let ticks = self.ticks.get(clamp(seconds, self.ticks.len())).unwrap_or_default();
        let dropped = self.dropped(seconds);
        let came: u64 = ticks.iter().map(|tick| u64::from(tick.iterations)).sum();
        share(dropped, dropped + came)
    }

    /// Shoppers for whom something was sold out, or whose cart changed meanwhile.
    pub(super) fn late(&self) -> u64 {
        self.ticks.iter().map(|tick| u64::from(tick.late)).sum()
    }

    /// How often something else than success was answered in these seconds, in words; empty if never.
    pub(super) fn refusals(&self, seconds: &Range<usize>) -> String {
        let mut found: BTreeMap<u16, u32> = BTreeMap::new();
        for tick in self.ticks.get(clamp(seconds, self.ticks.len())).unwrap_or_default() {
            for (status, count) in tick.statuses.iter().filter(|(status, _)| !(200..400).contains(*status)) {
                *found.entry(*status).or_default() += count;
            }
        }
        let shown = found.iter().map(|(status, count)| match status {
            0 => format!("no answer {count} times"),
            _ => format!("{status} {count} times"),
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    /// Answers of each status in these seconds, and how many of them the suite did not expect.
    pub(super) fn statuses(&self, seconds: &Range<usize>) -> BTreeMap<u16, (u64, u64)> {
        let mut found: BTreeMap<u16, (u64, u64)> = BTreeMap::new();
        for tick in self.ticks.get(clamp(seconds, self.ticks.len())).unwrap_or_default() {
            for (status, count) in &tick.statuses {
                let (all, unexpected) = found.entry(*status).or_default();
                *all += u64::from(*count);
                *unexpected += u64::from(tick.unexpected.get(status).copied().unwrap_or(0));
            }
        }
        found
    }

    /// How often each check of the suite passed and failed in these seconds.
    pub(super) fn checked(&self, seconds: &Range<usize>) -> Vec<(&str, Checked)> {
        let sum = |of_name: &Vec<Checked>| {
            let within = of_name.get(clamp(seconds, of_name.len())).unwrap_or_default();
            within.iter().fold(Checked::default(), |sum, second| sum.and(*second))
        };
        self.checks.iter().map(|(name, of_name)| (name.as_str(), sum(of_name))).collect()
    }

    /// How many requests of this name took longer in these seconds.
    pub(super) fn longer(&self, name: &str, seconds: &Range<usize>, milliseconds: f64) -> u64 {
        let all = self.requests.get(name).map(Vec::as_slice).unwrap_or_default();
        let within = all.get(clamp(seconds, all.len())).unwrap_or_default();
        within.iter().flat_map(durations).filter(|took| f64::from(*took) > milliseconds).count() as u64
    }

    /// The part of these seconds, so long, in which requests of this name, or of all names, were in progress longest.
    pub(super) fn busiest(&self, name: Option<&str>, seconds: &Range<usize>, length: usize) -> Range<usize> {
        let waited = |second: usize| -> f64 {
            let of_names = self.requests.iter().filter(|(own, _)| name.is_none_or(|name| *own == name));
            let of_second = of_names.filter_map(|(_, seconds)| seconds.get(second));
            of_second.flat_map(durations).map(f64::from).sum()
        };
        let waited: Vec<f64> = seconds.clone().map(waited).collect();
        let sums = waited.windows(length.max(1)).map(|window| window.iter().sum::<f64>());
        let busiest = sums.enumerate().max_by(|(_, left), (_, right)| left.total_cmp(right));
        busiest.map_or(seconds.clone(), |(index, _)| seconds.start + index..seconds.start + index + length.max(1))
    }

    /// Requests of all names that ended in these seconds, per second.
    pub(super) fn rate(&self, seconds: &Range<usize>) -> f64 {
        let count: usize = self
            .requests
            .iter()
            .filter(|(name, _)| *name != CONNECTING)
            .filter_map(|(_, of_name)| of_name.get(clamp(seconds, of_name.len())))
            .flatten()
            .map(Second::count)
            .sum();
        count as f64 / seconds.len().max(1) as f64
    }

    /// The requests of this name in these seconds.
    pub(super) fn summary(&self, name: &str, seconds: &Range<usize>) -> Summary {
        let all = self.requests.get(name).map(Vec::as_slice).unwrap_or_default();
        Summary::of(all.get(clamp(seconds, all.len())).unwrap_or_default(), seconds.len())
    }

    /// The whole run: from the first request on, since k6 needs a moment to start.
    pub(super) fn whole(&self) -> Range<usize> {
        let start = self.first_request(0).unwrap_or(0);
        start..self.len().max(start)
    }

    /// The first second with a request, from this one on.
    pub(super) fn first_request(&self, from: usize) -> Option<usize> {
        let first = |seconds: &Vec<Second>| {
            let later = seconds.get(from..).unwrap_or_default();
            later.iter().position(|second| second.count() > 0).map(|index| from + index)
        };
        self.requests.values().filter_map(first).min()
    }
}

/// The entry of a second, which is made if it is missing; none for a time that is far outside of a run.
fn at<T: Clone + Default>(seconds: &mut Vec<T>, second: usize) -> Option<&mut T> {
    const MAX_SECONDS: usize = 7 * 24 * 3_600;
    if second >= MAX_SECONDS {
        return None;
    }
    if second >= seconds.len() {
        seconds.resize(second + 1, T::default());
    }
    seconds.get_mut(second)
}

fn clamp(seconds: &Range<usize>, len: usize) -> Range<usize> {
    let start = seconds.start.min(len);
    start..seconds.end.clamp(start, len)
}

/// Part of a whole; none of nothing.
pub(super) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A series in which `name` takes these milliseconds, each list in a second of its own.
    pub(in crate::load) fn series(name: &str, seconds: &[&[f64]]) -> Series {
        let mut series = Series::new(0);
        for (second, durations) in seconds.iter().enumerate() {
            for milliseconds in *durations {
                let at_ms = i64::try_from(second).unwrap() * 1_000 + 1;
                let (name, milliseconds) = (name.to_owned(), *milliseconds);
                series.add(0, Event::Request { at_ms, name, milliseconds, failed: false, status: 200 });
                series.add(0, Event::Iteration { at_ms });
            }
        }
        series
    }

    #[test]
    fn seconds_and_phases() {
        let series = series("search", &[&[10.0, 20.0], &[], &[30.0]]);
        assert_eq!(series.len(), 3);
        let whole = series.summary("search", &series.whole());
        assert_eq!((whole.count, whole.p50, whole.max, whole.rate), (3, 20.0, 30.0, 1.0));
        assert_eq!(series.summary("search", &(2..9)).count, 1);
        assert_eq!(series.summary("search", &(5..9)).count, 0);
        assert_eq!(series.summary("unknown", &(0..3)), Summary::default());
        assert_eq!(series.rate(&(0..2)), 1.0);
    }

    #[test]
    fn answers_other_than_success() {
        let mut series = series("search", &[&[1.0], &[1.0]]);
        for (at_ms, status) in [(100, 503), (1_100, 503), (1_200, 0), (1_300, 304)] {
            series.add(0, Event::Request { at_ms, name: "cart".into(), milliseconds: 1.0, failed: true, status });
        }
        assert_eq!(series.refusals(&(0..1)), "503 1 times");
        assert_eq!(series.refusals(&(0..2)), "no answer 1 times, 503 2 times");
        assert_eq!(series.refusals(&(5..9)), "");
    }

    // spec: load-test.verdict
    #[test]
    fn waiting_for_a_connection_is_counted_apart() {
        let mut series = series("search", &[&[10.0]]);
        let mut connecting = |process, name: &str, milliseconds, is_last| {
            series.add(process, Event::Connecting { at_ms: 1, name: name.to_owned(), milliseconds, is_last });
        };
        for (first, last) in [(2.0, 5.0), (0.0, 0.0)] {
            connecting(0, "search", first, false);
            connecting(1, "search", 20.0, false);
            connecting(0, "search", last, true);
        }
        connecting(0, OWN_CALLS, 9.0, true);
        let summary = series.summary(CONNECTING, &series.whole());
        assert_eq!((summary.count, summary.max), (1, 7.0), "a connection that was there takes no time");
        assert_eq!(series.rate(&(0..1)), 1.0, "a connection is no request");
    }

    #[test]
    fn busiest_seconds() {
        let series = series("search", &[&[1.0], &[90.0], &[1.0; 20], &[80.0], &[1.0]]);
        assert_eq!(series.busiest(None, &(0..5), 2), 1..3);
        assert_eq!(series.busiest(Some("search"), &(2..5), 1), 3..4);
        assert_eq!(series.busiest(None, &(0..5), 30), 0..5, "a short run is looked at as a whole");
        assert_eq!(series.longer("search", &(0..5), 50.0), 2);
    }

    #[test]
    fn people_of_two_processes_add_up() {
        let mut series = Series::new(1_000);
        for (process, at_ms) in [(0, 1_100), (1, 1_200), (0, 1_900)] {
            series.add(process, Event::People { at_ms, count: 4 });
        }
        series.add(0, Event::Dropped { at_ms: 1_300, count: 1 });
        series.add(1, Event::Iteration { at_ms: 500 });
        assert_eq!(series.ticks.first().map(Tick::people), Some(8));
        assert_eq!(series.dropped_share(&(0..1)), 0.5, "what came before the beginning counts in the first second");
    }

    #[test]
    fn confirmed_orders_are_kept_once() {
        let mut series = Series::new(0);
        for order in ["a", "b", "a"] {
            series.add(0, Event::Confirmed { run: "r".to_owned(), order: order.to_owned() });
        }
        assert_eq!(series.confirmed.get("r").map(BTreeSet::len), Some(2));
    }
}
