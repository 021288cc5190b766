//! The kinds of blocks: those of the program, one folder each, and those of a site's plugins.

use std::collections::BTreeMap;
use std::sync::Arc;

use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_document::{BlockKinds, Schema};
use stoa_page::{BlockNeed, BlockTemplates, KindSheet, block_template, empty_hint};
use stoa_template::{ParseOptions, Template};

use crate::RenderError;
use crate::data::Preparation;
use crate::plugin::PluginBlockKind;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/blocks"]
struct Embedded;

/// Where a kind of block comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockSource {
    /// The program itself.
    BuiltIn,
    /// A plugin, by publisher and name.
    Plugin(String),
}

/// A kind of block as the editor offers it.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockKind {
    /// Name in documents.
    pub kind: String,
    /// Name for people.
    pub name: String,
    /// Group in the editor.
    pub category: String,
    /// One line on what it is for.
    pub description: String,
    /// JSON Schema of its settings.
    pub settings_schema: Value,
    /// What a fresh block starts with.
    pub default_settings: Map<String, Value>,
    /// Where it comes from.
    pub source: BlockSource,
    /// Block type numbers it answers for; none when a plugin draws it.
    pub type_codes: Vec<i32>,
    /// Other words under which people look for it.
    pub keywords: Vec<String>,
    /// Ready-made forms of it.
    pub variants: Vec<BlockVariant>,
    /// A small drawing of it as SVG; none when a plugin draws it.
    pub thumbnail: Option<String>,
}

/// A form of a kind of block that has a number of its own.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct BlockVariant {
    /// Its number, 1000 or more.
    pub code: i32,
    /// Name for people.
    pub name: String,
    /// The settings that make it.
    pub settings: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Meta {
    kind: String,
    name: String,
    category: String,
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

/// A built-in kind, ready to be drawn.
#[derive(Debug)]
pub(crate) struct BuiltIn {
    pub(crate) offered: BlockKind,
    pub(crate) schema: Schema,
    source: String,
    pub(crate) template: Template,
    pub(crate) needs: Vec<BlockNeed>,
    pub(crate) preparation: Option<Preparation>,
}

/// The built-in kinds.
#[derive(Debug)]
pub(crate) struct BlockLibrary {
    kinds: BTreeMap<String, BuiltIn>,
}

impl BlockLibrary {
    /// Reads the folders that are part of the program and parses their templates.
    pub(crate) fn embedded(options: &ParseOptions) -> Result<Self, RenderError> {
        let mut kinds = BTreeMap::new();
        let folders = Embedded::iter().filter_map(|path| path.strip_suffix("/block.html").map(str::to_owned));
        for kind in folders {
            let built_in =
                BuiltIn::read(&kind, options).map_err(|reason| RenderError::Block { kind: kind.clone(), reason })?;
            kinds.insert(kind, built_in);
        }
        Ok(Self { kinds })
    }

    pub(crate) fn get(&self, kind: &str) -> Option<&BuiltIn> {
        self.kinds.get(kind)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &BuiltIn> {
        self.kinds.values()
    }
}

fn text_of(kind: &str, file: &str) -> Result<String, String> {
    let path = format!("{kind}/{file}");
    let found = Embedded::get(&path).ok_or_else(|| format!("{path} is missing"))?;
    String::from_utf8(found.data.into_owned()).map_err(|error| format!("{path}: {error}"))
}

impl BuiltIn {
    fn read(kind: &str, options: &ParseOptions) -> Result<Self, String> {
        let meta: Meta =
            serde_json::from_str(&text_of(kind, "meta.json")?).map_err(|error| format!("meta.json: {error}"))?;
        if meta.kind != kind {
            return Err(format!("meta.json is of the kind {}", meta.kind));
        }
        if meta.data.contains(&BlockNeed::Prepared) != meta.preparation.is_some() {
            return Err("meta.json: a preparation belongs to the data member 'prepared'".to_owned());
        }
        let settings_schema: Value =
            serde_json::from_str(&text_of(kind, "schema.json")?).map_err(|error| format!("schema.json: {error}"))?;
        let schema = Schema::from_json(&settings_schema).map_err(|error| format!("schema.json: {error}"))?;
        let source = text_of(kind, "block.html")?;
        let template = block_template(&source, options);
        Ok(Self {
            offered: BlockKind {
                kind: kind.to_owned(),
                name: meta.name,
                category: meta.category,
                description: meta.description,
                default_settings: schema.defaults(),
                settings_schema,
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
        })
    }
}

/// The kinds of blocks that one site can use.
#[derive(Clone)]
pub struct SiteKinds {
    library: Arc<BlockLibrary>,
    plugins: BTreeMap<String, (BlockKind, Schema)>,
}

impl SiteKinds {
    pub(crate) fn new(library: Arc<BlockLibrary>, plugin_kinds: Vec<PluginBlockKind>) -> Self {
        let mut plugins = BTreeMap::new();
        for kind in plugin_kinds {
            match Schema::from_json(&kind.settings_schema) {
                Ok(schema) if library.get(&kind.kind).is_none() => {
                    plugins.insert(kind.kind.clone(), (offered(kind, &schema), schema));
                }
                Ok(_) => tracing::warn!(plugin.id = kind.plugin_id, block.kind = kind.kind, "the kind is built in"),
                Err(error) => tracing::warn!(plugin.id = kind.plugin_id, block.kind = kind.kind, %error, "left out"),
            }
        }
        Self { library, plugins }
    }

    pub(crate) fn library(&self) -> &BlockLibrary {
        &self.library
    }

    /// All kinds, those of plugins last.
    pub fn offered(&self) -> Vec<BlockKind> {
        let own = self.library.iter().map(|kind| kind.offered.clone());
        own.chain(self.plugins.values().map(|(kind, _)| kind.clone())).collect()
    }

    /// All kinds, as texts.
    pub(crate) fn sheets(&self) -> BTreeMap<String, KindSheet> {
        let own = self.library.iter().map(|kind| {
            let schema = kind.offered.settings_schema.clone();
            let sheet = KindSheet { template: Some(kind.source.clone()), schema, needs: kind.needs.clone() };
            (kind.offered.kind.clone(), sheet)
        });
        let of_plugins = self.plugins.iter().map(|(name, (kind, _))| {
            let schema = kind.settings_schema.clone();
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

fn offered(kind: PluginBlockKind, schema: &Schema) -> BlockKind {
    BlockKind {
        kind: kind.kind,
        name: kind.name,
        category: "Plugins".to_owned(),
        description: kind.description,
        default_settings: schema.defaults(),
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_kind_parses_and_its_defaults_fit_its_schema() {
        let library = BlockLibrary::embedded(&ParseOptions::default()).unwrap();
        for kind in library.iter() {
            assert_eq!(kind.template.errors(), [], "{}", kind.offered.kind);
        }
        let kinds = SiteKinds::new(Arc::new(library), Vec::new());
        let blocks: Vec<Value> = kinds
            .offered()
            .into_iter()
            .enumerate()
            .map(|(index, kind)| serde_json::json!({"id": format!("b{index}"), "kind": kind.kind, "settings": kind.default_settings}))
            .collect();
        let rows = serde_json::json!([{"id": "r", "columns": [{"span": 12, "blocks": blocks}]}]);
        let document = serde_json::json!({"version": 1, "sections": [{"id": "s", "rows": rows}]});
        let document = stoa_document::Document::from_json(&document).unwrap();
        assert_eq!(document.check(&kinds).into_map(), BTreeMap::new());
    }
}
