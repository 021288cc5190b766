//! Submitted choices of forms that were shown in another language: they are stored as the owner wrote them.

use std::collections::{BTreeMap, HashMap};

use sea_orm::ColumnTrait;
use serde_json::{Map, Value};
use stoa_entity::TenantTx;
use stoa_entity::tenant::translation::{Column, Entity, Model};
use stoa_entity::translations::{BLOCK_KEY, FoundText, TranslatableText, compare, texts_of};

use super::field::FormField;
use super::form::{CONSENT, Form};
use crate::AudienceError;

impl Form {
    /// The submitted values with the choices of the form in place of their translations.
    pub(super) async fn in_original(
        &self,
        tx: &TenantTx,
        mut answers: Map<String, Value>,
    ) -> Result<Map<String, Value>, AudienceError> {
        let is_foreign = |field: &FormField| {
            let given = answers.get(&field.id);
            !field.options.is_empty() && given.is_some_and(|given| chosen(given).any(|text| !has(&field.options, text)))
        };
        if !self.fields.iter().any(is_foreign) {
            return Ok(answers);
        }
        let of_block = format!("{BLOCK_KEY}{}/", self.id);
        let rows = tx.find::<Entity>().filter(Column::TextKey.starts_with(&of_block)).all().await?;
        let originals = self.originals(rows);
        for (place, field) in self.fields.iter().enumerate().filter(|(_, field)| !field.options.is_empty()) {
            let original = |text: &str| originals.get(&(place, text.trim().to_owned())).cloned();
            if let Some(given) = answers.get_mut(&field.id) {
                replace(given, &|text: &str| if has(&field.options, text) { None } else { original(text) });
            }
        }
        Ok(answers)
    }

    /// The choices by the position of their field and their translation into any language.
    fn originals(&self, rows: Vec<Model>) -> HashMap<(usize, String), String> {
        let mut by_language: BTreeMap<String, Vec<Model>> = BTreeMap::new();
        for row in rows {
            by_language.entry(row.language.clone()).or_default().push(row);
        }
        let choices: Vec<(usize, TranslatableText)> =
            self.fields.iter().enumerate().flat_map(|(place, field)| self.choices(place, field)).collect();
        let texts: Vec<TranslatableText> = choices.iter().map(|(_, text)| text.clone()).collect();
        let mut originals = HashMap::new();
        for rows in by_language.values() {
            for ((place, text), own) in choices.iter().zip(compare(&texts, rows)) {
                if let Some(own) = own {
                    originals.insert((*place, own.row.text.trim().to_owned()), text.original.clone());
                }
            }
        }
        originals
    }

    fn choices(&self, place: usize, field: &FormField) -> Vec<(usize, TranslatableText)> {
        let texts = texts_of(|visit| {
            for (index, option) in field.options.iter().enumerate() {
                let key = match field.id.as_str() {
                    CONSENT => format!("{BLOCK_KEY}{}/disclaimerConsentLabel", self.id),
                    _ => format!("{BLOCK_KEY}{}/fields/{place}/options/{index}", self.id),
                };
                visit(FoundText::plain(&key, "", &mut option.clone()));
            }
        });
        texts.into_iter().map(|text| (place, text)).collect()
    }
}

/// The chosen texts of a value: itself, entries of a list, or the statements of a survey.
fn chosen(value: &Value) -> Box<dyn Iterator<Item = &str> + '_> {
    match value {
        Value::String(text) => Box::new(std::iter::once(text.as_str()).filter(|text| !text.trim().is_empty())),
        Value::Array(list) => Box::new(list.iter().filter_map(Value::as_str)),
        Value::Object(object) => Box::new(object.keys().map(String::as_str)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Box::new(std::iter::empty()),
    }
}

fn has(options: &[String], text: &str) -> bool {
    options.iter().any(|option| option.trim() == text.trim())
}

/// Replaces the chosen texts for which there is another one.
fn replace(value: &mut Value, other: &dyn Fn(&str) -> Option<String>) {
    match value {
        Value::String(text) => {
            if let Some(original) = other(text) {
                *text = original;
            }
        }
        Value::Array(list) => {
            for entry in list {
                replace(entry, other);
            }
        }
        Value::Object(object) => {
            let entries = std::mem::take(object).into_iter();
            *object = entries.map(|(name, value)| (other(&name).unwrap_or(name), value)).collect();
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
