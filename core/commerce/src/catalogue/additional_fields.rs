//! The form that a shopper fills in for a product, and the check of its answers.

use std::collections::HashSet;

use serde_json::{Map, Value};
pub use stoa_entity::tenant::order_item_answer::ItemAnswer;
pub use stoa_entity::tenant::product::AdditionalField;
use stoa_kernel::Said;
use stoa_kernel::error::Checks;
use stoa_kernel::shared_problem_texts::{ANSWER_MISSING, ANSWER_TOO_LONG};

use crate::contributor_texts;
use crate::problem_texts::PRODUCT_ANSWER_CHOICE;

/// Maximum number of form fields of a product.
const MAX_FIELDS: usize = 20;
/// Maximum number of choices of a field.
const MAX_OPTIONS: usize = 50;
/// Maximum length of a label or choice, characters.
const MAX_LABEL_LENGTH: usize = 120;
/// Maximum length of an answer, characters.
const MAX_ANSWER_LENGTH: usize = 1_000;

fn is_key(id: &str) -> bool {
    (1..=40).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Validates the form fields of a product and normalises their texts for storage.
pub(super) fn check(fields: &mut [AdditionalField], checks: &mut Checks) {
    checks.require(
        fields.len() <= MAX_FIELDS,
        "additionalFields",
        contributor_texts::PRODUCT_CAN_HAVE_FORM_FIELDS.with("count", MAX_FIELDS).to_string(),
    );
    let mut keys = HashSet::new();
    for (index, field) in fields.iter_mut().enumerate() {
        let place = |name: &str| format!("additionalFields[{index}].{name}");
        let is_own = is_key(&field.id) && keys.insert(field.id.clone());
        checks.require(is_own, &place("id"), contributor_texts::ENTER_A_UNIQUE_KEY_OF_LETTERS_DIGITS);
        field.title = field.title.trim().to_owned();
        let length = field.title.chars().count();
        checks.require(length > 0, &place("title"), contributor_texts::ENTER_A_LABEL);
        checks.require(
            length <= MAX_LABEL_LENGTH,
            &place("title"),
            contributor_texts::LABEL_CAN_HAVE_AT_MOST_120_CHARACTERS,
        );
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
    checks.require(!field.options.is_empty(), place, contributor_texts::ENTER_THE_CHOICES);
    checks.require(field.options.len() <= MAX_OPTIONS, place, contributor_texts::FIELD_CAN_OFFER_AT_MOST_50_CHOICES);
    let short = field.options.iter().all(|option| option.chars().count() <= MAX_LABEL_LENGTH);
    checks.require(short, place, contributor_texts::CHOICE_CAN_HAVE_AT_MOST_120_CHARACTERS);
}

/// Validation message for a shopper's answers, a JSON object of field id to text or list of texts; `None` when they are
/// valid. Answers to unknown fields are ignored.
pub(crate) fn error_message(fields: &[AdditionalField], answers: Option<&str>) -> Option<Said> {
    let answers = read(answers);
    fields.iter().find_map(|field| answer_error(field, answers.get(&field.id)))
}

/// The answers in the order of the fields. Empty answers are left out.
pub(crate) fn answered(fields: &[AdditionalField], answers: Option<&str>) -> Vec<ItemAnswer> {
    let answers = read(answers);
    let answer = |field: &AdditionalField| {
        let value = texts(answers.get(&field.id)).join(", ");
        (!value.is_empty()).then(|| ItemAnswer { label: field.title.clone(), value })
    };
    fields.iter().filter_map(answer).collect()
}

/// The answers as a shopper sees them: `shown` are the fields in another language, in the same order.
pub(crate) fn answered_in(
    fields: &[AdditionalField],
    shown: &[AdditionalField],
    answers: Option<&str>,
) -> Vec<ItemAnswer> {
    let answers = read(answers);
    let answer = |(field, shown): (&AdditionalField, &AdditionalField)| {
        let texts = texts(answers.get(&field.id)).into_iter();
        let value = texts.map(|text| counterpart(&field.options, &shown.options, text)).collect::<Vec<_>>().join(", ");
        (!value.is_empty()).then(|| ItemAnswer { label: shown.title.clone(), value })
    };
    fields.iter().zip(shown).filter_map(answer).collect()
}

/// Answers with the choices of `fields` in place of those of `other`, the same fields in another language.
pub(crate) fn with_choices_of(
    fields: &[AdditionalField],
    other: &[AdditionalField],
    answers: Option<String>,
) -> Option<String> {
    let mut read = read(answers.as_deref());
    let mut has_changed = false;
    for (field, other) in fields.iter().zip(other).filter(|(field, other)| field.options != other.options) {
        let Some(answer) = read.get_mut(&field.id) else { continue };
        let texts: Vec<&mut Value> = match answer {
            Value::Array(list) => list.iter_mut().collect(),
            one => vec![one],
        };
        for text in texts {
            if let Some(given) = text.as_str().map(str::trim).filter(|given| !has(&field.options, given)) {
                *text = Value::from(counterpart(&other.options, &field.options, given));
                has_changed = true;
            }
        }
    }
    if has_changed { serde_json::to_string(&read).ok() } else { answers }
}

fn has(options: &[String], text: &str) -> bool {
    options.iter().any(|option| option == text)
}

/// The entry of a list that stands where a text stands in another one.
fn counterpart<'a>(from: &[String], to: &'a [String], text: &'a str) -> &'a str {
    let place = from.iter().position(|option| option == text);
    place.and_then(|place| to.get(place)).map_or(text, String::as_str)
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

fn answer_error(field: &AdditionalField, answer: Option<&Value>) -> Option<Said> {
    let texts = texts(answer);
    if texts.is_empty() {
        return field.required.then(|| ANSWER_MISSING.with("field", field.title.as_str()));
    }
    let offered = |text: &&str| field.options.iter().any(|option| option == text);
    if field.kind.has_options() && !texts.iter().all(offered) {
        return Some(PRODUCT_ANSWER_CHOICE.with("field", field.title.as_str()));
    }
    let too_long = texts.iter().any(|text| text.chars().count() > MAX_ANSWER_LENGTH);
    too_long.then(|| ANSWER_TOO_LONG.into())
}

#[cfg(test)]
mod tests {
    use stoa_kernel::catalogue::AdditionalFieldKind;

    use super::*;

    fn wrapping(title: &str, options: [&str; 2]) -> Vec<AdditionalField> {
        vec![AdditionalField {
            id: "wrap".to_owned(),
            kind: AdditionalFieldKind::Checkbox,
            title: title.to_owned(),
            required: true,
            options: options.map(str::to_owned).to_vec(),
        }]
    }

    #[test]
    fn choices_are_kept_as_written_and_shown_translated() {
        let (own, shown) = (wrapping("Wrapping", ["Paper", "Ribbon"]), wrapping("Emballage", ["Papier", "Ruban"]));
        let said = |text: &str| Some(text.to_owned());
        let kept = with_choices_of(&own, &shown, said(r#"{"wrap":["Ruban","Paper"]}"#));
        assert_eq!(kept.as_deref(), Some(r#"{"wrap":["Ribbon","Paper"]}"#));
        assert_eq!(with_choices_of(&shown, &own, kept.clone()), said(r#"{"wrap":["Ruban","Papier"]}"#));
        assert_eq!(with_choices_of(&own, &shown, said("{\"wrap\": \"Other\"}")), said(r#"{"wrap":"Other"}"#));
        assert_eq!(with_choices_of(&own, &shown, None), None);
        let answers = answered_in(&own, &shown, kept.as_deref());
        assert_eq!(answers, [ItemAnswer { label: "Emballage".to_owned(), value: "Ruban, Papier".to_owned() }]);
    }
}
