//! In which languages of the site a section or a block is shown.
//!
//! Kept as JSON, and checked by [`Document::check`] like settings: browsers load this code, and readers and writers of
//! objects exist already.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::check::Problems;
use crate::tree::{Document, Row, Section};

/// Maximum number of languages that are named; a site has no more.
const MAX_LANGUAGES: usize = 50;
const MAX_TAG_LENGTH: usize = 35;
const ONLY: &str = "only";
const EXCEPT: &str = "except";

/// The languages in which something is shown: those listed in `only`, without those in `except`. A missing or empty list
/// does not restrict anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ShownIn(pub(crate) Map<String, Value>);

impl ShownIn {
    /// Whether it is shown in all languages.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// BCP 47 tags of the only languages in which it is shown; none for no such restriction.
    pub fn only(&self) -> Vec<String> {
        self.tags(ONLY).map(str::to_owned).collect()
    }

    /// BCP 47 tags of languages in which it is not shown.
    pub fn except(&self) -> Vec<String> {
        self.tags(EXCEPT).map(str::to_owned).collect()
    }

    /// Whether it is shown in a language, given by its BCP 47 tag.
    pub fn includes(&self, language: &str) -> bool {
        let is_named = |list: &str| self.tags(list).any(|tag| tag == language);
        let is_restricted = self.tags(ONLY).next().is_some();
        (!is_restricted || is_named(ONLY)) && !is_named(EXCEPT)
    }

    fn tags(&self, list: &str) -> impl Iterator<Item = &str> {
        self.0.get(list).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    pub(crate) fn check(&self, place: &str, problems: &mut Problems) {
        for (name, list) in &self.0 {
            let tags = list.as_array().filter(|_| [ONLY, EXCEPT].contains(&name.as_str()));
            if !tags.is_some_and(|tags| tags.len() <= MAX_LANGUAGES && tags.iter().all(is_tag)) {
                problems.note(place, "Choose the languages from those of the site.");
            }
        }
    }
}

fn is_tag(value: &Value) -> bool {
    value.as_str().is_some_and(|tag| {
        let is_plain = tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_plain && (2..=MAX_TAG_LENGTH).contains(&tag.len())
    })
}

impl Document {
    /// Removes what is not shown in a language, with the rows and sections that only held such blocks. Columns stay.
    pub fn keep_shown_in(&mut self, language: &str) {
        self.sections.retain_mut(|section| section.languages.includes(language) && section.keep_shown_in(language));
    }

    /// Calls `visit` with the id of each block, and its restrictions after those of its section.
    pub fn for_each_shown_in(&self, mut visit: impl FnMut(&str, [&ShownIn; 2])) {
        for section in &self.sections {
            for block in section.rows.iter().flat_map(|row| &row.columns).flat_map(|column| &column.blocks) {
                visit(&block.id, [&section.languages, &block.languages]);
            }
        }
    }
}

impl Section {
    fn keep_shown_in(&mut self, language: &str) -> bool {
        let rows = self.rows.len();
        self.rows.retain_mut(|row| row.keep_shown_in(language));
        rows == self.rows.len() || !self.rows.is_empty()
    }
}

impl Row {
    /// Whether anything is left, or was missing from the beginning.
    fn keep_shown_in(&mut self, language: &str) -> bool {
        let (mut before, mut after) = (0, 0);
        for column in &mut self.columns {
            before += column.blocks.len();
            column.blocks.retain(|block| block.languages.includes(language));
            after += column.blocks.len();
        }
        before == after || after > 0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{BlockKinds, Schema};

    struct AnyKind(Schema);

    impl BlockKinds for AnyKind {
        fn schema(&self, _: &str) -> Option<&Schema> {
            Some(&self.0)
        }
    }

    fn document(blocks: &Value) -> Document {
        let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": blocks}]}]);
        let plain = json!([{"id": "r2", "columns": [{"span": 12, "blocks": [{"id": "d", "kind": "text"}]}]}]);
        let sections = json!([{"id": "s", "rows": rows},
            {"id": "s2", "languages": {"only": ["de"]}, "rows": plain}]);
        Document::from_json(&json!({"version": 1, "sections": sections})).unwrap()
    }

    fn shown(document: &Document, language: &str) -> Vec<String> {
        let mut document = document.clone();
        document.keep_shown_in(language);
        let sections = document.sections.iter().map(|section| section.id.clone());
        sections.chain(document.blocks().map(|block| block.id.clone())).collect()
    }

    #[test]
    fn blocks_and_sections_of_other_languages_left_out() {
        let replaced = document(&json!([{"id": "a", "kind": "text", "languages": {"except": ["fr"]}},
            {"id": "b", "kind": "text", "languages": {"only": ["fr"]}}]));
        assert_eq!(shown(&replaced, "en"), ["s", "a"]);
        assert_eq!(shown(&replaced, "fr"), ["s", "b"]);
        assert_eq!(shown(&replaced, "de"), ["s", "s2", "a", "d"]);
        let hidden = document(&json!([{"id": "a", "kind": "text", "languages": {"except": ["fr"], "only": []}}]));
        assert_eq!(shown(&hidden, "fr"), Vec::<String>::new());
        assert_eq!(shown(&document(&json!([])), "en"), ["s"]);
    }

    #[test]
    fn languages_are_tags() {
        let kinds = AnyKind(Schema::from_json(&json!({"type": "object", "properties": {}})).unwrap());
        let problems = |languages: Value| {
            let found =
                document(&json!([{"id": "a", "kind": "text", "languages": languages}])).check(&kinds).into_map();
            found.into_keys().collect::<Vec<_>>()
        };
        assert_eq!(problems(json!({"only": ["fr", "pt-BR"], "except": []})), Vec::<String>::new());
        for wrong in [json!({"only": "fr"}), json!({"only": [1]}), json!({"except": ["f r"]}), json!({"other": []})] {
            assert_eq!(problems(wrong), ["a"]);
        }
        let written = document(&json!([{"id": "a", "kind": "text", "languages": {"only": ["fr"]}}]));
        let read: Document = serde_json::from_value(serde_json::to_value(&written).unwrap()).unwrap();
        assert_eq!(read, written);
        assert_eq!(written.block("a").unwrap().languages.only(), ["fr"]);
    }
}
