//! Reads the test results of the last full run, recorded below `target/spec`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::Test;
use crate::json::list;
use crate::repository::Repository;

/// Result of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    Skipped,
}

/// Result of a vitest or Playwright test.
#[derive(Debug)]
struct ScriptTest {
    title: String,
    line: Option<u64>,
    outcome: Outcome,
}

/// All results.
#[derive(Debug, Default)]
pub(crate) struct Results {
    /// Rust tests: (binary id, test name).
    rust: HashMap<(String, String), Outcome>,
    scripts: HashMap<PathBuf, Vec<ScriptTest>>,
    /// Folder and name of each workspace package, longest folder first.
    packages: Vec<(PathBuf, String)>,
    origin: String,
}

/// Written at the end of all test steps of a full run; contains the time.
pub(crate) const RUN_FILE: &str = "spec/last-run.txt";

impl Results {
    /// Reads the results of the last run, as far as there are any.
    pub(crate) fn read(repository: &Repository) -> Result<Self> {
        let mut results = Self { packages: crate::rust_tests::packages(repository)?, ..Self::default() };
        let folder = repository.target("spec");
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let read = || fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()));
            if name.ends_with(".xml") {
                results.add_junit(&read()?).with_context(|| format!("{name} is not a JUnit report"))?;
            } else if name.starts_with("vitest-") {
                results.add_vitest(&serde_json::from_str(&read()?).with_context(|| format!("{name} is not JSON"))?);
            } else if name.starts_with("playwright-") {
                results.add_playwright(&serde_json::from_str(&read()?).with_context(|| format!("{name} is not JSON"))?);
            }
        }
        results.origin = match fs::read_to_string(repository.target(RUN_FILE)) {
            Ok(text) => format!("as of the full run that ended {}", text.trim()),
            Err(_) if results.is_empty() => "no run is recorded: run `cargo xtask test`".to_owned(),
            Err(_) => "the last full run did not finish; the results it recorded are used".to_owned(),
        };
        Ok(results)
    }

    /// Description of the run.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    fn is_empty(&self) -> bool {
        self.rust.is_empty() && self.scripts.is_empty()
    }

    /// Result of a test in a source file, if it ran.
    pub(crate) fn outcome(&self, file: &Path, test: &Test) -> Option<Outcome> {
        if file.extension().is_some_and(|extension| extension == "rs") {
            self.rust_outcome(file, test)
        } else {
            self.script_outcome(file, test)
        }
    }

    fn rust_outcome(&self, file: &Path, test: &Test) -> Option<Outcome> {
        let (folder, package) = self.packages.iter().find(|(folder, _)| file.starts_with(folder))?;
        let inside: Vec<String> =
            file.strip_prefix(folder).ok()?.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let binaries: Vec<String> = match inside.as_slice() {
            [first, target, ..] if first == "tests" => {
                vec![format!("{package}::{}", target.trim_end_matches(".rs"))]
            }
            _ => {
                let programs = self.rust.keys().map(|(binary, _)| binary.clone());
                let mut all: Vec<String> =
                    programs.filter(|binary| binary.starts_with(&format!("{package}::bin/"))).collect();
                all.push(package.clone());
                all
            }
        };
        binaries.into_iter().find_map(|binary| self.rust.get(&(binary, test.name.clone())).copied())
    }

    fn script_outcome(&self, file: &Path, test: &Test) -> Option<Outcome> {
        let recorded = self.scripts.get(file)?;
        let line = test.line as u64;
        let by_line: Vec<Outcome> =
            recorded.iter().filter(|found| found.line == Some(line)).map(|found| found.outcome).collect();
        if !by_line.is_empty() {
            return worst_outcome(&by_line);
        }
        let same: Vec<Outcome> = recorded
            .iter()
            .filter(|found| title_matches(&test.name, &found.title))
            .map(|found| found.outcome)
            .collect();
        worst_outcome(&same)
    }

    fn add_junit(&mut self, text: &str) -> Result<()> {
        let document = roxmltree::Document::parse(text)?;
        for suite in document.descendants().filter(|node| node.has_tag_name("testsuite")) {
            for case in suite.children().filter(|node| node.has_tag_name("testcase")) {
                let (Some(binary), Some(name)) = (suite.attribute("name"), case.attribute("name")) else {
                    continue;
                };
                let has = |tag: &str| case.children().any(|child| child.has_tag_name(tag));
                let outcome = if has("failure") || has("error") {
                    Outcome::Failed
                } else if has("skipped") {
                    Outcome::Skipped
                } else {
                    Outcome::Passed
                };
                self.rust.insert((binary.to_owned(), name.to_owned()), outcome);
            }
        }
        Ok(())
    }

    fn add_vitest(&mut self, report: &Value) {
        for file in list(report, "testResults") {
            let Some(path) = file.get("name").and_then(Value::as_str) else {
                continue;
            };
            let tests = list(file, "assertionResults").iter().map(|test| ScriptTest {
                title: text(test, "title"),
                line: test.pointer("/location/line").and_then(Value::as_u64),
                outcome: match test.get("status").and_then(Value::as_str) {
                    Some("passed") => Outcome::Passed,
                    Some("failed") => Outcome::Failed,
                    _ => Outcome::Skipped,
                },
            });
            self.scripts.entry(PathBuf::from(path)).or_default().extend(tests);
        }
    }

    fn add_playwright(&mut self, report: &Value) {
        let root = report.pointer("/config/rootDir").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut waiting: Vec<&Value> = list(report, "suites").iter().collect();
        while let Some(suite) = waiting.pop() {
            waiting.extend(list(suite, "suites"));
            for spec in list(suite, "specs") {
                let skipped = list(spec, "tests")
                    .iter()
                    .all(|test| test.get("status").and_then(Value::as_str) == Some("skipped"));
                let outcome = match spec.get("ok").and_then(Value::as_bool) {
                    _ if skipped => Outcome::Skipped,
                    Some(true) => Outcome::Passed,
                    _ => Outcome::Failed,
                };
                let test =
                    ScriptTest { title: text(spec, "title"), line: spec.get("line").and_then(Value::as_u64), outcome };
                self.scripts.entry(Path::new(&root).join(text(spec, "file"))).or_default().push(test);
            }
        }
    }
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn worst_outcome(outcomes: &[Outcome]) -> Option<Outcome> {
    [Outcome::Failed, Outcome::Skipped, Outcome::Passed].into_iter().find(|outcome| outcomes.contains(outcome))
}

