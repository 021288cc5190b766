//! The rate at which the first limit broke, while people arrived at a rate that rose by steps.

use std::ops::Range;

use super::arrivals::{Arrivals, Hold};
use super::limits::{Breach, COULD_NOT_COME, Limits};
use super::series::Series;

/// Length of the windows that are judged, in seconds: a single slow second is no limit. The two last ones of a step are
/// judged, and a limit has to break in both: a single burst is no limit either.
const WINDOW: usize = 10;

/// Fewest requests, or people, beyond a limit in a window: one or two say nothing.
const MIN_BEYOND_LIMIT: u64 = 3;

/// If fewer than this share of the requests end that as many people made before, the shop keeps them waiting.
const MIN_ANSWERED: f64 = 0.5;

/// A part of a run in which people arrive by steps, from k6's start to its end.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Leg {
    pub(super) arrivals: Arrivals,
    /// The second of its first request; none before that.
    pub(super) begin: Option<usize>,
    /// The second from which on nobody arrived any more, if that was before its end.
    pub(super) until: Option<usize>,
}

impl Leg {
    /// A leg that has not begun.
    pub(super) fn new(arrivals: Arrivals) -> Self {
        Self { arrivals, begin: None, until: None }
    }

    /// How many of its steps are over at the end of second `known`.
    pub(super) fn steps_over(&self, known: usize) -> usize {
        let known = known.min(self.until.unwrap_or(known));
        self.begin.map_or(0, |begin| self.arrivals.holds().filter(|hold| begin + hold.end <= known).count())
    }
}

/// People who arrive per second, and the requests that end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rate {
    pub(super) people: f64,
    pub(super) requests: f64,
}

/// Where a limit broke.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Breakpoint {
    /// The seconds that were judged.
    pub(super) seconds: Range<usize>,
    pub(super) rate: Rate,
    /// The limit that broke; the worst, if there were several.
    pub(super) breach: Breach,
    /// Whether k6 ran out of simulated people while the shop answered as before.
    pub(super) is_generator: bool,
}

/// A step that was judged.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    /// The seconds that were judged.
    pub(super) seconds: Range<usize>,
    pub(super) rate: Rate,
    /// What broke, in words.
    pub(super) breach: Option<String>,
}

/// What the steps of a run show.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Climb {
    /// All that were judged, in their order.
    pub(super) steps: Vec<Step>,
    /// The highest rate at which no limit broke.
    pub(super) held: Option<Rate>,
    /// Where the first limit broke.
    pub(super) broke: Option<Breakpoint>,
}

impl Climb {
    /// Judges the steps that are over at the end of second `known`. A later leg is between the rates that held and broke
    /// in the one before.
    pub(super) fn of(series: &Series, limits: &Limits, legs: &[Leg], known: usize) -> Self {
        let mut climb = Self::default();
        for leg in legs {
            let Some(begin) = leg.begin else { continue };
            for hold in leg.arrivals.holds().take(leg.steps_over(known)) {
                let (step, broke) = judge(series, limits, begin, hold, climb.held);
                let rate = step.rate;
                climb.steps.push(step);
                if broke.is_some() {
                    climb.broke = broke;
                    break;
                }
                climb.held = Some(rate);
            }
        }
        climb
    }

    /// Rates of two more steps, in people per second, between the one that held and the one that broke.
    pub(super) fn between(&self) -> Option<[f64; 2]> {
        let (held, broke) = (self.held?.people, self.broke.as_ref()?.rate.people);
        let third = (broke / held).cbrt();
        (broke > held).then_some([held * third, held * third * third])
    }

