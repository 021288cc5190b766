//! Compares the requirements ledger with the tests that name its rows.

mod ledger;
mod results;
mod rust_source;
mod script_source;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use walkdir::WalkDir;

use crate::repository::{GENERATED_FOLDERS, Repository};
use ledger::Ledger;
pub(crate) use results::RUN_FILE;
use results::{Outcome, Results};

/// A `spec:` comment: row id, position and, if it belongs to one, the test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) id: String,
    pub(crate) line: usize,
    pub(crate) test: Option<Test>,
}

/// A test found in the sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Test {
    /// Rust: module path and function. Scripts: the title.
    pub(crate) name: String,
    /// Line of the function or of the call.
    pub(crate) line: usize,
}

/// A claim with its file and the result of its test in the last full run.
#[derive(Debug)]
struct Evidence {
    place: String,
    outcome: Option<Outcome>,
}

/// Prints rows and tests by area; with `missing`, only the rows without a passing test. Fails on ids that are not in
/// the ledger.
pub(crate) fn run(repository: &Repository, missing: bool) -> Result<()> {
    let ledger = Ledger::read(&repository.path("api-spec/requirements.tsv"))?;
    let results = Results::read(repository)?;
    let (evidence, unknown) = collect(repository, &ledger, &results)?;
    if missing {
        print_missing(&ledger, &evidence);
    } else {
        print_proofs(&ledger, &evidence);
    }
    print_summary(&ledger, &evidence, &results);
    if !unknown.is_empty() {
        bail!("{} spec comments name rows that are not in the ledger:\n  {}", unknown.len(), unknown.join("\n  "));
    }
    Ok(())
}

/// Prints only the totals by area; used at the end of a full run.
pub(crate) fn summarise(repository: &Repository) -> Result<()> {
    let ledger = Ledger::read(&repository.path("api-spec/requirements.tsv"))?;
    let results = Results::read(repository)?;
    let (evidence, unknown) = collect(repository, &ledger, &results)?;
    print_summary(&ledger, &evidence, &results);
    if !unknown.is_empty() {
        bail!("spec comments name rows that are not in the ledger:\n  {}", unknown.join("\n  "));
    }
    Ok(())
}

type EvidenceById = BTreeMap<String, Vec<Evidence>>;

fn collect(repository: &Repository, ledger: &Ledger, results: &Results) -> Result<(EvidenceById, Vec<String>)> {
    let mut evidence = EvidenceById::new();
    let mut unknown = Vec::new();
    let walk = WalkDir::new(repository.root())
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| !GENERATED_FOLDERS.contains(&entry.file_name().to_string_lossy().as_ref()));
    for entry in walk {
        let entry = entry.context("the repository cannot be listed")?;
        let path = entry.path();
        // The scanners' own tests contain invented ids.
        if !entry.file_type().is_file() || path.starts_with(repository.path("deploy/xtask/src/spec")) {
            continue;
        }
        let Some(claims) = claims_of(repository, path)? else {
            continue;
        };
        let file = repository.shown(path);
        for claim in claims {
            let place = format!("{file}:{}", claim.line);
            if !ledger.contains(&claim.id) {
                unknown.push(format!("{place}: {}", claim.id));
                continue;
            }
            if let Some(test) = &claim.test {
                let outcome = results.outcome(path, test);
                let place = format!("{file}:{} {}", test.line, test.name);
                evidence.entry(claim.id).or_default().push(Evidence { place, outcome });
            }
        }
    }
    Ok((evidence, unknown))
}

fn claims_of(repository: &Repository, path: &Path) -> Result<Option<Vec<Claim>>> {
    let scan: fn(&str, &str) -> Vec<Claim> = match path.extension().and_then(|extension| extension.to_str()) {
        Some("rs") => rust_source::claims,
        Some("ts" | "tsx" | "js" | "mjs") => script_source::claims,
        _ => return Ok(None),
    };
    let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(text.contains("spec:").then(|| scan(&text, &repository.shown(path))))
}

fn has_proof(evidence: &EvidenceById, id: &str) -> bool {
    evidence.get(id).is_some_and(|tests| tests.iter().any(|test| test.outcome == Some(Outcome::Passed)))
}

fn print_proofs(ledger: &Ledger, evidence: &EvidenceById) {
    for (area, ids) in ledger.areas() {
        if ids.iter().any(|id| evidence.contains_key(*id)) {
            println!("{area}");
        }
        for id in ids {
            for test in evidence.get(id).into_iter().flatten() {
                let word = match test.outcome {
                    Some(Outcome::Passed) => "proven by",
                    Some(Outcome::Failed) => "FAILED:  ",
                    Some(Outcome::Skipped) => "skipped: ",
                    None => "not run: ",
                };
                println!("  {id}  {word} {}", test.place);
            }
        }
    }
    println!();
}

fn print_missing(ledger: &Ledger, evidence: &EvidenceById) {
    for (area, ids) in ledger.areas() {
        let open: Vec<&str> = ids.iter().copied().filter(|id| !has_proof(evidence, id)).collect();
        if !open.is_empty() {
            println!("{area}: {} of {} rows are not proven", open.len(), ids.len());
            for id in open {
                println!("  {id}");
            }
        }
    }
    println!();
}

fn print_summary(ledger: &Ledger, evidence: &EvidenceById, results: &Results) {
    println!("{:<28} {:>6} {:>8} {:>8}", "area", "rows", "named", "proven");
    let (mut rows, mut named, mut proven) = (0, 0, 0);
    for (area, ids) in ledger.areas() {
        let area_named = ids.iter().filter(|id| evidence.contains_key(**id)).count();
        let area_proven = ids.iter().filter(|id| has_proof(evidence, id)).count();
        println!("{area:<28} {:>6} {area_named:>8} {area_proven:>8}", ids.len());
        rows += ids.len();
        named += area_named;
        proven += area_proven;
    }
    println!("{:<28} {rows:>6} {named:>8} {proven:>8}", "all");
    println!("{}", results.origin());
}
