//! The kinds of blocks: built-in ones, one folder each, and those of a site's plugins.

use std::collections::BTreeMap;
use std::sync::Arc;

use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_document::{Block, BlockKinds, Schema, defaults};
use stoa_messages::Texts;
use stoa_page::{BlockNeed, BlockTemplates, KindSheet, SETTINGS_VERSION, block_template, empty_hint};
use stoa_template::{ParseOptions, Template};

use crate::RenderError;
use crate::block_words::TranslatedSchemas;
use crate::data::Preparation;
use crate::plugin::{PluginBlockData, PluginBlockKind};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/blocks"]
struct Embedded;

/// Origin of a kind of block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockSource {
    /// Built-in.
    BuiltIn,
    /// A plugin, by publisher and name.
    Plugin(String),
}

/// A kind of block as shown in the editor.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockKind {
    /// Name in documents.
    pub kind: String,
    /// Display name.
    pub name: String,
    /// Its group in the editor.
    pub category: String,
    /// Description in one line.
    pub description: String,
    /// JSON Schema of its settings.
    pub settings_schema: Value,
    /// The version of its settings; none when it takes settings of all its versions as they are.
    pub settings_version: Option<u32>,
    /// Settings of a new block.
    pub default_settings: Map<String, Value>,
    /// Its origin.
    pub source: BlockSource,
    /// Block type numbers that map to it; none when a plugin renders it.
    pub type_codes: Vec<i32>,
    /// Search keywords.
    pub keywords: Vec<String>,
    /// Its presets.
    pub variants: Vec<BlockVariant>,
    /// Icon as SVG; none when a plugin renders it.
    pub thumbnail: Option<String>,
}

/// A preset of a kind of block, with a number of its own.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct BlockVariant {
    /// Its number, 1000 or more.
    pub code: i32,
    /// Display name.
    pub name: String,
    /// The settings that define it.
    pub settings: Map<String, Value>,
}

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
    source: String,
    pub(crate) template: Template,
    pub(crate) needs: Vec<BlockNeed>,
    pub(crate) preparation: Option<Preparation>,
    /// The schema of its settings in each language; none if its defaults have no words.
    translations: Option<TranslatedSchemas>,
}

/// The built-in kinds.
#[derive(Debug)]
pub(crate) struct BlockLibrary {
    kinds: BTreeMap<String, BuiltIn>,
    groups: Vec<Group>,
}

impl BlockLibrary {
    /// Reads the embedded folders and parses their templates.
    pub(crate) fn embedded(options: &ParseOptions) -> Result<Self, RenderError> {
        let groups: Vec<Group> = text_at("groups.json")
            .and_then(|text| serde_json::from_str(&text).map_err(|error| format!("groups.json: {error}")))
            .map_err(|reason| RenderError::Block { kind: "groups".to_owned(), reason })?;
        let mut kinds = BTreeMap::new();
        let folders = Embedded::iter().filter_map(|path| path.strip_suffix("/block.html").map(str::to_owned));
        for kind in folders {
            let built_in = BuiltIn::read(&kind, &groups, options)
                .map_err(|reason| RenderError::Block { kind: kind.clone(), reason })?;
            kinds.insert(kind, built_in);
        }
        Ok(Self { kinds, groups })
    }

