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
    /// Whether something fails in it; its limits are shown and not judged.
    pub(super) is_fault: bool,
}

/// The phases of a run of these seconds; empty without a fault.
pub(super) fn of(faults: &[Fault], run: &Range<usize>) -> Vec<Phase> {
    let mut faults: Vec<(&str, Duration, Duration)> =
        faults.iter().map(|fault| (fault.name(), fault.starts(), fault.ends())).collect();
    faults.sort_by_key(|(_, starts, _)| *starts);
    let mut phases = Vec::new();
    let mut at = run.start;
    let mut last = None;
    for (name, starts, ends) in &faults {
        let start = whole_seconds(*starts).clamp(at, run.end.max(at));
        let end = (whole_seconds(*ends) + RECOVERY).clamp(start, run.end.max(start));
        push(&mut phases, between(last, Some(name)), at..start, false);
        push(&mut phases, format!("during {name}"), start..end, true);
        (at, last) = (end, Some(*name));
    }
    if last.is_some() {
        push(&mut phases, between(last, None), at..run.end.max(at), false);
    }
    phases
}

fn push(phases: &mut Vec<Phase>, name: String, seconds: Range<usize>, is_fault: bool) {
    if !seconds.is_empty() {
        phases.push(Phase { name, seconds, is_fault });
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
    usize::try_from(duration.as_secs()).unwrap_or(usize::MAX - RECOVERY)
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
        assert_eq!(shown, [("before redis-away", 1..10), ("during redis-away", 10..20), ("after redis-away", 20..60)]);
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
