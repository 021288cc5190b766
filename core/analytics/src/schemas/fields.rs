//! The members of events and their kinds.

use serde_json::Value;

/// Why the content of an event is not as its schema says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The member.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
}

/// A member.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: FieldKind,
}

/// What a member contains.
#[derive(Clone, Copy)]
pub(super) enum FieldKind {
    /// A text with at most so many characters.
    Text(usize),
    /// A text or a number: ids.
    Id,
    /// A number, or its digits.
    Number,
    /// True or false.
    Flag,
    /// UTC milliseconds, or a time as in RFC 3339.
    Time,
    /// A query string, or an object of its parameters.
    Parameters,
}

impl FieldKind {
    pub(super) fn refuses(self, value: &Value) -> Option<String> {
        let is_number = |text: &str| text.trim().parse::<f64>().is_ok_and(f64::is_finite);
        let message = match (self, value) {
            (Self::Text(most), Value::String(text)) if text.chars().count() > most => {
                return Some(format!("Use at most {most} characters."));
            }
            (Self::Id, Value::String(text)) if text.chars().count() > 200 => "Use at most 200 characters.",
            (Self::Text(_), Value::String(_))
            | (Self::Id, Value::String(_) | Value::Number(_))
            | (Self::Number | Self::Time, Value::Number(_))
            | (Self::Flag, Value::Bool(_))
            | (Self::Parameters, Value::Object(_)) => return None,
            (Self::Parameters, Value::String(text)) if text.len() <= MAX_ADDRESS_LENGTH => return None,
            (Self::Parameters, Value::String(_)) => "Use at most 4096 characters.",
            (Self::Number, Value::String(text)) if is_number(text) => return None,
            (Self::Time, Value::String(text)) if time(text).is_some() => return None,
            (Self::Text(_), _) => "This must be a text.",
            (Self::Id, _) => "This must be a text or a number.",
            (Self::Number, _) => "This must be a number.",
            (Self::Flag, _) => "This must be true or false.",
            (Self::Time, _) => "This must be a time in milliseconds or as in RFC 3339.",
            (Self::Parameters, _) => "This must be a query string or an object.",
        };
        Some(message.to_owned())
    }
}

/// A time in RFC 3339 as UTC milliseconds.
pub(super) fn time(text: &str) -> Option<i64> {
    text.trim().parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond)
}

/// Longest address.
const MAX_ADDRESS_LENGTH: usize = 4_096;

const fn field(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind }
}

/// The members of all events.
pub(super) const ALL: [Field; 29] = [
    field("analytics_id", FieldKind::Text(100)),
    field("browser_language", FieldKind::Text(100)),
    field("browser_window_height", FieldKind::Number),
    field("browser_window_width", FieldKind::Number),
    field("client_name", FieldKind::Text(200)),
    field("client_version", FieldKind::Id),
    field("marketing_id", FieldKind::Text(200)),
    field("page_host", FieldKind::Text(300)),
    field("page_path", FieldKind::Text(MAX_ADDRESS_LENGTH)),
    field("page_query_params", FieldKind::Parameters),
    field("page_referrer_url", FieldKind::Text(MAX_ADDRESS_LENGTH)),
    field("session_id", FieldKind::Text(100)),
    field("enduser_user_agent", FieldKind::Text(MAX_ADDRESS_LENGTH)),
    field("event_occurrence_timestamp", FieldKind::Time),
    field("browser_locale", FieldKind::Text(100)),
    field("custom_schema_name", FieldKind::Text(100)),
    field("source_environment", FieldKind::Text(20)),
    field("context_website_id", FieldKind::Text(100)),
    field("destination_url", FieldKind::Text(MAX_ADDRESS_LENGTH)),
    field("member_account_id", FieldKind::Id),
    field("object_identifier", FieldKind::Id),
    field("resolved_locale", FieldKind::Text(100)),
    field("website_locale", FieldKind::Text(100)),
    field("member_account_locale", FieldKind::Text(100)),
    // Members that Stoa adds.
    field("event_id", FieldKind::Id),
    field("page_title", FieldKind::Text(1_000)),
    field("text", FieldKind::Text(1_000)),
    field("number", FieldKind::Number),
    field("is_first_session", FieldKind::Flag),
];
