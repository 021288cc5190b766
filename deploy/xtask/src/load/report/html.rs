//! The report for people: one file without scripts or other files, so that it can be kept, sent, and opened from a
//! disk.

use super::super::bound;
use super::super::metrics::{Figure, mean, most};
use super::super::series::{Second, percentile, sorted};
use super::charts::{Chart, Line, number, seconds_of_point};
use super::junit::escape;
use super::tables::{overview, steps, wide};
use super::{Report, Row};

const STYLE: &str = include_str!("report.css");

/// The page.
pub(super) fn of(report: &Report) -> String {
    let title = escape(&report.measured.name);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {}{}{}{}{}{}{}{}</body>\n</html>\n",
        verdict(report),
        facts(report),
        steps(report),
        overview(report),
        requests(report),
        servers(report),
        phases(report),
        rules(report),
    )
}

fn verdict(report: &Report) -> String {
    let broken = report.verdict.broken();
    let mut html = if broken.is_empty() {
        "<p class=\"verdict passed\">Passed.</p>\n".to_owned()
    } else {
        let items: String = broken.iter().map(|text| format!("<li>{}</li>", escape(text))).collect();
        format!("<div class=\"verdict failed\"><p>Not passed, worst first:</p><ol>{items}</ol></div>\n")
    };
    if let Some(sentence) = report.break_sentence() {
        html.push_str(&format!("<p class=\"lead\">{}</p>\n", escape(&sentence)));
    }
    html.push_str(&format!("<p class=\"lead\">What bound: {}</p>\n", escape(&report.bound())));
    html
}

fn facts(report: &Report) -> String {
    let measured = &report.measured;
    let whole = measured.series.whole();
    let people = format!(
        "{} came, {:.2} % could not (dropped iterations)",
        measured.series.iterations(),
        measured.series.dropped_share(&whole) * 100.0
    );
    let rows = [
        ("Command", measured.command.clone()),
        ("Target", measured.target.clone()),
        ("Machine", measured.machine.clone()),
        ("Limits", report.limits.kind.clone()),
        ("Length", format!("{} s", whole.len())),
        ("People", people),
        ("Confirmed orders", report.confirmed().to_string()),
    ];
    let rows: String = rows.iter().map(|(name, text)| format!("<dt>{name}</dt><dd>{}</dd>", escape(text))).collect();
    format!("<dl>{rows}</dl>\n")
}

fn requests(report: &Report) -> String {
    let measured = &report.measured;
    let seconds = measured.series.len();
    let step = seconds_of_point(seconds);
    let mut html = "<h2>Requests</h2>\n".to_owned();
    let ticks = &measured.series.ticks;
    let per_second =
        |of: fn(&super::super::series::Tick) -> u32| ticks.iter().map(|tick| Some(f64::from(of(tick)))).collect();
    let came: Vec<Option<f64>> = per_second(|tick| tick.iterations);
    let dropped: Vec<Option<f64>> = per_second(|tick| tick.dropped);
    let present: Vec<Option<f64>> = per_second(|tick| tick.people());
    let chart = Chart {
        title: "people".to_owned(),
        unit: "per second; present at once",
        lines: vec![
            Line::new("who did what they came for", came.clone()),
            Line::new("who could not come", dropped.clone()),
            Line::new("present", present.clone()),
        ],
        limit: None,
        seconds,
        phases: &report.phases,
    };
    let table = figures(&[("came per second", &came), ("could not come", &dropped), ("present", &present)]);
    html.push_str(&beside(&chart.html(), &table));
    for row in report.rows(&measured.series.whole()) {
        let of_name = measured.series.requests.get(row.name).map(Vec::as_slice).unwrap_or_default();
        let lines = [("p50", 0.50), ("p95", 0.95), ("p99", 0.99)];
        let latencies = Chart {
            title: row.name.to_owned(),
            unit: "ms",
            lines: lines
                .iter()
                .map(|(label, of)| Line::of_points(*label, quantiles(of_name, *of, step), step))
                .collect(),
            limit: row.limit.map(|limit| limit.p95),
            seconds,
            phases: &report.phases,
        };
        let mut rates = vec![Line::new("requests", counts(of_name, seconds, |second| second.count() as f64))];
        if row.summary.errors > 0 {
            rates.push(Line::new("failed", counts(of_name, seconds, |second| second.failed.len() as f64)));
        }
        let rates = Chart {
            title: format!("{}: rate", row.name),
            unit: "per second",
            lines: rates,
            limit: None,
            seconds,
            phases: &report.phases,
        };
        html.push_str(&beside(&format!("{}{}", latencies.html(), rates.html()), &table_of(&row)));
    }
    html
}

