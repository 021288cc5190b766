//! docs/plugins/first-plugin.md, done as it says.

use std::path::Path;

use stoa_plugin_author::{Kind, SigningKey, WithoutCompiler, build, check, open, pack, test};

use crate::project::{Desk, edit, failures, findings};

const TUTORIAL: &str = include_str!("../../../../docs/plugins/first-plugin.md");

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
fn the_tutorial_works_as_written() {
    let desk = Desk::new();
    let project = desk.project("acme.opening-hours", Kind::Block);
    let mut find: Option<(&str, String)> = None;
    let mut commands = 0;
    for fence in fences(TUTORIAL) {
        match fence.words.as_slice() {
            [_, "find", file] => find = Some((*file, fence.text)),
            [_, "replace"] => {
                let (file, from) = find.take().expect("what is replaced stands before");
                edit(&project.join(file), &from, &fence.text);
            }
            ["sh"] => {
                for command in fence.text.lines() {
                    run(&project, command, true);
                    commands += 1;
                }
            }
            ["sh", "fails"] => run(&project, &fence.text, false),
            // What the commands print, and files that exist.
            _ => {}
        }
    }
    assert!(commands >= 10 && find.is_none(), "{commands} commands");
}

/// Does what `stoa` does for a command; `passes` is whether it is said to succeed.
fn run(project: &Path, command: &str, passes: bool) {
    let words: Vec<&str> = command.split_whitespace().collect();
    let key = project.join("../acme.key");
    match words.as_slice() {
        ["stoa", "plugin", "new", "acme.opening-hours", "--kind", "block"] | ["cd", "opening-hours"] => {}
        ["stoa", "plugin", "build"] => {
            build(project, WithoutCompiler::Fail, &|step| println!("{step}")).expect("it builds");
        }
        ["stoa", "plugin", "check"] => {
            let found = findings(&check(project).expect("a report"));
            assert_eq!(found.is_empty(), passes, "{found:#?}");
            assert!(found.iter().all(|line| TUTORIAL.contains(line.as_str())), "{found:#?}");
        }
        ["stoa", "plugin", "test"] => {
            let failed = failures(&test(project).expect("a report"));
            assert_eq!(failed.is_empty(), passes, "{failed:#?}");
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
