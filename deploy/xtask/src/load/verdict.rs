//! Whether a run is passed: limits, invariants, and what must never happen.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use super::limits::Breach;
use crate::json::list;

/// A rule that the target was asked about after the run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Finding {
    /// Address of the site.
    pub(super) site: String,
    pub(super) rule: String,
    pub(super) holds: bool,
    /// How many things were looked at.
    pub(super) checked: u64,
    pub(super) details: Vec<String>,
}

impl Finding {
    /// What came out, in words. A rule of orders holds without orders, which says nothing.
    pub(super) fn word(&self) -> &'static str {
        match (self.holds, self.checked) {
            (false, _) => "does not hold",
            (true, 0) => "had nothing to check",
            (true, _) => "holds",
        }
    }
}

/// Reads what `steps/finish.ts` wrote: `{"sites": [{"url", "findings": […]}]}`.
pub(super) fn findings(file: &Value) -> Vec<Finding> {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for site in list(file, "sites") {
        for finding in list(site, "findings") {
            found.push(Finding {
                site: text(site, "url"),
                rule: text(finding, "rule"),
                // Only what the target says holds.
                holds: finding.get("holds").and_then(Value::as_bool) == Some(true),
                checked: finding.get("checked").and_then(Value::as_u64).unwrap_or(0),
                details: list(finding, "details").iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            });
        }
    }
    found
}

/// The judgement of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Verdict {
    /// Limits that broke, worst first.
    pub(super) breaches: Vec<Breach>,
    /// What the target said of its data.
    pub(super) findings: Vec<Finding>,
    /// Answers of other sites.
    pub(super) foreign: u32,
    /// Exceptions in the suite's scripts.
    pub(super) script_errors: u32,
    /// Why the run says nothing, for instance since nothing was requested.
    pub(super) faults: Vec<String>,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub(super) fn is_passed(&self) -> bool {
        self.broken().is_empty()
    }

    /// What is wrong, worst first: lost or wrong data before what is slow.
    pub(super) fn broken(&self) -> Vec<String> {
        let mut texts = self.faults.clone();
        if self.foreign > 0 {
            texts.push(format!("answers of another site: {}", self.foreign));
        }
        if self.script_errors > 0 {
            texts.push(format!("exceptions in scripts: {} (k6's log has them)", self.script_errors));
        }
        for finding in self.findings.iter().filter(|finding| !finding.holds) {
            let details = if finding.details.is_empty() { "no details" } else { &finding.details.join("; ") };
            texts.push(format!("{} at {} does not hold: {details}", finding.rule, finding.site));
        }
        texts.extend(self.breaches.iter().map(|breach| breach.text.clone()));
        texts
    }

    /// The rules that do not hold at some site.
    pub(super) fn violated_rules(&self) -> BTreeSet<&str> {
        self.findings.iter().filter(|finding| !finding.holds).map(|finding| finding.rule.as_str()).collect()
    }
}

/// A run that broke its limits or lost something, as the error of a command.
#[derive(Debug)]
pub(crate) struct Broken(Vec<String>);

impl Broken {
    /// Exit code of a command that ends with this; k6 has the same for its thresholds.
    pub(crate) const EXIT_CODE: u8 = 99;

    /// The error of this verdict; none if it is passed.
    pub(super) fn of(verdict: &Verdict) -> Option<Self> {
        let broken = verdict.broken();
        (!broken.is_empty()).then_some(Self(broken))
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let worst = self.0.first().map_or("", String::as_str);
        write!(formatter, "the run is not passed; the worst: {worst}")?;
        match self.0.len() {
            0 | 1 => Ok(()),
            more => write!(formatter, " (and {} more)", more - 1),
        }
    }
}

impl std::error::Error for Broken {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // spec: load-test.verdict
    #[test]
    fn wrong_data_is_worse_than_slow_answers() {
        let file = json!({"sites": [{"url": "https://shop.example", "findings": [
            {"rule": "stock-ledger", "holds": true, "checked": 40, "details": []},
            {"rule": "nothing-oversold", "holds": false, "checked": 40, "details": ["variant A: -1"]},
            {"rule": "unanswered", "checked": 0},
        ]}]});
        let mut verdict = Verdict { findings: findings(&file), ..Verdict::default() };
        let (what, text) = ("search: p95".to_owned(), "search is slow".to_owned());
        verdict.breaches.push(Breach { what, text, factor: 9.0, offenders: 1, request: None });
        let broken = verdict.broken();
        assert_eq!(broken.len(), 3);
        assert_eq!(broken.first().unwrap(), "nothing-oversold at https://shop.example does not hold: variant A: -1");
        let words: Vec<&str> = verdict.findings.iter().map(Finding::word).collect();
        assert_eq!(words, ["holds", "does not hold", "does not hold"]);
        assert_eq!(verdict.violated_rules().into_iter().collect::<Vec<_>>(), ["nothing-oversold", "unanswered"]);
        let error = Broken::of(&verdict).unwrap().to_string();
        assert!(error.contains("the worst: nothing-oversold") && error.ends_with("(and 2 more)"), "{error}");
        assert!(Broken::of(&Verdict::default()).is_none());
    }

    // spec: load-test.verdict
    #[test]
    fn an_answer_of_another_site_is_never_passed() {
        let verdict = Verdict { foreign: 1, ..Verdict::default() };
        assert!(!verdict.is_passed());
        assert_eq!(verdict.broken(), ["answers of another site: 1"]);
        let verdict = Verdict { script_errors: 2, ..Verdict::default() };
        assert_eq!(verdict.broken(), ["exceptions in scripts: 2 (k6's log has them)"]);
    }
}
