//! The kinds of blocks: built-in ones, one folder each, and those of a site's plugins.

mod built_in;
mod site_kinds;

use serde::Deserialize;
use serde_json::{Map, Value};

pub(crate) use self::built_in::BlockLibrary;
pub use self::site_kinds::SiteKinds;

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
