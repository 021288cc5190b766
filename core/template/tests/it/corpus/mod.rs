//! The conformance corpus, if it exists next to the repository.

use std::path::PathBuf;

use serde_json::json;
use stoa_template::check::{Report, excluded_cases, run_cases};

fn folder() -> PathBuf {
    match std::env::var_os("STOA_TEMPLATE_CORPUS") {
        Some(folder) => folder.into(),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/template"),
    }
}

// spec: template.syntax.open
#[test]
fn all_cases_pass_except_excluded() {
    let folder = folder();
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert!(std::env::var_os("STOA_TEMPLATE_CORPUS").is_none(), "there is no corpus at {}", folder.display());
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
    println!("{report}");
    assert_eq!(report.failed, []);
    assert!(report.passed > 0, "no cases in {}", folder.display());
}

fn url_encoding(id: &str, expected: &str) -> String {
    json!([{ "id": id, "template": "{@|url-encode}", "json": "a b", "expected_output": expected }]).to_string()
}

#[test]
fn excluded_cases_counted_and_named() {
    let report = run_cases(&url_encoding("ts/plugins/f-url-encode-1", "a%20b")).unwrap();
    assert_eq!((report.passed, report.failed.len()), (0, 0));
    assert_eq!(report.excluded, ["ts/plugins/f-url-encode-1"]);
    assert!(report.to_string().contains("left out by COMPATIBILITY.md: ts/plugins/f-url-encode-1"));
    assert!(report.to_string().ends_with("0 passed, 0 failed, 1 left out"));
}

#[test]
fn excluded_case_that_passes_fails() {
    let report = run_cases(&url_encoding("ts/plugins/f-url-encode-1", "a+b")).unwrap();
    assert_eq!(report.failed.len(), 1);
    assert!(report.failed[0].reason.contains("COMPATIBILITY.md"));
}

#[test]
fn other_case_results_unchanged() {
    let report = run_cases(&url_encoding("x", "a%20b")).unwrap();
    assert_eq!((report.failed.len(), report.excluded.len()), (1, 0));
    assert!(excluded_cases().contains(&"ts/plugins/f-relative-time-1"));
}
