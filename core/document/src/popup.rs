//! Newsletter sign-ups outside of pages: in the popup and in the footer of a site. They are represented as blocks, so
//! that they are validated and submitted like those of pages.

use serde_json::{Map, Value};

use crate::{Block, Column, Devices, Document, Padding, Row, Section, SectionSettings, ShownIn, Width};

/// Id of the popup's sign-up block and of its form.
pub const POPUP_SIGN_UP: &str = "popup-sign-up";
/// Name of the popup's form in the list of forms.
const NAME: &str = "Popup";
/// Id of the footer's sign-up block and of its form.
pub const FOOTER_SIGN_UP: &str = "footer-sign-up";
/// Name of the footer's form in the list of forms.
const FOOTER_NAME: &str = "Footer";
/// Keys of the footer section that are settings of the block.
const FOOTER_SETTINGS: [&str; 4] = ["mailingList", "submitButtonText", "successMessage", "disclaimer"];

/// The sign-up in the popup as a document with one block; none while the popup or its sign-up is disabled.
pub fn popup_sign_up(header: &Value) -> Option<Document> {
    let is_on = |part: &Value| part.get("enabled") == Some(&Value::Bool(true));
    let popup = header.get("popupOverlay").filter(|popup| is_on(popup))?;
    let sign_up = popup.get("newsletter").filter(|sign_up| is_on(sign_up))?;
    let mut settings = sign_up.as_object().cloned()?;
    settings.remove("enabled");
    // The popup has its own heading.
    settings.extend(Map::from_iter([("title".to_owned(), "".into()), ("formName".to_owned(), NAME.into())]));
    Some(alone(POPUP_SIGN_UP, settings))
}

/// The sign-up in the footer as a document with one block; none if the footer has no sign-up section.
pub fn footer_sign_up(footer: &Value) -> Option<Document> {
    let sections = footer.get("sections").and_then(Value::as_array)?;
    let section = sections.iter().find(|section| section.get("kind").is_some_and(|kind| kind == "newsletter"))?;
    let said = |name: &str| Some((name.to_owned(), section.get(name)?.clone()));
    let mut settings: Map<String, Value> = FOOTER_SETTINGS.into_iter().filter_map(said).collect();
    settings.extend(Map::from_iter([("title".to_owned(), "".into()), ("formName".to_owned(), FOOTER_NAME.into())]));
    Some(alone(FOOTER_SIGN_UP, settings))
}

/// A document with the sign-up as its only block.
fn alone(id: &str, settings: Map<String, Value>) -> Document {
    let block = Block {
        id: id.to_owned(),
        kind: "newsletter".to_owned(),
        settings,
        devices: Box::default(),
        languages: ShownIn::default(),
    };
    let columns = vec![Column { span: 12, blocks: vec![block] }];
    let section = Section {
        id: "popup".to_owned(),
        settings: SectionSettings { width: Width::Full, padding: Padding::None, ..SectionSettings::default() },
        devices: Devices::default(),
        languages: ShownIn::default(),
        rows: vec![Row { id: "popup-row".to_owned(), devices: Devices::default(), columns }],
    };
    Document { sections: vec![section], ..Document::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn popup_sign_up_exists_while_enabled() {
        let header = |popup: bool, sign_up: bool| json!({"popupOverlay": {"enabled": popup, "newsletter": {"enabled": sign_up, "mailingList": "Letters"}}});
        let found = popup_sign_up(&header(true, true)).and_then(|found| found.block(POPUP_SIGN_UP).cloned());
        let settings = found.map(|block| Value::Object(block.settings));
        assert_eq!(settings, Some(json!({"mailingList": "Letters", "title": "", "formName": "Popup"})));
        for header in [header(false, true), header(true, false), json!({"popupOverlay": {"enabled": true}}), json!({})]
        {
            assert!(popup_sign_up(&header).is_none(), "{header}");
        }
    }

    #[test]
    fn footer_sign_up_is_first_of_its_kind() {
        let sign_up = json!({"kind": "newsletter", "title": "Letters", "text": "Four a year", "mailingList": "News",
            "submitButtonText": "Join", "own": 1});
        let found = footer_sign_up(&json!({"sections": [{"title": "Hours", "text": "9 to 5"}, sign_up]}));
        let settings = found.and_then(|found| found.block(FOOTER_SIGN_UP).cloned()).map(|block| block.settings);
        let expected = json!({"title": "", "formName": "Footer", "mailingList": "News", "submitButtonText": "Join"});
        assert_eq!(settings.map(Value::Object), Some(expected));
        assert!(footer_sign_up(&json!({"sections": [{"title": "Hours", "text": "9 to 5"}]})).is_none());
    }
}
