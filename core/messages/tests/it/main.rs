//! Tests of the catalogues, and of their use in the sources of the other crates.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod catalogues;
mod usage;

use std::collections::BTreeMap;
use std::path::Path;

/// A message of a catalogue: the English text and the translation.
#[derive(Debug, PartialEq, Eq)]
struct Translated {
    english: String,
    text: String,
    comment: String,
}

/// The messages of a file by key, and the number of its messages.
fn read(language: &str) -> (BTreeMap<String, Translated>, usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalogues").join(format!("{language}.po"));
    let file = polib::po_file::parse(&path).unwrap();
    let messages = file.messages().map(|message| {
        let english = message.msgid().to_owned();
        let text = message.msgstr().unwrap().to_owned();
        assert!(!message.is_fuzzy(), "{language}: {english}");
        (
            message.msgctxt().unwrap().to_owned(),
            Translated { english, text, comment: message.extracted_comments().to_owned() },
        )
    });
    let messages: Vec<_> = messages.collect();
    let count = std::fs::read_to_string(&path).unwrap().lines().filter(|line| line.starts_with("msgctxt ")).count();
    (messages.into_iter().collect(), count)
}
