//! Form fields and validation of their values.

use std::collections::BTreeMap;

use serde::Deserialize;
use stoa_kernel::Said;
use stoa_kernel::shared_problem_texts::{ANSWER_MISSING, ANSWER_TOO_LONG};

use super::answer;
use super::file_rules::FileRules;
use crate::email::is_email;
use crate::problem_texts::{
    ANSWER_AMOUNT, ANSWER_CHOICE, ANSWER_DATE, ANSWER_EMAIL, ANSWER_HANDLE, ANSWER_NUMBER, ANSWER_PHONE, ANSWER_TIME,
    ANSWER_WEBSITE,
};

/// Default maximum length of a text field, characters.
const MAX_TEXT_LENGTH: usize = 5_000;

/// A form field.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// Key of its value.
    pub id: String,
    /// Kind of field.
    pub r#type: String,
    /// Label.
    #[serde(default)]
    pub title: String,
    /// URL query parameter that fills a hidden field; empty for the field's id.
    #[serde(default)]
    pub key: String,
    /// Whether it must be filled in.
    #[serde(default)]
    pub required: bool,
    /// Available options.
    #[serde(default)]
    pub options: Vec<String>,
    /// Maximum length of a long text, characters.
    #[serde(default)]
    pub max_length: Option<usize>,
    /// Rules of a file field.
    #[serde(flatten)]
    pub files: FileRules,
}

impl FormField {
    /// Whether visitors can fill it in: not for sections, which are headings, and not for a choice without options.
    pub fn is_answered(&self) -> bool {
        match self.r#type.as_str() {
            "section" => false,
            "select" | "radio" | "checkbox" | "likert" => !self.options.is_empty(),
            _ => true,
        }
    }

    /// Whether it is a file field.
    pub fn is_file(&self) -> bool {
        self.r#type == "file"
    }

    /// Label of its values in lists.
    pub fn label(&self) -> &str {
        match self.r#type.as_str() {
            "hidden" if !self.key.is_empty() => &self.key,
            "hidden" => &self.id,
            _ => &self.title,
        }
    }

    /// The error message for a value, if it is invalid.
    pub(super) fn error_message(&self, parts: &BTreeMap<String, String>) -> Option<Said> {
        let filled: Vec<&str> = parts.values().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        let Some(first) = filled.first().copied() else {
            return (self.required && self.r#type != "hidden").then(|| match self.r#type.as_str() {
                "email" => ANSWER_EMAIL.into(),
                _ => ANSWER_MISSING.with("field", self.title.as_str()),
            });
        };
        let longest = self.max_length.filter(|_| self.r#type == "textarea").unwrap_or(MAX_TEXT_LENGTH);
        if filled.iter().any(|part| part.chars().count() > longest) {
            return Some(ANSWER_TOO_LONG.into());
        }
        if self.is_file() {
            return (filled.len() > self.files.most_files()).then(|| self.files.too_many());
        }
        let message = match self.r#type.as_str() {
            "email" if !is_email(first) => ANSWER_EMAIL,
            "number" if !first.parse::<f64>().is_ok_and(f64::is_finite) => ANSWER_NUMBER,
            "currency" if !is_amount(first) => ANSWER_AMOUNT,
            "website" if !is_web_address(first) => ANSWER_WEBSITE,
            "twitter" if !is_handle(first) => ANSWER_HANDLE,
            "date" if answer::date(&filled).is_none() => ANSWER_DATE,
            "time" if answer::time(&filled).is_none() => ANSWER_TIME,
            "phone" if !is_phone(&filled) => ANSWER_PHONE,
            "select" | "radio" if filled.len() > 1 || !self.offers(first) => ANSWER_CHOICE,
            "checkbox" if !filled.iter().all(|part| self.offers(part)) => ANSWER_CHOICE,
            "likert" if !parts.iter().all(|(question, grade)| self.offers(question) && answer::is_grade(grade)) => {
                ANSWER_CHOICE
            }
            "likert" if self.required && parts.len() < self.options.len() => {
                return Some(ANSWER_MISSING.with("field", self.title.as_str()));
            }
            _ => return None,
        };
        Some(message.into())
    }

    fn offers(&self, choice: &str) -> bool {
        self.options.iter().any(|option| option == choice)
    }
}

fn is_amount(text: &str) -> bool {
    let (whole, cents) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole) && whole.len() <= 15 && digits(cents) && cents.len() <= 2
}

fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
}

/// 1 to 15 letters, digits or underscores, optionally preceded by @.
fn is_handle(text: &str) -> bool {
    let name = text.strip_prefix('@').unwrap_or(text);
    (1..=15).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_phone(parts: &[&str]) -> bool {
    let digits = parts.iter().flat_map(|part| part.chars()).filter(char::is_ascii_digit).count();
    let plain =
        parts.iter().flat_map(|part| part.chars()).all(|letter| letter.is_ascii_digit() || " +-().".contains(letter));
    plain && (5..=20).contains(&digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn message(mut field: Value, value: &Value) -> Option<String> {
        field["id"] = json!("f");
        field["title"] = json!("Field");
        FormField::deserialize(&field).unwrap().error_message(&answer::parts(value)).map(|said| said.to_string())
    }

    // spec: form.validate.max-length
    #[test]
    fn text_length_limit() {
        let field = json!({"type": "textarea", "maxLength": 5});
        assert_eq!(message(field.clone(), &json!("12345")), None);
        assert_eq!(message(field.clone(), &json!("123456")).unwrap(), "You have exceeded the character limit.");
        assert_eq!(message(field, &json!("")), None);
    }

    // spec: form.validate.email, form.validate.email-example.open
    #[test]
    fn email_fields_name_the_format() {
        let wrong = Some("Email is not valid. Email addresses should follow the format user@domain.com.".to_owned());
        assert_eq!(message(json!({"type": "email", "required": true}), &json!("")), wrong);
        assert_eq!(message(json!({"type": "email"}), &json!("a@b")), wrong);
        assert_eq!(message(json!({"type": "email"}), &json!("")), None);
        assert_eq!(message(json!({"type": "email", "required": true}), &json!("a@b.co")), None);
    }

    // spec: form.validate.other-types.open
    #[test]
    fn every_field_kind_is_validated() {
        let table = [
            (json!({"type": "number"}), json!("1e3"), json!("inf")),
            (json!({"type": "currency"}), json!("12.50"), json!("12.505")),
            (json!({"type": "currency"}), json!("0"), json!("-1")),
            (json!({"type": "website"}), json!("https://a.co"), json!("javascript:x")),
            (json!({"type": "twitter"}), json!("@juniper"), json!("@juniper & sons")),
            (json!({"type": "date"}), json!("2024-02-29"), json!("2023-02-29")),
            (json!({"type": "date"}), json!(["02", "29", "2024"]), json!(["13", "01", "2024"])),
            (json!({"type": "time"}), json!("09:30"), json!("25:00")),
            (json!({"type": "time"}), json!(["12", "59", "PM"]), json!(["13", "00"])),
            (json!({"type": "time"}), json!(["1", "0", "59", "am"]), json!(["1", "60"])),
            (json!({"type": "phone"}), json!(["", "555", "123", "4567"]), json!("1234")),
            (json!({"type": "phone"}), json!("+49 30 12345"), json!("123456789012345678901")),
            (json!({"type": "phone"}), json!("12345"), json!("call me 12345")),
            (json!({"type": "select", "options": ["a"]}), json!("a"), json!("b")),
            (json!({"type": "radio", "options": ["a", "b"]}), json!("a"), json!(["a", "b"])),
            (json!({"type": "checkbox", "options": ["a", "b"]}), json!(["a", "b"]), json!(["a", "c"])),
            (json!({"type": "likert", "options": ["q"]}), json!({"q": "2"}), json!({"q": "3"})),
            (json!({"type": "likert", "options": ["q"]}), json!({"q": "-2"}), json!({"other": "1"})),
            (
                json!({"type": "likert", "options": ["q", "r"], "required": true}),
                json!({"q": "1", "r": "0"}),
                json!({"q": "1"}),
            ),
            (json!({"type": "text", "required": true}), json!("x"), json!("  ")),
            (json!({"type": "name", "required": true}), json!({"first": "Ada", "last": ""}), json!(["", ""])),
        ];
        for (field, right, wrong) in table {
            assert_eq!(message(field.clone(), &right), None, "{field} {right}");
            assert!(message(field.clone(), &wrong).is_some(), "{field} {wrong}");
        }
    }

    #[test]
    fn missing_answer_names_field() {
        assert_eq!(message(json!({"type": "text", "required": true}), &Value::Null).unwrap(), "Field is required.");
    }
}
