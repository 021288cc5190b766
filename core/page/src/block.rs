//! What a block is drawn from.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use stoa_template::{ParseOptions, Template};

/// Makes the block the current value, inside the page's data.
const OPENING: &str = "{.section stoa-block}";
const CLOSING: &str = "{.end}";
/// Name under which a block stands in the page's data while it is drawn.
pub(crate) const BLOCK_SLOT: &str = "stoa-block";

/// The templates of the kinds of blocks that a site can use.
pub trait BlockTemplates {
    /// The template of a kind; none when there is no such kind or a plugin draws it.
    fn template(&self, kind: &str) -> Option<&Template>;

    /// Whether a plugin draws blocks of a kind.
    fn is_plugin(&self, kind: &str) -> bool;

    /// What to do about a block of a kind that has nothing to show, for the editor.
    fn empty_hint(&self, kind: &str) -> Option<&str>;
}

/// What the blocks of a document are drawn from.
pub trait BlocksShown {
    /// Settings of a block, complete with defaults.
    fn settings(&self, id: &str) -> Option<&Map<String, Value>>;

    /// What a block shows beside its settings.
    fn data(&self, id: &str) -> Option<&Value>;
}

/// Settings and data of the blocks of a document, by block id.
#[derive(Clone, Debug, Default)]
pub struct BlockContents {
    /// Settings, complete with defaults.
    pub settings: HashMap<String, Map<String, Value>>,
    /// What a block shows beside its settings.
    pub data: HashMap<String, Value>,
}

impl BlocksShown for BlockContents {
    fn settings(&self, id: &str) -> Option<&Map<String, Value>> {
        self.settings.get(id)
    }

    fn data(&self, id: &str) -> Option<&Value> {
        self.data.get(id)
    }
}

/// What a template needs beside its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockNeed {
    /// The picture of `asset`.
    Asset,
    /// The pictures of `assets`.
    Assets,
    /// The products or posts of `collection`.
    Items,
    /// The product of `product`.
    Item,
    /// The fields of the form.
    Form,
    /// What the server makes of all settings: figures as places in a drawing, posts in groups, an address looked at.
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

    /// The settings that name what is fetched for it; none when all of them do.
    pub fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Asset => &["asset"],
            Self::Assets => &["assets"],
            Self::Items => &["collection", "category", "tag", "count"],
            Self::Item => &["product"],
            Self::Form | Self::Prepared => &[],
        }
    }

    /// The data of a need that the settings alone decide; none when it has to be fetched.
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

/// What a schema of settings says to do about a block that has nothing to show.
pub fn empty_hint(schema: &Value) -> Option<&str> {
    schema.get("x-emptyHint").and_then(Value::as_str)
}

/// The template of a kind of block, made of the text of its file.
pub fn block_template(text: &str, options: &ParseOptions) -> Template {
    Template::parse_lenient(format!("{OPENING}{}{CLOSING}", text.trim_end()), options)
}

/// Column in the file of the block for one in the parsed source.
pub(crate) fn column(line: u32, column: u32) -> u32 {
    let opening = u32::try_from(OPENING.len()).unwrap_or(0);
    if line == 1 { column.saturating_sub(opening).max(1) } else { column }
}