    /// What came out, for the table and the report.
    pub(super) fn sentence(&self) -> String {
        let load = |rate: Rate| format!("{:.1} requests and {:.2} people per second", rate.requests, rate.people);
        let held = match self.held {
            Some(held) => format!("All limits held up to {}.", load(held)),
            None => "That was the lowest step: a smaller --scale begins lower.".to_owned(),
        };
        match &self.broke {
            None if self.held.is_none() => "No step was over when the run ended, so none was judged.".to_owned(),
            None => format!("No limit broke. {held} A greater --scale ends higher."),
            Some(Breakpoint { seconds, rate, breach, is_generator }) => {
                let (rate, Range { start, end }, text) = (load(*rate), seconds, &breach.text);
                if *is_generator {
                    format!(
                        "k6 ran out before the shop did, at {rate} (seconds {start} to {end}): {text}. {held} With \
                         --processes, or on machines of its own, k6 makes more."
                    )
                } else {
                    format!("The first limit broke at {rate} (seconds {start} to {end}): {text}. {held}")
                }
            }
        }
    }
}

/// Judges a step by its last two windows.
fn judge(series: &Series, limits: &Limits, begin: usize, hold: Hold, held: Option<Rate>) -> (Step, Option<Breakpoint>) {
    let end = begin + hold.end;
    let middle = end.saturating_sub(WINDOW);
    let seconds = middle.saturating_sub(WINDOW)..end;
    let rate = Rate { people: hold.rate, requests: series.rate(&seconds) };
    let expected = held.map_or(0.0, |held| held.requests / held.people.max(f64::MIN_POSITIVE) * hold.rate);
    let hangs = rate.requests < expected * MIN_ANSWERED;
    let broken = |seconds: &Range<usize>| -> Vec<Breach> {
        limits.broken(series, seconds).into_iter().filter(|breach| breach.offenders >= MIN_BEYOND_LIMIT).collect()
    };
    let still = broken(&(middle..end));
    let is_still = |breach: &Breach| still.iter().any(|later| later.what == breach.what);
    let both: Vec<Breach> = broken(&(seconds.start..middle)).into_iter().filter(is_still).collect();
    let of_shop = both.iter().find(|breach| breach.what != COULD_NOT_COME).cloned();
    let of_shop = of_shop.or_else(|| hangs.then(|| Breach::of_rate(rate.requests, expected)));
    let is_generator = of_shop.is_none();
    let breach = of_shop.or_else(|| both.into_iter().next());
    let text = breach.as_ref().map(|breach| breach.text.clone());
    let step = Step { seconds: seconds.clone(), rate, breach: text };
    (step, breach.map(|breach| Breakpoint { seconds, rate, breach, is_generator }))
}

#[cfg(test)]
mod tests {
    use super::super::arrivals::tests::steps;
    use super::super::limits::tests::limits;
    use super::super::series::tests::series;
    use super::super::stream::Event;
    use super::*;

    /// One leg that began with the series.
    fn leg(rates: &[u32]) -> Leg {
        Leg { begin: Some(0), ..Leg::new(steps(rates)) }
    }

