//! Values of formatters and predicates, and amounts of money.

use serde::{Deserialize, Serialize};

/// An amount in the minor unit of an ISO 4217 currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// Minor units, such as cents.
    pub minor: i64,
    /// ISO 4217 code.
    pub currency: String,
}

impl Money {
    /// An amount of `minor` units in `currency`.
    pub fn new(minor: i64, currency: impl Into<String>) -> Self {
        Self { minor, currency: currency.into() }
    }
}

/// Input of formatters and predicates, and output of formatters.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No value.
    None,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A floating point number.
    Number(f64),
    /// Text, as in the document or the data.
    Text(String),
    /// A list or an object.
    Json(serde_json::Value),
}

impl Value {
    /// The value of an argument of a formatter or predicate, as it is written in a template: `300` is a whole number,
    /// `1.5` a number, `true` a boolean. Other forms, such as `007`, `1e3` or `inf`, are words.
    #[must_use]
    pub fn of_argument(word: &str) -> Self {
        let digits = word.strip_prefix('-').unwrap_or(word);
        let is_number = digits.starts_with(|first: char| first.is_ascii_digit())
            && digits.ends_with(|last: char| last.is_ascii_digit())
            && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && (digits.len() == 1 || !digits.starts_with('0') || digits.starts_with("0."));
        match word {
            "true" => Self::Boolean(true),
            "false" => Self::Boolean(false),
            _ if is_number => match (word.parse::<i64>(), word.parse::<f64>()) {
                (Ok(integer), _) => Self::Integer(integer),
                (_, Ok(number)) => Self::Number(number),
                _ => Self::Text(word.to_owned()),
            },
            _ => Self::Text(word.to_owned()),
        }
    }
}

impl From<&serde_json::Value> for Value {
    fn from(json: &serde_json::Value) -> Self {
        match json {
            serde_json::Value::Null => Self::None,
            serde_json::Value::Bool(value) => Self::Boolean(*value),
            serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(integer), _) => Self::Integer(integer),
                (None, Some(float)) => Self::Number(float),
                (None, None) => Self::None,
            },
            serde_json::Value::String(text) => Self::Text(text.clone()),
            serde_json::Value::Array(_) | serde_json::Value::Object(_) => Self::Json(json.clone()),
        }
    }
}

impl From<Value> for serde_json::Value {
    fn from(value: Value) -> Self {
        match value {
            Value::None => Self::Null,
            Value::Boolean(boolean) => Self::Bool(boolean),
            Value::Integer(integer) => Self::from(integer),
            Value::Number(number) => Self::from(number),
            Value::Text(text) => Self::String(text),
            Value::Json(json) => json,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn arguments_have_types() {
        let text = |word: &str| Value::Text(word.to_owned());
        assert_eq!(
            ["300", "-7", "1.5", "true", "false", "long", "007", "1e3", "inf", "-", "1.2.3", ""]
                .map(Value::of_argument),
            [
                Value::Integer(300),
                Value::Integer(-7),
                Value::Number(1.5),
                Value::Boolean(true),
                Value::Boolean(false),
                text("long"),
                text("007"),
                text("1e3"),
                text("inf"),
                text("-"),
                text("1.2.3"),
                text(""),
            ]
        );
    }
}
