//! Events by name, as earlier scripts report them.

use serde_json::{Map, Value};
use stoa_analytics::EventKind;
use stoa_analytics::schemas::{self, EventContent, page_path};

use super::text_of;

/// Longest name of an event, in characters.
pub const MAX_NAME_LENGTH: usize = 100;

/// Names that scripts of shops use.
const NAMES: [(&str, EventKind); 4] = [
    ("commerce_checkout_order_confirmed", EventKind::Purchase),
    ("commerce_product_visit", EventKind::ProductPageView),
    ("commerce_add_to_cart", EventKind::AddToCart),
    ("commerce_quick_view", EventKind::QuickView),
];

/// The kind and the content of an event.
pub fn named_event(name: &str, data: &Map<String, Value>) -> (EventKind, EventContent) {
    let known = NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
    let kind = known.or_else(|| schemas::schema(name)).unwrap_or(EventKind::Custom);
    let text = |key: &str| text_of(data, key);
    let object = match kind {
        EventKind::Custom => Some(name.to_owned()),
        _ => text("itemId").or_else(|| text("objectIdentifier")).or_else(|| text("query")),
    };
    let content = EventContent {
        page: text("pagePath").map(|path| page_path(&path)),
        title: text("pageTitle"),
        object: object.map(|object| object.chars().take(MAX_NAME_LENGTH).collect()),
        number: data.get("quantity").and_then(Value::as_i64),
        event_id: text("eventId"),
        ..EventContent::default()
    };
    (kind, content)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_events_become_kinds() {
        let data = json!({"itemId": "prd_1", "pagePath": "/shop/mug/", "quantity": 2});
        let data = data.as_object().cloned().unwrap_or_default();
        let (kind, content) = named_event("commerce_add_to_cart", &data);
        assert_eq!((kind, content.object.as_deref(), content.number), (EventKind::AddToCart, Some("prd_1"), Some(2)));
        assert_eq!(content.page.as_deref(), Some("/shop/mug"));
        let (kind, content) = named_event("brochure.opened", &data);
        assert_eq!((kind, content.object.as_deref()), (EventKind::Custom, Some("brochure.opened")));
        assert_eq!(named_event("newsletter_signup", &data).0, EventKind::NewsletterSignup);
    }
}
