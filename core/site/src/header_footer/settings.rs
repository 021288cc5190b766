//! Known settings of the header; unknown ones are stored unchanged.

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use stoa_kernel::design::{HeaderLayout, LanguageSwitchPlace};
use stoa_kernel::error::Checks;
use stoa_messages::Texts;

use super::popup::{check_popup, plain_popup};

use crate::contributor_texts;

/// Maximum height of a logo, in CSS pixels.
const TALLEST_LOGO: i64 = 400;
/// Maximum length of the alternative text of a logo or image, in characters.
pub(super) const MAX_ALT_TEXT_LENGTH: usize = 300;
/// Maximum length of the button text, in characters.
const MAX_BUTTON_LENGTH: usize = 40;

/// The default header, with its words in the language of the texts.
pub(super) fn plain_header(texts: Texts<'_>) -> Value {
    json!({
        "layout": HeaderLayout::default(),
        "logo": {"assetId": null, "altText": "", "mobileHeight": null, "desktopHeight": null},
        "showCart": true,
        "showAccountLogin": true,
        "sticky": false,
        "languageSwitch": LanguageSwitchPlace::default(),
        "button": {"label": "", "url": "", "newWindow": false},
        "announcementBar": {"enabled": false, "text": "", "link": null},
        "popupOverlay": plain_popup(texts),
    })
}

/// Merges sent values into the defaults, one level into objects.
pub(super) fn completed(plain: Value, sent: Map<String, Value>) -> Value {
    let Value::Object(mut whole) = plain else { return plain };
    for (name, value) in sent {
        match (whole.get_mut(&name), value) {
            (Some(Value::Object(known)), Value::Object(parts)) => known.extend(parts),
            (_, value) => {
                whole.insert(name, value);
            }
        }
    }
    Value::Object(whole)
}

/// Reads a value of a closed set; none if there is none or it is unknown.
pub(super) fn choice<T: DeserializeOwned>(value: Option<&Value>) -> Option<T> {
    serde_json::from_value(value?.clone()).ok()
}

/// Refuses anything but a value of a closed set.
pub(super) fn check_choice<T>(value: Option<&Value>, place: &str, all: &[T], checks: &mut Checks)
where
    T: DeserializeOwned + Display,
{
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    let wanted = contributor_texts::CHOOSE_ONE_OF.with("choices", names.join(", ")).to_string();
    checks.require(choice::<T>(value).is_some(), place, wanted);
}

pub(super) fn check_header(header: &Value, checks: &mut Checks) {
    check_choice(header.get("layout"), "header.layout", HeaderLayout::ALL, checks);
    check_choice(header.get("languageSwitch"), "header.languageSwitch", LanguageSwitchPlace::ALL, checks);
    for name in ["showCart", "showAccountLogin", "sticky"] {
        let is_flag = header.get(name).is_some_and(Value::is_boolean);
        checks.require(is_flag, &format!("header.{name}"), contributor_texts::CHOOSE_TRUE_OR_FALSE);
    }
    let described = header.pointer("/logo/altText").and_then(Value::as_str);
    let fits = described.is_some_and(|text| text.chars().count() <= MAX_ALT_TEXT_LENGTH);
    checks.require(
        fits,
        "header.logo.altText",
        contributor_texts::ENTER_A_TEXT_OF_AT_MOST.with("count", MAX_ALT_TEXT_LENGTH).to_string(),
    );
    let picture = header.pointer("/logo/assetId").unwrap_or(&Value::Null);
    checks.require(picture.is_null() || picture.is_string(), "header.logo.assetId", contributor_texts::CHOOSE_AN_IMAGE);
    for name in ["mobileHeight", "desktopHeight"] {
        let height = header.pointer(&format!("/logo/{name}")).unwrap_or(&Value::Null);
        let fits = height.is_null() || height.as_i64().is_some_and(|height| (1..=TALLEST_LOGO).contains(&height));
        let message = contributor_texts::ENTER_A_HEIGHT.with("count", TALLEST_LOGO).to_string();
        checks.require(fits, &format!("header.logo.{name}"), message);
    }
    let bar = header.get("announcementBar").unwrap_or(&Value::Null);
    let enabled = bar.get("enabled").and_then(Value::as_bool);
    checks.require(enabled.is_some(), "header.announcementBar.enabled", contributor_texts::CHOOSE_TRUE_OR_FALSE);
    let words = bar.get("text").and_then(Value::as_str).unwrap_or_default();
    checks.require(
        words.chars().count() <= 300,
        "header.announcementBar.text",
        contributor_texts::USE_AT_MOST_300_CHARACTERS,
    );
    let says = enabled != Some(true) || !words.trim().is_empty();
    checks.require(says, "header.announcementBar.text", contributor_texts::ENTER_THE_TEXT_OF_THE_BAR);
    let link = bar.get("link").unwrap_or(&Value::Null);
    let url = link.get("url").and_then(Value::as_str).unwrap_or_default();
    checks.require(link.is_null() || leads(url), "header.announcementBar.link", ADDRESS);
    check_button(header.get("button").unwrap_or(&Value::Null), checks);
    check_popup(header.get("popupOverlay").unwrap_or(&Value::Null), checks);
}

