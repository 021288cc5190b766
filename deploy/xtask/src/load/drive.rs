//! Drives k6 through a run: what fails meanwhile, what servers say, and where a climb ends.

use std::ffi::OsString;
use std::slice;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use super::arrivals::Arrivals;
use super::breakpoint::{Climb, Leg};
use super::faults::Fault;
use super::interrupt;
use super::k6::{K6, Load};
use super::limits::Limits;
use super::metrics::{self, ServerMetrics};
use super::nodes::Nodes;
use super::options::{Options, Profile};
use super::series::Series;
use super::stream::{Shared, Stream, with};

/// How often a run is watched.
const WATCH: Duration = Duration::from_millis(100);

/// Interval of progress messages.
const PROGRESS: Duration = Duration::from_secs(10);

/// The longest climb that its profile has.
const CLIMB: Duration = Duration::from_secs(780);
/// The two steps that narrow down where a limit broke, and the time for which the last visits may go on after them.
const NARROW_SECONDS: u32 = 48;
const LAST_VISITS: u32 = 45;
/// How much longer than its climb the whole may last: beyond that, nothing is narrowed down.
const AFTER_CLIMB: Duration = Duration::from_secs(120);

/// A run as it is driven.
pub(super) struct Course<'a> {
    pub(super) options: &'a Options,
    pub(super) limits: &'a Limits,
    pub(super) series: &'a Shared,
}

impl Course<'_> {
    fn looks_for_break(&self) -> bool {
        self.options.profile == Profile::Breakpoint
    }
}

/// What came of it, beside what was measured.
pub(super) struct Driven {
    pub(super) said: ServerMetrics,
    /// Why the run says less than it should.
    pub(super) troubles: Vec<String>,
    /// How people arrived, where a break is looked for.
    pub(super) legs: Vec<Leg>,
}

/// Runs k6 to its end, and reads meanwhile what the servers say of themselves.
pub(super) fn run(nodes: Option<&Nodes>, k6: &K6<'_>, course: &Course<'_>) -> Result<Driven> {
    let places = nodes.map_or_else(|| course.options.run.metrics.clone(), Nodes::metrics);
    let token = std::env::var("STOA_METRICS_TOKEN").ok();
    let (over, is_over) = mpsc::channel::<()>();
    let (said, driven) = thread::scope(|scope| {
        let token = token.as_deref();
        let sampler = scope.spawn(move || metrics::sample(places, token, &is_over));
        let driven = legs(nodes, k6, course);
        drop(over);
        (sampler.join(), driven)
    });
    let (legs, troubles) = driven?;
    let said = said.map_err(|_| anyhow!("the thread that reads metrics panicked"))?;
    Ok(Driven { said, troubles, legs })
}

