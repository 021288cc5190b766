//! Summarises failures of a vitest run, to be repeated at the end of all steps, since later packages print more output.

use std::path::Path;

use serde_json::Value;

use crate::json::list;

/// Maximum number of failures listed; many failures usually have the same cause.
const MAX_LISTED: usize = 12;

/// The failed tests and files of a JSON report with their errors, or why the report cannot be read.
pub(crate) fn error_messages(results: &Path) -> String {
    let report = match std::fs::read(results).map(|bytes| serde_json::from_slice::<Value>(&bytes)) {
        Ok(Ok(report)) => report,
        Ok(Err(error)) => return format!("vitest wrote a report that cannot be read ({error})"),
        Err(_) => return "vitest ended without a report".to_owned(),
    };
    let failed = failures(&report);
    if failed.is_empty() {
        return "no test failed, but there was an error outside of the tests, see \"Unhandled Errors\" above"
            .to_owned();
    }
    let names = failed.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>().join("\n    ");
    format!("{} failed:\n    {names}\n   ", failed.len())
}

fn failures(report: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for file in list(report, "testResults") {
        let name = file.get("name").and_then(Value::as_str).unwrap_or_default();
        let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        let tests = list(file, "assertionResults");
        let before = found.len();
        for test in tests.iter().filter(|test| is_failed(test)) {
            let title = test.get("fullName").and_then(Value::as_str).unwrap_or_default();
            let message = list(test, "failureMessages").first().and_then(Value::as_str).unwrap_or_default();
            found.push(format!("{name}, {title}: {}", first_line(message)));
        }
        if found.len() == before && is_failed(file) {
            let message = file.get("message").and_then(Value::as_str).unwrap_or_default();
            found.push(format!("{name}: {}", first_line(message)));
        }
    }
    found
}

fn is_failed(value: &Value) -> bool {
    value.get("status").and_then(Value::as_str) == Some("failed")
}

fn first_line(message: &str) -> &str {
    message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_and_unloadable_files() {
        let report = serde_json::json!({"testResults": [
            {"name": "/r/ui/a.test.ts", "status": "failed", "assertionResults": [
                {"fullName": "adds up", "status": "passed", "failureMessages": []},
                {"fullName": "takes away", "status": "failed", "failureMessages": ["\nError: 3 is not 2\n    at a.ts"]},
            ]},
            {"name": "/r/ui/b.test.ts", "status": "failed", "message": "cannot find c", "assertionResults": []},
        ]});
        assert_eq!(failures(&report), ["a.test.ts, takes away: Error: 3 is not 2", "b.test.ts: cannot find c"]);
    }
}
