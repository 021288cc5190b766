//! The popup of a site: trigger, content, pages, and how long it stays hidden after it was closed.

use serde_json::{Value, json};
use stoa_kernel::design::{PopupScope, PopupTrigger};
use stoa_kernel::error::Checks;
use stoa_messages::Texts;

use super::HeaderFooter;
use super::settings::{ADDRESS, MAX_ALT_TEXT_LENGTH, check_choice, choice, leads};

use crate::contributor_texts;

/// Settings that are content; the others are trigger and pages.
const POPUP_CONTENT: [&str; 5] = ["title", "text", "picture", "button", "newsletter"];
/// Maximum number of selected pages.
const MAX_PAGES: usize = 200;
/// Maximum delay, in seconds.
const MAX_WAIT: i64 = 300;
/// Maximum number of days that a closed popup stays hidden.
const MAX_DAYS: i64 = 365;

/// The words of a sign-up for a newsletter that the owner has not changed, in the language of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignUpWords {
    /// Label of the button.
    pub submit_button_text: String,
    /// Shown after signing up.
    pub success_message: String,
}

impl SignUpWords {
    pub(super) fn new(texts: Texts<'_>) -> Self {
        Self {
            submit_button_text: texts.text("blockDefault.signUp").to_owned(),
            success_message: texts.text("blockDefault.newsletterSent").to_owned(),
        }
    }
}

/// The default popup, disabled.
pub(super) fn plain_popup(texts: Texts<'_>) -> Value {
    let words = SignUpWords::new(texts);
    json!({
        "enabled": false,
        "version": 1,
        "title": "",
        "text": "",
        "picture": {"assetId": null, "altText": ""},
        "button": {"label": "", "url": ""},
        "newsletter": {
            "enabled": false,
            "mailingList": "News",
            "submitButtonText": words.submit_button_text,
            "successMessage": words.success_message,
            "disclaimer": "",
        },
        "trigger": PopupTrigger::default(),
        "seconds": 5,
        "percent": 50,
        "days": 30,
        "pages": {"on": PopupScope::default(), "ids": []},
    })
}

pub(super) fn check_popup(popup: &Value, checks: &mut Checks) {
    let text = |path: &str| popup.pointer(path).and_then(Value::as_str);
    let place = |name: &str| format!("header.popupOverlay.{name}");
    let enabled = popup.get("enabled").and_then(Value::as_bool);
    checks.require(enabled.is_some(), &place("enabled"), contributor_texts::CHOOSE_TRUE_OR_FALSE);
    for (path, name, most) in
        [("/title", "title", 100), ("/text", "text", 1_000), ("/button/label", "button.label", 60)]
    {
        let fits = text(path).is_some_and(|text| text.chars().count() <= most);
        checks.require(fits, &place(name), contributor_texts::ENTER_A_TEXT_OF_AT_MOST.with("count", most).to_string());
    }
    let says = enabled != Some(true) || text("/title").is_some_and(|title| !title.trim().is_empty());
    checks.require(says, &place("title"), contributor_texts::ENTER_A_HEADING);
    let (label, url) = (text("/button/label").unwrap_or_default(), text("/button/url").unwrap_or_default());
    checks.require(url.is_empty() || leads(url), &place("button.url"), ADDRESS);
    checks.require(
        label.trim().is_empty() || !url.is_empty(),
        &place("button.url"),
        contributor_texts::ENTER_THE_BUTTON_LINK,
    );
    check_image(popup.get("picture"), checks);
    check_newsletter(popup, checks);
    check_pages(popup.get("pages"), checks);
    check_choice(popup.get("trigger"), &place("trigger"), PopupTrigger::ALL, checks);
    for (name, least, most) in
        [("seconds", 0, MAX_WAIT), ("percent", 1, 100), ("days", 0, MAX_DAYS), ("version", 1, i64::from(i32::MAX))]
    {
        let number = popup.get(name).and_then(Value::as_i64);
        let fits = number.is_some_and(|number| (least..=most).contains(&number));
        checks.require(
            fits,
            &place(name),
            contributor_texts::ENTER_A_WHOLE_NUMBER_OF.with("least", least).with("most", most).to_string(),
        );
    }
}

/// Validates the image; optional, because older clients do not send it.
fn check_image(picture: Option<&Value>, checks: &mut Checks) {
    let Some(picture) = picture.filter(|picture| !picture.is_null()) else { return };
    let asset = picture.get("assetId").unwrap_or(&Value::Null);
    let place = "header.popupOverlay.picture.assetId";
    checks.require(asset.is_null() || asset.is_string(), place, contributor_texts::CHOOSE_AN_IMAGE);
    let described = picture.get("altText").and_then(Value::as_str).unwrap_or_default();
    let fits = described.chars().count() <= MAX_ALT_TEXT_LENGTH;
    let message = contributor_texts::ENTER_A_TEXT_OF_AT_MOST.with("count", MAX_ALT_TEXT_LENGTH).to_string();
    checks.require(fits, "header.popupOverlay.picture.altText", message);
}

