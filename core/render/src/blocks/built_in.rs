//! The built-in kinds, one folder each.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_document::{Schema, defaults};
use stoa_messages::Texts;
use stoa_page::{BlockNeed, block_template};
use stoa_template::{ParseOptions, Template};

use super::{BlockKind, BlockSource, BlockVariant};
use crate::RenderError;
use crate::block_words::TranslatedSchemas;
use crate::data::Preparation;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/blocks"]
struct Embedded;

/// A group of kinds, most frequently used first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    kinds: Vec<String>,
}

/// The group for plugin kinds that do not name a built-in group.
const PLUGINS: &str = "Plugins";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Meta {
    kind: String,
    name: String,
    description: String,
    type_codes: Vec<i32>,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    variants: Vec<BlockVariant>,
    data: Vec<BlockNeed>,
    #[serde(default)]
    preparation: Option<Preparation>,
}

/// A built-in kind, ready to render.
#[derive(Debug)]
pub(crate) struct BuiltIn {
    pub(crate) offered: BlockKind,
    pub(crate) schema: Schema,
    pub(super) source: String,
    pub(crate) template: Template,
    pub(crate) needs: Vec<BlockNeed>,
    pub(crate) preparation: Option<Preparation>,
    /// The schema of its settings in each language; none if its defaults have no words.
    translations: Option<TranslatedSchemas>,
}

/// The built-in kinds. Each is read when it is asked for first: most sites use a few of them.
#[derive(Debug)]
pub(crate) struct BlockLibrary {
    /// By kind; none for one that is invalid.
    kinds: BTreeMap<String, OnceLock<Option<BuiltIn>>>,
    groups: Vec<Group>,
    options: ParseOptions,
}

impl BlockLibrary {
    /// The kinds of the embedded folders.
    pub(crate) fn embedded(options: &ParseOptions) -> Result<Self, RenderError> {
        let groups: Vec<Group> = text_at("groups.json")
            .and_then(|text| serde_json::from_str(&text).map_err(|error| format!("groups.json: {error}")))
            .map_err(|reason| RenderError::Block { kind: "groups".to_owned(), reason })?;
        let folders = Embedded::iter().filter_map(|path| path.strip_suffix("/block.html").map(str::to_owned));
        Ok(Self { kinds: folders.map(|kind| (kind, OnceLock::new())).collect(), groups, options: options.clone() })
    }

    pub(crate) fn get(&self, kind: &str) -> Option<&BuiltIn> {
        let read = || {
            BuiltIn::read(kind, &self.groups, &self.options)
                .inspect_err(|reason| tracing::error!(block.kind = kind, reason, "a built-in block is invalid"))
                .ok()
        };
        self.kinds.get(kind)?.get_or_init(read).as_ref()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &BuiltIn> {
        self.kinds.keys().filter_map(|kind| self.get(kind))
    }

    /// The group of that name; the plugin group if there is none.
    pub(super) fn group_named(&self, name: Option<String>) -> String {
        name.filter(|name| self.groups.iter().any(|group| group.name == *name)).unwrap_or_else(|| PLUGINS.to_owned())
    }

    /// Sort key of a kind: its group, and its position there. Kinds of plugins come after built-in ones.
    pub(super) fn place(&self, kind: &BlockKind) -> (usize, usize) {
        let group = self.groups.iter().enumerate().find(|(_, group)| group.name == kind.category);
        group.map_or((usize::MAX, usize::MAX), |(index, group)| {
            (index, group.kinds.iter().position(|own| *own == kind.kind).unwrap_or(usize::MAX))
        })
    }
}

fn text_of(kind: &str, file: &str) -> Result<String, String> {
    text_at(&format!("{kind}/{file}"))
}

fn text_at(path: &str) -> Result<String, String> {
    let found = Embedded::get(path).ok_or_else(|| format!("{path} is missing"))?;
    String::from_utf8(found.data.into_owned()).map_err(|error| format!("{path}: {error}"))
}

impl BuiltIn {
    fn read(kind: &str, groups: &[Group], options: &ParseOptions) -> Result<Self, String> {
        let group = groups.iter().find(|group| group.kinds.iter().any(|own| own == kind));
        let category = group.ok_or("groups.json does not list it")?.name.clone();
        let meta: Meta =
            serde_json::from_str(&text_of(kind, "meta.json")?).map_err(|error| format!("meta.json: {error}"))?;
        if meta.kind != kind {
            return Err(format!("meta.json has the kind {}", meta.kind));
        }
        if meta.data.contains(&BlockNeed::Prepared) != meta.preparation.is_some() {
            return Err("meta.json: 'prepared' data and a preparation require each other".to_owned());
        }
        let settings_schema: Value =
            serde_json::from_str(&text_of(kind, "schema.json")?).map_err(|error| format!("schema.json: {error}"))?;
        let schema = Schema::from_json(&settings_schema).map_err(|error| format!("schema.json: {error}"))?;
        let source = text_of(kind, "block.html")?;
        let template = block_template(&source, options);
        let translations = TranslatedSchemas::of(&settings_schema);
        Ok(Self {
            offered: BlockKind {
                kind: kind.to_owned(),
                name: meta.name,
                category,
                description: meta.description,
                default_settings: schema.defaults(),
                settings_schema,
                settings_version: None,
                source: BlockSource::BuiltIn,
                type_codes: meta.type_codes,
                keywords: meta.keywords,
                variants: meta.variants,
                thumbnail: Some(text_of(kind, "thumbnail.svg")?),
            },
            schema,
            source,
            template,
            needs: meta.data,
            preparation: meta.preparation,
            translations,
        })
    }

