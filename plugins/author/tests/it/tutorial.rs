//! The tutorials of docs/plugins, done as they say.

use std::fs::{create_dir_all, write};
use std::path::Path;

use stoa_plugin_author::{
    Kind, Language, SigningKey, WithoutCompiler, add_script, bench, build, check, open, pack, test,
};

use crate::project::{Desk, becomes_a_package, edit, failures, findings};

const TUTORIAL: &str = include_str!("../../../../docs/plugins/first-plugin.md");
const JAVASCRIPT: &str = include_str!("../../../../docs/plugins/javascript.md");
const FORMATTER: &str = include_str!("../../../../docs/plugins/formatter.md");
const PAGE_DATA: &str = include_str!("../../../../docs/plugins/page-data.md");
const BLOCK_SCRIPT: &str = include_str!("../../../../docs/plugins/block-script.md");
const PREDICATE: &str = include_str!("../../../../docs/plugins/predicate.md");
const HOOK: &str = include_str!("../../../../docs/plugins/hook.md");
const JOB: &str = include_str!("../../../../docs/plugins/job.md");
const PAYMENTS: &str = include_str!("../../../../docs/plugins/payments.md");
const SHIPPING: &str = include_str!("../../../../docs/plugins/shipping.md");
const TAXES: &str = include_str!("../../../../docs/plugins/taxes.md");
const DISCOUNTS: &str = include_str!("../../../../docs/plugins/discounts.md");
const QUESTIONS: &str = include_str!("../../../../docs/plugins/questions.md");
const ROWS: &str = include_str!("../../../../docs/plugins/rows.md");
const PANELS: &str = include_str!("../../../../docs/plugins/panels.md");
const INSTALLMENTS: &str = include_str!("../../../../docs/plugins/installments.md");

/// A fenced block: the words after the fence, and the text.
struct Fence<'a> {
    words: Vec<&'a str>,
    text: String,
}

fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(words) = line.strip_prefix("```") else { continue };
        let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        found.push(Fence { words: words.split_whitespace().collect(), text: inside.join("\n") });
    }
    found
}

#[test]
fn the_first_plugin_works_as_written() {
    follow(TUTORIAL, "acme.opening-hours", Kind::Block, Language::Rust);
}

#[test]
fn the_first_plugin_in_javascript_works_as_written() {
    follow(JAVASCRIPT, "acme.opening-hours", Kind::Block, Language::JavaScript);
}

#[test]
fn a_block_with_products() {
    follow(PAGE_DATA, "acme.shelf", Kind::Block, Language::Rust);
}

#[test]
fn a_block_with_a_script() {
    follow(BLOCK_SCRIPT, "acme.today", Kind::Block, Language::Rust);
}

#[test]
fn formatter_in_rust() {
    follow(FORMATTER, "acme.initials", Kind::Formatter, Language::Rust);
}

#[test]
fn formatter_in_javascript() {
    follow(FORMATTER, "acme.initials", Kind::Formatter, Language::JavaScript);
}

#[test]
fn predicate_in_rust() {
    follow(PREDICATE, "acme.many", Kind::Predicate, Language::Rust);
}

#[test]
fn predicate_in_javascript() {
    follow(PREDICATE, "acme.many", Kind::Predicate, Language::JavaScript);
}

#[test]
fn payments_in_rust() {
    follow(PAYMENTS, "acme.transfer", Kind::Payments, Language::Rust);
}

#[test]
fn payments_in_javascript() {
    follow(PAYMENTS, "acme.transfer", Kind::Payments, Language::JavaScript);
}

#[test]
fn installments_in_rust() {
    follow(INSTALLMENTS, "acme.parts", Kind::Installments, Language::Rust);
}

#[test]
fn installments_in_javascript() {
    follow(INSTALLMENTS, "acme.parts", Kind::Installments, Language::JavaScript);
}

#[test]
fn shipping_in_rust() {
    follow(SHIPPING, "acme.parcels", Kind::Shipping, Language::Rust);
}

#[test]
fn shipping_in_javascript() {
    follow(SHIPPING, "acme.parcels", Kind::Shipping, Language::JavaScript);
}

#[test]
fn taxes_in_rust() {
    follow(TAXES, "acme.vat", Kind::Taxes, Language::Rust);
}

#[test]
fn taxes_in_javascript() {
    follow(TAXES, "acme.vat", Kind::Taxes, Language::JavaScript);
}

#[test]
fn discounts_in_rust() {
    follow(DISCOUNTS, "acme.more", Kind::Discounts, Language::Rust);
}

#[test]
fn discounts_in_javascript() {
    follow(DISCOUNTS, "acme.more", Kind::Discounts, Language::JavaScript);
}

#[test]
fn questions_in_rust() {
    follow(QUESTIONS, "acme.gift", Kind::Questions, Language::Rust);
}

