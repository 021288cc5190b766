//! The conformance corpus, if it stands beside the repository.

use std::collections::BTreeSet;
use std::path::PathBuf;

use stoa_template::check::{Report, run_cases};

fn folder() -> PathBuf {
    match std::env::var_os("STOA_TEMPLATE_CORPUS") {
        Some(folder) => folder.into(),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/template"),
    }
}

fn known_failures() -> BTreeSet<&'static str> {
    include_str!("../../known_failures.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

// spec: template.syntax.open
#[test]
fn every_case_passes_but_the_known_ones() {
    let folder = folder();
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("no corpus at {}", folder.display());
        return;
    };
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let mut report = Report::default();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let part = run_cases(&text).unwrap();
        println!("{}: {} passed, {} failed", file.display(), part.passed, part.failed.len());
        report.merge(part);
    }
    let known = known_failures();
    for failure in &report.failed {
        if !known.contains(failure.id.as_str()) {
            println!("FAILED {}\n{}", failure.id, failure.reason);
        }
    }
    println!("{} passed, {} failed", report.passed, report.failed.len());
    let failed: BTreeSet<&str> = report.failed.iter().map(|failure| failure.id.as_str()).collect();
    let new: Vec<_> = failed.difference(&known).collect();
    let fixed: Vec<_> = known.difference(&failed).collect();
    assert!(new.is_empty(), "cases fail that did not: {new:?}");
    assert!(fixed.is_empty(), "cases pass that are listed as failing: {fixed:?}");
}