    /// Requests of these milliseconds in each second.
    fn run(seconds: usize, of_second: impl Fn(usize) -> Vec<f64>) -> Series {
        let seconds: Vec<Vec<f64>> = (0..seconds).map(of_second).collect();
        series("search", &seconds.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    // spec: load-test.breakpoint
    #[test]
    fn rate_of_the_first_broken_limit() {
        let slow_from = |slow: usize| {
            move |second: usize| if second < slow { vec![10.0; 4] } else { [vec![10.0; 4], vec![150.0; 4]].concat() }
        };
        let series = run(95, slow_from(60));
        let legs = [leg(&[1, 2, 4])];
        let climb = Climb::of(&series, &limits(), &legs, 95);
        assert_eq!(climb.held, Some(Rate { people: 2.0, requests: 4.0 }));
        assert_eq!(climb.steps.iter().map(|step| step.breach.is_some()).collect::<Vec<_>>(), [false, false, true]);
        let broke = climb.broke.clone().unwrap();
        assert_eq!((broke.seconds, broke.is_generator), (70..90, false));
        assert_eq!((broke.rate, broke.breach.what.as_str()), (Rate { people: 4.0, requests: 8.0 }, "search: p95"));
        let text = climb.sentence();
        assert!(
            text.starts_with("The first limit broke at 8.0 requests and 4.00 people per second (seconds 70"),
            "{text}"
        );
        assert!(text.ends_with("All limits held up to 4.0 requests and 2.00 people per second."), "{text}");
        assert_eq!(climb.between().unwrap().map(|rate| (rate * 100.0).round()), [252.0, 317.0]);
        assert_eq!(Climb::of(&series, &limits(), &legs, 89).broke, None, "the step must be over");
        let ended = [Leg { until: Some(80), ..leg(&[1, 2, 4]) }];
        assert_eq!(Climb::of(&series, &limits(), &ended, 95).broke, None, "nobody came any more");
    }

    // spec: load-test.breakpoint
    #[test]
    fn two_more_steps_narrow_it_down() {
        // The first leg breaks at 4; the second begins at second 120, and breaks at its second step.
        let is_slow = |second: usize| (60..100).contains(&second) || second >= 150;
        let series = run(185, |second| vec![if is_slow(second) { 150.0 } else { 10.0 }; 8]);
        let second = Leg { begin: Some(120), ..Leg::new(steps(&[3, 4])) };
        let climb = Climb::of(&series, &limits(), &[leg(&[1, 2, 4]), second], 185);
        assert_eq!(climb.held.map(|held| held.people), Some(3.0));
        assert_eq!(climb.broke.map(|broke| (broke.rate.people, broke.seconds)), Some((4.0, 160..180)));
    }

    // spec: load-test.breakpoint
    #[test]
    fn one_request_or_one_burst_is_no_break() {
        let with = |slow: &[(usize, usize)]| {
            run(65, |second| {
                let (_, count) = slow.iter().find(|(at, _)| *at == second).copied().unwrap_or_default();
                [vec![10.0; 2], vec![150.0; count]].concat()
            })
        };
        let broke = |slow: &[(usize, usize)]| Climb::of(&with(slow), &limits(), &[leg(&[1, 2])], 65).broke;
        assert_eq!(broke(&[(45, 2), (55, 2)]), None, "two slow requests of 22 in each window");
        assert_eq!(broke(&[(45, 8)]), None, "eight in one second");
        assert!(broke(&[(45, 8), (55, 8)]).is_some());
    }

    // spec: load-test.breakpoint
    #[test]
    fn a_generator_that_ran_out_is_no_limit_of_the_shop() {
        let mut short = run(65, |_| vec![10.0; 4]);
        for second in 40..60 {
            short.add(0, Event::Dropped { at_ms: second * 1_000, count: 2 });
        }
        let climb = Climb::of(&short, &limits(), &[leg(&[1, 2])], 65);
        assert!(climb.broke.as_ref().is_some_and(|broke| broke.is_generator));
        assert!(
            climb.sentence().starts_with("k6 ran out before the shop did, at 4.0 requests"),
            "{}",
            climb.sentence()
        );
        // Where hardly anything is answered any more, the shop keeps people waiting.
        let hangs = run(65, |second| if second < 40 { vec![10.0; 4] } else { vec![10.0; 1] });
        let broke = Climb::of(&hangs, &limits(), &[leg(&[1, 2])], 65).broke.unwrap();
        assert_eq!((broke.is_generator, broke.breach.what.as_str()), (false, "answers"));
    }

    // spec: load-test.breakpoint
    #[test]
    fn no_limit_breaks() {
        let series = run(65, |_| vec![10.0; 3]);
        let climb = Climb::of(&series, &limits(), &[leg(&[1, 2])], 65);
        let expected = "No limit broke. All limits held up to 3.0 requests and 2.00 people per second.";
        assert!(climb.sentence().starts_with(expected), "{}", climb.sentence());
        assert_eq!(climb.between(), None);
        let short = Climb::of(&series, &limits(), &[leg(&[1])], 20);
        assert!(short.sentence().contains("none was judged"));
    }
}
