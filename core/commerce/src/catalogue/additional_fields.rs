use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_kernel::error::Checks;

/// Most fields of a product.
const MOST_FIELDS: usize = 20;
/// Most choices of a field.
const MOST_OPTIONS: usize = 50;
/// Longest label or choice, characters.
const LONGEST_LABEL: usize = 120;
/// Longest answer, characters.
const LONGEST_ANSWER: usize = 1_000;

/// How a field is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// One line of text.
    Text,
    /// Several lines of text.
    Textarea,
    /// One of several, from a list.
    Select,
    /// One of several, all in view.
    Radio,
    /// Any of several.
    Checkbox,
}

impl FieldKind {
    fn has_options(self) -> bool {
        matches!(self, FieldKind::Select | FieldKind::Radio | FieldKind::Checkbox)
    }
}

/// Something a shopper fills in before a product is put into the cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AdditionalField {
    /// Key of its answer.
    pub id: String,
    /// How it is answered.
    #[serde(rename = "type")]
    pub kind: FieldKind,
    /// Label.
    pub title: String,
    /// Whether it must be answered.
    pub required: bool,
    /// What can be chosen.
    pub options: Vec<String>,
}

fn is_key(id: &str) -> bool {
    (1..=40).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Checks the fields of a product and brings their texts into the form in which they are stored.
pub(super) fn check(fields: &mut [AdditionalField], checks: &mut Checks) {
    checks.require(
        fields.len() <= MOST_FIELDS,
        "additionalFields",
        format!("A product can ask for at most {MOST_FIELDS} things."),
    );
    let mut keys = HashSet::new();
    for (index, field) in fields.iter_mut().enumerate() {
        let place = |name: &str| format!("additionalFields[{index}].{name}");
        let is_own = is_key(&field.id) && keys.insert(field.id.clone());
        checks.require(is_own, &place("id"), "The key must be one of its own: letters, digits, - and _.");
        field.title = field.title.trim().to_owned();
        let length = field.title.chars().count();
        checks.require(length > 0, &place("title"), "Enter a label.");
        checks.require(length <= LONGEST_LABEL, &place("title"), "The label can have at most 120 characters.");
        check_options(field, &place("options"), checks);
    }
}

fn check_options(field: &mut AdditionalField, place: &str, checks: &mut Checks) {
    if !field.kind.has_options() {
        field.options.clear();
        return;
    }
    let mut seen = HashSet::new();
    field.options = field.options.iter().map(|option| option.trim().to_owned()).collect();
    field.options.retain(|option| !option.is_empty() && seen.insert(option.clone()));
    checks.require(!field.options.is_empty(), place, "Enter what can be chosen.");
    checks.require(field.options.len() <= MOST_OPTIONS, place, "A field can offer at most 50 choices.");
    let short = field.options.iter().all(|option| option.chars().count() <= LONGEST_LABEL);
    checks.require(short, place, "A choice can have at most 120 characters.");
}

/// What is wrong with a shopper's answers, a JSON object of field id to text or list of texts; none
/// when nothing is. Answers to fields that are not asked for are no mistake.
pub(crate) fn complaint(fields: &[AdditionalField], answers: Option<&str>) -> Option<String> {
    let answers = read(answers);
    fields.iter().find_map(|field| field.complaint(answers.get(&field.id)))
}

/// What a shopper answered, with the question as it was when it was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemAnswer {
    /// The question.
    pub label: String,
    /// The answer; several choices are parted by commas.
    pub value: String,
}

/// The answers in the order of their questions. What was left open is left out.
pub(crate) fn answered(fields: &[AdditionalField], answers: Option<&str>) -> Vec<ItemAnswer> {
    let answers = read(answers);
    let answer = |field: &AdditionalField| {
        let value = texts(answers.get(&field.id)).join(", ");
        (!value.is_empty()).then(|| ItemAnswer { label: field.title.clone(), value })
    };
    fields.iter().filter_map(answer).collect()
}

fn read(answers: Option<&str>) -> Map<String, Value> {
    answers.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

fn texts(answer: Option<&Value>) -> Vec<&str> {
    let texts: Vec<&str> = match answer {
        Some(Value::String(text)) => vec![text.trim()],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::trim).collect(),
        _ => Vec::new(),
    };
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}

impl AdditionalField {
    fn complaint(&self, answer: Option<&Value>) -> Option<String> {
        let texts = texts(answer);
        if texts.is_empty() {
            return self.required.then(|| format!("{} is required.", self.title));
        }
        let offered = |text: &&str| self.options.iter().any(|option| option == text);
        if self.kind.has_options() && !texts.iter().all(offered) {
            return Some(format!("{}: choose from the offered options.", self.title));
        }
        let too_long = texts.iter().any(|text| text.chars().count() > LONGEST_ANSWER);
        too_long.then(|| "You have exceeded the character limit.".to_owned())
    }
}
