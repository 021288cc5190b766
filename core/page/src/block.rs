//! Input for rendering a block.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use stoa_template::{ParseOptions, Template};

/// Makes the block the current value, within the page's data.
const OPENING: &str = "{.section stoa-block}";
const CLOSING: &str = "{.end}";
/// Key of the current block in the page's data while it is rendered.
pub(crate) const BLOCK_SLOT: &str = "stoa-block";

/// The templates of the kinds of blocks that a site can use.
pub trait BlockTemplates {
    /// The template of a kind; none for an unknown kind or one that a plugin renders.
    fn template(&self, kind: &str) -> Option<&Template>;

    /// Whether blocks of a kind are rendered by a plugin.
    fn is_plugin(&self, kind: &str) -> bool;

    /// Hint for the editor about an empty block of a kind.
    fn empty_hint(&self, kind: &str) -> Option<&str>;
}

/// Settings and data of the blocks of a document.
pub trait BlockDataSource {
    /// Settings of a block, with defaults filled in.
    fn settings(&self, id: &str) -> Option<&Map<String, Value>>;

    /// Data of a block besides its settings.
    fn data(&self, id: &str) -> Option<&Value>;
}

/// Settings and data of the blocks of a document, by block id.
#[derive(Clone, Debug, Default)]
pub struct BlockContents {
    /// Settings, with defaults filled in.
    pub settings: HashMap<String, Map<String, Value>>,
    /// Data of a block besides its settings.
    pub data: HashMap<String, Value>,
}

impl BlockDataSource for BlockContents {
    fn settings(&self, id: &str) -> Option<&Map<String, Value>> {
        self.settings.get(id)
    }

    fn data(&self, id: &str) -> Option<&Value> {
        self.data.get(id)
    }
}

/// Data that a template needs besides its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockNeed {
    /// The image of the setting `asset`.
    Asset,
    /// The images of `assets`.
    Assets,
    /// The products or posts of `collection`.
    Items,
    /// The product of `product`.
    Item,
    /// The fields of the form.
    Form,
    /// Data that the server computes from all settings: charts, groups of posts, embeds.
    Prepared,
}

impl BlockNeed {
    /// All of them.
    pub(crate) const ALL: [Self; 6] = [Self::Asset, Self::Assets, Self::Items, Self::Item, Self::Form, Self::Prepared];

    /// Its name in the block's data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Asset => "asset",
            Self::Assets => "assets",
            Self::Items => "items",
            Self::Item => "item",
            Self::Form => "form",
            Self::Prepared => "prepared",
        }
    }

    /// The settings that determine the data to load; none if all of them do.
    pub fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Asset => &["asset"],
            Self::Assets => &["assets"],
            Self::Items => &["collection", "category", "tag", "count"],
            Self::Item => &["product"],
            Self::Form | Self::Prepared => &[],
        }
    }

    /// The data of a need that follows from the settings alone; none if it has to be loaded.
    pub fn of_settings(self, id: &str, settings: &Map<String, Value>) -> Option<Value> {
        (self == Self::Form).then(|| {
            json!({
                "id": id,
                "fields": settings.get("fields").cloned().unwrap_or_default(),
                "submitButtonText": settings.get("submitButtonText").cloned().unwrap_or_default(),
            })
        })
    }
}

/// The hint for empty blocks in a settings schema.
pub fn empty_hint(schema: &Value) -> Option<&str> {
    schema.get("x-emptyHint").and_then(Value::as_str)
}

/// The template of a kind of block, from the text of its file.
pub fn block_template(text: &str, options: &ParseOptions) -> Template {
    Template::parse_lenient(format!("{OPENING}{}{CLOSING}", text.trim_end()), options)
}

/// Column in the block's file of a column in the parsed source.
pub(crate) fn column(line: u32, column: u32) -> u32 {
    let opening = u32::try_from(OPENING.len()).unwrap_or(0);
    if line == 1 { column.saturating_sub(opening).max(1) } else { column }
}
