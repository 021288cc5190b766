//! Footer of a site: sections of several kinds, in the owner's order.

use serde_json::{Value, json};
use stoa_document::rich_text;
use stoa_kernel::design::{FooterSectionKind, NavigationName};
use stoa_kernel::error::Checks;
use stoa_kernel::id::AssetId;

use super::settings::{ADDRESS, MAX_ALT_TEXT_LENGTH, check_choice, choice, leads};

use crate::contributor_texts;

/// Maximum number of sections of a footer.
const MAX_SECTIONS: usize = 8;
/// Maximum number of links of a section.
const MAX_LINKS: usize = 20;
/// Maximum length of a section's text, in characters.
const MAX_TEXT_LENGTH: usize = 2_000;
/// Allowed widths of an image, in CSS pixels.
const WIDTHS: std::ops::RangeInclusive<i64> = 16..=1_600;

/// The default footer.
pub(super) fn plain_footer() -> Value {
    json!({"sections": [], "showSocialLinks": true})
}

pub(super) fn check_footer(footer: &Value, checks: &mut Checks) {
    let is_flag = footer.get("showSocialLinks").is_some_and(Value::is_boolean);
    checks.require(is_flag, "footer.showSocialLinks", contributor_texts::CHOOSE_TRUE_OR_FALSE);
    let Some(sections) = footer.get("sections").and_then(Value::as_array) else {
        checks.require(false, "footer.sections", contributor_texts::SEND_A_LIST);
        return;
    };
    let message = contributor_texts::LIMIT_OF_SECTIONS.with("count", MAX_SECTIONS).to_string();
    checks.require(sections.len() <= MAX_SECTIONS, "footer.sections", message);
    let mut signs_up = false;
    for (index, section) in sections.iter().enumerate() {
        let place = format!("footer.sections[{index}]");
        check_section(section, &place, checks);
        if kind(section) == FooterSectionKind::Newsletter {
            let message = contributor_texts::ONE_NEWSLETTER_SIGN_UP.english();
            checks.require(!signs_up, &format!("{place}.kind"), message);
            signs_up = true;
        }
    }
}

fn kind(section: &Value) -> FooterSectionKind {
    choice(section.get("kind")).unwrap_or_default()
}

fn check_section(section: &Value, place: &str, checks: &mut Checks) {
    if let Some(kind) = section.get("kind") {
        check_choice(Some(kind), &format!("{place}.kind"), FooterSectionKind::ALL, checks);
    }
    for (name, most) in [("title", 100), ("text", MAX_TEXT_LENGTH)] {
        check_text(section.get(name), &format!("{place}.{name}"), most, checks);
    }
    let content = section.get("content").unwrap_or(&Value::Null);
    if !content.is_null() {
        let field = format!("{place}.content");
        match rich_text::check(content) {
            Ok(length) => {
                let message = contributor_texts::ENTER_A_TEXT_OF_AT_MOST.with("count", MAX_TEXT_LENGTH).to_string();
                checks.require(length <= MAX_TEXT_LENGTH, &field, message);
            }
            Err(message) => checks.require(false, &field, message),
        }
    }
    match kind(section) {
        FooterSectionKind::Links => check_links(section, place, checks),
        FooterSectionKind::Newsletter => check_newsletter(section, place, checks),
        FooterSectionKind::Picture => check_image(section, place, checks),
        FooterSectionKind::Menu => {
            check_choice(section.get("navigation"), &format!("{place}.navigation"), NavigationName::ALL, checks);
        }
        FooterSectionKind::Text | FooterSectionKind::Social | FooterSectionKind::Contact => {}
    }
}

fn check_text(text: Option<&Value>, place: &str, most: usize, checks: &mut Checks) {
    let fits = text.and_then(Value::as_str).is_some_and(|text| text.chars().count() <= most);
    checks.require(fits, place, contributor_texts::ENTER_A_TEXT_OF_AT_MOST.with("count", most).to_string());
}

fn check_links(section: &Value, place: &str, checks: &mut Checks) {
    let Some(links) = section.get("links").and_then(Value::as_array) else {
        checks.require(false, &format!("{place}.links"), contributor_texts::SEND_A_LIST);
        return;
    };
    let message = contributor_texts::LIMIT_OF_LINKS.with("count", MAX_LINKS).to_string();
    checks.require(links.len() <= MAX_LINKS, &format!("{place}.links"), message);
    for (index, link) in links.iter().enumerate() {
        let place = format!("{place}.links[{index}]");
        check_text(link.get("title"), &format!("{place}.title"), 100, checks);
        let says = link.get("title").and_then(Value::as_str).is_some_and(|title| !title.trim().is_empty());
        checks.require(says, &format!("{place}.title"), contributor_texts::ENTER_THE_LINK_TEXT);
        let url = link.get("url").and_then(Value::as_str).unwrap_or_default();
        checks.require(leads(url), &format!("{place}.url"), ADDRESS);
        let window = link.get("newWindow").unwrap_or(&Value::Null);
        let is_flag = window.is_null() || window.is_boolean();
        checks.require(is_flag, &format!("{place}.newWindow"), contributor_texts::CHOOSE_TRUE_OR_FALSE);
    }
}