#[test]
fn questions_in_javascript() {
    follow(QUESTIONS, "acme.gift", Kind::Questions, Language::JavaScript);
}

#[test]
fn rows_in_rust() {
    follow(ROWS, "acme.listing", Kind::Rows, Language::Rust);
}

#[test]
fn rows_in_javascript() {
    follow(ROWS, "acme.listing", Kind::Rows, Language::JavaScript);
}

#[test]
fn an_event_hook_in_rust() {
    follow(HOOK, "acme.shelves", Kind::Events, Language::Rust);
}

#[test]
fn an_event_hook_in_javascript() {
    follow(HOOK, "acme.shelves", Kind::Events, Language::JavaScript);
}

#[test]
fn a_job_and_its_block_in_rust() {
    follow(JOB, "acme.left", Kind::Jobs, Language::Rust);
}

#[test]
fn a_job_and_its_block_in_javascript() {
    follow(JOB, "acme.left", Kind::Jobs, Language::JavaScript);
}

#[test]
fn panels_in_rust() {
    follow(PANELS, "acme.stock", Kind::Panel, Language::Rust);
}

#[test]
fn panels_in_javascript() {
    follow(PANELS, "acme.stock", Kind::Panel, Language::JavaScript);
}

/// Does what a document says; of code in two languages, that of one. A new project in Rust is a whole plugin already; one
/// in JavaScript takes too long for that.
fn follow(document: &str, id: &str, kind: Kind, language: Language) {
    let desk = Desk::new("author-tutorials");
    let (project, foreign) = match language {
        Language::Rust => (desk.project(id, kind), "js"),
        Language::JavaScript => (desk.script(id, kind), "rust"),
    };
    if language == Language::Rust {
        becomes_a_package(&project, id, kind, language);
    }
    if document.contains(" --client\n") {
        add_script(&project).expect("a script");
    }
    let mut find: Option<(&str, String)> = None;
    let (mut commands, mut is_changed) = (0, false);
    for fence in fences(document) {
        match fence.words.as_slice() {
            [code, ..] if *code == foreign => {}
            [_, "find", file] => find = Some((*file, fence.text)),
            [_, "replace"] => {
                let (file, from) = find.take().expect("what is replaced stands before");
                edit(&project.join(file), &from, &fence.text);
                is_changed = true;
            }
            // Nothing is changed yet: every build and compilation of an interpreter counts.
            [_, "new", file] => {
                let file = project.join(file);
                create_dir_all(file.parent().expect("a folder")).expect("a folder");
                write(file, fence.text).expect("a file");
                is_changed = true;
            }
            ["sh"] if language == Language::JavaScript && !is_changed => {}
            ["sh"] => {
                for command in fence.text.lines() {
                    run(document, &project, command, true);
                    commands += 1;
                }
            }
            ["sh", "fails"] => run(document, &project, &fence.text, false),
            // What the commands print, files that exist, and a server.
            _ => {}
        }
    }
    assert!(commands >= 3 && find.is_none(), "{commands} commands");
}

/// Does what `stoa` does for a command; `passes` is whether it is said to succeed.
fn run(document: &str, project: &Path, command: &str, passes: bool) {
    let words: Vec<&str> = command.split_whitespace().collect();
    let key = project.join("../acme.key");
    match words.as_slice() {
        ["stoa", "plugin", "new", ..] | ["cd", _] => {}
        ["stoa", "plugin", "build"] => {
            build(project, WithoutCompiler::Fail, &|step| println!("{step}")).expect("it builds");
        }
        ["stoa", "plugin", "check"] => {
            let found = findings(&check(project).expect("a report"));
            assert_eq!(found.is_empty(), passes, "{found:#?}");
            assert!(found.iter().all(|line| document.contains(line.as_str())), "{found:#?}");
        }
        ["stoa", "plugin", "test"] => {
            let failed = failures(&test(project).expect("a report"));
            assert_eq!(failed.is_empty(), passes, "{failed:#?}");
        }
        ["stoa", "plugin", "bench"] => {
            let report = bench(project).expect("a report");
            assert!(report.calls.iter().all(|call| call.cold.calls > 0 && call.memory_bytes > 0), "{report:?}");
        }
        ["stoa", "plugin", "key", "new", "../acme.key"] => {
            SigningKey::create(&key).expect("a key");
        }
        ["stoa", "plugin", "pack", "--key", "../acme.key"] => {
            pack(project, &SigningKey::read(&key).expect("a key")).expect("a package");
        }
        ["stoa", "plugin", "inspect", package] => {
            open(&std::fs::read(project.join(package)).expect("a package"), None).expect("a valid package");
        }
        other => panic!("the tutorial has a command that this test does not know: {other:?}"),
    }
}
