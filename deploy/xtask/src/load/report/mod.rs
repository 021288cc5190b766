//! Reports of a run: a table for the terminal, and files for people and programs.

mod charts;
mod html;
mod json;
mod junit;
mod table;
mod tables;

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};

use super::bound::{self, Use};
use super::breakpoint::{Climb, Leg};
use super::faults::Fault;
use super::limits::{Limit, Limits};
use super::metrics::ServerMetrics;
use super::options::Profile;
use super::phases::{self, Phase};
use super::series::{CONNECTING, Series, Summary};
use super::verdict::{Finding, Verdict};

/// What came out of a run.
#[derive(Debug)]
pub(super) struct Measured {
    /// Name of the run.
    pub(super) name: String,
    pub(super) profile: Profile,
    pub(super) target: String,
    /// Date, commit and machine.
    pub(super) machine: String,
    /// How it was called.
    pub(super) command: String,
    pub(super) faults: Vec<Fault>,
    pub(super) series: Series,
    pub(super) said: ServerMetrics,
    pub(super) findings: Vec<Finding>,
    /// Why it says less than it should.
    pub(super) troubles: Vec<String>,
    /// How people arrived by steps, where the rate is what is looked for.
    pub(super) legs: Vec<Leg>,
}

/// A run with its judgement.
#[derive(Debug)]
pub(crate) struct Report {
    pub(super) measured: Measured,
    pub(super) limits: Limits,
    pub(super) verdict: Verdict,
    pub(super) phases: Vec<Phase>,
    /// What was used, the most used first, and in which seconds.
    pub(super) uses: Vec<Use>,
    pub(super) used_in: Range<usize>,
    /// Where the first limit broke; only of the profile that looks for it.
    pub(super) climb: Option<Climb>,
}

/// The requests of one name, as tables show them.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) summary: Summary,
    pub(super) limit: Option<Limit>,
}

impl Report {
    /// Judges what was measured.
    pub(super) fn of(measured: Measured, limits: Limits) -> Self {
        let series = &measured.series;
        let whole = series.whole();
        let phases = phases::of(&measured.faults, &whole);
        let looks_for_break = measured.profile == Profile::Breakpoint;
        let climb = looks_for_break.then(|| Climb::of(series, &limits, &measured.legs, series.len()));
        let mut verdict = Verdict {
            findings: measured.findings.clone(),
            foreign: series.foreign,
            script_errors: series.script_errors,
            faults: measured.troubles.clone(),
            ..Verdict::default()
        };
        if series.requests.is_empty() {
            verdict.faults.push("nothing was requested".to_owned());
        }
        if measured.findings.is_empty() {
            verdict.faults.push("the target did not say whether its data is right".to_owned());
        }
        verdict.faults.extend(phases::unseen(&measured.faults, &whole));
        if !looks_for_break {
            verdict.breaches.extend(limits.broken_by_late_shoppers(series));
            if phases.is_empty() {
                verdict.breaches.extend(limits.broken(series, &whole));
            }
            for Phase { seconds, fault, .. } in &phases {
                verdict.breaches.extend(match fault {
                    Some(fault) => limits.broken_in_fault(series, fault, seconds),
                    None => limits.broken(series, seconds),
                });
            }
            verdict.breaches.sort_by(|left, right| right.factor.total_cmp(&left.factor));
        }
        let worst = verdict.breaches.first().and_then(|breach| breach.request.as_deref());
        let used_in = match climb.as_ref().and_then(|climb| climb.broke.as_ref()) {
            Some(found) => found.seconds.clone(),
            None => series.busiest(worst, &whole, bound::WINDOW),
        };
        let uses = bound::uses(series, &measured.said, &used_in);
        Self { measured, limits, verdict, phases, uses, used_in, climb }
    }

