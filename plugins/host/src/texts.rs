//! Texts of a plugin by language: its files `locales/*.json`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::convert::invalid;
use crate::error::PluginErrorKind;
use crate::files::Files;
use crate::folder::read_json;

const FALLBACK: &str = "en";
const MAX_LANGUAGES: usize = 100;

/// Texts by key, by language tag in lower case.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    languages: BTreeMap<String, Language>,
}

#[derive(Debug)]
struct Language {
    tag: String,
    texts: BTreeMap<String, String>,
}

impl Texts {
    /// Reads the files of a plugin; none without the folder `locales`.
    pub(crate) fn read(files: Files<'_>) -> Result<Self, PluginErrorKind> {
        let mut texts = Self::default();
        for name in files.names("locales") {
            let Some(tag) = name.strip_suffix(".json") else { continue };
            let file = format!("locales/{name}");
            texts.add(tag, &file, read_json(files, &file)?)?;
        }
        Ok(texts)
    }

    fn add(&mut self, tag: &str, file: &str, content: Value) -> Result<(), PluginErrorKind> {
        let Value::Object(members) = content else { return Err(invalid(format!("{file}: is no object of texts"))) };
        let mut texts = BTreeMap::new();
        for (key, value) in members {
            let Value::String(text) = value else { return Err(invalid(format!("{file}: `{key}` is no text"))) };
            texts.insert(key, text);
        }
        self.languages.insert(tag.to_lowercase(), Language { tag: tag.to_owned(), texts });
        if self.languages.len() > MAX_LANGUAGES {
            return Err(invalid(format!("locales: more than {MAX_LANGUAGES} languages")));
        }
        Ok(())
    }

    /// The text of a key in a language, in the same without its region or script, or in English.
    pub(crate) fn find(&self, locale: &str, key: &str) -> Option<&str> {
        let wanted = locale.to_lowercase();
        let mut tag = wanted.as_str();
        loop {
            if let Some(text) = self.text(tag, key) {
                return Some(text);
            }
            match tag.rsplit_once('-') {
                Some((shorter, _)) => tag = shorter,
                None => return self.text(FALLBACK, key),
            }
        }
    }

    /// What a plugin says in English, in a language: where a text of the plugin is the same in English, as that text.
    pub(crate) fn said_in(&self, locale: &str, said: String) -> String {
        let key = self.languages.get(FALLBACK).and_then(|english| {
            let same = english.texts.iter().find(|(_, text)| **text == said);
            same.map(|(key, _)| key)
        });
        match key.and_then(|key| self.find(locale, key)) {
            Some(text) => text.to_owned(),
            None => said,
        }
    }

    /// The text of a key in each language that has it, by the tags of the languages in lower case.
    pub(crate) fn in_all(&self, key: &str) -> BTreeMap<String, String> {
        let own = |(tag, language): (&String, &Language)| Some((tag.clone(), language.texts.get(key)?.clone()));
        self.languages.iter().filter_map(own).collect()
    }

    fn text(&self, tag: &str, key: &str) -> Option<&str> {
        self.languages.get(tag)?.texts.get(key).map(String::as_str)
    }

    /// The tags of the languages, sorted.
    pub(crate) fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.values().map(|language| language.tag.as_str())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Texts;

    #[test]
    fn the_nearest_language_that_has_the_text() {
        let mut texts = Texts::default();
        for (tag, content) in [
            ("en", json!({ "hello": "Hello", "bye": "Bye" })),
            ("pt", json!({ "hello": "Olá" })),
            ("pt-BR", json!({ "bye": "Tchau" })),
        ] {
            texts.add(tag, tag, content).expect("texts");
        }
        assert_eq!(texts.find("pt-BR", "bye"), Some("Tchau"));
        assert_eq!(texts.find("pt-br", "hello"), Some("Olá"));
        assert_eq!(texts.find("pt", "bye"), Some("Bye"));
        assert_eq!(texts.find("de-AT", "hello"), Some("Hello"));
        assert_eq!(texts.find("de", "missing"), None);
        assert_eq!(texts.languages().collect::<Vec<_>>(), ["en", "pt", "pt-BR"]);
        assert!(texts.add("fr", "fr", json!({ "hello": 1 })).is_err());
        assert!(texts.add("fr", "fr", json!([])).is_err());
    }
}
