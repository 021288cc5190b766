//! The words in the default settings of blocks, in the language of a site. `x-defaultText` of a setting names their
//! messages; it has the form of the setting's `default`, which has the same words in English.

use std::sync::OnceLock;

use serde_json::Value;
use stoa_document::escape_html;
use stoa_messages::{LANGUAGES, Texts};

const MESSAGES: &str = "x-defaultText";
const DEFAULT: &str = "default";
/// Around the words of formatted text.
const PARAGRAPH: (&str, &str) = ("<p>", "</p>");

/// A schema with the words of its default settings in each language. Each is made when it is first needed.
#[derive(Debug)]
pub(crate) struct TranslatedSchemas([OnceLock<Value>; LANGUAGES.len()]);

impl TranslatedSchemas {
    /// Those of a schema; none if its default settings have no words.
    pub(crate) fn of(schema: &Value) -> Option<Self> {
        has_words(schema).then(|| Self([const { OnceLock::new() }; LANGUAGES.len()]))
    }

    /// The schema, as it is written, in the language of the texts.
    pub(crate) fn get<'s>(&'s self, written: &'s Value, texts: Texts<'_>) -> &'s Value {
        let own = LANGUAGES.iter().zip(&self.0).find(|(language, _)| **language == texts.language());
        own.map_or(written, |(_, kept)| kept.get_or_init(|| translated(written, texts)))
    }
}

/// Whether default settings of a schema have words.
fn has_words(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.contains_key(MESSAGES) || members.values().any(has_words),
        Value::Array(list) => list.iter().any(has_words),
        _ => false,
    }
}

/// The schema with the words of its default settings in the language of the texts.
fn translated(schema: &Value, texts: Texts<'_>) -> Value {
    let mut schema = schema.clone();
    translate(&mut schema, texts);
    schema
}

fn translate(schema: &mut Value, texts: Texts<'_>) {
    match schema {
        Value::Object(members) => {
            let messages = members.get(MESSAGES).cloned();
            if let (Some(messages), Some(default)) = (messages, members.get_mut(DEFAULT)) {
                replace(default, &messages, texts);
            }
            members.values_mut().for_each(|inner| translate(inner, texts));
        }
        Value::Array(list) => list.iter_mut().for_each(|inner| translate(inner, texts)),
        _ => {}
    }
}

fn replace(default: &mut Value, messages: &Value, texts: Texts<'_>) {
    match (default, messages) {
        (Value::String(words), Value::String(message)) => {
            let Some(found) = texts.find(message) else { return };
            let (opening, closing) = PARAGRAPH;
            *words = match words.starts_with(opening) {
                true => format!("{opening}{}{closing}", escape_html(found)),
                false => found.to_owned(),
            };
        }
        (Value::Array(list), Value::Array(messages)) => {
            list.iter_mut().zip(messages).for_each(|(entry, messages)| replace(entry, messages, texts));
        }
        (Value::Object(object), Value::Object(messages)) => {
            for (name, messages) in messages {
                if let Some(entry) = object.get_mut(name) {
                    replace(entry, messages, texts);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use stoa_messages::Catalogue;

    use super::*;

    #[test]
    fn default_words_are_translated() {
        let schema = json!({"type": "object", "properties": {
            "label": {"type": "string", "default": "Search", "x-defaultText": "blockDefault.search"},
            "html": {"type": "string", "default": "<p>Text</p>", "x-defaultText": "blockDefault.text"},
            "unit": {"type": "string", "default": "Search"},
            "fields": {
                "type": "array",
                "items": {"properties": {"title": {"default": "Label", "x-defaultText": "blockDefault.fieldLabel"}}},
                "x-defaultText": [{"title": "blockDefault.fieldName"}],
                "default": [{"id": "name", "title": "Name"}],
            },
        }});
        assert!(has_words(&schema) && !has_words(&json!({"properties": {"count": {"default": 1}}})));
        let properties = translated(&schema, Catalogue::for_language("fr"))["properties"].clone();
        assert_eq!(properties["label"]["default"], "Rechercher");
        assert_eq!(properties["html"]["default"], "<p>Texte</p>");
        assert_eq!(properties["unit"]["default"], "Search");
        assert_eq!(properties["fields"]["default"], json!([{"id": "name", "title": "Nom"}]));
        assert_eq!(properties["fields"]["items"]["properties"]["title"]["default"], "Libellé");
        assert_eq!(translated(&schema, Catalogue::for_language("en")), schema);
    }
}
