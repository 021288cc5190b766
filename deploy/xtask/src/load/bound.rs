//! What was used up in a run: the rule behind the line "what bound".

use std::ops::Range;

use super::metrics::{Figure, Sample, ServerMetrics, mean, most};
use super::series::{Series, share};

/// Length of the seconds that are looked at, if no break of a limit tells them: those in which most requests were in
/// progress. Means over a long run would hide a short peak.
pub(super) const WINDOW: usize = 30;

/// The rule, for reports.
pub(super) const RULE: &str = "Each resource has a degree of use: processor = processors in use / processors there \
     are, at 85 %; machine = this machine's processors in use, at 90 %; database pool = connections in use / \
     connections there may be, at 95 %, or waiting for one, at 25 % of the time of all requests; locks = waiting for \
     locks, at 25 % of the time of all requests; memory = resident memory / limit, at 90 %; permitted calls = requests \
     refused with 429, at 1 %; due work = age of the oldest due job, at 60 s. Of a breakpoint, the seconds of the break \
     are looked at; of other runs, the 30 seconds in which requests were in progress longest: those of the limit that \
     broke most, or all. What is furthest above its threshold \
     bound the run; if nothing is above, nothing was used up.";

/// A resource and how much of it was used.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Use {
    pub(super) resource: &'static str,
    /// Measured, in words.
    pub(super) text: String,
    /// Measured divided by the threshold of the rule.
    pub(super) degree: f64,
}

/// What was used in these seconds, the most used first; empty when nothing is known.
pub(super) fn uses(series: &Series, said: &ServerMetrics, seconds: &Range<usize>) -> Vec<Use> {
    let mut found: Vec<Use> = (0..said.nodes.len()).flat_map(|node| of_node(said, node, seconds)).collect();
    if let Some(busy) = mean(within(&said.machine, seconds)) {
        found.push(used(
            "machine",
            busy,
            0.90,
            format!("{:.0} % of this machine's processors in use, k6 included", busy * 100.0),
        ));
    }
    let statuses = series.statuses(seconds);
    let refused = statuses.get(&429).map_or(0, |(count, _)| *count);
    let refused = share(refused, statuses.values().map(|(count, _)| count).sum());
    found.push(used(
        "permitted calls",
        refused,
        0.01,
        format!("{:.1} % of requests refused with 429", refused * 100.0),
    ));
    found.sort_by(|left, right| right.degree.total_cmp(&left.degree));
    found
}

/// One sentence for the table and the report.
pub(super) fn sentence(uses: &[Use], seconds: &Range<usize>, is_sampled: bool) -> String {
    match uses.first() {
        Some(first) if first.degree >= 1.0 => {
            format!("{}: {} (seconds {} to {})", first.resource, first.text, seconds.start, seconds.end)
        }
        Some(first) if is_sampled => format!("nothing was used up; the nearest: {} ({})", first.resource, first.text),
        _ => "unknown: the target's metrics were not read (see --metrics)".to_owned(),
    }
}