/// Titles match when equal, or, where the source contains a placeholder, when they begin alike.
fn title_matches(source: &str, recorded: &str) -> bool {
    let fixed = source.split(['%', '$']).next().unwrap_or_default();
    source == recorded || (fixed.len() >= 4 && fixed.len() < source.len() && recorded.starts_with(fixed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results() -> Results {
        Results { packages: vec![(PathBuf::from("/r/core/x"), "stoa-x".to_owned())], ..Results::default() }
    }

    fn named(name: &str, line: usize) -> Test {
        Test { name: name.to_owned(), line }
    }

    #[test]
    fn junit_outcomes() {
        let mut results = results();
        let report = r#"<testsuites><testsuite name="stoa-x"><testcase name="a::one"/>
            <testcase name="a::two"><failure message="x">text</failure></testcase></testsuite>
            <testsuite name="stoa-x::it"><testcase name="orders::three"><skipped/></testcase></testsuite></testsuites>"#;
        results.add_junit(report).unwrap();
        let outcome = |file: &str, name: &str| results.outcome(Path::new(file), &named(name, 1));
        assert_eq!(outcome("/r/core/x/src/a.rs", "a::one"), Some(Outcome::Passed));
        assert_eq!(outcome("/r/core/x/src/a.rs", "a::two"), Some(Outcome::Failed));
        assert_eq!(outcome("/r/core/x/tests/it/orders.rs", "orders::three"), Some(Outcome::Skipped));
        assert_eq!(outcome("/r/core/x/src/a.rs", "orders::three"), None);
        assert_eq!(outcome("/r/core/y/src/a.rs", "a::one"), None);
    }

    #[test]
    fn vitest_is_matched_by_line_then_by_title() {
        let mut results = results();
        results.add_vitest(&serde_json::json!({"testResults": [{"name": "/r/ui/a.test.ts", "assertionResults": [
            {"title": "adds 1", "status": "passed", "location": {"line": 3, "column": 1}},
            {"title": "adds 2", "status": "failed", "location": {"line": 3, "column": 1}},
            {"title": "other", "status": "passed"}]}]}));
        let outcome = |name: &str, line| results.outcome(Path::new("/r/ui/a.test.ts"), &named(name, line));
        assert_eq!(outcome("adds %i", 3), Some(Outcome::Failed));
        assert_eq!(outcome("adds %i", 9), Some(Outcome::Failed));
        assert_eq!(outcome("other", 9), Some(Outcome::Passed));
        assert_eq!(outcome("unknown", 9), None);
    }

    #[test]
    fn playwright_suites_are_nested() {
        let mut results = results();
        results.add_playwright(
            &serde_json::json!({"config": {"rootDir": "/r/ui/e2e"}, "suites": [{"suites": [{"specs": [
            {"title": "buys", "file": "buy.spec.ts", "line": 5, "ok": true, "tests": [{"status": "expected"}]},
            {"title": "later", "file": "buy.spec.ts", "line": 9, "ok": true, "tests": [{"status": "skipped"}]}]}]}]}),
        );
        let outcome = |line| results.outcome(Path::new("/r/ui/e2e/buy.spec.ts"), &named("", line));
        assert_eq!(outcome(5), Some(Outcome::Passed));
        assert_eq!(outcome(9), Some(Outcome::Skipped));
    }
}
