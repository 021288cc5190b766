use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_document::{BlockKinds, Document};
use stoa_kernel::error::{Checks, FieldErrors};

use super::answer;
use crate::AudienceError;
use crate::email::is_email;

/// Largest text of answers: 64 KiB.
pub const MAX_ANSWERS_BYTES: usize = 64 * 1024;
/// Kinds of blocks whose settings hold the fields of a form.
const FORM_KINDS: [&str; 2] = ["form", "newsletter"];
const MOST_ANSWERS: usize = 100;
/// Bound of a text field that names none.
const LONGEST_TEXT: usize = 5_000;

/// A form as it stands in a published page.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Id of its block.
    pub id: String,
    /// Its fields in order.
    pub fields: Vec<FormField>,
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// Key of its answer.
    pub id: String,
    /// Which kind of field it is.
    pub r#type: String,
    /// Label.
    #[serde(default)]
    pub title: String,
    /// Whether it must be filled in.
    #[serde(default)]
    pub required: bool,
    /// What can be chosen.
    #[serde(default)]
    pub options: Vec<String>,
    /// Most characters of a long text.
    #[serde(default)]
    pub max_length: Option<usize>,
}

impl Form {
    /// The form of a block id in a document.
    pub fn find(document: &Document, kinds: &dyn BlockKinds, id: &str) -> Option<Self> {
        let block = document.block(id).filter(|block| FORM_KINDS.contains(&block.kind.as_str()))?;
        let settings = kinds.schema(&block.kind)?.complete(&block.settings);
        let fields = settings.get("fields").and_then(Value::as_array)?;
        let fields = fields.iter().filter_map(|field| FormField::deserialize(field).ok()).collect();
        Some(Self { id: block.id.clone(), fields })
    }

    /// Reads answers and checks them all; answers to unknown fields are dropped. Returns label and
    /// text of each field in order.
    ///
    /// # Errors
    /// [`AudienceError::UnreadableAnswers`], or [`AudienceError::Invalid`] with a message beside
    /// each wrong field.
    pub fn check(&self, answers: &Map<String, Value>) -> Result<Vec<(String, String)>, AudienceError> {
        if answers.len() > MOST_ANSWERS {
            return Err(AudienceError::UnreadableAnswers);
        }
        let mut checks = Checks::default();
        let mut texts = Vec::new();
        for field in self.fields.iter().filter(|field| field.r#type != "section") {
            let parts = answer::parts(answers.get(&field.id).unwrap_or(&Value::Null));
            match field.complaint(&parts) {
                Some(message) => checks.require(false, &field.id, message),
                None => texts.push((field.title.clone(), answer::text(&field.r#type, &parts))),
            }
        }
        checks.finish()?;
        Ok(texts)
    }

    /// Reads answers from JSON text.
    ///
    /// # Errors
    /// [`AudienceError::UnreadableAnswers`] when it is too long or no JSON object.
    pub fn read_answers(text: &str) -> Result<Map<String, Value>, AudienceError> {
        if text.len() > MAX_ANSWERS_BYTES {
            return Err(AudienceError::UnreadableAnswers);
        }
        serde_json::from_str(text).map_err(|_| AudienceError::UnreadableAnswers)
    }
}

impl FormField {
    fn complaint(&self, parts: &BTreeMap<String, String>) -> Option<String> {
        let filled: Vec<&str> = parts.values().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        let Some(first) = filled.first().copied() else {
            return self.required.then(|| match self.r#type.as_str() {
                "email" => WRONG_EMAIL.to_owned(),
                _ => format!("{} is required.", self.title),
            });
        };
        let longest = self.max_length.unwrap_or(LONGEST_TEXT);
        if filled.iter().any(|part| part.chars().count() > longest) {
            return Some("You have exceeded the character limit.".to_owned());
        }
        let message = match self.r#type.as_str() {
            "email" if !is_email(first) => WRONG_EMAIL,
            "number" if !first.parse::<f64>().is_ok_and(f64::is_finite) => "Enter a number.",
            "currency" if !is_amount(first) => "Enter an amount such as 12.50.",
            "website" if !is_web_address(first) => "Enter an address that starts with https://.",
            "date" if !is_date(&filled) => "Enter a date of the calendar.",
            "time" if !is_time(&filled) => "Enter a time of the day.",
            "phone" if !is_phone(&filled) => "Enter a telephone number of 5 to 20 digits.",
            "select" | "radio" | "checkbox" if !filled.iter().all(|part| self.offers(part)) => {
                "Choose from the offered options."
            }
            "likert" if !parts.iter().all(|(question, grade)| self.offers(question) && answer::is_grade(grade)) => {
                "Choose from the offered options."
            }
            _ => return None,
        };
        Some(message.to_owned())
    }

    fn offers(&self, choice: &str) -> bool {
        self.options.iter().any(|option| option == choice)
    }
}

const WRONG_EMAIL: &str = "Email is not valid. Email addresses should follow the format user@domain.com.";

fn is_amount(text: &str) -> bool {
    let (whole, cents) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole) && whole.len() <= 15 && digits(cents) && cents.len() <= 2
}

fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
}

