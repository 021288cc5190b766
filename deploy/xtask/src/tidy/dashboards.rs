//! Checks that the dashboards for Grafana name only metrics that exist: those that the server prints, and those that k6
//! writes with its output `experimental-prometheus-rw`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Findings, SourceFile};

const DASHBOARDS: &str = "deploy/grafana/";
/// Where the suite declares its own counters.
const SUITE_METRICS: &str = "load-tests/lib/metrics.ts";
/// Folders of code that prints metrics.
const SERVER: [&str; 3] = ["core/", "tenancy/", "plugins/host/"];
/// Beginnings of the names of metrics.
const PREFIXES: [&str; 3] = ["stoa_", "process_", "k6_"];
/// Ends of the series of a histogram.
const HISTOGRAM: [&str; 3] = ["_bucket", "_sum", "_count"];

/// Metrics of k6 by type.
const COUNTERS: [&str; 5] = ["data_received", "data_sent", "dropped_iterations", "http_reqs", "iterations"];
const GAUGES: [&str; 2] = ["vus", "vus_max"];
const RATES: [&str; 2] = ["checks", "http_req_failed"];
const TRENDS: [&str; 8] = [
    "http_req_blocked",
    "http_req_connecting",
    "http_req_duration",
    "http_req_receiving",
    "http_req_sending",
    "http_req_tls_handshaking",
    "http_req_waiting",
    "iteration_duration",
];
/// Statistics of trends, as `K6_PROMETHEUS_RW_TREND_STATS` of deploy/k6/testrun.yaml.
const STATISTICS: [&str; 2] = ["p95", "p99"];

/// Compares the queries of the dashboards with the metrics that exist.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    let mut known = of_server(sources);
    known.extend(of_k6(sources));
    for source in sources.iter().filter(|source| source.path.starts_with(DASHBOARDS)) {
        let Ok(dashboard) = serde_json::from_str::<Value>(&source.text) else {
            findings.errors.push(format!("{}: not JSON", source.path));
            continue;
        };
        let mut queries = Vec::new();
        collect_queries(&dashboard, &mut queries);
        for query in queries {
            let named: Vec<&str> = names(query).filter(|name| PREFIXES.iter().any(|by| name.starts_with(by))).collect();
            if named.is_empty() {
                findings.errors.push(format!("{}: `{query}` names no metric", source.path));
            }
            for name in named.into_iter().filter(|name| !is_known(name, &known)) {
                findings.errors.push(format!("{}: nobody writes the metric {name}", source.path));
            }
        }
    }
}

fn is_known(name: &str, known: &BTreeSet<String>) -> bool {
    let of_histogram = HISTOGRAM.iter().filter_map(|end| name.strip_suffix(end)).any(|base| known.contains(base));
    known.contains(name) || (of_histogram && !name.starts_with("k6_"))
}

/// The words of a text that may be names of metrics.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
}

fn collect_queries<'a>(value: &'a Value, queries: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_str() {
                    Some(query) if name == "expr" => queries.push(query),
                    _ => collect_queries(member, queries),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_queries(value, queries)),
        _ => {}
    }
}

/// Names at the beginning of a string, or after `# TYPE`.
fn of_server(sources: &[SourceFile]) -> BTreeSet<String> {
    let is_server = |path: &str| path.ends_with(".rs") && SERVER.iter().any(|folder| path.starts_with(folder));
    let mut found = BTreeSet::new();
    for source in sources.iter().filter(|source| is_server(&source.path) && !source.path.contains("/tests/")) {
        for before in ["\"", "# TYPE "] {
            for prefix in ["stoa_", "process_"] {
                for (at, _) in source.text.match_indices(&format!("{before}{prefix}")) {
                    let rest = source.text.get(at + before.len()..).unwrap_or_default();
                    found.extend(names(rest).next().map(str::to_owned));
                }
            }
        }
    }
    found
}

fn of_k6(sources: &[SourceFile]) -> BTreeSet<String> {
    let suite = sources.iter().find(|source| source.path == SUITE_METRICS).map_or("", |source| source.text.as_str());
    let own = suite.split("new Counter(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let counters = COUNTERS.into_iter().chain(own).map(|name| format!("k6_{name}_total"));
    let gauges = GAUGES.iter().map(|name| format!("k6_{name}"));
    let rates = RATES.iter().map(|name| format!("k6_{name}_rate"));
    let trends = TRENDS.iter().flat_map(|name| STATISTICS.iter().map(move |value| format!("k6_{name}_{value}")));
    counters.chain(gauges).chain(rates).chain(trends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashboards_name_metrics_that_exist() {
        let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
        let server =
            "gauge!(\"stoa_away\"); histogram!(\"stoa_seconds\"); \"# TYPE process_cpu counter\\nprocess_cpu\"";
        let dashboard = r#"{"panels": [{"targets": [
            {"expr": "rate(process_cpu[5m]) and on (job) stoa_away"},
            {"expr": "sum by (le) (stoa_seconds_bucket) + k6_http_req_duration_p99 + k6_late_total"},
            {"expr": "stoa_gone + k6_vus_total + k6_http_reqs_total"}, {"expr": "up"}]}]}"#;
        let sources = [
            file("core/server/src/a.rs", server),
            file("core/server/tests/it/b.rs", "\"stoa_gone\""),
            file(SUITE_METRICS, "const late = new Counter(\"late\");"),
            file("deploy/grafana/a.json", dashboard),
        ];
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        assert_eq!(
            findings.errors,
            [
                "deploy/grafana/a.json: nobody writes the metric stoa_gone",
                "deploy/grafana/a.json: nobody writes the metric k6_vus_total",
                "deploy/grafana/a.json: `up` names no metric",
            ]
        );
    }
}