fn of_node(said: &ServerMetrics, node: usize, seconds: &Range<usize>) -> Vec<Use> {
    let Some(last) = said.last(node) else { return Vec::new() };
    let figure = |figure| {
        let values = said.figure(node, figure);
        within(&values, seconds).to_vec()
    };
    let average = |of| mean(&figure(of));
    let number = node + 1;
    let mut found = Vec::new();
    if let Some((used_processors, there_are)) = average(Figure::Processors).zip(last.processors) {
        let text = format!("node {number} used {used_processors:.2} of {there_are:.0} processors");
        found.push(used("processor", used_processors / there_are.max(0.01), 0.85, text));
    }
    if let Some((connections, limit)) = average(Figure::Connections).zip(last.connections_max) {
        let text = format!("node {number} used {connections:.1} of {limit:.0} connections");
        found.push(used("database pool", connections / limit.max(1.0), 0.95, text));
    }
    // Waiting is compared with the time of all requests in progress.
    let in_progress = average(Figure::InProgress).filter(|seconds| *seconds > 0.0);
    for (resource, what, wait) in [
        ("database pool", "a connection", average(Figure::ConnectionWait)),
        ("locks", "locks", average(Figure::LockWait)),
    ] {
        if let Some((waited, all)) = wait.zip(in_progress) {
            let part = waited / all;
            let text =
                format!("at node {number}, {:.0} % of the time of requests went into waiting for {what}", part * 100.0);
            found.push(used(resource, part, 0.25, text));
        }
    }
    if let Some((bytes, limit)) = most(&figure(Figure::Memory)).zip(last.memory_limit_bytes) {
        let text = format!("node {number} used {:.0} of {:.0} MB", bytes / 1e6, limit / 1e6);
        found.push(used("memory", bytes / limit.max(1.0), 0.90, text));
    }
    let samples = said.seconds.get(in_range(seconds, said.seconds.len())).unwrap_or_default();
    let lag =
        |nodes: &Vec<Option<Sample>>| nodes.get(node).and_then(Option::as_ref).and_then(|own| own.job_lag_seconds);
    if let Some(lag) = most(&samples.iter().map(lag).collect::<Vec<_>>()) {
        let text = format!("at node {number}, the oldest due job waited {lag:.0} s");
        found.push(used("due work", lag, 60.0, text));
    }
    found
}

fn used(resource: &'static str, measured: f64, threshold: f64, text: String) -> Use {
    Use { resource, text, degree: measured / threshold }
}

fn within<'a>(values: &'a [Option<f64>], seconds: &Range<usize>) -> &'a [Option<f64>] {
    values.get(in_range(seconds, values.len())).unwrap_or_default()
}

fn in_range(seconds: &Range<usize>, len: usize) -> Range<usize> {
    let start = seconds.start.min(len);
    start..seconds.end.clamp(start, len)
}

#[cfg(test)]
mod tests {
    use super::super::stream::Event;
    use super::*;

    fn said(samples: &[Sample]) -> ServerMetrics {
        let seconds = samples.iter().map(|sample| vec![Some(sample.clone())]).collect();
        ServerMetrics { nodes: vec!["a".to_owned()], seconds, machine: Vec::new() }
    }

    fn at(second: u32, processors: f64, locks: f64) -> Sample {
        let second = f64::from(second);
        Sample {
            processor_seconds: Some(second * processors),
            processors: Some(2.0),
            request_seconds: Some(second * 4.0),
            lock_wait_seconds: Some(second * locks),
            ..Sample::default()
        }
    }

    // spec: load-test.report
    #[test]
    fn busiest_resource_bound() {
        let series = Series::new(0);
        let busy: Vec<Sample> = (0..10).map(|second| at(second, 1.9, 0.1)).collect();
        let sentence_of = |samples: &[Sample]| sentence(&uses(&series, &said(samples), &(0..10)), &(0..10), true);
        assert_eq!(sentence_of(&busy), "processor: node 1 used 1.90 of 2 processors (seconds 0 to 10)");
        let locked: Vec<Sample> = (0..10).map(|second| at(second, 0.5, 3.0)).collect();
        assert!(sentence_of(&locked).starts_with("locks: at node 1, 75 %"));
        let idle: Vec<Sample> = (0..10).map(|second| at(second, 0.2, 0.0)).collect();
        assert!(sentence_of(&idle).starts_with("nothing was used up"));
    }

    #[test]
    fn a_refusing_target_and_an_unknown_one() {
        let mut series = Series::new(0);
        let request =
            |at_ms, status| Event::Request { at_ms, name: "cart".into(), milliseconds: 1.0, failed: false, status };
        series.add(0, request(1, 200));
        let sentence_of =
            |series: &Series, seconds| sentence(&uses(series, &ServerMetrics::default(), &seconds), &seconds, false);
        assert!(sentence_of(&series, 0..1).starts_with("unknown"));
        series.add(0, request(1, 429));
        series.add(0, request(1_001, 200));
        assert!(sentence_of(&series, 0..1).starts_with("permitted calls: 50.0 %"));
        assert!(sentence_of(&series, 1..2).starts_with("unknown"), "only the seconds that are judged count");
    }
}
