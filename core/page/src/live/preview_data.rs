//! What server and preview tell each other.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_document::{Block, Document};
use stoa_template::Plugins;

use crate::block::BlockNeed;
use crate::draw::PageFacts;
use crate::head::IslandFiles;
use crate::island_messages::IslandMessages;
use crate::layout::SanitizedPluginOutput;
use crate::theme::{Sheet, ThemeSheet};

/// Preview data: everything that a page is rendered from. [`super::LivePage`] reads it as JSON.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewData {
    /// Page data.
    pub page: PageFacts,
    /// Its blocks.
    pub document: Option<Document>,
    /// The published areas of the theme.
    pub areas: Vec<PageArea>,
    /// The theme.
    pub theme: ThemeSheet,
    /// Style sheets that can have drafts, by path in the theme.
    pub sheets: BTreeMap<String, Sheet>,
    /// The kinds of blocks by name.
    pub kinds: BTreeMap<String, KindSheet>,
    /// Names that every template can read besides the page's data.
    pub globals: Cow<'static, Value>,
    /// Scripts and styles of the islands.
    pub islands: IslandFiles,
    /// The messages that their scripts show, in the page's language.
    pub island_messages: Cow<'static, IslandMessages>,
    /// Formatters and predicates of plugins.
    pub words: PluginWords,
    /// Answers prepared in advance.
    pub known: Answers,
}

/// An area of blocks in the theme.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PageArea {
    /// Its id in templates.
    pub id: String,
    /// Its display name.
    pub label: String,
    /// Its blocks.
    pub document: Document,
}

/// A kind of block, serialized.
#[derive(Clone, Debug, Default, Serialize)]
pub struct KindSheet {
    /// Its template; none when a plugin renders it.
    pub template: Option<String>,
    /// JSON Schema of its settings.
    pub schema: Value,
    /// Data it needs besides its settings.
    pub needs: Vec<BlockNeed>,
}

/// Names of formatters and predicates of plugins, whether or not the site uses them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PluginWords {
    /// Formatters.
    pub formatters: Vec<String>,
    /// Predicates, with or without their `?`.
    pub predicates: Vec<String>,
}

/// Requests for what only the server can compute.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Questions {
    /// Blocks with their settings: to get their data, plugin output and sanitized texts.
    pub blocks: Vec<Block>,
    /// Calls of formatters and predicates of plugins.
    pub calls: Vec<PluginCall>,
}

/// The server's response.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answers {
    /// Blocks.
    pub blocks: Vec<AnsweredBlock>,
    /// Calls.
    pub calls: Vec<AnsweredCall>,
}

/// A block with its data.
#[derive(Clone, Debug, Serialize)]
pub struct AnsweredBlock {
    /// The settings in the request.
    pub asked: Map<String, Value>,
    /// The block, with defaults filled in and texts sanitized.
    pub block: Block,
    /// Its data, by need.
    pub data: Value,
    /// Its plugin's output; none if it is not a plugin block.
    pub drawing: Option<Outcome<SanitizedPluginOutput>>,
}

/// A call of a plugin formatter or predicate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PluginCall {
    /// Name; that of a predicate ends with `?`.
    pub name: String,
    /// The value; for formatters followed by the further references of the tag.
    pub values: Vec<Value>,
    /// Arguments as written.
    pub arguments: Vec<String>,
}

/// A call and its result: a formatter's value or a predicate's truth value.
#[derive(Clone, Debug, Serialize)]
pub struct AnsweredCall {
    /// The call.
    pub call: PluginCall,
    /// Its result.
    pub outcome: Outcome<Option<Value>>,
}

/// Result of a plugin call.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome<T> {
    /// Success.
    Value(T),
    /// Error message.
    Error(String),
}

impl<T> From<Result<T, String>> for Outcome<T> {
    fn from(result: Result<T, String>) -> Self {
        result.map_or_else(Self::Error, Self::Value)
    }
}

impl PluginCall {
    /// Whether it calls a predicate.
    pub fn is_test(&self) -> bool {
        self.name.ends_with('?')
    }
}

fn plain(name: &str) -> &str {
    name.strip_suffix('?').unwrap_or(name)
}

/// Only for parsing templates; the plugins cannot be called through it.
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
