//! Checks a document: its structure, its limits, and the settings of its blocks.

use std::collections::{BTreeMap, HashSet};

use crate::devices::Device;
use crate::schema::Schema;
use crate::tree::{Background, Document};

/// Maximum number of blocks in a document.
pub const MAX_BLOCKS: usize = 60;
const MAX_ID_LENGTH: usize = 64;
/// Maximum length of a section's name, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// The kinds of blocks that a site can use.
pub trait BlockKinds: Send + Sync {
    /// The schema of a kind's settings; none when there is no such kind.
    fn schema(&self, kind: &str) -> Option<&Schema>;

    /// The version of a kind's settings; none when it takes settings of all its versions as they are.
    fn settings_version(&self, _kind: &str) -> Option<u32> {
        None
    }
}

/// Problems of a document: block id or path to a message for the editor.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Problems {
    messages: BTreeMap<String, String>,
}

impl Problems {
    /// Adds a message; only the first one of each path is kept.
    pub(crate) fn note(&mut self, path: &str, message: impl Into<String>) {
        self.messages.entry(path.to_owned()).or_insert_with(|| message.into());
    }

    /// Whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The messages by block id or path.
    pub fn into_map(self) -> BTreeMap<String, String> {
        self.messages
    }
}

impl Document {
    /// Validates the tree and all settings. Problems of a block's setting are under `<block id>.<setting>`, those of
    /// the block under its id, those of the layout under their path.
    pub fn check(&self, kinds: &dyn BlockKinds) -> Problems {
        let mut problems = Problems::default();
        if self.version != Self::VERSION {
            problems.note("version", format!("Only version {} of documents is known.", Self::VERSION));
        }
        if self.blocks().count() > MAX_BLOCKS {
            problems.note("sections", format!("You have reached the limit of {MAX_BLOCKS} blocks."));
        }
        self.check_ids(&mut problems);
        self.check_spans(&mut problems);
        self.check_appearance(&mut problems);
        for section in &self.sections {
            section.languages.check(&section.id, &mut problems);
        }
        for block in self.blocks() {
            block.languages.check(&block.id, &mut problems);
            match kinds.schema(&block.kind) {
                Some(_) if block.is_of_other_version(kinds) => {}
                Some(schema) => {
                    schema.check(&block.settings, &block.id, &mut problems);
                    for device in Device::ALL {
                        let path = format!("{}.devices.{}.settings", block.id, device.name());
                        schema.check_on_device(&block.devices.on(device).settings, &path, &mut problems);
                    }
                }
                None => problems.note(&block.id, format!("There is no block of the kind '{}'.", block.kind)),
            }
        }
        problems
    }

    fn check_ids(&self, problems: &mut Problems) {
        let mut seen = HashSet::new();
        let sections = self.sections.iter().map(|section| section.id.as_str());
        let rows = self.sections.iter().flat_map(|section| &section.rows).map(|row| row.id.as_str());
        let blocks = self.blocks().map(|block| block.id.as_str());
        for id in sections.chain(rows).chain(blocks) {
            if !is_id(id) {
                problems.note(id, "Ids are 1 to 64 letters, digits, '-' or '_'.");
            } else if !seen.insert(id) {
                problems.note(id, "This id is used twice.");
            }
        }
    }

    fn check_appearance(&self, problems: &mut Problems) {
        for (index, section) in self.sections.iter().enumerate() {
            let place = format!("sections[{index}].settings");
            if section.settings.name.chars().count() > MAX_NAME_LENGTH {
                let message = format!("The name of a section has at most {MAX_NAME_LENGTH} characters.");
                problems.note(&format!("{place}.name"), message);
            }
            let Some(Background { asset, x, y, overlay }) = &section.settings.background else { continue };
            if !is_id(asset) {
                problems.note(&format!("{place}.background.asset"), "Choose an image from the library.");
            }
            if *x > 100 || *y > 100 {
                problems.note(&format!("{place}.background"), "The focal point must be inside the image.");
            }
            let (least, most) = (Background::MIN_OVERLAY, Background::MAX_OVERLAY);
            if !(least..=most).contains(overlay) {
                let message = format!("Darken the image by {least} to {most} percent.");
                problems.note(&format!("{place}.background.overlay"), message);
            }
        }
    }

    fn check_spans(&self, problems: &mut Problems) {
        for (section_index, section) in self.sections.iter().enumerate() {
            for (row_index, row) in section.rows.iter().enumerate() {
                let spans = |device| row.devices.on(device).spans.iter();
                if Device::ALL.into_iter().flat_map(spans).any(|span| !(1..=12).contains(span)) {
                    let path = format!("sections[{section_index}].rows[{row_index}].devices");
                    problems.note(&path, "A column spans 1 to 12 twelfths.");
                }
                for (index, column) in row.columns.iter().enumerate() {
                    if !(1..=12).contains(&column.span) {
                        let path = format!("sections[{section_index}].rows[{row_index}].columns[{index}].span");
                        problems.note(&path, "A column spans 1 to 12 twelfths.");
                    }
                }
            }
        }
    }
}

