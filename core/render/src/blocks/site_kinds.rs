//! The kinds that a site can use: the built-in ones, and those of its plugins.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use stoa_document::{Block, BlockKinds, Schema, defaults};
use stoa_messages::Texts;
use stoa_page::{BlockTemplates, KindSheet, SETTINGS_VERSION, empty_hint};
use stoa_template::Template;

use super::{BlockKind, BlockLibrary, BlockSource};
use crate::plugin::{PluginBlockData, PluginBlockKind};

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
    use serde_json::json;
    use stoa_messages::Catalogue;
    use stoa_template::ParseOptions;

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
}