/// Validates the selection of pages; optional, all pages by default.
fn check_pages(pages: Option<&Value>, checks: &mut Checks) {
    let Some(pages) = pages.filter(|pages| !pages.is_null()) else { return };
    check_choice(pages.get("on"), "header.popupOverlay.pages.on", PopupScope::ALL, checks);
    let place = "header.popupOverlay.pages.ids";
    let Some(ids) = pages.get("ids").and_then(Value::as_array) else {
        checks.require(false, place, contributor_texts::SEND_A_LIST);
        return;
    };
    checks.require(ids.iter().all(Value::is_string), place, contributor_texts::CHOOSE_PAGES_OF_THE_SITE);
    checks.require(
        ids.len() <= MAX_PAGES,
        place,
        contributor_texts::USE_AT_MOST_PAGES.with("count", MAX_PAGES).to_string(),
    );
    let is_everywhere = choice::<PopupScope>(pages.get("on")) == Some(PopupScope::All);
    checks.require(is_everywhere || !ids.is_empty(), place, contributor_texts::CHOOSE_AT_LEAST_ONE_PAGE);
}

/// Pages in the selection, whether included or excluded.
pub(super) fn named_pages(header: &Value) -> impl Iterator<Item = &str> {
    let ids = header.pointer("/popupOverlay/pages/ids").and_then(Value::as_array);
    ids.into_iter().flatten().filter_map(Value::as_str)
}

/// The header for one page: disables the popup where the owner does not want it. `page` is the collection for items and
/// products.
pub fn header_for_page(header: &Value, page: &str) -> Value {
    let mut shown = header.clone();
    let named = named_pages(header).any(|id| id == page);
    let comes = match choice::<PopupScope>(header.pointer("/popupOverlay/pages/on")).unwrap_or_default() {
        PopupScope::All => true,
        PopupScope::Only => named,
        PopupScope::Except => !named,
    };
    if let Some(enabled) = shown.pointer_mut("/popupOverlay/enabled").filter(|_| !comes) {
        *enabled = false.into();
    }
    shown
}

/// Validates the newsletter sign-up, whose settings are those of the corresponding block.
fn check_newsletter(popup: &Value, checks: &mut Checks) {
    let place = |name: &str| format!("header.popupOverlay.newsletter.{name}");
    let newsletter = popup.get("newsletter").unwrap_or(&Value::Null);
    let enabled = newsletter.get("enabled").and_then(Value::as_bool);
    checks.require(enabled.is_some(), &place("enabled"), contributor_texts::CHOOSE_TRUE_OR_FALSE);
    let confirmed = newsletter.get("doubleOptIn").is_none_or(Value::is_boolean);
    checks.require(confirmed, &place("doubleOptIn"), contributor_texts::CHOOSE_TRUE_OR_FALSE);
    for (name, most, must) in [
        ("mailingList", 80, true),
        ("submitButtonText", 40, true),
        ("successMessage", 300, true),
        ("disclaimer", 500, false),
    ] {
        let text = newsletter.get(name).and_then(Value::as_str);
        let fits = text.is_some_and(|text| text.chars().count() <= most);
        checks.require(fits, &place(name), contributor_texts::ENTER_A_TEXT_OF_AT_MOST.with("count", most).to_string());
        let says = !must || enabled != Some(true) || text.is_some_and(|text| !text.trim().is_empty());
        checks.require(says, &place(name), stoa_kernel::shared_problem_texts::TEXT_MISSING);
    }
}

/// Increments the version of a popup whose content has changed: visitors who closed the former one see it again.
pub(super) fn increment_popup_version(before: &Value, header: &mut Value) {
    let said = |header: &Value| POPUP_CONTENT.map(|name| header.pointer(&format!("/popupOverlay/{name}")).cloned());
    let version = before.pointer("/popupOverlay/version").and_then(Value::as_i64).unwrap_or(1);
    let next = if said(before) == said(header) { version } else { version.saturating_add(1) };
    if let Some(place) = header.pointer_mut("/popupOverlay/version") {
        *place = next.into();
    }
}

/// The popup that visitors see; none while it is disabled.
pub fn shown_popup(frame: &HeaderFooter) -> Option<&Value> {
    frame.header.get("popupOverlay").filter(|popup| popup.get("enabled") == Some(&Value::Bool(true)))
}

