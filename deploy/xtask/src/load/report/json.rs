//! The report for programs.

use serde_json::{Value, json};

use super::super::breakpoint::Rate;
use super::super::metrics::{Figure, mean, most};
use super::super::series::{Second, Summary, Tick, percentile, sorted};
use super::{Report, Row};

/// Version of the file's form; a change that breaks readers has another one.
const VERSION: u32 = 1;

/// The file.
pub(super) fn of(report: &Report) -> String {
    let measured = &report.measured;
    let whole = measured.series.whole();
    let uses: Vec<Value> = report
        .uses
        .iter()
        .map(|used| json!({"resource": used.resource, "degree": used.degree, "text": used.text}))
        .collect();
    let rate = |rate: Rate| json!({"requestsPerSecond": rate.requests, "peoplePerSecond": rate.people});
    let held = report.climb.as_ref().and_then(|climb| climb.held).map(rate);
    let statuses = measured.series.statuses.iter().map(|(status, count)| (status.to_string(), json!(count)));
    let checks = measured.series.checked(&(0..usize::MAX)).into_iter();
    let checks =
        checks.map(|(name, checked)| (name.to_owned(), json!({"passed": checked.passed, "failed": checked.failed})));
    let document = json!({
        "version": VERSION,
        "run": measured.name,
        "profile": measured.profile.name(),
        "command": measured.command,
        "target": measured.target,
        "machine": measured.machine,
        "startedMs": measured.series.start_ms(),
        "seconds": {"from": whole.start, "to": whole.end},
        "passed": report.verdict.is_passed(),
        "broken": report.verdict.broken(),
        "limits": report.limits.kind,
        "bound": report.bound(),
        "usedIn": {"from": report.used_in.start, "to": report.used_in.end},
        "uses": uses,
        "breakpoint": breakpoint(report),
        "heldUpTo": held,
        "people": {
            "came": measured.series.iterations(),
            "droppedShare": measured.series.dropped_share(&whole),
            "late": measured.series.late(),
            "perSecond": per_second(&measured.series.ticks, |tick| tick.iterations),
            "droppedPerSecond": per_second(&measured.series.ticks, |tick| tick.dropped),
            "present": per_second(&measured.series.ticks, Tick::people),
        },
        "confirmedOrders": report.confirmed(),
        "foreignAnswers": measured.series.foreign,
        "scriptErrors": measured.series.script_errors,
        "statuses": statuses.collect::<serde_json::Map<String, Value>>(),
        "checks": checks.collect::<serde_json::Map<String, Value>>(),
        "findings": findings(report),
        "requests": report.rows(&whole).iter().map(|row| row_of(report, row)).collect::<Vec<Value>>(),
        "phases": phases(report),
        "servers": servers(report),
        "machineBusy": measured.said.machine,
    });
    format!("{document:#}\n")
}

/// The phases of the run, with the requests in each.
fn phases(report: &Report) -> Vec<Value> {
    report
        .phases
        .iter()
        .map(|phase| {
            let requests: Vec<Value> = report.rows(&phase.seconds).iter().map(|row| row_of(report, row)).collect();
            json!({
                "name": phase.name,
                "from": phase.seconds.start,
                "to": phase.seconds.end,
                "isFault": phase.fault.is_some(),
                "refusals": report.measured.series.refusals(&phase.seconds),
                "requests": requests,
            })
        })
        .collect()
}

/// What was found when the rules were checked.
fn findings(report: &Report) -> Vec<Value> {
    report
        .verdict
        .findings
        .iter()
        .map(|finding| {
            json!({
                "site": finding.site,
                "rule": finding.rule,
                "holds": finding.holds,
                "checked": finding.checked,
                "details": finding.details,
            })
        })
        .collect()
}

/// Where a climb went beyond what the site can serve.
fn breakpoint(report: &Report) -> Option<Value> {
    report.climb.as_ref().and_then(|climb| climb.broke.as_ref()).map(|found| {
        json!({
            "from": found.seconds.start,
            "to": found.seconds.end,
            "requestsPerSecond": found.rate.requests,
            "peoplePerSecond": found.rate.people,
            "limit": found.breach.text,
            "isGenerator": found.is_generator,
        })
    })
}

fn row_of(report: &Report, row: &Row<'_>) -> Value {
    let Summary { count, errors, rate, p50, p95, p99, max } = &row.summary;
    let seconds = report.measured.series.requests.get(row.name).map(Vec::as_slice).unwrap_or_default();
    json!({
        "name": row.name,
        "count": count,
        "failed": errors,
        "perSecond": rate,
        "p50": p50,
        "p95": p95,
        "p99": p99,
        "max": max,
        "limit": row.limit.map(|limit| json!({"p95": limit.p95, "p99": limit.p99})),
        "counts": seconds.iter().map(Second::count).collect::<Vec<usize>>(),
        "failures": seconds.iter().map(|second| second.failed.len()).collect::<Vec<usize>>(),
        "p95s": seconds.iter().map(p95_of).collect::<Vec<f64>>(),
    })
}

fn p95_of(second: &Second) -> f64 {
    percentile(&sorted(std::slice::from_ref(second)), 0.95)
}

fn per_second(ticks: &[Tick], of: fn(&Tick) -> u32) -> Vec<u32> {
    ticks.iter().map(of).collect()
}

fn servers(report: &Report) -> Vec<Value> {
    let said = &report.measured.said;
    let figures = [
        ("processors", Figure::Processors),
        ("memoryBytes", Figure::Memory),
        ("databaseConnections", Figure::Connections),
        ("connectionWaitSeconds", Figure::ConnectionWait),
        ("lockWaitSeconds", Figure::LockWait),
        ("requestsInProgress", Figure::InProgress),
        ("jobsDue", Figure::JobsDue),
    ];
    let of_node = |(node, address): (usize, &String)| {
        let values = figures.iter().map(|(name, figure)| {
            let values = said.figure(node, *figure);
            ((*name).to_owned(), json!({"mean": mean(&values), "highest": most(&values), "perSecond": values}))
        });
        json!({"metrics": address, "figures": values.collect::<serde_json::Map<String, Value>>()})
    };
    said.nodes.iter().enumerate().map(of_node).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::super::options::Profile;
    use super::super::tests::report;

    // spec: load-test.report
    #[test]
    fn file_says_what_the_table_says() {
        let file: Value = serde_json::from_str(&super::of(&report(Profile::Average))).unwrap();
        let at = |pointer: &str| file.pointer(pointer).cloned().unwrap_or_default();
        assert_eq!(at("/passed"), Value::Bool(false));
        assert_eq!(at("/requests/0/name"), "search");
        assert_eq!(at("/requests/0/count"), 24);
        assert_eq!(at("/requests/0/limit/p95"), 100.0);
        assert_eq!(at("/servers/0/figures/processors/highest"), 1.0);
        assert_eq!(at("/confirmedOrders"), 1);
        assert_eq!(at("/phases/1/isFault"), true);
    }
}
