//! Texts in settings that can be translated, found by their JSON Schema: those that people read, as in `readable`,
//! unless the schema decides otherwise with `x-translated`. A text that a program compares, such as a key, is not
//! translated; what compares choices of a form knows their translations.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::rich_text;

/// A text in settings, with its place.
#[derive(Debug)]
pub struct TextSetting<'a> {
    /// Path of the setting, such as `items/0/title`.
    pub path: String,
    /// Titles of the setting and of what it lies in, from the outside, with the number of each entry of a list.
    pub titles: Vec<String>,
    /// Whether it is HTML or a rich text tree.
    pub is_formatted: bool,
    /// Whether it may have several lines.
    pub is_long: bool,
    /// The text, or the rich text tree.
    pub value: &'a mut Value,
}

impl TextSetting<'_> {
    /// The text; formatted text as HTML.
    pub fn text(&self) -> Cow<'_, str> {
        if rich_text::is_tree(self.value) {
            return Cow::Owned(rich_text::to_html(self.value));
        }
        Cow::Borrowed(self.value.as_str().unwrap_or_default())
    }
}

/// Calls `visit` with each translatable text of settings, in the order of the schema.
pub(crate) fn for_each_text(schema: &Value, settings: &mut Map<String, Value>, visit: &mut dyn FnMut(TextSetting<'_>)) {
    let mut walk = Walk { path: Vec::new(), titles: Vec::new(), visit };
    walk.members(schema, settings);
}

struct Walk<'v> {
    path: Vec<String>,
    titles: Vec<String>,
    visit: &'v mut dyn FnMut(TextSetting<'_>),
}

impl Walk<'_> {
    fn members(&mut self, schema: &Value, settings: &mut Map<String, Value>) {
        for (name, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if let Some(value) = settings.get_mut(name) {
                let title = schema.get("title").and_then(Value::as_str).unwrap_or(name);
                self.path.push(name.clone());
                self.titles.push(title.to_owned());
                self.value(schema, value);
                self.titles.pop();
                self.path.pop();
            }
        }
    }

    fn value(&mut self, schema: &Value, value: &mut Value) {
        let decided = schema.get("x-translated").and_then(Value::as_bool);
        let is_read = schema.get("x-notRead").and_then(Value::as_bool) != Some(true);
        if !decided.unwrap_or(is_read) {
            return;
        }
        let format = schema.get("format").and_then(Value::as_str);
        let is_formatted = format.is_some_and(rich_text::holds_html);
        if is_formatted && (value.is_string() || rich_text::is_tree(value)) {
            self.found(true, true, value);
            return;
        }
        match value {
            Value::String(_) => {
                let names_something = ["enum", "pattern", "x-offers"].iter().any(|name| schema.get(name).is_some());
                let is_long = format == Some("textarea");
                if !names_something && (format.is_none() || is_long) {
                    self.found(false, is_long, value);
                }
            }
            Value::Array(list) => {
                let Some(items) = schema.get("items") else { return };
                for (index, entry) in list.iter_mut().enumerate() {
                    self.path.push(index.to_string());
                    self.titles.push((index + 1).to_string());
                    self.value(items, entry);
                    self.titles.pop();
                    self.path.pop();
                }
            }
            Value::Object(object) => self.members(schema, object),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn found(&mut self, is_formatted: bool, is_long: bool, value: &mut Value) {
        let (path, titles) = (self.path.join("/"), self.titles.clone());
        (self.visit)(TextSetting { path, titles, is_formatted, is_long, value });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn translatable_texts_have_paths() {
        let text = json!({"type": "string", "title": "Title"});
        let schema = json!({"type": "object", "properties": {
            "title": text,
            "url": {"type": "string", "format": "url"},
            "key": {"type": "string", "x-notRead": true},
            "thanks": {"type": "string", "x-notRead": true, "x-translated": true},
            "items": {"type": "array", "title": "Entries", "items": {"type": "object", "properties": {
                "html": {"type": ["object", "string"], "format": "richtext", "title": "Text"},
                "options": {"type": "array", "x-translated": false, "items": {"type": "string"}}}}},
        }});
        let tree = json!({"type": "doc", "content": [
            {"type": "paragraph", "content": [{"type": "text", "text": "R&D"}]}]});
        let mut settings = json!({"title": "Dates", "url": "/shop", "key": "k", "thanks": "Thanks",
            "items": [{"html": tree, "options": ["S"]}]});
        let mut found = Vec::new();
        for_each_text(&schema, settings.as_object_mut().unwrap(), &mut |setting| {
            found.push((setting.path.clone(), setting.titles.join(" "), setting.text().into_owned()));
            *setting.value = json!("x");
        });
        found.sort();
        let expected = [
            ("items/0/html", "Entries 1 Text", "<p>R&amp;D</p>"),
            ("thanks", "thanks", "Thanks"),
            ("title", "Title", "Dates"),
        ];
        assert_eq!(found, expected.map(|(path, title, text)| (path.to_owned(), title.to_owned(), text.to_owned())));
        assert_eq!(settings["items"][0], json!({"html": "x", "options": ["S"]}));
    }
}