    /// The requests by name in these seconds, those with a limit first.
    pub(super) fn rows(&self, seconds: &Range<usize>) -> Vec<Row<'_>> {
        let series = &self.measured.series;
        let row = |name| {
            let summary = series.summary(name, seconds);
            Row { name, summary, limit: self.limits.requests.get(name).copied() }
        };
        let mut rows: Vec<Row<'_>> = series.requests.keys().map(String::as_str).map(row).collect();
        rows.sort_by_key(|row| row.limit.is_none());
        rows
    }

    /// What bound, in one sentence.
    pub(super) fn bound(&self) -> String {
        bound::sentence(&self.uses, &self.used_in, !self.measured.said.nodes.is_empty())
    }

    /// What a run that looks for a breakpoint has found.
    pub(super) fn break_sentence(&self) -> Option<String> {
        self.climb.as_ref().map(Climb::sentence)
    }

    /// Orders that were confirmed to shoppers.
    pub(super) fn confirmed(&self) -> usize {
        self.measured.series.confirmed.values().map(std::collections::BTreeSet::len).sum()
    }

    /// The table for the terminal.
    pub(crate) fn table(&self) -> String {
        table::of(self)
    }

    /// One line for a run that is passed.
    pub(crate) fn line(&self) -> String {
        let whole = self.measured.series.whole();
        let rows = self.rows(&whole);
        let requests: u64 = rows.iter().filter(|row| row.name != CONNECTING).map(|row| row.summary.count).sum();
        format!("{requests} requests, {} confirmed orders, {}", self.confirmed(), self.bound())
    }
}

/// Writes all files of a report.
pub(super) fn write(folder: &Path, report: &Report) -> Result<()> {
    for (name, text) in [
        ("report.html", html::of(report)),
        ("report.json", json::of(report)),
        ("junit.xml", junit::of(report)),
        (super::compare::SAMPLES, super::compare::samples(&report.measured.series)),
    ] {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::limits::tests::limits;
    use super::super::metrics::Sample;
    use super::super::series::tests::series;
    use super::*;

    /// A run of two seconds: `search` breaks its limit, and the markup in a name must stay text.
    pub(in crate::load) fn report(profile: Profile) -> Report {
        let mut series = series("search", &[&[150.0; 20], &[10.0; 4]]);
        series.add(0, super::super::stream::Event::Confirmed { run: "r".to_owned(), order: "o".to_owned() });
        let name = "<b>&".to_owned();
        series.add(
            0,
            super::super::stream::Event::Request { at_ms: 1, name, milliseconds: 1.0, failed: false, status: 200 },
        );
        let sample = |second: f64| {
            vec![Some(Sample { processor_seconds: Some(second), processors: Some(2.0), ..Sample::default() })]
        };
        let said = ServerMetrics {
            nodes: vec!["127.0.0.1:9464".to_owned()],
            seconds: vec![sample(0.0), sample(1.0)],
            machine: vec![Some(0.5)],
        };
        let finding = |rule: &str, holds: bool| Finding {
            site: "http://shop".to_owned(),
            rule: rule.to_owned(),
            holds,
            checked: 3,
            details: vec!["detail".to_owned()],
        };
        let measured = Measured {
            name: "average-1".to_owned(),
            profile,
            target: "http://shop".to_owned(),
            machine: "a machine".to_owned(),
            command: "cargo xtask load average".to_owned(),
            faults: vec!["redis-away@1s+1s".parse().unwrap()],
            series,
            said,
            findings: vec![finding("stock-ledger", true), finding("paid-once", false)],
            troubles: Vec::new(),
            legs: Vec::new(),
        };
        Report::of(measured, limits())
    }

    // spec: load-test.verdict
    #[test]
    fn limits_are_not_judged_during_a_fault() {
        let report = report(Profile::Average);
        let broken = report.verdict.broken();
        assert_eq!(broken.len(), 3, "{broken:?}");
        assert!(broken.first().unwrap().starts_with("the run was over before everything"));
        assert!(broken.get(1).unwrap().starts_with("paid-once"));
        assert!(broken.last().unwrap().starts_with("search: p95"));
        assert_eq!(report.phases.len(), 2);
    }

    #[test]
    fn a_breakpoint_is_no_failure() {
        let report = report(Profile::Breakpoint);
        assert!(report.verdict.breaches.is_empty());
        assert!(report.break_sentence().unwrap().contains("none was judged"));
    }

    #[test]
    fn files_are_written() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &report(Profile::Average)).unwrap();
        for name in ["report.html", "report.json", "junit.xml", "samples.json"] {
            assert!(folder.path().join(name).metadata().unwrap().len() > 50, "{name}");
        }
    }
}
