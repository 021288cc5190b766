//! Texts by language, from the folder `locales`.

use stoa_plugin_sdk::json::{self, Value};

const ENGLISH: &str = include_str!("../locales/en.json");
const GERMAN: &str = include_str!("../locales/de.json");

/// A text in the language of a tag such as `de-AT` or `de_AT`; English for a language without texts.
pub(crate) fn text(language: &str, key: &str) -> String {
    let file = match language.split(['-', '_']).next() {
        Some("de") => GERMAN,
        _ => ENGLISH,
    };
    let texts: Value = json::from_str(file).unwrap_or(Value::Null);
    texts.get(key).and_then(Value::as_str).unwrap_or(key).to_owned()
}
