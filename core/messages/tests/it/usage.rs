//! Keys in the sources of the other crates exist, and each key is used.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::read;

/// Folders of sources that use messages, below `core`.
const USERS: [&str; 3] = ["commerce", "email", "http"];
/// Beginnings of keys.
const GROUPS: [&str; 7] =
    ["email", "linkPage", "orderSummary", "printable", "refundReason", "subscription", "testMode"];
/// Parts of an e-mail's texts; the sources name their group.
const PARTS: [&str; 5] = ["subject", "heading", "opening", "link", "closing"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn keys_in_sources_and_catalogues_are_the_same() {
    let (english, _) = read("en");
    let known = |key: &str| english.contains_key(key);
    for key in english.keys() {
        assert!(GROUPS.contains(&key.split('.').next().unwrap()), "{key}: add its group to this test");
    }
    let literal = Regex::new(&format!(r#""((?:{})\.[A-Za-z.]+)""#, GROUPS.join("|"))).unwrap();
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for user in USERS {
        sources(&core.join(user).join("src"), &mut files);
    }
    let mut used = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for captures in literal.captures_iter(&text) {
            let key = captures.get(1).unwrap().as_str().to_owned();
            let parts: Vec<String> =
                PARTS.iter().map(|part| format!("{key}.{part}")).filter(|part| known(part)).collect();
            assert!(known(&key) || !parts.is_empty(), "{}: there is no message {key}", file.display());
            used.insert(key);
            used.extend(parts);
        }
    }
    let unused: Vec<&String> = english.keys().filter(|key| !used.contains(*key)).collect();
    assert!(unused.is_empty(), "no source uses {unused:?}");
}
