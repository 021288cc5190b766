//! The kinds of blocks that a preview can render.

use serde_json::{Map, Value};
use stoa_document::{defaults, rich_text, saved_version};
use stoa_template::{ParseOptions, Template};

use super::read;
use crate::block::{BlockNeed, BlockTemplates, block_template, empty_hint};

/// In the schema of a plugin's kind: the version of its settings.
pub const SETTINGS_VERSION: &str = "x-settingsVersion";

/// The kinds of blocks, ready to render.
pub(super) struct Kinds {
    kinds: Vec<(String, Kind)>,
}

pub(super) struct Kind {
    /// None when a plugin renders it.
    template: Option<Template>,
    schema: Value,
    pub(super) needs: Vec<BlockNeed>,
}

impl Kinds {
    /// Parses all templates.
    pub(super) fn parse(sheets: Map<String, Value>, options: &ParseOptions) -> Self {
        let parsed = sheets.into_iter().map(|(name, mut sheet)| {
            let template = read::text(read::take(&mut sheet, "template"));
            let kind = Kind {
                template: template.map(|text| block_template(&text, options)),
                schema: read::take(&mut sheet, "schema"),
                needs: read::needs(read::take(&mut sheet, "needs")),
            };
            (name, kind)
        });
        Self { kinds: parsed.collect() }
    }

    pub(super) fn get(&self, kind: &str) -> Option<&Kind> {
        self.kinds.iter().find(|(name, _)| name == kind).map(|(_, kind)| kind)
    }
}

impl Kind {
    /// Settings with defaults filled in. The schema says nothing about those of another version.
    pub(super) fn complete(&self, settings: &Map<String, Value>) -> Map<String, Value> {
        let version = self.schema.get(SETTINGS_VERSION).and_then(Value::as_u64);
        if version.is_some_and(|version| version != u64::from(saved_version(settings))) {
            return settings.clone();
        }
        defaults::complete(&self.schema, settings)
    }

    /// Calls `visit` with each setting that contains HTML.
    pub(super) fn for_each_html(&self, settings: &mut Map<String, Value>, visit: &mut dyn FnMut(&mut String)) {
        defaults::for_each_formatted(&self.schema, settings, &mut |format, text| {
            if rich_text::holds_html(format) {
                visit(text);
            }
        });
    }

    pub(super) fn is_plugin(&self) -> bool {
        self.template.is_none()
    }
}

impl BlockTemplates for Kinds {
    fn template(&self, kind: &str) -> Option<&Template> {
        self.get(kind)?.template.as_ref()
    }

    fn is_plugin(&self, kind: &str) -> bool {
        self.get(kind).is_some_and(Kind::is_plugin)
    }

    fn empty_hint(&self, kind: &str) -> Option<&str> {
        empty_hint(&self.get(kind)?.schema)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // spec: plugins.blocks.migration
    #[test]
    fn settings_of_another_version_get_no_defaults() {
        let schema = json!({"properties": {"day": {"default": "Monday"}}, SETTINGS_VERSION: 2});
        let sheets = json!({"hours": {"schema": schema, "needs": []}});
        let kinds = Kinds::parse(read::object(sheets), &ParseOptions::default());
        let complete = |settings: Value| Value::Object(kinds.get("hours").unwrap().complete(&read::object(settings)));
        assert_eq!(complete(json!({"text": "9 to 5"})), json!({"text": "9 to 5"}));
        let own = json!({"$saved": {"version": 2}});
        assert_eq!(complete(own), json!({"day": "Monday", "$saved": {"version": 2}}));
    }
}
