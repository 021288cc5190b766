//! Measures the Lighthouse scores of the pages of a demo shop in each theme.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::record::{Part, record};
use super::summary;
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};
use crate::{frontend, prerequisites, shell};

/// Minimum score of a page.
const MIN_SCORE: u64 = 95;

/// Lighthouse result of one page.
#[derive(Debug, PartialEq, Eq)]
struct Page {
    theme: String,
    name: String,
    /// Performance, accessibility, best practices and SEO, out of 100.
    scores: Vec<u64>,
    /// Failed audits.
    findings: Vec<String>,
}

/// Measures home, product and content page of each theme on an optimised build and records the table. Fails if a score
/// is below the minimum.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    prerequisites::ensure(&[prerequisites::Need::Chromium])?;
    super::build(repository)?;
    frontend::LIGHTHOUSE.install(repository)?;
    let server = DemoServer::start(repository, true, &Storage::Sqlite)?;
    let mut node = shell::command("node", &frontend::LIGHTHOUSE.path(repository));
    let lines = shell::output(node.args(["measure.js", "--port", &server.port().to_string()])).with_context(|| {
        format!("the pages cannot be measured; the end of the server's log:\n{}", server.log_tail())
    })?;
    let pages = read(&lines)?;
    record(repository, Part::Lighthouse, &table(&pages))?;
    let poor: Vec<String> = pages
        .iter()
        .filter(|page| page.scores.iter().any(|score| *score < MIN_SCORE))
        .map(|page| format!("{} {}: {}", page.theme, page.name, page.findings.join(", ")))
        .collect();
    if poor.is_empty() { Ok(()) } else { bail!("below {MIN_SCORE}:\n{}", poor.join("\n")) }
}

fn read(lines: &str) -> Result<Vec<Page>> {
    let texts =
        |value: &Value| value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    lines
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| {
            let value: Value = serde_json::from_str(line).context("a line of the measurement is not JSON")?;
            let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            let scores = value.get("scores").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_u64);
            Ok(Page {
                theme: text("theme"),
                name: text("page"),
                scores: scores.collect(),
                findings: value.get("findings").map(texts).unwrap_or_default(),
            })
        })
        .collect()
}

fn table(pages: &[Page]) -> String {
    let figure = |page: &Page| {
        let scores: Vec<String> = page.scores.iter().map(u64::to_string).collect();
        (format!("{}, {}", page.theme, page.name), scores)
    };
    let figures: Vec<(String, Vec<String>)> = pages.iter().map(figure).collect();
    summary::with_columns(&["Performance", "Accessibility", "Best practices", "Search engines"], &figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lighthouse_lines_to_table() {
        let lines = "noise\n{\"theme\":\"linen\",\"page\":\"home\",\"scores\":[96,100,100,100],\"findings\":[\"a\"]}\n";
        let pages = read(lines).unwrap();
        assert_eq!(pages[0].findings, ["a"]);
        assert!(table(&pages).ends_with("| linen, home | 96 | 100 | 100 | 100 |"));
        assert!(read("{").is_err());
    }
}
