//! Schemas of block settings. Not the crate `jsonschema`: browsers load this code, and it also fills in defaults and
//! finds links, formatted text and references in settings.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use regex_lite::Regex;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::block_versions::SAVED_FOR;
use crate::check::Problems;
use crate::texts::{self, TextSetting};
use crate::{defaults, link, rich_text};

/// The schema of a block kind's settings: the subset of JSON Schema that block forms use.
#[derive(Debug, Clone)]
pub struct Schema {
    root: Shape,
    written: Value,
}

/// An invalid schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// It is not in the supported subset.
    #[error("the schema cannot be read: {0}")]
    Unreadable(String),
    /// It is not an object schema.
    #[error("the schema of settings must be of type object")]
    NoObject,
    /// A pattern is not a valid regular expression.
    #[error("the pattern '{0}' cannot be used")]
    Pattern(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Type {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
}

/// Allowed types of a value. Several only for formatted text: an object, or a string in older documents.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Types {
    One(Type),
    Either(Vec<Type>),
}

impl Types {
    /// The type that a value is validated as.
    fn of(&self, value: &Value) -> Option<Type> {
        match self {
            Types::One(one) => Some(*one),
            Types::Either(all) => all.iter().copied().find(|one| one.fits(value)).or_else(|| all.first().copied()),
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shape {
    r#type: Types,
    #[serde(default)]
    title: String,
    /// Plural noun for the entries of a list, for the message about its maximum; the title if it has one.
    #[serde(rename = "x-things")]
    things: Option<String>,
    #[serde(default)]
    format: Option<String>,
    #[serde(default, rename = "enum")]
    choices: Vec<Value>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    min_length: Option<usize>,
    max_length: Option<usize>,
    pattern: Option<String>,
    /// Message for a text that does not match the pattern.
    #[serde(rename = "x-patternMessage")]
    pattern_message: Option<String>,
    #[serde(skip)]
    compiled: Option<Regex>,
    min_items: Option<usize>,
    max_items: Option<usize>,
    items: Option<Box<Shape>>,
    #[serde(default)]
    properties: BTreeMap<String, Shape>,
    #[serde(default)]
    required: Vec<String>,
    #[serde(default)]
    additional_properties: Option<bool>,
    /// Whether a setting can be overridden per device. Only numbers used by style sheets can.
    #[serde(default, rename = "x-perDevice")]
    per_device: bool,
    /// Other settings and the values for which this one applies.
    #[serde(default, rename = "x-showWhen")]
    show_when: BTreeMap<String, Vec<Value>>,
    /// Value of a missing setting.
    default: Option<Value>,
}

/// Maximum length of a text setting without `maxLength`.
const MAX_TEXT_LENGTH: usize = 100_000;
/// Maximum length of a list setting without `maxItems`.
const MAX_ITEMS: usize = 500;

impl Schema {
    /// Reads a JSON Schema.
    ///
    /// # Errors
    /// When it is not an object schema of the supported subset.
    pub fn from_json(value: &Value) -> Result<Self, SchemaError> {
        let mut root = Shape::deserialize(value).map_err(|error| SchemaError::Unreadable(error.to_string()))?;
        if root.r#type != Types::One(Type::Object) {
            return Err(SchemaError::NoObject);
        }
        root.compile()?;
        Ok(Self { root, written: value.clone() })
    }

    /// Settings with missing values filled in from the defaults.
    pub fn complete(&self, settings: &Map<String, Value>) -> Map<String, Value> {
        defaults::complete(&self.written, settings)
    }

    /// Settings of a new block.
    pub fn defaults(&self) -> Map<String, Value> {
        self.complete(&Map::new())
    }

    /// Problems of settings outside of a block, by path.
    pub fn problems(&self, settings: &Map<String, Value>) -> Problems {
        let mut problems = Problems::default();
        self.check(settings, "", &mut problems);
        problems
    }

    /// Adds problems of settings below `path`.
    pub(crate) fn check(&self, settings: &Map<String, Value>, path: &str, problems: &mut Problems) {
        self.root.check_object(settings, path, problems);
    }

    /// Whether a setting can be overridden per device.
    pub(crate) fn is_per_device(&self, name: &str) -> bool {
        self.root.properties.get(name).is_some_and(|shape| shape.per_device)
    }

    /// Adds problems of per-device overrides below `path`.
    pub(crate) fn check_on_device(&self, settings: &Map<String, Value>, path: &str, problems: &mut Problems) {
        for (name, value) in settings {
            match self.root.properties.get(name).filter(|shape| shape.per_device) {
                Some(shape) => shape.check(value, &member(path, name), problems),
                None => problems.note(&member(path, name), "This setting is the same on all devices."),
            }
        }
    }

    /// Calls `visit` with the format and text of each setting that has a format.
    pub fn for_each_formatted(&self, settings: &mut Map<String, Value>, visit: &mut dyn FnMut(&str, &mut String)) {
        defaults::for_each_formatted(&self.written, settings, visit);
    }

    /// Calls `visit` with each text of settings that can be translated.
    pub fn for_each_text(&self, settings: &mut Map<String, Value>, visit: &mut dyn FnMut(TextSetting<'_>)) {
        texts::for_each_text(&self.written, settings, visit);
    }

    /// Its title; empty if it has none.
    pub fn title(&self) -> &str {
        &self.root.title
    }
}

impl Shape {
    fn compile(&mut self) -> Result<(), SchemaError> {
        if let Some(pattern) = &self.pattern {
            self.compiled = Some(Regex::new(pattern).map_err(|_| SchemaError::Pattern(pattern.clone()))?);
        }
        if let Some(items) = &mut self.items {
            items.compile()?;
        }
        self.properties.values_mut().try_for_each(Shape::compile)
    }

    fn check(&self, value: &Value, path: &str, problems: &mut Problems) {
        if !self.choices.is_empty() && !self.choices.contains(value) {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            problems.note(path, format!("{value} is not one of the expected options"));
            return;
        }
        if self.format.as_deref() == Some(rich_text::FORMAT) && value.is_object() {
            return self.check_rich_text(value, path, problems);
        }
        let Some(expected) = self.r#type.of(value) else { return };
        match (expected, value) {
            (Type::String, Value::String(text)) => self.check_text(text, path, problems),
            (Type::Integer, Value::Number(number)) if number.is_i64() || number.is_u64() => {
                self.check_number(number.as_f64(), path, problems);
            }
            (Type::Number, Value::Number(number)) => self.check_number(number.as_f64(), path, problems),
            (Type::Boolean, Value::Bool(_)) => {}
            (Type::Array, Value::Array(list)) => self.check_list(list, path, problems),
            (Type::Object, Value::Object(object)) => self.check_object(object, path, problems),
            (expected, _) => problems.note(path, expected.error_message()),
        }
    }

    fn check_rich_text(&self, tree: &Value, path: &str, problems: &mut Problems) {
        let longest = self.max_length.unwrap_or(MAX_TEXT_LENGTH);
        match rich_text::check(tree) {
            Err(error_message) => problems.note(path, error_message),
            Ok(length) if length > longest => problems.note(path, format!("Use at most {longest} characters.")),
            Ok(_) => {}
        }
    }

    fn check_text(&self, text: &str, path: &str, problems: &mut Problems) {
        let length = text.chars().count();
        let longest = self.max_length.unwrap_or(MAX_TEXT_LENGTH);
        if length > longest {
            problems.note(path, format!("Use at most {longest} characters."));
        }
        if let Some(shortest) = self.min_length.filter(|shortest| length < *shortest) {
            problems.note(path, format!("Use at least {shortest} characters."));
        }
        if self.compiled.as_ref().is_some_and(|pattern| !pattern.is_match(text)) {
            let message = self.pattern_message.as_deref().unwrap_or("This does not have the expected format.");
            problems.note(path, message);
        }
        if let Some(error_message) = self.format.as_deref().and_then(|format| format_error(format, text)) {
            problems.note(path, error_message);
        }
    }

    fn check_number(&self, number: Option<f64>, path: &str, problems: &mut Problems) {
        let Some(number) = number else { return problems.note(path, "Enter a number.") };
        if let Some(least) = self.minimum.filter(|least| number < *least) {
            problems.note(path, format!("Enter {least} or more."));
        }
        if let Some(most) = self.maximum.filter(|most| number > *most) {
            problems.note(path, format!("Enter {most} or less."));
        }
    }

    fn check_list(&self, list: &[Value], path: &str, problems: &mut Problems) {
        let most = self.max_items.unwrap_or(MAX_ITEMS);
        if list.len() > most {
            problems.note(path, format!("You have reached the limit of {most} {}.", self.allowed_kinds()));
        }
        if let Some(least) = self.min_items.filter(|least| list.len() < *least) {
            problems.note(path, format!("Add at least {least} entries."));
        }
        if let Some(items) = &self.items {
            for (index, entry) in list.iter().enumerate() {
                items.check(entry, &format!("{path}[{index}]"), problems);
            }
        }
    }

    fn allowed_kinds(&self) -> String {
        match &self.things {
            Some(things) => things.clone(),
            None if self.title.is_empty() => "entries".to_owned(),
            None => self.title.to_lowercase(),
        }
    }

    fn check_object(&self, object: &Map<String, Value>, path: &str, problems: &mut Problems) {
        for name in &self.required {
            if !object.contains_key(name) {
                problems.note(&member(path, name), "This is required.");
            }
        }
        for (name, value) in object {
            let path = member(path, name);
            let Some(shape) = self.properties.get(name) else {
                if self.additional_properties == Some(false) && name != SAVED_FOR {
                    problems.note(&path, "There is no setting of this name.");
                }
                continue;
            };
            if !self.needs(name, shape) || !is_blank(value) {
                shape.check(value, &path, problems);
            } else if self.asks_for(shape, object) {
                let title = if shape.title.is_empty() { name } else { &shape.title };
                problems.note(&path, format!("{title} is required."));
            }
        }
    }

    /// Whether the text of a setting is required.
    fn needs(&self, name: &String, shape: &Shape) -> bool {
        self.required.contains(name) || shape.min_length.is_some_and(|shortest| shortest > 0)
    }

    /// Whether a setting applies, given the others, which may be missing and have their defaults.
    fn asks_for(&self, shape: &Shape, beside: &Map<String, Value>) -> bool {
        shape.show_when.iter().all(|(other, values)| {
            let value = beside.get(other).or_else(|| self.properties.get(other)?.default.as_ref());
            value.is_some_and(|value| values.contains(value))
        })
    }
}

impl Type {
    fn fits(self, value: &Value) -> bool {
        match self {
            Type::String => value.is_string(),
            Type::Integer | Type::Number => value.is_number(),
            Type::Boolean => value.is_boolean(),
            Type::Array => value.is_array(),
            Type::Object => value.is_object(),
        }
    }

    fn error_message(self) -> &'static str {
        match self {
            Type::String => "This must be text.",
            Type::Integer => "Enter a whole number.",
            Type::Number => "Enter a number.",
            Type::Boolean => "This must be on or off.",
            Type::Array => "This must be a list.",
            Type::Object => "This must be a group of values.",
        }
    }
}

/// Whether a text is blank.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().is_empty(),
        Value::Object(_) => rich_text::is_tree(value) && rich_text::is_blank(value),
        _ => false,
    }
}

fn member(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Error message for a text with a format; an empty text is always valid.
fn format_error(format: &str, text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let error_message = match format {
        "url" => return link::error_message(text),
        "color" if !is_color(text) => "Enter a color such as #336699.",
        "date" if !is_date(text) => "Enter a date such as 2027-05-31.",
        "asset" | "collection" | "product" if text.chars().any(char::is_whitespace) || text.len() > 200 => {
            "Choose an option from the list."
        }
        _ => return None,
    };
    Some(error_message.to_owned())
}

fn is_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A calendar date in ISO 8601 format.
fn is_date(text: &str) -> bool {
    let number = |part: Option<&str>, digits: usize| {
        part.filter(|part| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit()))?.parse::<u32>().ok()
    };
    let mut parts = text.split('-');
    let (year, month, day) = (number(parts.next(), 4), number(parts.next(), 2), number(parts.next(), 2));
    let (Some(year), Some(month), Some(day), None) = (year, month, day, parts.next()) else { return false };
    let leaps = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leaps),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}
