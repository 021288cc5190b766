//! Human-readable text in settings, found by their JSON Schema: titles, texts and formatted texts, also in lists. Names
//! such as options, addresses and ids are excluded.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::rich_text;

/// A text in settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readable<'a> {
    /// HTML.
    Html(Cow<'a, str>),
    /// Plain text.
    Plain(&'a str),
}

/// The texts in settings, in the order of the schema.
pub fn readable<'a>(schema: &Value, settings: &'a Map<String, Value>) -> Vec<Readable<'a>> {
    let mut found = Vec::new();
    add_members(schema, settings, &mut found);
    found
}

/// A value as formatted text: a rich text tree, or HTML in older documents.
pub fn formatted(value: &Value) -> Option<Readable<'_>> {
    if rich_text::is_tree(value) {
        return Some(Readable::Html(Cow::Owned(rich_text::to_html(value))));
    }
    value.as_str().map(|html| Readable::Html(Cow::Borrowed(html)))
}

fn add_members<'a>(schema: &Value, settings: &'a Map<String, Value>, found: &mut Vec<Readable<'a>>) {
    for (name, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if let Some(value) = settings.get(name) {
            add(schema, value, found);
        }
    }
}

fn add<'a>(schema: &Value, value: &'a Value, found: &mut Vec<Readable<'a>>) {
    if schema.get("x-notRead").and_then(Value::as_bool) == Some(true) {
        return;
    }
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(rich_text::holds_html) {
        found.extend(formatted(value));
        return;
    }
    match value {
        Value::String(text) => {
            let names_something = schema.get("enum").or_else(|| schema.get("pattern")).is_some();
            if !names_something && matches!(format, None | Some("textarea")) {
                found.push(Readable::Plain(text));
            }
        }
        Value::Array(list) => {
            if let Some(items) = schema.get("items") {
                list.iter().for_each(|entry| add(items, entry, found));
            }
        }
        Value::Object(object) => add_members(schema, object, found),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn readable_text_in_trees_and_lists() {
        let text = json!({"type": "string"});
        let schema = json!({"type": "object", "properties": {
            "title": text,
            "look": {"type": "string", "enum": ["grid", "list"]},
            "url": {"type": "string", "format": "url"},
            "date": {"type": "string", "pattern": "^[0-9-]*$"},
            "key": {"type": "string", "x-notRead": true},
            "items": {"type": "array", "items": {"type": "object", "properties": {
                "name": text,
                "html": {"type": ["object", "string"], "format": "richtext"},
                "note": {"type": "string", "format": "textarea"}}}},
        }});
        let tree = json!({"type": "doc", "content": [
            {"type": "paragraph", "content": [{"type": "text", "text": "R&D"}]}]});
        let settings = json!({"title": "Dates", "look": "grid", "url": "/shop", "date": "2026-01-01", "key": "k1",
            "items": [{"name": "a < b", "html": tree}, {"html": "<p>old</p>", "note": "bring boots"}], "other": "x"});
        let found = readable(&schema, settings.as_object().unwrap());
        let html = |text: &'static str| Readable::Html(Cow::Borrowed(text));
        assert_eq!(
            found.iter().filter(|text| matches!(text, Readable::Plain(_))).collect::<Vec<_>>(),
            [&Readable::Plain("Dates"), &Readable::Plain("a < b"), &Readable::Plain("bring boots")]
        );
        assert!(found.contains(&html("<p>R&amp;D</p>")) && found.contains(&html("<p>old</p>")), "{found:?}");
        assert_eq!(found.len(), 5);
    }
}