#[cfg(test)]
mod tests {
    use stoa_messages::Catalogue;

    use super::*;

    fn wrong(change: &Value) -> Vec<String> {
        let mut popup = plain_popup(Catalogue::for_language("en"));
        if let (Some(popup), Some(change)) = (popup.as_object_mut(), change.as_object()) {
            popup.extend(change.clone());
        }
        let mut checks = Checks::default();
        check_popup(&popup, &mut checks);
        checks.finish().err().map(|failure| failure.fields.into_keys().collect()).unwrap_or_default()
    }

    #[test]
    fn invalid_values_reported_with_path() {
        let none: [&str; 0] = [];
        assert_eq!(wrong(&json!({})), none);
        assert_eq!(wrong(&json!({"enabled": true, "title": "Open studio", "trigger": "leaving"})), none);
        let bad = json!({"enabled": true, "title": " ", "button": {"label": "Go", "url": ""}, "trigger": "hover",
            "seconds": -1, "percent": 0, "days": 400, "version": 0});
        let names = ["button.url", "days", "percent", "seconds", "title", "trigger", "version"];
        assert_eq!(wrong(&bad), names.map(|name| format!("header.popupOverlay.{name}")));
        let newsletter = json!({"enabled": true, "mailingList": " ", "submitButtonText": "a".repeat(41),
            "successMessage": "Thank you."});
        let names = ["disclaimer", "mailingList", "submitButtonText"];
        let places = names.map(|name| format!("header.popupOverlay.newsletter.{name}"));
        assert_eq!(wrong(&json!({"newsletter": newsletter})), places);
        assert_eq!(
            wrong(&json!({"button": {"label": "Go", "url": "javascript:f()"}})),
            ["header.popupOverlay.button.url"]
        );
    }

    #[test]
    fn popup_image_and_pages_validated() {
        let none: [&str; 0] = [];
        let picture = json!({"assetId": "a1", "altText": "The kiln"});
        assert_eq!(wrong(&json!({"picture": picture, "pages": {"on": "only", "ids": ["home"]}})), none);
        assert_eq!(wrong(&json!({"picture": null, "pages": null})), none, "arranged before there were any");
        let bad = json!({"picture": {"assetId": 4, "altText": "a".repeat(301)}, "pages": {"on": "some", "ids": [4]}});
        let names = ["pages.ids", "pages.on", "picture.altText", "picture.assetId"];
        assert_eq!(wrong(&bad), names.map(|name| format!("header.popupOverlay.{name}")));
        for pages in [json!({"on": "except", "ids": []}), json!({"on": "all"})] {
            assert_eq!(wrong(&json!({"pages": pages})), ["header.popupOverlay.pages.ids"]);
        }
    }

    #[test]
    fn popup_appears_on_selected_pages() {
        let comes = |pages: Value, page: &str| {
            let header = json!({"popupOverlay": {"enabled": true, "pages": pages}});
            header_for_page(&header, page)["popupOverlay"]["enabled"] == true
        };
        for (on, chosen, other) in [("all", true, true), ("only", true, false), ("except", false, true)] {
            let pages = json!({"on": on, "ids": ["home"]});
            assert_eq!((comes(pages.clone(), "home"), comes(pages, "shop")), (chosen, other), "{on}");
        }
        assert!(comes(Value::Null, "home"), "arranged before there was a choice");
    }

    #[test]
    fn changed_popup_content_increments_version() {
        let before = json!({"popupOverlay": plain_popup(Catalogue::for_language("en"))});
        let mut later = before.clone();
        later["popupOverlay"]["seconds"] = 20.into();
        increment_popup_version(&before, &mut later);
        assert_eq!(later["popupOverlay"]["version"], 1);
        later["popupOverlay"]["title"] = "Open studio".into();
        increment_popup_version(&before, &mut later);
        assert_eq!(later["popupOverlay"]["version"], 2);
        let said = later.clone();
        later["popupOverlay"]["newsletter"]["enabled"] = true.into();
        increment_popup_version(&said, &mut later);
        assert_eq!(later["popupOverlay"]["version"], 3);
    }

    #[test]
    fn enabled_popup_is_visible() {
        let frame = |enabled: bool| HeaderFooter {
            header: json!({"popupOverlay": {"enabled": enabled, "title": "Open studio"}}),
            footer: json!({}),
            revision: 1,
        };
        assert!(shown_popup(&frame(false)).is_none());
        assert!(shown_popup(&frame(true)).is_some_and(|popup| popup["title"] == "Open studio"));
        let before = HeaderFooter { header: json!({}), footer: json!({}), revision: 1 };
        assert!(shown_popup(&before).is_none(), "arranged before there were popups");
    }
}