/// Validates an image field; whether the image exists is checked later.
fn check_image(section: &Value, place: &str, checks: &mut Checks) {
    let text = |name: &str| section.get(name).and_then(Value::as_str).unwrap_or_default();
    checks.require(!text("assetId").is_empty(), &format!("{place}.assetId"), contributor_texts::CHOOSE_AN_IMAGE);
    let (described, url) = (text("altText"), text("url"));
    let fits = described.chars().count() <= MAX_ALT_TEXT_LENGTH;
    let message = contributor_texts::ENTER_A_TEXT_OF_AT_MOST.with("count", MAX_ALT_TEXT_LENGTH).to_string();
    checks.require(fits, &format!("{place}.altText"), message);
    let says = url.is_empty() || !described.trim().is_empty();
    checks.require(says, &format!("{place}.altText"), contributor_texts::ENTER_AN_ALTERNATIVE_TEXT);
    checks.require(url.is_empty() || leads(url), &format!("{place}.url"), ADDRESS);
    let window = section.get("newWindow").unwrap_or(&Value::Null);
    checks.require(
        window.is_null() || window.is_boolean(),
        &format!("{place}.newWindow"),
        contributor_texts::CHOOSE_TRUE_OR_FALSE,
    );
    let width = section.get("width").unwrap_or(&Value::Null);
    let fits = width.is_null() || width.as_i64().is_some_and(|width| WIDTHS.contains(&width));
    let message =
        contributor_texts::ENTER_A_WIDTH.with("least", *WIDTHS.start()).with("most", *WIDTHS.end()).to_string();
    checks.require(fits, &format!("{place}.width"), message);
}

/// Images of a footer, each with the path of its setting.
pub(super) fn chosen_images(footer: &Value) -> impl Iterator<Item = (String, &str)> {
    let sections = footer.get("sections").and_then(Value::as_array);
    sections
        .into_iter()
        .flatten()
        .enumerate()
        .filter(|(_, section)| kind(section) == FooterSectionKind::Picture)
        .filter_map(|(index, section)| {
            Some((format!("footer.sections[{index}].assetId"), section.get("assetId")?.as_str()?))
        })
}

/// Images used in a footer.
pub fn footer_images(footer: &Value) -> Vec<AssetId> {
    chosen_images(footer).filter_map(|(_, id)| id.parse().ok()).collect()
}

/// Validates a newsletter sign-up, whose settings are those of the corresponding block.
fn check_newsletter(section: &Value, place: &str, checks: &mut Checks) {
    for (name, most, must) in [
        ("mailingList", 80, true),
        ("submitButtonText", 40, true),
        ("successMessage", 300, true),
        ("disclaimer", 500, false),
    ] {
        let place = format!("{place}.{name}");
        check_text(section.get(name), &place, most, checks);
        let says = section.get(name).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
        let message = if name == "mailingList" { "A List must be selected" } else { "Enter a text." };
        checks.require(!must || says, &place, message);
    }
}