    /// JSON Schema of its settings, with the words of its defaults in the language of the texts.
    pub(super) fn settings_schema(&self, texts: Texts<'_>) -> &Value {
        let written = &self.offered.settings_schema;
        self.translations.as_ref().map_or(written, |translations| translations.get(written, texts))
    }

    /// The kind as shown in the editor, with its defaults in the language of the texts.
    pub(super) fn offered(&self, texts: Texts<'_>) -> BlockKind {
        let settings_schema = self.settings_schema(texts).clone();
        let default_settings = defaults::complete(&settings_schema, &Map::new());
        BlockKind { settings_schema, default_settings, ..self.offered.clone() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use serde_json::json;
    use stoa_messages::{Catalogue, LANGUAGES};

    use super::*;
    use crate::blocks::SiteKinds;
    use crate::plugin::{PluginBlockData, PluginBlockKind};

    #[test]
    fn built_in_kinds_parse_and_defaults_are_valid() {
        let library = BlockLibrary::embedded(&ParseOptions::default()).unwrap();
        for name in library.kinds.keys() {
            let kind = library.get(name).unwrap_or_else(|| panic!("{name} is invalid"));
            assert_eq!(kind.template.errors(), [], "{name}");
        }
        let kinds = SiteKinds::new(Arc::new(library), Vec::new());
        for language in LANGUAGES {
            let offered = kinds.offered(Catalogue::for_language(language)).into_iter();
            let block =
                |kind: BlockKind| json!({"id": kind.kind, "kind": kind.kind, "settings": kind.default_settings});
            let blocks: Vec<Value> = offered.map(block).collect();
            for blocks in blocks.chunks(stoa_document::MAX_BLOCKS) {
                let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": blocks}]}]);
                let document = json!({"version": 1, "sections": [{"id": "s", "rows": rows}]});
                let document = stoa_document::Document::from_json(&document).unwrap();
                assert_eq!(document.check(&kinds).into_map(), BTreeMap::new(), "{language}");
            }
        }
    }

    #[test]
    fn block_kinds_grouped_and_sorted_by_use() {
        let library = Arc::new(BlockLibrary::embedded(&ParseOptions::default()).unwrap());
        let named: BTreeSet<&String> = library.groups.iter().flat_map(|group| &group.kinds).collect();
        assert_eq!(named, library.kinds.keys().collect::<BTreeSet<_>>());
        let plugin = |kind: &str, category: Option<&str>| PluginBlockKind {
            kind: kind.to_owned(),
            own_name: kind.to_owned(),
            name: kind.to_owned(),
            description: String::new(),
            category: category.map(str::to_owned),
            settings_schema: json!({"type": "object", "properties": {}}),
            settings_version: Some(1),
            written_version: 1,
            example: None,
            plugin_id: "sample.kinds".to_owned(),
            gets: PluginBlockData::default(),
        };
        let plugins = vec![plugin("a-poll", Some("Forms")), plugin("b-clock", None), plugin("c-tide", Some("Weather"))];
        let offered = SiteKinds::new(Arc::clone(&library), plugins).offered(Catalogue::for_language("en"));
        let groups: Vec<&str> = offered
            .chunk_by(|one, other| one.category == other.category)
            .filter_map(|kinds| kinds.first().map(|kind| kind.category.as_str()))
            .collect();
        assert_eq!(groups, library.groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>());
        let of = |group: &str| -> Vec<&str> {
            offered.iter().filter(|kind| kind.category == group).map(|kind| kind.kind.as_str()).collect()
        };
        assert_eq!(of("Basic").get(..3), Some(["text", "image", "button"].as_slice()));
        assert_eq!(of("Forms"), ["form", "newsletter", "a-poll"]);
        assert_eq!(of(PLUGINS), ["b-clock", "c-tide"]);
    }
}
