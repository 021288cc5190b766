//! The table that a person reads in the terminal.

use std::ops::Range;

use super::{Report, Row};

/// Everything that a run says, the verdict last.
pub(super) fn of(report: &Report) -> String {
    let whole = report.measured.series.whole();
    let mut lines = vec![
        format!("{} — {}", report.measured.name, report.measured.target),
        report.measured.machine.clone(),
        format!("limits: {}", report.limits.kind),
        String::new(),
    ];
    let mut parts: Vec<(String, Range<usize>)> = vec![("whole run".to_owned(), whole.clone())];
    parts.extend(report.phases.iter().map(|phase| (phase.name.clone(), phase.seconds.clone())));
    let has_phases = parts.len() > 1;
    for (name, seconds) in parts {
        if has_phases {
            lines.push(format!("{name} (seconds {} to {})", seconds.start, seconds.end));
        }
        lines.extend(requests(&report.rows(&seconds)));
        let refusals = report.measured.series.refusals(&seconds);
        if !refusals.is_empty() {
            lines.push(format!("answers other than success: {refusals}"));
        }
        lines.push(String::new());
    }
    let series = &report.measured.series;
    lines.push(format!(
        "{} people came, {:.2} % could not (dropped iterations); {} orders confirmed",
        series.iterations(),
        series.dropped_share(&whole) * 100.0,
        report.confirmed(),
    ));
    for finding in &report.verdict.findings {
        let word = if finding.holds { finding.word().to_owned() } else { finding.word().to_uppercase() };
        lines.push(format!("{} {word} at {} ({} checked)", finding.rule, finding.site, finding.checked));
    }
    for step in report.climb.iter().flat_map(|climb| &climb.steps) {
        let (people, requests) = (step.rate.people, step.rate.requests);
        let said = step.breach.as_deref().unwrap_or("all limits held");
        lines.push(format!("step of {people:.2} people and {requests:.1} requests per second: {said}"));
    }
    lines.extend(report.break_sentence());
    lines.push(format!("what bound: {}", report.bound()));
    match report.verdict.broken().as_slice() {
        [] => lines.push("passed".to_owned()),
        broken => {
            lines.push("NOT PASSED, worst first:".to_owned());
            lines.extend(broken.iter().map(|text| format!("  {text}")));
        }
    }
    lines.join("\n")
}

/// Rows in columns.
fn requests(rows: &[Row<'_>]) -> Vec<String> {
    let heading = ["request", "count", "per s", "p50 ms", "p95 ms", "p99 ms", "max ms", "failed", "limit p95/p99"];
    let mut cells: Vec<Vec<String>> = vec![heading.map(str::to_owned).to_vec()];
    cells.extend(rows.iter().map(|row| {
        let summary = &row.summary;
        let milliseconds = |value: f64| format!("{value:.1}");
        vec![
            row.name.to_owned(),
            summary.count.to_string(),
            format!("{:.1}", summary.rate),
            milliseconds(summary.p50),
            milliseconds(summary.p95),
            milliseconds(summary.p99),
            milliseconds(summary.max),
            summary.errors.to_string(),
            row.limit.map_or_else(String::new, |limit| format!("{:.0}/{:.0}", limit.p95, limit.p99)),
        ]
    }));
    let width = |column: usize| {
        let lengths = cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        lengths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    cells.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::options::Profile;
    use super::super::tests::report;

    #[test]
    fn table_names_the_worst_first() {
        let text = super::of(&report(Profile::Average));
        assert!(text.contains("during redis-away"), "{text}");
        assert!(text.contains("paid-once DOES NOT HOLD at http://shop (3 checked)"), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let verdict = lines.iter().position(|line| *line == "NOT PASSED, worst first:").unwrap();
        assert!(lines.get(verdict + 1).unwrap().trim().starts_with("the run was over"));
        assert!(lines.get(verdict + 2).unwrap().trim().starts_with("paid-once"));
    }
}