/// Runs k6, and once more between the rates around a limit that broke.
fn legs(nodes: Option<&Nodes>, k6: &K6<'_>, course: &Course<'_>) -> Result<(Vec<Leg>, Vec<String>)> {
    let began = Instant::now();
    let mut faults: Vec<Timed<'_>> = course.options.run.faults.iter().map(Timed::new).collect();
    let mut legs: Vec<Leg> = leg(nodes, k6, course, &mut faults)?.into_iter().collect();
    let troubles = faults.iter().filter_map(Timed::trouble).collect();
    let climb = with(course.series, |series| Climb::of(series, course.limits, &legs, series.len()));
    let longest = course.options.seconds().map_or(CLIMB, |seconds| Duration::from_secs(seconds.into())) + AFTER_CLIMB;
    let is_time = began.elapsed() + Duration::from_secs((NARROW_SECONDS + LAST_VISITS).into()) <= longest;
    let Some(rates) = climb.between().filter(|_| is_time && !interrupt::is_asked_to_end()) else {
        return Ok((legs, troubles));
    };
    let rates = rates.map(|rate| format!("{rate:.3}")).join(",");
    println!("    a limit broke; now {rates} people per second, between the last rate that held and that one");
    let mut environment = k6.environment.clone();
    // The rates have the factor in them.
    let narrowed: [(&'static str, OsString); 3] =
        [("STOA_STEPS", rates.into()), ("STOA_SECONDS", NARROW_SECONDS.to_string().into()), ("STOA_SCALE", "1".into())];
    environment.extend(narrowed);
    let narrow = K6 { environment, part: "narrow-", ..*k6 };
    legs.extend(leg(nodes, &narrow, course, &mut [])?);
    Ok((legs, troubles))
}

/// Runs k6 once, in as many processes as the options say.
fn leg(nodes: Option<&Nodes>, k6: &K6<'_>, course: &Course<'_>, faults: &mut [Timed<'_>]) -> Result<Option<Leg>> {
    let profile = course.options.profile.name();
    let arrivals = if course.looks_for_break() { Arrivals::of(&k6.inspect(profile)?) } else { None };
    let mut leg = arrivals.map(Leg::new);
    let count = course.options.processes();
    let (mut loads, mut streams) = (Vec::new(), Vec::new());
    for number in 0..count {
        let stream = Stream::open(k6.private.join(format!("stream-{number}")), number, course.series)?;
        loads.push(k6.start(profile, stream.path(), number, count)?);
        streams.push(stream);
    }
    let watched = watch(nodes, &mut loads, course, faults, &mut leg);
    // k6 has ended, or is killed here; then its streams have an end.
    drop(loads);
    for stream in streams {
        stream.finish()?;
    }
    watched?;
    Ok(leg)
}

/// Waits for the end of k6; makes things fail meanwhile, and ends a climb in which a limit broke.
fn watch(
    nodes: Option<&Nodes>,
    loads: &mut [Load],
    course: &Course<'_>,
    faults: &mut [Timed<'_>],
    leg: &mut Option<Leg>,
) -> Result<()> {
    let series = course.series;
    let first = with(series, |series| series.len());
    // k6 needs a moment to start.
    let mut began: Option<Instant> = None;
    let (mut told, mut judged) = (Instant::now(), 0);
    let result = loop {
        match ended(loads) {
            Ok(false) => {}
            Ok(true) => break Ok(()),
            Err(error) => break Err(error),
        }
        if began.is_none() && with(series, |series| series.first_request(first)).is_some() {
            began = Some(Instant::now());
        }
        if let (Some(nodes), Some(began)) = (nodes, began)
            && let Err(error) = faults.iter_mut().try_for_each(|fault| fault.at(began.elapsed(), nodes))
        {
            break Err(error);
        }
        let mut should_end = interrupt::is_asked_to_end();
        if let Some(leg) = leg.as_mut() {
            should_end |= has_broken(leg, course, first, &mut judged);
            if should_end && leg.until.is_none() {
                leg.until = Some(with(series, |series| series.len()));
            }
        }
        if should_end {
            loads.iter_mut().for_each(Load::ask_to_end);
        }
        if told.elapsed() >= PROGRESS && !course.options.smoke {
            told = Instant::now();
            println!("    {}", with(series, |series| progress(series)));
        }
        thread::sleep(WATCH);
    };
    if let Some(leg) = leg {
        leg.begin = with(series, |series| series.first_request(first));
    }
    let undone = match nodes {
        Some(nodes) => faults.iter_mut().try_for_each(|fault| fault.undo(nodes)),
        None => Ok(()),
    };
    result.and(undone)
}

/// Whether a limit broke in a step that is over; `judged` is how many have been looked at.
fn has_broken(leg: &mut Leg, course: &Course<'_>, first: usize, judged: &mut usize) -> bool {
    with(course.series, |series| {
        leg.begin = series.first_request(first);
        // The last second is not complete.
        let known = series.len().saturating_sub(1);
        let over = leg.steps_over(known);
        if std::mem::replace(judged, over) == over {
            return false;
        }
        Climb::of(series, course.limits, slice::from_ref(&*leg), known).broke.is_some()
    })
}

/// Whether all have ended.
fn ended(loads: &mut [Load]) -> Result<bool> {
    let mut all = true;
    for load in loads {
        all &= load.has_ended()?;
    }
    Ok(all)
}

fn progress(series: &Series) -> String {
    let second = series.len().saturating_sub(1);
    let last = second.saturating_sub(10)..second;
    let errors: u64 = series.requests.keys().map(|name| series.summary(name, &last).errors).sum();
    format!("{second} s: {:.1} requests per second, {errors} failed", series.rate(&last))
}

/// A fault and how far it is.
#[derive(Debug)]
struct Timed<'a> {
    fault: &'a Fault,
    has_begun: bool,
    is_over: bool,
}

impl<'a> Timed<'a> {
    fn new(fault: &'a Fault) -> Self {
        Self { fault, has_begun: false, is_over: false }
    }

    /// Begins or ends it, if it is time.
    fn at(&mut self, elapsed: Duration, nodes: &Nodes) -> Result<()> {
        if !self.has_begun && elapsed >= self.fault.starts() {
            self.has_begun = true;
            println!("    {} begins", self.fault.name());
            self.fault.begin(nodes)?;
        }
        if elapsed >= self.fault.ends() { self.undo(nodes) } else { Ok(()) }
    }

    /// What it did not do.
    fn trouble(&self) -> Option<String> {
        (!self.has_begun).then(|| format!("{} did not begin: the run was over before", self.fault.name()))
    }

    fn undo(&mut self, nodes: &Nodes) -> Result<()> {
        if !self.has_begun || self.is_over {
            return Ok(());
        }
        self.is_over = true;
        println!("    {} is over", self.fault.name());
        self.fault.end(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: load-test.verdict
    #[test]
    fn a_fault_that_did_not_begin_is_told() {
        let fault: Fault = "redis-away@90s".parse().unwrap();
        let mut timed = Timed::new(&fault);
        assert_eq!(timed.trouble().unwrap(), "redis-away did not begin: the run was over before");
        timed.has_begun = true;
        assert_eq!(timed.trouble(), None);
    }
}
