use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_document::{Block, Document};
use stoa_template::Plugins;

use crate::block::BlockNeed;
use crate::draw::PageFacts;
use crate::head::IslandFiles;
use crate::layout::PluginDrawing;
use crate::theme::{Sheet, ThemeSheet};

/// Everything that a page is drawn from. [`super::LivePage`] reads it as JSON.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageMaterial {
    /// What is known of the page.
    pub page: PageFacts,
    /// Its blocks.
    pub document: Option<Document>,
    /// The theme.
    pub theme: ThemeSheet,
    /// Style sheets that can be drafted, by path in the theme.
    pub sheets: BTreeMap<String, Sheet>,
    /// The kinds of blocks by name.
    pub kinds: BTreeMap<String, KindSheet>,
    /// Scripts and styles of the islands.
    pub islands: IslandFiles,
    /// Formatters and predicates of plugins.
    pub words: PluginWords,
    /// What was asked for beforehand.
    pub known: Answers,
}

/// A kind of block, as text.
#[derive(Clone, Debug, Default, Serialize)]
pub struct KindSheet {
    /// Its template; none when a plugin draws it.
    pub template: Option<String>,
    /// JSON Schema of its settings.
    pub schema: Value,
    /// What it needs beside its settings.
    pub needs: Vec<BlockNeed>,
}

/// Names of formatters and predicates that plugins offer, whether or not a site uses them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PluginWords {
    /// Formatters.
    pub formatters: Vec<String>,
    /// Predicates, with or without their `?`.
    pub predicates: Vec<String>,
}

/// What only the server can tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Questions {
    /// Blocks with their settings: what they show, how plugins draw them, which texts are clean.
    pub blocks: Vec<Block>,
    /// Calls of formatters and predicates of plugins.
    pub calls: Vec<PluginCall>,
}

/// What the server told.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answers {
    /// Blocks.
    pub blocks: Vec<AnsweredBlock>,
    /// Calls.
    pub calls: Vec<AnsweredCall>,
}

/// A block and what is shown in it.
#[derive(Clone, Debug, Serialize)]
pub struct AnsweredBlock {
    /// The settings that were asked about.
    pub asked: Map<String, Value>,
    /// The block, its settings complete with defaults and their texts clean.
    pub block: Block,
    /// What it shows, by need.
    pub data: Value,
    /// How its plugin draws it; none when no plugin does.
    pub drawing: Option<Outcome<PluginDrawing>>,
}

/// A call of a word of a plugin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PluginCall {
    /// Name; that of a predicate ends with `?`.
    pub name: String,
    /// The value, for formatters with the further references of the tag after it.
    pub values: Vec<Value>,
    /// Arguments as they are written.
    pub arguments: Vec<String>,
}

/// A call and what came of it: a formatter's value, a predicate's truth.
#[derive(Clone, Debug, Serialize)]
pub struct AnsweredCall {
    /// The call.
    pub call: PluginCall,
    /// What came of it.
    pub outcome: Outcome<Option<Value>>,
}

/// What a plugin answered.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome<T> {
    /// It worked.
    Value(T),
    /// Why it did not.
    Error(String),
}

impl<T> From<Result<T, String>> for Outcome<T> {
    fn from(result: Result<T, String>) -> Self {
        result.map_or_else(Self::Error, Self::Value)
    }
}

impl PluginCall {
    /// Whether a predicate is called.
    pub fn is_test(&self) -> bool {
        self.name.ends_with('?')
    }
}

fn plain(name: &str) -> &str {
    name.strip_suffix('?').unwrap_or(name)
}

/// For reading templates; nothing can be called through them.
impl Plugins for PluginWords {
    fn has_formatter(&self, name: &str) -> bool {
        self.formatters.iter().any(|own| own == name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        self.predicates.iter().any(|own| plain(own) == plain(name))
    }

    fn format(&self, name: &str, _: &[&Value], _: &[&str]) -> Result<Option<Value>, String> {
        Err(format!("the formatter '{name}' can only run on a page"))
    }

    fn test(&self, name: &str, _: &Value, _: &[&str]) -> Result<bool, String> {
        Err(format!("the predicate '{name}' can only run on a page"))
    }
}