/// Either one text as date inputs give it, or month, day and year.
fn is_date(parts: &[&str]) -> bool {
    match parts {
        [one] => one.parse::<jiff::civil::Date>().is_ok(),
        [month, day, year] => {
            let numbers = (year.parse::<i16>(), month.parse::<i8>(), day.parse::<i8>());
            matches!(numbers, (Ok(year), Ok(month), Ok(day)) if jiff::civil::Date::new(year, month, day).is_ok())
        }
        _ => false,
    }
}

/// Either one text as time inputs give it, or hour, minute and perhaps second and half of the day.
fn is_time(parts: &[&str]) -> bool {
    let [first, rest @ ..] = parts else { return false };
    if rest.is_empty() {
        return first.parse::<jiff::civil::Time>().is_ok();
    }
    let hour = first.parse::<u8>().is_ok_and(|hour| (1..=12).contains(&hour));
    let below_sixty = |part: &&str| part.parse::<u8>().is_ok_and(|number| number < 60);
    let half = |part: &&str| part.eq_ignore_ascii_case("am") || part.eq_ignore_ascii_case("pm");
    hour && rest.iter().all(|part| below_sixty(part) || half(part))
}

fn is_phone(parts: &[&str]) -> bool {
    let digits = parts.iter().flat_map(|part| part.chars()).filter(char::is_ascii_digit).count();
    let plain =
        parts.iter().flat_map(|part| part.chars()).all(|letter| letter.is_ascii_digit() || " +-().".contains(letter));
    plain && (5..=20).contains(&digits)
}

/// All messages of answers, for the call that only checks.
pub(super) fn complaints(form: &Form, answers: &Map<String, Value>) -> Result<FieldErrors, AudienceError> {
    match form.check(answers) {
        Ok(_) => Ok(FieldErrors::new()),
        Err(AudienceError::Invalid(fields)) => Ok(fields),
        Err(other) => Err(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn message(field: Value, value: Value) -> Option<String> {
        let mut field = field;
        field["id"] = json!("f");
        field["title"] = json!("Field");
        let form = Form { id: "b".to_owned(), fields: vec![FormField::deserialize(&field).unwrap()] };
        let answers = Map::from_iter([("f".to_owned(), value), ("unknown".to_owned(), json!("x"))]);
        complaints(&form, &answers).unwrap().remove("f")
    }

    // spec: form.validate.max-length
    #[test]
    fn long_texts_are_held_to_their_limit() {
        let field = json!({"type": "textarea", "maxLength": 5});
        assert_eq!(message(field.clone(), json!("12345")), None);
        assert_eq!(message(field.clone(), json!("123456")).unwrap(), "You have exceeded the character limit.");
        assert_eq!(message(field, json!("")), None);
    }

    // spec: form.validate.email, form.validate.email-example.open
    #[test]
    fn email_fields_name_the_format() {
        let wrong = Some("Email is not valid. Email addresses should follow the format user@domain.com.".to_owned());
        assert_eq!(message(json!({"type": "email", "required": true}), json!("")), wrong);
        assert_eq!(message(json!({"type": "email"}), json!("a@b")), wrong);
        assert_eq!(message(json!({"type": "email"}), json!("")), None);
        assert_eq!(message(json!({"type": "email", "required": true}), json!("a@b.co")), None);
    }

    #[test]
    fn every_kind_has_its_check() {
        let table = [
            (json!({"type": "number"}), json!("1e3"), json!("inf")),
            (json!({"type": "currency"}), json!("12.50"), json!("12.505")),
            (json!({"type": "website"}), json!("https://a.co"), json!("javascript:x")),
            (json!({"type": "date"}), json!("2024-02-29"), json!("2023-02-29")),
            (json!({"type": "date"}), json!(["02", "29", "2024"]), json!(["13", "01", "2024"])),
            (json!({"type": "time"}), json!("09:30"), json!("25:00")),
            (json!({"type": "time"}), json!(["12", "59", "PM"]), json!(["13", "00"])),
            (json!({"type": "phone"}), json!(["", "555", "123", "4567"]), json!("123")),
            (json!({"type": "select", "options": ["a"]}), json!("a"), json!("b")),
            (json!({"type": "checkbox", "options": ["a", "b"]}), json!(["a", "b"]), json!(["a", "c"])),
            (json!({"type": "likert", "options": ["q"]}), json!({"q": "2"}), json!({"q": "3"})),
            (json!({"type": "likert", "options": ["q"]}), json!({"q": "-2"}), json!({"other": "1"})),
            (json!({"type": "text", "required": true}), json!("x"), json!("  ")),
            (json!({"type": "name", "required": true}), json!({"first": "Ada", "last": ""}), json!(["", ""])),
        ];
        for (field, right, wrong) in table {
            assert_eq!(message(field.clone(), right.clone()), None, "{field} {right}");
            assert!(message(field.clone(), wrong.clone()).is_some(), "{field} {wrong}");
        }
    }

    #[test]
    fn a_missing_answer_names_the_field() {
        assert_eq!(message(json!({"type": "text", "required": true}), Value::Null).unwrap(), "Field is required.");
    }
}
