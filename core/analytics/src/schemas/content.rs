//! What is read from the content of an event.

use serde_json::{Map, Value};
use stoa_kernel::clock::{DAY_MS, Timestamp};

use super::{Violation, fields, violations};
use crate::EventKind;

/// Longest path, title or text that is stored, in characters.
const MAX_STORED: usize = 300;
/// Paths of downloads that were bought: the rest of such a path is a secret.
const DOWNLOADS: &str = "/checkout/downloads/";
/// How far back the time of a browser may lie: what was reported late counts when it happened.
const EARLIEST_MS: i64 = DAY_MS;
/// How far ahead its clock may be.
const LATEST_MS: i64 = 120_000;

/// The content of an event, as far as it is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventContent {
    /// Path of the page, without query and final slash.
    pub page: Option<String>,
    /// Title of the page.
    pub title: Option<String>,
    /// What the event is about.
    pub object: Option<String>,
    /// Its number.
    pub number: Option<i64>,
    /// Its text.
    pub text: Option<String>,
    /// Id of the event: the same when the browser sends it again.
    pub event_id: Option<String>,
    /// When it happened, by the clock of the browser.
    pub occurred_on: Option<Timestamp>,
    /// Identifier of the visitor.
    pub identifier: Option<String>,
    /// Query of the page's address.
    pub query: String,
    /// The page that led to this one.
    pub referrer: String,
    /// Language of the browser.
    pub language: Option<String>,
    /// Whether it is the browser's first visit.
    pub is_first_session: bool,
}

impl EventContent {
    /// Reads the content of an event.
    ///
    /// # Errors
    /// What is not as the schema of the event says.
    pub fn read(kind: EventKind, content: &Map<String, Value>) -> Result<Self, Vec<Violation>> {
        let wrong = violations(kind, content);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let text = |name: &str| text(content.get(name));
        let object = match kind {
            EventKind::Custom => text("custom_schema_name"),
            EventKind::OutboundClick | EventKind::FileDownload => text("destination_url").map(|url| plain(&url)),
            _ => text("object_identifier"),
        };
        Ok(Self {
            page: text("page_path").map(|path| page_path(&path)),
            title: text("page_title").map(bounded),
            object: object.map(bounded),
            number: number(content.get("number")),
            text: text("text").map(bounded),
            event_id: text("event_id"),
            occurred_on: time(content.get("event_occurrence_timestamp")).map(Timestamp::from_ms),
            identifier: text("analytics_id"),
            query: content.get("page_query_params").map(parameters).unwrap_or_default(),
            referrer: text("page_referrer_url").unwrap_or_default(),
            language: text("browser_language").or_else(|| text("browser_locale")),
            is_first_session: content.get("is_first_session") == Some(&Value::Bool(true)),
        })
    }

    /// When it happened: what the browser says, unless its clock is wrong.
    pub fn at(&self, now: Timestamp) -> Timestamp {
        let plausible = |at: &Timestamp| (now - EARLIEST_MS..=now + LATEST_MS).contains(at);
        self.occurred_on.filter(plausible).unwrap_or(now)
    }
}

/// A path as it is counted: without query, fragment and final slash.
pub fn page_path(address: &str) -> String {
    let path = plain(address);
    let path = path.trim_end_matches('/');
    if path.is_empty() { "/".to_owned() } else { bounded(path.to_owned()) }
}

/// An address without query, fragment and the secrets of downloads.
fn plain(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    match address.split_once(DOWNLOADS) {
        Some((before, _)) => format!("{before}{DOWNLOADS}"),
        None => address.to_owned(),
    }
}

fn bounded(text: String) -> String {
    let is_short = text.len() <= MAX_STORED && !text.contains(char::is_control);
    if is_short { text } else { text.chars().filter(|sign| !sign.is_control()).take(MAX_STORED).collect() }
}

fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The digits before the decimal point.
fn number(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::Number(number) => number.as_i64().or_else(|| whole(&number.to_string())),
        Value::String(text) => whole(text.trim()),
        _ => None,
    }
}

fn whole(text: &str) -> Option<i64> {
    text.split('.').next()?.parse().ok()
}

fn time(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::Number(_) => number(value),
        Value::String(text) => fields::time(text).or_else(|| whole(text)),
        _ => None,
    }
}

fn parameters(value: &Value) -> String {
    match value {
        Value::String(query) => query.trim_start_matches('?').to_owned(),
        Value::Object(named) => {
            let mut query = url::form_urlencoded::Serializer::new(String::new());
            for (name, value) in named {
                if let Some(value) = text(Some(value)) {
                    query.append_pair(name, &value);
                }
            }
            query.finish()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(kind: EventKind, content: &Value) -> EventContent {
        EventContent::read(kind, content.as_object().unwrap()).unwrap()
    }

    // spec: analytics.payload.root-path.open
    #[test]
    fn paths_have_no_final_slash() {
        for (address, path) in [
            ("/", "/"),
            ("", "/"),
            ("/a/", "/a"),
            ("/a//?b=c#d", "/a"),
            ("/de/über", "/de/über"),
            ("/checkout/downloads/s3cret/7", "/checkout/downloads"),
        ] {
            assert_eq!(page_path(address), path, "{address}");
        }
    }

    #[test]
    fn contents_are_read() {
        let content = json!({
            "page_path": "/shop/mug/", "page_query_params": {"utm_source": "a b", "n": 1}, "object_identifier": 7,
            "number": "12.5", "event_occurrence_timestamp": "2026-11-29T10:00:00Z", "page_title": "Mug\n",
        });
        let read = read(EventKind::ProductPageView, &content);
        assert_eq!((read.page.as_deref(), read.title.as_deref()), (Some("/shop/mug"), Some("Mug")));
        assert_eq!((read.object.as_deref(), read.number), (Some("7"), Some(12)));
        assert_eq!(read.query, "utm_source=a+b&n=1");
        let at = Timestamp::from_ms(1_795_946_400_000);
        assert_eq!(read.occurred_on, Some(at));
        assert_eq!(read.at(at + 1_000), at);
        assert_eq!(read.at(at + 2 * EARLIEST_MS), at + 2 * EARLIEST_MS);
    }
}
