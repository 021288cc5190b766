//! Hits of the census: numbers or names of events, and the members of their data.

use axum::http::Uri;
use serde_json::{Map, Value};
use stoa_analytics::EventKind;
use stoa_analytics::schemas::{EventContent, page_path, schema};
use stoa_kernel::clock::Timestamp;

use super::text_of;

/// Longest title or text that is stored, in characters.
const MAX_LENGTH: usize = 300;

/// The kind with a number or a name.
pub fn hit_kind(event: &str) -> Option<EventKind> {
    match event.parse() {
        Ok(number) => EventKind::from_number(number),
        Err(_) => schema(event),
    }
}

/// The content of a hit; none when it names no page.
pub fn hit_content(data: &Map<String, Value>) -> Option<EventContent> {
    let url: Uri = text_of(data, "url")?.parse().ok()?;
    let bounded = |name: &str| text_of(data, name).map(|text| text.chars().take(MAX_LENGTH).collect());
    let digits = |name: &str| text_of(data, name).and_then(|text| text.parse().ok());
    Some(EventContent {
        page: Some(page_path(url.path())),
        query: url.query().unwrap_or_default().to_owned(),
        title: bounded("title"),
        object: bounded("object")
            .or_else(|| bounded("query"))
            .or_else(|| bounded("itemId"))
            .or_else(|| bounded("collectionId")),
        number: digits("number"),
        text: None,
        event_id: text_of(data, "eventId"),
        occurred_on: digits("clientDate").map(Timestamp::from_ms),
        identifier: None,
        referrer: text_of(data, "referrer").unwrap_or_default(),
        language: text_of(data, "browserLanguage"),
        is_first_session: data.get("isFirstSession") == Some(&Value::Bool(true)),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // spec: enum.tracked-event-numbers
    #[test]
    fn events_have_numbers() {
        for (number, kind) in [
            ("1", EventKind::PageView),
            ("2", EventKind::SiteSearch),
            ("10", EventKind::Heartbeat),
            ("20", EventKind::Audio),
            ("21", EventKind::Video),
        ] {
            assert_eq!(hit_kind(number), Some(kind));
        }
        assert_eq!(hit_kind("page_view"), Some(EventKind::PageView));
        assert_eq!((hit_kind("0"), hit_kind("nothing")), (None, None));
    }

    #[test]
    fn hits_name_their_page() {
        let read = |data: Value| hit_content(data.as_object().unwrap());
        let found = read(json!({"url": "https://domain.com/a/?utm_source=b#c", "clientDate": 5, "screenWidth": 3}));
        let found = found.unwrap();
        assert_eq!((found.page.as_deref(), found.query.as_str()), (Some("/a"), "utm_source=b"));
        assert_eq!(found.occurred_on, Some(Timestamp::from_ms(5)));
        assert_eq!(read(json!({"title": "A"})), None);
    }
}