/// A footer in the shape that templates read: each section has its kind, formatted texts are HTML, and images are
/// described by `told`.
pub fn footer_for_templates(footer: &Value, told: impl Fn(&AssetId) -> Option<Value>) -> Value {
    let mut drawn = footer.clone();
    let sections = drawn.get_mut("sections").and_then(Value::as_array_mut);
    for section in sections.into_iter().flatten().filter_map(Value::as_object_mut) {
        // A translated text is HTML, sanitised when it was saved.
        let html = match section.remove("content") {
            Some(Value::String(html)) => Some(html),
            content => content.filter(rich_text::is_tree).map(|content| rich_text::to_html(&content)),
        };
        if let Some(html) = html {
            section.insert("html".to_owned(), html.into());
        }
        section.entry("kind").or_insert_with(|| FooterSectionKind::default().as_str().into());
        let picture = section.get("assetId").and_then(Value::as_str).and_then(|id| told(&id.parse().ok()?));
        if let Some(Value::Object(mut picture)) = picture {
            let own = section.get("altText").and_then(Value::as_str).filter(|text| !text.trim().is_empty());
            if let Some(own) = own {
                picture.insert("altText".to_owned(), own.into());
            }
            picture.insert("shownWidth".to_owned(), section.get("width").cloned().unwrap_or_default());
            section.insert("picture".to_owned(), picture.into());
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(sections: Value) -> Vec<String> {
        let mut checks = Checks::default();
        check_footer(&json!({"showSocialLinks": true, "sections": sections}), &mut checks);
        checks.finish().err().map(|failure| failure.fields.into_keys().collect()).unwrap_or_default()
    }

    fn linked(url: &str) -> Value {
        json!({"type": "doc", "content": [{"type": "paragraph", "content": [
            {"type": "text", "text": "Write & come", "marks": [{"type": "link", "attrs": {"href": url}}]}]}]})
    }

    #[test]
    fn all_section_kinds_accepted() {
        let sections = json!([
            {"title": "Hours", "text": "9 to 5"},
            {"kind": "text", "title": "Visit", "text": "", "content": linked("/contact")},
            {"kind": "links", "title": "Help", "text": "", "links": [
                {"title": "Delivery", "url": "/delivery"}, {"title": "Guild", "url": "https://guild.example/", "newWindow": true}]},
            {"kind": "social", "title": "Follow us", "text": ""},
            {"kind": "contact", "title": "", "text": "Open on Sundays"},
            {"kind": "newsletter", "title": "Letters", "text": "Four a year.", "mailingList": "News",
             "submitButtonText": "Sign up", "successMessage": "Thank you.", "disclaimer": ""},
            {"kind": "menu", "title": "Pages", "text": "", "navigation": "mainNav"},
            {"kind": "picture", "title": "", "text": "", "assetId": "a1", "altText": ""},
        ]);
        assert!(wrong(sections).is_empty());
    }

    #[test]
    fn invalid_values_reported_with_path() {
        let newsletter = json!({"kind": "newsletter", "title": "", "text": "", "mailingList": " ",
            "submitButtonText": "Go", "successMessage": "Thank you.", "disclaimer": 1});
        let sections = json!([
            {"kind": "text", "title": "Hours", "text": "", "content": linked("javascript:f()")},
            {"kind": "links", "title": "", "text": "", "links": [{"title": " ", "url": "javascript:f()", "newWindow": 1}]},
            {"kind": "links", "title": "", "text": ""},
            {"kind": "film", "title": "", "text": ""},
            newsletter, newsletter,
            {"kind": "menu", "title": "", "text": "", "navigation": "side"},
            {"kind": "picture", "title": "", "text": "", "assetId": "", "altText": " ", "url": "/", "width": 8, "newWindow": 1},
        ]);
        let expected = [
            "[0].content",
            "[1].links[0].newWindow",
            "[1].links[0].title",
            "[1].links[0].url",
            "[2].links",
            "[3].kind",
            "[4].disclaimer",
            "[4].mailingList",
            "[5].disclaimer",
            "[5].kind",
            "[5].mailingList",
            "[6].navigation",
            "[7].altText",
            "[7].assetId",
            "[7].newWindow",
            "[7].width",
        ];
        assert_eq!(wrong(sections), expected.map(|place| format!("footer.sections{place}")));
        let many: Vec<Value> = (0..9).map(|_| json!({"title": "", "text": ""})).collect();
        assert_eq!(wrong(many.into()), ["footer.sections"]);
    }

    #[test]
    fn footer_template_data() {
        let id = AssetId::generate();
        let id = id.as_str();
        let footer = json!({"sections": [
            {"title": "Hours", "text": "9 to 5"},
            {"kind": "text", "title": "Visit", "text": "", "content": linked("/contact")},
            {"kind": "picture", "title": "", "text": "", "assetId": id, "altText": "The guild", "width": 120},
            {"kind": "picture", "title": "", "text": "", "assetId": "gone"},
        ]});
        let told = |id: &AssetId| Some(json!({"id": id.as_str(), "altText": "A sign"}));
        assert_eq!(
            footer_for_templates(&footer, told),
            json!({"sections": [
                {"kind": "text", "title": "Hours", "text": "9 to 5"},
                {"kind": "text", "title": "Visit", "text": "",
                 "html": "<p><a href=\"/contact\" rel=\"noopener noreferrer\">Write &amp; come</a></p>"},
                {"kind": "picture", "title": "", "text": "", "assetId": id, "altText": "The guild", "width": 120,
                 "picture": {"id": id, "altText": "The guild", "shownWidth": 120}},
                {"kind": "picture", "title": "", "text": "", "assetId": "gone"},
            ]})
        );
    }
}
