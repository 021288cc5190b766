//! Phases of a run with faults: before, during and after each.

use std::ops::Range;
use std::time::Duration;

use super::faults::Fault;

/// Seconds after a fault in which a server may still notice it: clients try again, and pools are filled.
const RECOVERY: usize = 5;

/// A part of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phase {
    pub(super) name: String,
    pub(super) seconds: Range<usize>,
    /// What fails in it; then people may be refused, and must not be failed.
    pub(super) fault: Option<Fault>,
}

/// The phases of a run of these seconds; empty without a fault.
pub(super) fn of(faults: &[Fault], run: &Range<usize>) -> Vec<Phase> {
    let mut faults: Vec<&Fault> = faults.iter().collect();
    faults.sort_by_key(|fault| fault.starts());
    let mut phases = Vec::new();
    let mut at = run.start;
    let mut last = None;
    for fault in faults {
        let name = fault.name();
        // The clock of faults begins at the first request, as the run does.
        let start = (run.start + whole_seconds(fault.starts())).clamp(at, run.end.max(at));
        let end = (run.start + whole_seconds(fault.ends()) + RECOVERY).clamp(start, run.end.max(start));
        push(&mut phases, between(last, Some(name)), at..start, None);
        push(&mut phases, format!("during {name}"), start..end, Some(fault));
        (at, last) = (end, Some(name));
    }
    if last.is_some() {
        push(&mut phases, between(last, None), at..run.end.max(at), None);
    }
    phases
}

fn push(phases: &mut Vec<Phase>, name: String, seconds: Range<usize>, fault: Option<&Fault>) {
    if !seconds.is_empty() {
        phases.push(Phase { name, seconds, fault: fault.cloned() });
    }
}

fn between(last: Option<&str>, next: Option<&str>) -> String {
    match (last, next) {
        (Some(last), _) => format!("after {last}"),
        (None, Some(next)) => format!("before {next}"),
        (None, None) => String::new(),
    }
}

fn whole_seconds(duration: Duration) -> usize {
    usize::try_from(duration.as_secs()).unwrap_or(usize::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_during_after() {
        let fault: Fault = "redis-away@10s+5s".parse().unwrap();
        let phases = of(&[fault], &(1..60));
        let shown: Vec<(&str, Range<usize>)> =
            phases.iter().map(|phase| (phase.name.as_str(), phase.seconds.clone())).collect();
        assert_eq!(shown, [("before redis-away", 1..11), ("during redis-away", 11..21), ("after redis-away", 21..60)]);
        assert_eq!(of(&[], &(1..60)), []);
    }

    #[test]
    fn a_run_that_ends_during_a_fault() {
        let faults: Vec<Fault> =
            ["disk-full@30s+5s", "redis-away@5s+5s"].iter().map(|text| text.parse().unwrap()).collect();
        let names: Vec<String> = of(&faults, &(0..32)).into_iter().map(|phase| phase.name).collect();
        assert_eq!(names, ["before redis-away", "during redis-away", "after redis-away", "during disk-full"]);
    }
}
