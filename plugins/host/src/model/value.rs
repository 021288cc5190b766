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