/// Of all requests of each point: the highest of percentiles of single seconds is not the percentile of all.
fn quantiles(seconds: &[Second], of: f64, step: usize) -> Vec<Option<f64>> {
    let of_point = |seconds: &[Second]| {
        let durations = sorted(seconds);
        (!durations.is_empty()).then(|| percentile(&durations, of))
    };
    seconds.chunks(step).map(of_point).collect()
}

/// Until the end of the run, even where nothing was requested any more.
fn counts(seconds: &[Second], length: usize, of: fn(&Second) -> f64) -> Vec<Option<f64>> {
    let after = std::iter::repeat_n(Some(0.0), length.saturating_sub(seconds.len()));
    seconds.iter().map(|second| Some(of(second))).chain(after).collect()
}

fn table_of(row: &Row<'_>) -> String {
    let summary = &row.summary;
    let limit = |of: fn(&super::super::limits::Limit) -> f64| {
        row.limit.as_ref().map_or_else(|| "–".to_owned(), |limit| number(of(limit)))
    };
    let rows = [
        ("requests", summary.count.to_string(), String::new()),
        ("per second", number(summary.rate), String::new()),
        ("failed", format!("{} ({:.2} %)", summary.errors, summary.error_share() * 100.0), String::new()),
        ("p50, ms", number(summary.p50), String::new()),
        ("p95, ms", number(summary.p95), limit(|limit| limit.p95)),
        ("p99, ms", number(summary.p99), limit(|limit| limit.p99)),
        ("longest, ms", number(summary.max), String::new()),
    ];
    let rows: String = rows
        .iter()
        .map(|(name, value, limit)| format!("<tr><th scope=\"row\">{name}</th><td>{value}</td><td>{limit}</td></tr>"))
        .collect();
    let name = escape(row.name);
    let head = "<thead><tr><th></th><th>measured</th><th>limit</th></tr></thead>";
    format!("<table><caption>{name}</caption>{head}<tbody>{rows}</tbody></table>")
}

fn servers(report: &Report) -> String {
    let said = &report.measured.said;
    let seconds = report.measured.series.len();
    let chart = |title: String, unit, lines| Chart { title, unit, lines, limit: None, seconds, phases: &report.phases };
    let mut html = "<h2>What the server said of itself</h2>\n".to_owned();
    if said.nodes.is_empty() {
        html.push_str("<p>Its metrics were not read: <code>--metrics host:port</code> names them.</p>\n");
        return html;
    }
    let machine: Vec<Option<f64>> = said.machine.iter().map(|share| share.map(|share| share * 100.0)).collect();
    let lines = vec![Line::new("busy", machine.clone())];
    let table = figures(&[("this machine, %", &machine)]);
    html.push_str(&beside(&chart("processors of this machine, k6 included".to_owned(), "%", lines).html(), &table));
    let figures_of_nodes = [
        ("processor", "processors in use", Figure::Processors, 1.0),
        ("memory", "MB", Figure::Memory, 1e-6),
        ("database pool", "connections in use", Figure::Connections, 1.0),
        ("waiting for a database connection", "ms per second, all requests together", Figure::ConnectionWait, 1_000.0),
        ("waiting for locks", "ms per second, all requests together", Figure::LockWait, 1_000.0),
        ("requests in progress", "on average", Figure::InProgress, 1.0),
        ("due work", "jobs", Figure::JobsDue, 1.0),
    ];
    for (title, unit, figure, factor) in figures_of_nodes {
        let values: Vec<(String, Vec<Option<f64>>)> = (0..said.nodes.len())
            .map(|node| {
                let values = said.figure(node, figure).into_iter().map(|value| value.map(|value| value * factor));
                (format!("node {}", node + 1), values.collect())
            })
            .collect();
        if values.iter().all(|(_, values)| values.iter().all(Option::is_none)) {
            html.push_str(&format!("<p>{title}: not said.</p>\n"));
            continue;
        }
        let rows: Vec<(&str, &Vec<Option<f64>>)> =
            values.iter().map(|(name, values)| (name.as_str(), values)).collect();
        let table = figures(&rows);
        let line = |(name, values): &(String, Vec<Option<f64>>)| {
            let line = Line::new(name.as_str(), values.clone());
            if figure == Figure::Memory { line.of_highest() } else { line }
        };
        let lines = values.iter().map(line).collect();
        html.push_str(&beside(&chart(title.to_owned(), unit, lines).html(), &table));
    }
    html
}

