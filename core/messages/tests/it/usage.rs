//! Keys in the sources of the other crates exist, and each key is used.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::read;

/// Folders of sources that use messages, below `core`.
const USERS: [&str; 5] = ["commerce", "email", "http", "render", "web"];
/// Beginnings of keys.
const GROUPS: [&str; 17] = [
    "addressPart",
    "blockDefault",
    "deliveryTime",
    "email",
    "emailSample",
    "island",
    "linkPage",
    "orderSummary",
    "paymentRefusal",
    "printable",
    "problem",
    "refundReason",
    "sitePage",
    "starter",
    "storefront",
    "subscription",
    "testMode",
];
/// The group of the sentences about problems: their codes are in the sources (`stoa_web::problem_texts`).
const PROBLEM: &str = "problem.";
/// The group of the messages that scripts show; their tests compare them with the scripts.
const SCRIPTS: &str = "island.";
/// The group of the texts that templates read.
const STOREFRONT: &str = "storefront.";
/// Folders that use them, below the repository.
const STOREFRONT_USERS: [&str; 7] = [
    "core/http/src",
    "core/render/blocks",
    "core/render/src",
    "core/template/src/formatter",
    "core/web/src",
    "storefront-ui/islands/src",
    "storefront-ui/themes",
];
/// Endings of files with templates, and of other sources.
const TEMPLATES: [&str; 5] = ["block", "html", "item", "list", "region"];
const SOURCES: [&str; 3] = ["rs", "ts", "tsx"];
/// Beginnings of keys that formatters complete.
const COMPLETED: [&str; 2] = ["productPriceEvery", "productPriceFor"];
/// Parts of an e-mail's texts; the sources name their group.
const PARTS: [&str; 5] = ["subject", "heading", "opening", "link", "closing"];

fn sources(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, endings, found);
        } else if path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending)) {
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
        sources(&core.join(user).join("src"), &["rs"], &mut files);
    }
    sources(&core.join("render/blocks"), &["json"], &mut files);
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
    let is_elsewhere = |key: &&String| [STOREFRONT, SCRIPTS, PROBLEM].iter().any(|group| key.starts_with(group));
    let unused: Vec<&String> = english.keys().filter(|key| !is_elsewhere(key) && !used.contains(*key)).collect();
    assert!(unused.is_empty(), "no source uses {unused:?}");
}

#[test]
fn texts_of_templates_exist_and_are_used() {
    let (english, _) = read("en");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for user in STOREFRONT_USERS {
        sources(&repository.join(user), &[TEMPLATES.as_slice(), &SOURCES].concat(), &mut files);
    }
    let text_read = Regex::new(r"localizedStrings\.([A-Za-z0-9_]+)").unwrap();
    let word = Regex::new(r#"[."'`]([A-Za-z][A-Za-z0-9_]*)"#).unwrap();
    let mut used = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        if file.extension().is_some_and(|extension| TEMPLATES.iter().any(|ending| extension == *ending)) {
            for captures in text_read.captures_iter(&text) {
                let name = captures.get(1).unwrap().as_str();
                let key = format!("{STOREFRONT}{name}");
                assert!(english.contains_key(&key), "{}: there is no text {name}", file.display());
            }
        }
        used.extend(word.captures_iter(&text).map(|captures| captures.get(1).unwrap().as_str().to_owned()));
    }
    let unused: Vec<&str> = english
        .keys()
        .filter_map(|key| key.strip_prefix(STOREFRONT))
        .filter(|name| !used.contains(*name) && !COMPLETED.iter().any(|start| name.starts_with(start)))
        .collect();
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}
