//! The reference for theme authors, `docs/template-language`: its examples run, and it documents every name.

mod example;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use stoa_template::{formatter_names, predicate_names};

use example::Example;

fn pages() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/template-language");
    let mut pages: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    pages.sort();
    pages
}

fn page_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap()
}

#[test]
fn examples_match_output() {
    let mut count = 0;
    for (path, page) in pages() {
        for example in Example::all(&page) {
            example.check(page_name(&path));
            count += 1;
        }
    }
    assert!(count >= 150, "{count} examples");
}

/// The text between backticks in a heading or in the first column of a table.
fn entries<'p>(page: &'p str, start: &str) -> BTreeSet<&'p str> {
    let heads = page.lines().filter_map(|line| line.strip_prefix(start)?.split(" | ").next());
    heads.flat_map(|head| head.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn predicates_are_documented() {
    let pages = pages();
    let (_, page) = pages.iter().find(|(path, _)| page_name(path) == "predicates.md").unwrap();
    assert_eq!(entries(page, "| "), predicate_names().into_iter().collect());
    let templates: String = Example::all(page).map(|example| example.template().to_owned()).collect();
    for name in predicate_names() {
        let used = [format!("{{.{name}"), format!("{{.or {name}")].iter().any(|call| templates.contains(call));
        assert!(used, "{name} has no example");
    }
}

#[test]
fn formatters_are_documented() {
    let pages: Vec<String> = pages()
        .into_iter()
        .filter(|(path, _)| page_name(path).starts_with("formatters-"))
        .map(|(_, page)| page)
        .collect();
    let known: BTreeSet<&str> = formatter_names().into_iter().collect();
    let headings: BTreeSet<&str> = pages.iter().flat_map(|page| entries(page, "### ")).collect();
    assert_eq!(headings, known);
    let templates: String =
        pages.iter().flat_map(|page| Example::all(page)).map(|example| example.template().to_owned()).collect();
    for name in known {
        let used = templates.match_indices(&format!("|{name}")).any(|(at, call)| {
            templates[at + call.len()..].starts_with(|next: char| !next.is_alphanumeric() && next != '-')
        });
        assert!(used, "{name} has no example");
    }
}
