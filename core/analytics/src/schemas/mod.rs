//! The schemas of events: which members the content of an event has, and of what kind. Members that a schema does not
//! name are ignored.

mod content;
mod fields;

pub use content::{EventContent, page_path};
pub use fields::Violation;

use serde_json::{Map, Value};

use crate::EventKind;
use crate::event_kind::numbered_set;

numbered_set! {
    /// Where the program runs that sends events.
    EventSource {
        /// A browser.
        Web = 1 "WEB",
        /// An app on iOS.
        Ios = 2 "IOS",
        /// An app on Android.
        Android = 3 "ANDROID",
        /// A server.
        Server = 4 "SERVER",
    }
}

numbered_set! {
    /// The environment that events come from.
    SourceEnvironment {
        /// Development.
        Dev = 1 "dev",
        /// Tests; events go where those of staging go.
        Qa = 2 "qa",
        /// Acceptance.
        Staging = 3 "staging",
        /// Public.
        Prod = 4 "prod",
    }
}

/// The kind of event with a schema of this name. The search has a second name.
pub fn schema(name: &str) -> Option<EventKind> {
    if name == "search" { Some(EventKind::SiteSearch) } else { EventKind::named(name) }
}

/// What is wrong with the content of an event; empty when it is as its schema says.
pub fn violations(kind: EventKind, content: &Map<String, Value>) -> Vec<Violation> {
    let wrong = fields::ALL.iter().filter_map(|field| {
        let value = content.get(field.name).filter(|value| !value.is_null())?;
        field.kind.refuses(value).map(|message| Violation { path: field.name.to_owned(), message })
    });
    let missing = required(kind)
        .iter()
        .filter(|name| !is_given(content, name))
        .map(|name| Violation { path: (*name).to_owned(), message: "This is missing.".to_owned() });
    wrong.chain(missing).collect()
}

fn is_given(content: &Map<String, Value>, name: &str) -> bool {
    match content.get(name) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

/// The members that an event cannot do without.
fn required(kind: EventKind) -> &'static [&'static str] {
    match kind {
        EventKind::PageView => &["page_path"],
        EventKind::SiteSearch
        | EventKind::ProductPageView
        | EventKind::QuickView
        | EventKind::AddToCart
        | EventKind::FormRender
        | EventKind::FormStart
        | EventKind::FormSubmit
        | EventKind::OverlayView
        | EventKind::OverlayClose
        | EventKind::OverlaySubmit
        | EventKind::OverlayClick
        | EventKind::ExperimentExposure => &["object_identifier"],
        EventKind::OutboundClick | EventKind::FileDownload => &["destination_url"],
        EventKind::Custom => &["custom_schema_name"],
        EventKind::CheckoutStarted
        | EventKind::Purchase
        | EventKind::NewsletterSignup
        | EventKind::AccountCreation
        | EventKind::Heartbeat
        | EventKind::ButtonRender
        | EventKind::ButtonClick
        | EventKind::Audio
        | EventKind::Video
        | EventKind::InventoryPanelClick
        | EventKind::ApiKeyPanelClick => &[],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn paths(name: &str, content: &Value) -> Vec<String> {
        let content = content.as_object().cloned().unwrap_or_default();
        violations(schema(name).unwrap(), &content).into_iter().map(|violation| violation.path).collect()
    }

    // spec: enum.tracked-event-kinds.open
    #[test]
    fn the_named_kinds_of_events_are_accepted() {
        for name in [
            "page_view",
            "add_to_cart",
            "search",
            "newsletter_signup",
            "product_page_view",
            "account_creation",
            "purchase",
            "inventory_panel_click",
            "api_key_panel_click",
        ] {
            assert!(schema(name).is_some(), "{name}");
        }
        assert_eq!(schema("nonsense"), None);
    }

    // spec: enum.event-source, enum.source-environment
    #[test]
    fn sources_and_environments_have_their_names() {
        let sources: Vec<_> = EventSource::ALL.iter().map(|source| source.name()).collect();
        assert_eq!(sources, ["WEB", "IOS", "ANDROID", "SERVER"]);
        let environments: Vec<_> = SourceEnvironment::ALL.iter().map(|environment| environment.name()).collect();
        assert_eq!(environments, ["dev", "qa", "staging", "prod"]);
        assert_eq!(EventSource::named("web"), None);
    }

    #[test]
    fn contents_are_checked() {
        assert!(paths("page_view", &json!({"page_path": "/", "anything": [1]})).is_empty());
        assert_eq!(paths("page_view", &json!({})), ["page_path"]);
        assert_eq!(
            paths("page_view", &json!({"page_path": 7, "browser_window_width": "wide"})),
            ["browser_window_width", "page_path"]
        );
        assert_eq!(paths("page_view", &json!({"page_path": "x".repeat(5_000)})), ["page_path"]);
        assert_eq!(paths("search", &json!({"object_identifier": ""})), ["object_identifier"]);
        assert!(paths("heartbeat", &json!({"number": 30_000, "member_account_id": null})).is_empty());
    }
}