    pub(crate) fn get(&self, kind: &str) -> Option<&BuiltIn> {
        self.kinds.get(kind)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &BuiltIn> {
        self.kinds.values()
    }

    /// The group of that name; the plugin group if there is none.
    fn group_named(&self, name: Option<String>) -> String {
        name.filter(|name| self.groups.iter().any(|group| group.name == *name)).unwrap_or_else(|| PLUGINS.to_owned())
    }

    /// Sort key of a kind: its group, and its position there. Kinds of plugins come after built-in ones.
    fn place(&self, kind: &BlockKind) -> (usize, usize) {
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
    fn settings_schema(&self, texts: Texts<'_>) -> &Value {
        let written = &self.offered.settings_schema;
        self.translations.as_ref().map_or(written, |translations| translations.get(written, texts))
    }

    /// The kind as shown in the editor, with its defaults in the language of the texts.
    fn offered(&self, texts: Texts<'_>) -> BlockKind {
        let settings_schema = self.settings_schema(texts).clone();
        let default_settings = defaults::complete(&settings_schema, &Map::new());
        BlockKind { settings_schema, default_settings, ..self.offered.clone() }
    }
}

/// The data that a kind of block of a plugin gets.
#[derive(Clone)]
pub(crate) struct DataOfPlugin {
    /// Publisher and name of the plugin.
    pub(crate) plugin_id: String,
    /// Name of the block in the plugin's manifest.
    pub(crate) own_name: String,
    pub(crate) gets: PluginBlockData,
}

impl DataOfPlugin {
    fn of(kind: &PluginBlockKind) -> Self {
        Self { plugin_id: kind.plugin_id.clone(), own_name: kind.own_name.clone(), gets: kind.gets }
    }
}

/// The kinds of blocks that a site can use.
#[derive(Clone)]
pub struct SiteKinds {
    library: Arc<BlockLibrary>,
    plugins: BTreeMap<String, (BlockKind, Schema)>,
    /// Versions of the settings of kinds of plugins that do not take those of all versions.
    versions: BTreeMap<String, u32>,
    /// Kinds of plugins that get data.
    with_data: BTreeMap<String, DataOfPlugin>,
}

impl SiteKinds {
    pub(crate) fn new(library: Arc<BlockLibrary>, plugin_kinds: Vec<PluginBlockKind>) -> Self {
        let mut plugins = BTreeMap::new();
        let with_data = plugin_kinds.iter().filter(|kind| kind.gets != PluginBlockData::default());
        let with_data = with_data.map(|kind| (kind.kind.clone(), DataOfPlugin::of(kind))).collect();
        let version = |kind: &PluginBlockKind| Some((kind.kind.clone(), kind.settings_version?));
        let versions = plugin_kinds.iter().filter_map(version).collect();
        for kind in plugin_kinds {
            match Schema::from_json(&kind.settings_schema) {
                Ok(schema) if library.get(&kind.kind).is_none() => {
                    plugins.insert(kind.kind.clone(), (offered(kind, &schema, &library), schema));
                }
                Ok(_) => tracing::warn!(
                    plugin.id = kind.plugin_id,
                    block.kind = kind.kind,
                    "block kind ignored: a built-in block has the same kind"
                ),
                Err(error) => {
                    tracing::warn!(
                        plugin.id = kind.plugin_id,
                        block.kind = kind.kind,
                        %error,
                        "block kind ignored: its settings schema is invalid"
                    );
                }
            }
        }
        Self { library, plugins, versions, with_data }
    }

    pub(crate) fn library(&self) -> &BlockLibrary {
        &self.library
    }

    /// What a plugin's block gets; none for other blocks and for those that get nothing.
    pub(crate) fn data_of_plugin(&self, kind: &str) -> Option<&DataOfPlugin> {
        self.with_data.get(kind).filter(|_| self.plugins.contains_key(kind))
    }

    /// All kinds, by group, in each the most frequently used first. The words of default settings are in the language
    /// of the texts.
    pub fn offered(&self, texts: Texts<'_>) -> Vec<BlockKind> {
        let own = self.library.iter().map(|kind| kind.offered(texts));
        let mut all: Vec<BlockKind> = own.chain(self.plugins.values().map(|(kind, _)| kind.clone())).collect();
        all.sort_by_key(|kind| self.library.place(kind));
        all
    }

    /// Settings of a block with missing values filled in from the defaults, in the language of the texts. Those for another
    /// version of its plugin are left as they are: the plugin takes them over when the block is drawn.
    pub(crate) fn complete(&self, block: &Block, texts: Texts<'_>) -> Map<String, Value> {
        match (self.library.get(&block.kind), self.plugins.get(&block.kind)) {
            (Some(kind), _) => defaults::complete(kind.settings_schema(texts), &block.settings),
            (None, Some((_, schema))) if !block.is_of_other_version(self) => schema.complete(&block.settings),
            (None, _) => block.settings.clone(),
        }
    }

    /// All kinds, serialized, with the words of default settings in the language of the texts.
    pub(crate) fn sheets(&self, texts: Texts<'_>) -> BTreeMap<String, KindSheet> {
        let own = self.library.iter().map(|kind| {
            let schema = kind.settings_schema(texts).clone();
            let sheet = KindSheet { template: Some(kind.source.clone()), schema, needs: kind.needs.clone() };
            (kind.offered.kind.clone(), sheet)
        });
        let of_plugins = self.plugins.iter().map(|(name, (kind, _))| {
            let mut schema = kind.settings_schema.clone();
            if let (Some(members), Some(version)) = (schema.as_object_mut(), self.versions.get(name)) {
                members.insert(SETTINGS_VERSION.to_owned(), Value::from(*version));
            }
            (name.clone(), KindSheet { template: None, schema, needs: Vec::new() })
        });
        own.chain(of_plugins).collect()
    }
}

impl BlockTemplates for SiteKinds {
    fn template(&self, kind: &str) -> Option<&Template> {
        self.library.get(kind).map(|kind| &kind.template)
    }

    fn is_plugin(&self, kind: &str) -> bool {
        self.plugins.contains_key(kind)
    }

    fn empty_hint(&self, kind: &str) -> Option<&str> {
        let own = self.library.get(kind).map(|kind| &kind.offered);
        let offered = own.or_else(|| self.plugins.get(kind).map(|(offered, _)| offered))?;
        empty_hint(&offered.settings_schema)
    }
}

fn offered(kind: PluginBlockKind, schema: &Schema, library: &BlockLibrary) -> BlockKind {
    BlockKind {
        default_settings: kind.new_settings(schema),
        settings_version: kind.settings_version,
        kind: kind.kind,
        name: kind.name,
        category: library.group_named(kind.category),
        description: kind.description,
        settings_schema: kind.settings_schema,
        source: BlockSource::Plugin(kind.plugin_id),
        type_codes: Vec::new(),
        keywords: Vec::new(),
        variants: Vec::new(),
        thumbnail: None,
    }
}

impl BlockKinds for SiteKinds {
    fn schema(&self, kind: &str) -> Option<&Schema> {
        let built_in = self.library.get(kind).map(|kind| &kind.schema);
        built_in.or_else(|| self.plugins.get(kind).map(|(_, schema)| schema))
    }

    fn settings_version(&self, kind: &str) -> Option<u32> {
        self.versions.get(kind).copied().filter(|_| self.plugins.contains_key(kind))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;
    use stoa_messages::{Catalogue, LANGUAGES};

    use super::*;

    fn english() -> Catalogue {
        Catalogue::for_language("en")
    }

    #[test]
    fn default_words_are_those_of_the_catalogues() {
        let library = BlockLibrary::embedded(&ParseOptions::default()).unwrap();
        assert!(library.iter().all(|kind| *kind.settings_schema(english()) == kind.offered.settings_schema));
        let kinds = SiteKinds::new(Arc::new(library), Vec::new());
        let settings = Map::from_iter([("url".to_owned(), Value::from("/shop"))]);
        let block = Block {
            id: "b".to_owned(),
            kind: "button".to_owned(),
            settings,
            devices: Box::default(),
            languages: stoa_document::ShownIn::default(),
        };
        assert_eq!(kinds.complete(&block, english())["label"], "Read more");
        assert_eq!(kinds.complete(&block, Catalogue::for_language("de-AT"))["label"], "Mehr erfahren");
        let sheets = kinds.sheets(Catalogue::for_language("de"));
        assert_eq!(sheets["search"].schema["properties"]["buttonLabel"]["default"], "Suchen");
    }

    // spec: plugins.blocks.migration
    #[test]
    fn settings_of_another_version_are_left_as_they_are() {
        let library = Arc::new(BlockLibrary::embedded(&ParseOptions::default()).unwrap());
        let hours = PluginBlockKind {
            kind: "hours".to_owned(),
            own_name: "hours".to_owned(),
            name: "Hours".to_owned(),
            description: String::new(),
            category: None,
            settings_schema: json!({"type": "object", "properties": {"day": {"type": "string", "default": "Monday"}}}),
            settings_version: Some(2),
            written_version: 2,
            example: None,
            plugin_id: "acme.hours".to_owned(),
            gets: PluginBlockData::default(),
        };
        let kinds = SiteKinds::new(library, vec![hours]);
        let complete = |settings: Value| {
            let block = json!([{"id": "b", "kind": "hours", "settings": settings}]);
            let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": block}]}]);
            let document = json!({"version": 1, "sections": [{"id": "s", "rows": rows}]});
            let document = stoa_document::Document::from_json(&document).unwrap();
            Value::Object(kinds.complete(document.block("b").unwrap(), english()))
        };
        assert_eq!(complete(json!({"text": "9 to 5"})), json!({"text": "9 to 5"}));
        let noted = json!({"day": "Monday", "$saved": {"version": 2}});
        assert_eq!(complete(json!({"$saved": {"version": 2}})), noted);
        assert_eq!(kinds.sheets(english())["hours"].schema["x-settingsVersion"], 2, "for the preview in the editor");
        assert!(kinds.offered(english()).iter().any(|kind| kind.settings_version == Some(2)));
    }

    #[test]
    fn built_in_kinds_parse_and_defaults_are_valid() {
        let library = BlockLibrary::embedded(&ParseOptions::default()).unwrap();
        for kind in library.iter() {
            assert_eq!(kind.template.errors(), [], "{}", kind.offered.kind);
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
        let offered = SiteKinds::new(Arc::clone(&library), plugins).offered(english());
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
