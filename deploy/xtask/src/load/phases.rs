//! Phases of a run with faults: before, during and after each, with the recovery from it.

use std::ops::Range;
use std::time::Duration;

use super::faults::Fault;

/// Seconds after a fault within which everything must be right again: meanwhile clients try again, pools are filled, and
/// a server starts.
const RECOVERY: usize = 15;

/// A part of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phase {
    pub(super) name: String,
    pub(super) seconds: Range<usize>,
    /// What fails in it, or did until it; then people may be refused, and must not be failed.
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
        // The clock of faults begins at the first request, as the run does.
        let start = (run.start + whole_seconds(fault.starts())).clamp(at, run.end.max(at));
        let end = (run.start + whole_seconds(fault.ends())).clamp(start, run.end.max(start));
        push_calm(&mut phases, last, Some(fault), at..start);
        push(&mut phases, format!("during {}", fault.name()), start..end, Some(fault));
        (at, last) = (end, Some(fault));
    }
    if last.is_some() {
        push_calm(&mut phases, last, None, at..run.end.max(at));
    }
    phases
}

/// The faults after which it was not seen whether everything was right again in time, since the run was over. Those that
/// did not begin are not among them.
pub(super) fn unseen(faults: &[Fault], run: &Range<usize>) -> Vec<String> {
    let is_unseen = |fault: &&Fault| {
        let has_begun = run.start + whole_seconds(fault.starts()) < run.end;
        has_begun && run.start + whole_seconds(fault.ends()) + RECOVERY >= run.end
    };
    let finding =
        |fault: &Fault| format!("the run was over before everything had to be right again after {}", fault.name());
    faults.iter().filter(is_unseen).map(finding).collect()
}

/// What is between two faults: the recovery from the last one, then usual times.
fn push_calm(phases: &mut Vec<Phase>, last: Option<&Fault>, next: Option<&Fault>, seconds: Range<usize>) {
    let mut usual = seconds.clone();
    if let Some(last) = last {
        usual.start = (seconds.start + RECOVERY).min(seconds.end);
        push(phases, format!("recovery from {}", last.name()), seconds.start..usual.start, Some(last));
    }
    push(phases, between(last.map(Fault::name), next.map(Fault::name)), usual, None);
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
        assert_eq!(
            shown,
            [
                ("before redis-away", 1..11),
                ("during redis-away", 11..16),
                ("recovery from redis-away", 16..31),
                ("after redis-away", 31..60)
            ]
        );
        assert_eq!(of(&[], &(1..60)), []);
    }

    #[test]
    fn a_run_that_ends_during_a_fault() {
        let faults: Vec<Fault> =
            ["disk-full@30s+5s", "redis-away@5s+5s"].iter().map(|text| text.parse().unwrap()).collect();
        let names: Vec<String> = of(&faults, &(0..32)).into_iter().map(|phase| phase.name).collect();
        assert_eq!(
            names,
            [
                "before redis-away",
                "during redis-away",
                "recovery from redis-away",
                "after redis-away",
                "during disk-full"
            ]
        );
        let told = unseen(&faults, &(0..32));
        assert_eq!(told, ["the run was over before everything had to be right again after disk-full"]);
        assert!(unseen(&faults, &(0..51)).is_empty());
        assert_eq!(unseen(&faults, &(0..20)).len(), 1, "one did not begin");
    }

    #[test]
    fn a_fault_during_the_recovery_from_another() {
        let faults: Vec<Fault> =
            ["redis-away@5s+5s", "disk-full@15s+5s"].iter().map(|text| text.parse().unwrap()).collect();
        let phases = of(&faults, &(0..60));
        let recovery = phases.iter().find(|phase| phase.name == "recovery from redis-away").unwrap();
        assert_eq!(recovery.seconds, 10..15);
        assert!(!phases.iter().any(|phase| phase.name == "after redis-away"));
    }
}
