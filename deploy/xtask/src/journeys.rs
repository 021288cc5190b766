//! Reads Playwright's report of journeys that failed.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::json::list;

/// Journeys to be reported, each as `file:line title` with the beginning of its error.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// Failed at every attempt.
    pub(crate) failed: Vec<String>,
    /// Flaky: failed once and passed on retry.
    pub(crate) unsteady: Vec<String>,
}

impl Report {
    /// Reads the output of Playwright's JSON reporter.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Self::of(&serde_json::from_str(&text).with_context(|| format!("{} is not JSON", file.display()))?))
    }

    fn of(record: &Value) -> Self {
        let mut report = Self::default();
        let mut waiting: Vec<&Value> = list(record, "suites").iter().collect();
        while let Some(suite) = waiting.pop() {
            waiting.extend(list(suite, "suites"));
            for spec in list(suite, "specs") {
                for test in list(spec, "tests") {
                    match test.get("status").and_then(Value::as_str) {
                        Some("unexpected") => report.failed.push(described(spec, test)),
                        Some("flaky") => report.unsteady.push(described(spec, test)),
                        _ => {}
                    }
                }
            }
        }
        report
    }
}

fn described(spec: &Value, test: &Value) -> String {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let line = spec.get("line").and_then(Value::as_u64).unwrap_or_default();
    let project = text(test, "projectName");
    let project = if project.is_empty() { project } else { format!("[{project}] ") };
    let message = list(test, "results")
        .iter()
        .find_map(|result| result.pointer("/error/message").and_then(Value::as_str))
        .unwrap_or("no error is recorded");
    let words: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).take(6).collect();
    format!("{project}{}:{line} {}: {}", text(spec, "file"), text(spec, "title"), words.join(" / "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_and_flaky_journeys() {
        let test = |status: &str| {
            serde_json::json!({"status": status, "projectName": "phone", "results": [
                {"error": {"message": "expected a\n\n  saw b"}}, {}]})
        };
        let spec = |title: &str, status: &str| serde_json::json!({"title": title, "file": "buy.spec.ts", "line": 5, "tests": [test(status)]});
        let record = serde_json::json!({"suites": [{"suites": [{"specs": [
            spec("buys", "unexpected"), spec("looks", "flaky"), spec("leaves", "expected")]}]}]});
        assert_eq!(
            Report::of(&record),
            Report {
                failed: vec!["[phone] buy.spec.ts:5 buys: expected a / saw b".to_owned()],
                unsteady: vec!["[phone] buy.spec.ts:5 looks: expected a / saw b".to_owned()],
            }
        );
    }
}
