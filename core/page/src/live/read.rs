//! Reads the server's data. Hand-written: derived deserializers for each type are several times as large, and browsers
//! have to load them.

use serde_json::{Map, Value};
use stoa_document::Block;

use super::preview_data::PluginWords;
use crate::block::BlockNeed;
use crate::draw::PageFacts;
use crate::head::IslandFiles;
use crate::island_messages::IslandMessages;
use crate::layout::SanitizedPluginOutput;
use crate::theme::{OriginalNames, Sheet};

/// Takes a member out of an object; null if missing.
pub(super) fn take(object: &mut Value, name: &str) -> Value {
    object.get_mut(name).map(Value::take).unwrap_or_default()
}

pub(super) fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

pub(super) fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list,
        _ => Vec::new(),
    }
}

pub(super) fn texts(value: Value) -> Vec<String> {
    list(value).into_iter().filter_map(text).collect()
}

fn text_at(from: &mut Value, name: &str) -> String {
    text(take(from, name)).unwrap_or_default()
}

fn flag(from: &Value, name: &str) -> bool {
    from.get(name) == Some(&Value::Bool(true))
}

pub(super) fn block(value: Value) -> Option<Block> {
    serde_json::from_value(value).ok()
}

pub(super) fn page_facts(mut value: Value) -> PageFacts {
    PageFacts {
        template: text_at(&mut value, "template"),
        regions: texts(take(&mut value, "regions")),
        data: object(take(&mut value, "data")),
        body_of_item: flag(&value, "bodyOfItem"),
        body_of_area: text(take(&mut value, "bodyOfArea")),
        language: text_at(&mut value, "language"),
        share_image: text(take(&mut value, "shareImage")),
        indexed: flag(&value, "indexed"),
        properties: text_at(&mut value, "properties"),
        fonts: texts(take(&mut value, "fonts")),
    }
}

pub(super) fn original_names(mut value: Value) -> Option<OriginalNames> {
    value.is_object().then(|| OriginalNames {
        navigations: text_at(&mut value, "navigations"),
        queries: text_at(&mut value, "queries"),
        areas: text_at(&mut value, "areas"),
    })
}

pub(super) fn islands(mut value: Value) -> IslandFiles {
    IslandFiles {
        scripts: texts(take(&mut value, "scripts")),
        styles: texts(take(&mut value, "styles")),
        clients: text_at(&mut value, "clients"),
    }
}

pub(super) fn island_messages(mut value: Value) -> IslandMessages {
    IslandMessages { language: text_at(&mut value, "language"), messages: object(take(&mut value, "messages")) }
}

pub(super) fn words(mut value: Value) -> PluginWords {
    PluginWords { formatters: texts(take(&mut value, "formatters")), predicates: texts(take(&mut value, "predicates")) }
}

pub(super) fn sheets(value: Value) -> Vec<(String, Sheet)> {
    let sheet = |mut value| Sheet { address: text_at(&mut value, "address"), text: text(take(&mut value, "text")) };
    object(value).into_iter().map(|(path, value)| (path, sheet(value))).collect()
}

pub(super) fn needs(value: Value) -> Vec<BlockNeed> {
    texts(value).iter().filter_map(|name| BlockNeed::ALL.into_iter().find(|need| need.name() == name)).collect()
}

/// Result of a plugin call: `{"value": …}` or `{"error": "…"}`.
pub(super) fn outcome(mut value: Value) -> Result<Value, String> {
    match text(take(&mut value, "error")) {
        Some(message) => Err(message),
        None => Ok(take(&mut value, "value")),
    }
}

pub(super) fn drawing(mut value: Value) -> SanitizedPluginOutput {
    let refused = value.get("refused").and_then(Value::as_u64).unwrap_or(0);
    SanitizedPluginOutput {
        html: text_at(&mut value, "html"),
        head: texts(take(&mut value, "head")),
        refused: usize::try_from(refused).unwrap_or(usize::MAX),
        client: take(&mut value, "client"),
    }
}
