//! The rate at which the first limit breaks.

use std::ops::Range;

use super::arrivals::Arrivals;
use super::limits::{Breach, Limits};
use super::series::Series;

/// Length of the window that is judged, in seconds: a single slow second is no limit.
const WINDOW: usize = 10;

/// Fewest requests, or people, beyond a limit in a window: one or two say nothing.
const FEWEST: u64 = 3;

/// Where the first limit broke.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Breakpoint {
    /// The seconds that were judged.
    pub(super) seconds: Range<usize>,
    /// Requests per second in them.
    pub(super) requests: f64,
    /// People per second who came by the profile in their middle. Those who have ended are fewer, since visits last.
    pub(super) people: f64,
    /// The limit that broke; the worst, if there were several.
    pub(super) breach: Breach,
}

impl Breakpoint {
    /// One sentence for the table and the report.
    pub(super) fn sentence(&self) -> String {
        format!(
            "The first limit broke at {:.1} requests and {:.1} people per second (second {}): {}",
            self.requests, self.people, self.seconds.end, self.breach.text
        )
    }
}

/// Whether a limit broke in the two windows that end before second `end`: a single burst is no limit either. The first
/// of both windows is reported.
pub(super) fn at(series: &Series, limits: &Limits, arrivals: Option<&Arrivals>, end: usize) -> Option<Breakpoint> {
    let begin = series.whole().start;
    let middle = end.checked_sub(WINDOW)?;
    let start = middle.checked_sub(WINDOW).filter(|start| *start >= begin)?;
    let seconds = start..middle;
    let broken = |seconds: &Range<usize>| -> Vec<Breach> {
        limits.broken(series, seconds).into_iter().filter(|breach| breach.offenders >= FEWEST).collect()
    };
    let still = broken(&(middle..end));
    let is_still = |breach: &Breach| still.iter().any(|later| later.what == breach.what);
    let breach = broken(&seconds).into_iter().find(is_still)?;
    let people = match arrivals {
        Some(arrivals) => arrivals.at((start - begin) as f64 + WINDOW as f64 / 2.0),
        None => {
            let ticks = series.ticks.get(seconds.clone()).unwrap_or_default();
            let people: u32 = ticks.iter().map(|tick| tick.iterations + tick.dropped).sum();
            f64::from(people) / WINDOW as f64
        }
    };
    Some(Breakpoint { requests: series.rate(&seconds), people, seconds, breach })
}

/// The first windows in which a limit broke.
pub(super) fn find(series: &Series, limits: &Limits, arrivals: Option<&Arrivals>) -> Option<Breakpoint> {
    (2 * WINDOW..=series.len()).find_map(|end| at(series, limits, arrivals, end))
}

/// The highest rate of a window, if no limit broke.
pub(super) fn highest_rate(series: &Series) -> f64 {
    let ends = WINDOW..=series.len().max(WINDOW);
    ends.map(|end| series.rate(&(end - WINDOW..end))).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::arrivals::tests::rising;
    use super::super::limits::tests::limits;
    use super::super::series::tests::series;
    use super::*;

    // spec: load-test.breakpoint
    #[test]
    fn rate_of_the_first_broken_limit() {
        // From the 20th second on, more people wait longer.
        let (few, many) = ([10.0; 2], [150.0; 8]);
        let seconds: Vec<&[f64]> = (0..40).map(|second| if second < 20 { few.as_slice() } else { &many }).collect();
        let series = series("search", &seconds);
        let found = find(&series, &limits(), None).unwrap();
        assert_eq!(found.breach.what, "search: p95");
        assert_eq!(found.seconds, 11..21, "8 of 26 requests are slow");
        assert_eq!((found.requests, found.people), (2.6, 2.6));
        assert!(found.sentence().contains("at 2.6 requests"), "{}", found.sentence());
        let found = find(&series, &limits(), Some(&rising())).unwrap();
        assert_eq!(found.people, 2.6, "16 of 20 seconds after the first request, from 1 to 3");
        assert_eq!(at(&series, &limits(), None, 30), None, "the second window must be over");
    }

    // spec: load-test.breakpoint
    #[test]
    fn one_request_or_one_burst_is_no_break() {
        let run = |slow: &[(usize, usize)]| {
            let of_second = |second: usize| {
                let (_, count) = slow.iter().find(|(at, _)| *at == second).copied().unwrap_or_default();
                [vec![10.0; 2], vec![150.0; count]].concat()
            };
            let seconds: Vec<Vec<f64>> = (0..60).map(of_second).collect();
            series("search", &seconds.iter().map(Vec::as_slice).collect::<Vec<_>>())
        };
        let every_ten: Vec<(usize, usize)> = (0..60).step_by(10).map(|second| (second, 2)).collect();
        assert_eq!(find(&run(&every_ten), &limits(), None), None, "two slow requests of 22 in each window");
        assert_eq!(find(&run(&[(30, 8)]), &limits(), None), None, "eight in one second");
        assert!(find(&run(&[(30, 8), (40, 8)]), &limits(), None).is_some());
    }

    // spec: load-test.breakpoint
    #[test]
    fn no_limit_breaks() {
        let seconds: Vec<&[f64]> = vec![&[10.0, 10.0, 10.0]; 30];
        let series = series("search", &seconds);
        assert_eq!(find(&series, &limits(), None), None);
        assert_eq!(highest_rate(&series), 3.0);
    }
}