/// Validates the button next to the navigation, which is shown once it has a text.
fn check_button(button: &Value, checks: &mut Checks) {
    let text = |name: &str| button.get(name).and_then(Value::as_str);
    let fits = text("label").is_some_and(|label| label.chars().count() <= MAX_BUTTON_LENGTH);
    checks.require(
        fits,
        "header.button.label",
        contributor_texts::ENTER_A_TEXT_OF_AT_MOST.with("count", MAX_BUTTON_LENGTH).to_string(),
    );
    let (says, url) = (text("label").is_some_and(|label| !label.trim().is_empty()), text("url").unwrap_or_default());
    checks.require(says || url.is_empty(), "header.button.label", contributor_texts::ENTER_THE_BUTTON_LABEL);
    checks.require(url.is_empty() || leads(url), "header.button.url", ADDRESS);
    checks.require(!says || !url.is_empty(), "header.button.url", contributor_texts::ENTER_THE_BUTTON_LINK);
    let window = button.get("newWindow").unwrap_or(&Value::Null);
    checks.require(
        window.is_null() || window.is_boolean(),
        "header.button.newWindow",
        contributor_texts::CHOOSE_TRUE_OR_FALSE,
    );
}

pub(super) const ADDRESS: &str = contributor_texts::ADDRESSES_OF_LINKS.english();

pub(super) fn leads(url: &str) -> bool {
    let beginnings = ["https://", "http://", "mailto:", "tel:", "/"];
    let plain = url.len() <= 2_000 && !url.chars().any(|letter| letter.is_control() || letter.is_whitespace());
    plain && beginnings.iter().any(|beginning| url.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use stoa_messages::Catalogue;

    use super::super::footer::{check_footer, plain_footer};
    use super::*;

    fn wrong(header: Value, footer: Value) -> Vec<String> {
        let sent = |value: Value| value.as_object().cloned().unwrap_or_default();
        let mut checks = Checks::default();
        check_header(&completed(plain_header(Catalogue::for_language("en")), sent(header)), &mut checks);
        check_footer(&completed(plain_footer(), sent(footer)), &mut checks);
        checks.finish().err().map(|failure| failure.fields.into_keys().collect()).unwrap_or_default()
    }

    #[test]
    fn missing_settings_use_defaults() {
        assert!(wrong(json!({}), json!({})).is_empty());
        assert!(wrong(json!({"announcementBar": {"text": "Sale"}, "own": {"x": 1}}), json!({"more": []})).is_empty());
        let whole =
            completed(plain_header(Catalogue::for_language("en")), Map::from_iter([("own".to_owned(), json!(1))]));
        assert_eq!((whole.get("own"), whole.get("showCart")), (Some(&json!(1)), Some(&json!(true))));
    }

    #[test]
    fn invalid_values_reported_with_path() {
        let header = json!({"layout": "upside-down", "sticky": "yes", "languageSwitch": "left",
            "logo": {"assetId": 4, "altText": null, "mobileHeight": 0},
            "announcementBar": {"enabled": true, "text": " ", "link": {"url": "javascript:x()"}}});
        let footer = json!({"showSocialLinks": 1, "sections": [{"title": "Hours"}]});
        assert_eq!(
            wrong(header, footer),
            [
                "footer.sections[0].text",
                "footer.showSocialLinks",
                "header.announcementBar.link",
                "header.announcementBar.text",
                "header.languageSwitch",
                "header.layout",
                "header.logo.altText",
                "header.logo.assetId",
                "header.logo.mobileHeight",
                "header.sticky",
            ]
        );
        assert_eq!(wrong(json!({}), json!({"sections": 1})), ["footer.sections"]);
    }

    #[test]
    fn header_button_needs_label_and_link() {
        let none: [&str; 0] = [];
        let button = |button: Value| wrong(json!({"button": button}), json!({}));
        assert_eq!(button(json!({"label": "Book a table", "url": "/book", "newWindow": true})), none);
        assert_eq!(button(json!({"label": "Book a table"})), ["header.button.url"]);
        assert_eq!(button(json!({"label": " ", "url": "/book"})), ["header.button.label"]);
        let bad = json!({"label": "a".repeat(41), "url": "javascript:f()", "newWindow": 1});
        assert_eq!(button(bad), ["header.button.label", "header.button.newWindow", "header.button.url"]);
        assert_eq!(button(json!(1)), ["header.button.label"]);
    }
}