/// Whether a text is a valid id of a section, row or block.
pub(crate) fn is_id(text: &str) -> bool {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    plain && !text.is_empty() && text.len() <= MAX_ID_LENGTH
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    struct TextOnly(Schema);

    impl BlockKinds for TextOnly {
        fn schema(&self, kind: &str) -> Option<&Schema> {
            (kind == "text").then_some(&self.0)
        }
    }

    fn problems_of(sections: serde_json::Value) -> BTreeMap<String, String> {
        let schema = json!({"type": "object", "properties": {"html": {"type": "string", "maxLength": 3}}});
        let kinds = TextOnly(Schema::from_json(&schema).unwrap());
        let document = Document::from_json(&json!({"version": 1, "sections": sections})).unwrap();
        document.check(&kinds).into_map()
    }

    fn column(span: u32, blocks: serde_json::Value) -> serde_json::Value {
        json!([{"id": "s", "rows": [{"id": "r", "columns": [{"span": span, "blocks": blocks}]}]}])
    }

    #[test]
    fn valid_document_has_no_problems() {
        let blocks = json!([{"id": "b", "kind": "text", "settings": {"html": "abc"}}]);
        assert_eq!(problems_of(column(12, blocks)), BTreeMap::new());
    }

    struct Versioned(Schema);

    impl BlockKinds for Versioned {
        fn schema(&self, _kind: &str) -> Option<&Schema> {
            Some(&self.0)
        }

        fn settings_version(&self, _kind: &str) -> Option<u32> {
            Some(2)
        }
    }

    // spec: plugins.blocks.migration
    #[test]
    fn settings_of_another_version_are_not_checked() {
        let schema = json!({"type": "object", "additionalProperties": false, "properties": {
            "html": {"type": "string", "maxLength": 3}}});
        let kinds = Versioned(Schema::from_json(&schema).unwrap());
        let problems = |settings: serde_json::Value| {
            let blocks = json!([{"id": "b", "kind": "text", "settings": settings}]);
            let document = Document::from_json(&json!({"version": 1, "sections": column(12, blocks)})).unwrap();
            document.check(&kinds).into_map().into_keys().collect::<Vec<_>>()
        };
        assert!(problems(json!({"html": "abcd", "$saved": {"version": 1}})).is_empty());
        assert_eq!(problems(json!({"html": "abcd", "$saved": {"version": 2}})), ["b.html"]);
    }

    #[test]
    fn block_limit() {
        let blocks = |count: usize| -> serde_json::Value {
            (0..count).map(|index| json!({"id": format!("b{index}"), "kind": "text"})).collect()
        };
        assert!(problems_of(column(12, blocks(60))).is_empty());
        assert!(problems_of(column(12, blocks(61))).contains_key("sections"));
    }

    #[test]
    fn section_names_and_images_validated() {
        let of = |settings: serde_json::Value| {
            let problems = problems_of(json!([{"id": "s", "settings": settings, "rows": []}]));
            problems.into_keys().collect::<Vec<_>>()
        };
        let picture = json!({"asset": "ast_1", "x": 0, "y": 100, "overlay": 55});
        assert!(of(json!({"name": "Kiln", "background": picture})).is_empty());
        let bad =
            json!({"name": "a".repeat(61), "background": {"asset": "\" onload", "x": 101, "y": 0, "overlay": 20}});
        let names = ["background", "background.asset", "background.overlay", "name"];
        assert_eq!(of(bad), names.map(|name| format!("sections[0].settings.{name}")));
    }

    #[test]
    fn device_overrides_need_schema_flag() {
        let schema = json!({"type": "object", "properties": {
            "columns": {"type": "integer", "minimum": 1, "maximum": 10, "x-perDevice": true}, "label": {"type": "string"}}});
        let schema = Schema::from_json(&schema).unwrap();
        let problems = |settings: serde_json::Value| {
            let mut problems = Problems::default();
            schema.check_on_device(settings.as_object().unwrap(), "b.phone", &mut problems);
            problems.into_map().into_keys().collect::<Vec<_>>()
        };
        assert!(problems(json!({"columns": 2})).is_empty());
        assert_eq!(problems(json!({"columns": 11})), ["b.phone.columns"]);
        assert_eq!(problems(json!({"columns": "2", "label": "x"})), ["b.phone.columns", "b.phone.label"]);
    }

    #[test]
    fn problems_have_block_id_and_path() {
        let twice = json!([{"id": "b", "kind": "text"}, {"id": "b", "kind": "text"}]);
        assert!(problems_of(column(12, twice)).contains_key("b"));
        let unknown = json!([{"id": "b", "kind": "video"}]);
        assert!(problems_of(column(12, unknown)).get("b").unwrap().contains("video"));
        let long = json!([{"id": "b", "kind": "text", "settings": {"html": "abcd"}}]);
        assert!(problems_of(column(12, long)).contains_key("b.html"));
        assert!(problems_of(column(13, json!([]))).contains_key("sections[0].rows[0].columns[0].span"));
        let spaced = json!([{"id": "b d", "kind": "text"}]);
        assert!(problems_of(column(1, spaced)).contains_key("b d"));
    }
}
