//! The rate at which the first limit breaks.

use std::ops::Range;

use super::limits::{Breach, Limits};
use super::series::Series;

/// Length of the window that is judged, in seconds: a single slow second is no limit.
const WINDOW: usize = 10;

/// Where the first limit broke.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Breakpoint {
    /// The seconds that were judged.
    pub(super) seconds: Range<usize>,
    /// Requests per second in them.
    pub(super) requests: f64,
    /// People per second in them, including those who could not come.
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

/// Whether a limit broke in the window that ends before second `end`.
pub(super) fn at(series: &Series, limits: &Limits, end: usize) -> Option<Breakpoint> {
    let start = end.checked_sub(WINDOW).filter(|start| *start >= series.whole().start)?;
    let seconds = start..end;
    let breach = limits.broken(series, &seconds).into_iter().next()?;
    let ticks = series.ticks.get(seconds.clone()).unwrap_or_default();
    let people: u32 = ticks.iter().map(|tick| tick.iterations + tick.dropped).sum();
    let people = f64::from(people) / WINDOW as f64;
    Some(Breakpoint { requests: series.rate(&seconds), people, seconds, breach })
}

/// The first window in which a limit broke.
pub(super) fn find(series: &Series, limits: &Limits) -> Option<Breakpoint> {
    (WINDOW..=series.len()).find_map(|end| at(series, limits, end))
}

/// The highest rate of a window, if no limit broke.
pub(super) fn highest_rate(series: &Series) -> f64 {
    let ends = WINDOW..=series.len().max(WINDOW);
    ends.map(|end| series.rate(&(end - WINDOW..end))).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
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
        let found = find(&series, &limits()).unwrap();
        assert_eq!(found.breach.what, "search: p95");
        assert_eq!(found.seconds, 11..21, "8 of 26 requests are slow");
        assert_eq!((found.requests, found.people), (2.6, 2.6));
        assert!(found.sentence().contains("at 2.6 requests"), "{}", found.sentence());
    }

    // spec: load-test.breakpoint
    #[test]
    fn no_limit_breaks() {
        let seconds: Vec<&[f64]> = vec![&[10.0, 10.0, 10.0]; 30];
        let series = series("search", &seconds);
        assert_eq!(find(&series, &limits()), None);
        assert_eq!(highest_rate(&series), 3.0);
    }
}
