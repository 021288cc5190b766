//! Tables of the page that are wider than a phone: each can be scrolled by itself.

use super::super::breakpoint::Step;
use super::charts::number;
use super::junit::escape;
use super::{Report, Row};

/// A table that can be scrolled sideways, by keyboard as well.
pub(super) fn wide(label: &str, table: &str) -> String {
    let label = escape(label);
    format!("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{label}\">{table}</div>\n")
}

/// All requests of the run, those nearest to their limit first.
pub(super) fn overview(report: &Report) -> String {
    let whole = report.measured.series.whole();
    let mut rows = report.rows(&whole);
    rows.sort_by(|left, right| {
        let used = degree(right).total_cmp(&degree(left));
        used.then(right.summary.count.cmp(&left.summary.count))
    });
    let body: String = rows.iter().map(row).collect();
    let head = "<thead><tr><th></th><th>requests</th><th>per second</th><th>p95, ms</th><th>limit</th><th>p99, \
                ms</th><th>limit</th><th>failed</th></tr></thead>";
    let caption = "<caption>All requests, those nearest to their limit first</caption>";
    wide("All requests", &format!("<table>{caption}{head}<tbody>{body}</tbody></table>"))
}

/// How much of its limit a kind of request needs; 0 without one.
fn degree(row: &Row<'_>) -> f64 {
    row.limit.map_or(0.0, |limit| (row.summary.p95 / limit.p95).max(row.summary.p99 / limit.p99))
}

fn row(row: &Row<'_>) -> String {
    let summary = &row.summary;
    let of_limit = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), number);
    let class = |is_broken: bool| if is_broken { " class=\"failed\"" } else { "" };
    let (p95, p99) = (row.limit.map(|limit| limit.p95), row.limit.map(|limit| limit.p99));
    format!(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td{}>{}</td><td>{}</td><td{}>{}</td><td>{}</td>\
         <td>{}</td></tr>",
        escape(row.name),
        summary.count,
        number(summary.rate),
        class(p95.is_some_and(|limit| summary.p95 > limit)),
        number(summary.p95),
        of_limit(p95),
        class(p99.is_some_and(|limit| summary.p99 > limit)),
        number(summary.p99),
        of_limit(p99),
        summary.errors
    )
}

/// The steps of a climb; empty for other profiles.
pub(super) fn steps(report: &Report) -> String {
    let Some(climb) = report.climb.as_ref().filter(|climb| !climb.steps.is_empty()) else { return String::new() };
    let step = |step: &Step| {
        let (class, word) = match &step.breach {
            None => ("passed", "all limits held".to_owned()),
            Some(text) => ("failed", escape(text)),
        };
        format!(
            "<tr><td>{:.2}</td><td>{}</td><td>{} to {}</td><td class=\"{class}\">{word}</td></tr>",
            step.rate.people,
            number(step.rate.requests),
            step.seconds.start,
            step.seconds.end
        )
    };
    let rows: String = climb.steps.iter().map(step).collect();
    let head = "<thead><tr><th>people per second</th><th>requests per second</th><th>judged in seconds</th><th></th>\
                </tr></thead>";
    format!("<h2>Steps</h2>\n{}", wide("Steps", &format!("<table>{head}<tbody>{rows}</tbody></table>")))
}

#[cfg(test)]
mod tests {
    use super::super::super::breakpoint::{Climb, Rate, Step};
    use super::super::super::options::Profile;
    use super::super::tests::report;

    // spec: load-test.report
    #[test]
    fn all_requests_stand_in_one_table_the_worst_first() {
        let table = super::overview(&report(Profile::Average));
        let (worst, other) = (table.find("<th scope=\"row\">search"), table.find("<th scope=\"row\">&lt;b&gt;"));
        assert!(worst.is_some() && worst < other, "{table}");
        assert!(table.contains("<td class=\"failed\">150</td><td>100</td>"), "{table}");
        assert!(table.starts_with("<div class=\"wide\" role=\"region\" tabindex=\"0\""));
    }

    // spec: load-test.breakpoint
    #[test]
    fn steps_of_a_climb() {
        let mut report = report(Profile::Breakpoint);
        assert_eq!(super::steps(&report), "");
        let rate = Rate { people: 1.25, requests: 28.0 };
        let steps = vec![Step { seconds: 10..30, rate, breach: Some("search: p95 <900>".to_owned()) }];
        report.climb = Some(Climb { steps, ..Climb::default() });
        let table = super::steps(&report);
        assert!(table.contains("<td>1.25</td><td>28") && table.contains("search: p95 &lt;900&gt;"), "{table}");
    }
}