/// Means and highest values.
fn figures(rows: &[(&str, &Vec<Option<f64>>)]) -> String {
    let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), number);
    let rows: String = rows
        .iter()
        .map(|(name, values)| {
            let (mean, most) = (shown(mean(values)), shown(most(values)));
            format!("<tr><th scope=\"row\">{}</th><td>{mean}</td><td>{most}</td></tr>", escape(name))
        })
        .collect();
    format!("<table><thead><tr><th></th><th>mean</th><th>highest</th></tr></thead><tbody>{rows}</tbody></table>")
}

fn beside(charts: &str, table: &str) -> String {
    format!("<section class=\"pair\"><div>{charts}</div>{table}</section>\n")
}

fn phases(report: &Report) -> String {
    if report.phases.is_empty() {
        return String::new();
    }
    let mut html =
        "<h2>Phases</h2>\n<p>Limits are judged before a fault and from 15 s after it on. In between, people may get a \
                    clear 503 (502 when a server is killed), but no other failure and no wrong content, and nobody may \
                    wait longer than 10 s.</p>\n"
            .to_owned();
    for phase in &report.phases {
        let refusals = match report.measured.series.refusals(&phase.seconds) {
            none if none.is_empty() => String::new(),
            some => format!("; answers other than success: {some}"),
        };
        let rows: String = report
            .rows(&phase.seconds)
            .iter()
            .map(|row| {
                let summary = &row.summary;
                format!(
                    "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                    escape(row.name),
                    summary.count,
                    number(summary.rate),
                    number(summary.p95),
                    number(summary.p99),
                    summary.errors
                )
            })
            .collect();
        let table = format!(
            "<table><caption>{}, seconds {} to {}{refusals}</caption>\
             <thead><tr><th></th><th>requests</th><th>per second</th>\
             <th>p95, ms</th><th>p99, ms</th><th>failed</th></tr></thead><tbody>{rows}</tbody></table>",
            escape(&phase.name),
            phase.seconds.start,
            phase.seconds.end
        );
        html.push_str(&wide(&phase.name, &table));
    }
    html
}

fn rules(report: &Report) -> String {
    let mut html = "<h2>What the target said of its data</h2>\n".to_owned();
    let rows: String = report
        .verdict
        .findings
        .iter()
        .map(|finding| {
            let class = if finding.holds { "passed" } else { "failed" };
            format!(
                "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"{class}\">{}</td><td>{}</td><td>{}</td></tr>",
                escape(&finding.rule),
                escape(&finding.site),
                finding.word(),
                finding.checked,
                escape(&finding.details.join("; "))
            )
        })
        .collect();
    let head = "<thead><tr><th>rule</th><th>site</th><th></th><th>checked</th><th>details</th></tr></thead>";
    html.push_str(&wide("Rules", &format!("<table>{head}<tbody>{rows}</tbody></table>")));
    html.push_str(&format!("<h2>What was used</h2>\n<p>{}</p>\n", escape(bound::RULE)));
    let uses: String = report
        .uses
        .iter()
        .map(|used| {
            let (resource, text) = (escape(used.resource), escape(&used.text));
            format!("<tr><th scope=\"row\">{resource}</th><td>{:.0} %</td><td>{text}</td></tr>", used.degree * 100.0)
        })
        .collect();
    let head = "<thead><tr><th>resource</th><th>of its threshold</th><th>measured</th></tr></thead>";
    html.push_str(&wide("What was used", &format!("<table>{head}<tbody>{uses}</tbody></table>")));
    html
}

#[cfg(test)]
mod tests {
    use super::super::super::options::Profile;
    use super::super::tests::report;

    // spec: load-test.report
    #[test]
    fn page_needs_nothing_else() {
        let page = super::of(&report(Profile::Average));
        for foreign in ["<script", "<link", "src=", "url(", "@import"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>&"), "names are text");
        assert!(page.contains("prefers-color-scheme: dark"));
        assert!(page.contains("class=\"fault\""));
    }

    // spec: load-test.report
    #[test]
    fn each_chart_has_a_table_beside_it() {
        let page = super::of(&report(Profile::Average));
        let pairs: Vec<&str> = page.split("<section class=\"pair\">").skip(1).collect();
        assert!(pairs.len() >= 4, "people, two requests, the machine, processor");
        for pair in pairs {
            let pair = pair.split("</section>").next().unwrap();
            assert!(pair.contains("<svg") && pair.contains("<table"), "{pair}");
        }
    }
}
