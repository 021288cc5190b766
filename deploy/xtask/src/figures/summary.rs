//! Parses the output of the load generators into table rows.

use std::fmt;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Requests per second with percentiles of their durations in milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rate {
    per_second: f64,
    /// Name and value of each percentile.
    spread: Vec<(&'static str, f64)>,
}

impl Rate {
    /// Reads one trend of a k6 summary; the rate is that of completed iterations. Where the scenario records when
    /// iterations begin and end, time before and after them does not count.
    pub(crate) fn from_k6(summary: &str, metric: &str) -> Result<Self> {
        let summary: Value = serde_json::from_str(summary).context("k6 wrote something that is not JSON")?;
        let metrics = summary.get("metrics").context("the summary has no metrics")?;
        let number = |metric: &str, key: &str| {
            metrics
                .get(metric)
                .and_then(|found| found.get(key).or_else(|| found.get("values").and_then(|values| values.get(key))))
                .and_then(Value::as_f64)
                .with_context(|| format!("the summary has no {key} of {metric}"))
        };
        let per_second = match (number("moment", "min"), number("moment", "max")) {
            (Ok(first), Ok(last)) => number("iterations", "count")? / (last - first).max(1.0) * 1_000.0,
            _ => number("iterations", "rate")?,
        };
        Ok(Self {
            per_second,
            spread: vec![
                ("p50", number(metric, "med")?),
                ("p95", number(metric, "p(95)")?),
                ("p99", number(metric, "p(99)")?),
            ],
        })
    }

    /// Ratio to the other rate.
    pub(crate) fn times(&self, other: &Self) -> f64 {
        self.per_second / other.per_second
    }

    /// Reads the output of `wrk --latency`.
    pub(crate) fn from_wrk(text: &str) -> Result<Self> {
        let after = |start: &str| text.lines().find_map(|line| line.trim().strip_prefix(start)).map(str::trim);
        let per_second = after("Requests/sec:").and_then(|value| value.parse().ok()).context("wrk printed no rate")?;
        if let Some(refused) = after("Non-2xx or 3xx responses:") {
            bail!("{refused} responses were errors");
        }
        let percentile =
            |name: &str| after(name).and_then(milliseconds).with_context(|| format!("wrk printed no {name}"));
        Ok(Self { per_second, spread: vec![("p50", percentile("50%")?), ("p99", percentile("99%")?)] })
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.0}/s", self.per_second)?;
        let spread: Vec<String> = self.spread.iter().map(|(name, value)| format!("{name} {value:.1}")).collect();
        write!(formatter, " ({} ms)", spread.join(", "))
    }
}

fn milliseconds(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(|character: char| character.is_alphabetic());
    let number: f64 = digits.parse().ok()?;
    match text.get(digits.len()..)? {
        "us" => Some(number / 1_000.0),
        "ms" => Some(number),
        "s" => Some(number * 1_000.0),
        _ => None,
    }
}

/// The middle one of the three times that criterion prints for the benchmark `name`.
pub(crate) fn criterion_time(text: &str, name: &str) -> Result<String> {
    let mut lines = text.lines().skip_while(|line| line.split_whitespace().next() != Some(name));
    let line = lines.find(|line| line.contains("time:")).with_context(|| format!("no bench called {name}"))?;
    let times = line.split(['[', ']']).nth(1).context("no times")?;
    let words: Vec<&str> = times.split_whitespace().collect();
    match words.as_slice() {
        [_, _, middle, unit, ..] => Ok(format!("{middle} {unit}")),
        _ => bail!("criterion printed `{times}`"),
    }
}

/// The same in microseconds.
pub(crate) fn criterion_micros(text: &str, name: &str) -> Result<f64> {
    let time = criterion_time(text, name)?;
    let (number, unit) = time.split_once(' ').context("no unit")?;
    let factor = match unit {
        "ns" => 1e-3,
        "µs" => 1.0,
        "ms" => 1e3,
        "s" => 1e6,
        _ => bail!("criterion printed `{time}`"),
    };
    Ok(number.parse::<f64>().with_context(|| format!("`{number}` is no time"))? * factor)
}

/// A table row: one value for both databases, or one for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    title: String,
    sqlite: String,
    postgres: String,
}

impl Row {
    /// A row whose second column is empty.
    pub(crate) fn new(title: impl Into<String>, value: String) -> Self {
        Self { title: title.into(), sqlite: value, postgres: String::new() }
    }

    /// This row with the value of the other one in the second column.
    pub(crate) fn beside(self, other: Self) -> Self {
        Self { postgres: other.sqlite, ..self }
    }
}

/// The table of a part of docs/performance/figures.md.
pub(crate) fn table(rows: &[Row]) -> String {
    let values = |row: &Row| (row.title.clone(), vec![row.sqlite.clone(), row.postgres.clone()]);
    with_columns(&["SQLite", "Postgres"], &rows.iter().map(values).collect::<Vec<_>>())
}

/// A table with other columns: figures with their values.
pub(crate) fn with_columns(columns: &[&str], figures: &[(String, Vec<String>)]) -> String {
    let mut lines =
        vec![format!("| Figure | {} |", columns.join(" | ")), format!("|---{}|", "|---".repeat(columns.len()))];
    lines.extend(figures.iter().map(|(title, values)| format!("| {title} | {} |", values.join(" | "))));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_k6() {
        let text = r#"{"metrics": {"iterations": {"count": 10, "rate": 812.4},
            "http_req_duration{name:product page}": {"med": 1.25, "p(95)": 4.0, "p(99)": 9.96}}}"#;
        let rate = Rate::from_k6(text, "http_req_duration{name:product page}").unwrap();
        assert_eq!(rate.to_string(), "812/s (p50 1.2, p95 4.0, p99 10.0 ms)");
        assert!(Rate::from_k6(text, "checkout").is_err());
        let noted = r#"{"metrics": {"iterations": {"count": 90, "rate": 1}, "moment": {"min": 1000, "max": 1500},
            "buy": {"med": 1, "p(95)": 2, "p(99)": 3}}}"#;
        assert_eq!(Rate::from_k6(noted, "buy").unwrap().to_string(), "180/s (p50 1.0, p95 2.0, p99 3.0 ms)");
    }

    #[test]
    fn reads_wrk() {
        let text = "  Latency Distribution\n     50%  310.00us\n     75%  1.00ms\n     90%  2.00ms\n     99%    1.20s\n\
                    Requests/sec:  96159.12\nTransfer/sec:     11.00MB\n";
        assert_eq!(Rate::from_wrk(text).unwrap().to_string(), "96159/s (p50 0.3, p99 1200.0 ms)");
        assert!(Rate::from_wrk(&format!("{text}  Non-2xx or 3xx responses: 7\n")).is_err());
    }

    #[test]
    fn reads_criterion() {
        let text =
            "block                   time:   [10.1 µs 10.2 µs 10.4 µs]\nformatter\n   time:   [1.5 µs 1.6 µs 1.7 µs]\n";
        assert_eq!(criterion_time(text, "block").unwrap(), "10.2 µs");
        assert_eq!(criterion_time(text, "formatter").unwrap(), "1.6 µs");
        assert!(criterion_time(text, "other").is_err());
    }

    #[test]
    fn fills_the_table() {
        let row = Row::new("memory", "20 MB".to_owned()).beside(Row::new("memory", "22 MB".to_owned()));
        assert_eq!(table(&[row]), "| Figure | SQLite | Postgres |\n|---|---|---|\n| memory | 20 MB | 22 MB |");
    }
}
