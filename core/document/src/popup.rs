//! The sign-ups for news that stand in no page: in what a site lays over its pages, and in the foot of each. They are blocks
//! like those of pages, so that they are checked and answered as they are.

use serde_json::{Map, Value};

use crate::{Block, Column, Devices, Document, Padding, Row, Section, SectionSettings, Width};

/// Id of the block, and of the form that it is.
pub const POPUP_SIGN_UP: &str = "popup-sign-up";
/// Name of the form in the list of forms.
const NAME: &str = "Popup";
/// Id of the sign-up in the foot of each page, and of the form that it is.
pub const FOOTER_SIGN_UP: &str = "footer-sign-up";
/// Name of that form in the list of forms.
const FOOTER_NAME: &str = "Footer";
/// What a sign-up in a footer says and does, as the settings of its block.
const FOOTER_SETTINGS: [&str; 4] = ["mailingList", "submitButtonText", "successMessage", "disclaimer"];

/// The sign-up as the only block of a document; none while the popup of this header, or the sign-up in it, is off.
pub fn popup_sign_up(header: &Value) -> Option<Document> {
    let is_on = |part: &Value| part.get("enabled") == Some(&Value::Bool(true));
    let popup = header.get("popupOverlay").filter(|popup| is_on(popup))?;
    let sign_up = popup.get("newsletter").filter(|sign_up| is_on(sign_up))?;
    let mut settings = sign_up.as_object().cloned()?;
    settings.remove("enabled");
    // The popup has a heading of its own.
    settings.extend(Map::from_iter([("title".to_owned(), "".into()), ("formName".to_owned(), NAME.into())]));
    Some(alone(POPUP_SIGN_UP, settings))
}

/// The sign-up of this footer as the only block of a document; none while no section of it is one.
pub fn footer_sign_up(footer: &Value) -> Option<Document> {
    let sections = footer.get("sections").and_then(Value::as_array)?;
    let section = sections.iter().find(|section| section.get("kind").is_some_and(|kind| kind == "newsletter"))?;
    let said = |name: &str| Some((name.to_owned(), section.get(name)?.clone()));
    let mut settings: Map<String, Value> = FOOTER_SETTINGS.into_iter().filter_map(said).collect();
    settings.extend(Map::from_iter([("title".to_owned(), "".into()), ("formName".to_owned(), FOOTER_NAME.into())]));
    Some(alone(FOOTER_SIGN_UP, settings))
}

/// A sign-up as the only block of a document.
fn alone(id: &str, settings: Map<String, Value>) -> Document {
    let block = Block { id: id.to_owned(), kind: "newsletter".to_owned(), settings, devices: Box::default() };
    let columns = vec![Column { span: 12, blocks: vec![block] }];
    let section = Section {
        id: "popup".to_owned(),
        settings: SectionSettings { width: Width::Full, padding: Padding::None, ..SectionSettings::default() },
        devices: Devices::default(),
        rows: vec![Row { id: "popup-row".to_owned(), devices: Devices::default(), columns }],
    };
    Document { sections: vec![section], ..Document::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_is_there_while_popup_and_sign_up_are_on() {
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
    fn the_sign_up_of_a_footer_is_its_first_section_of_that_kind() {
        let sign_up = json!({"kind": "newsletter", "title": "Letters", "text": "Four a year", "mailingList": "News",
            "submitButtonText": "Join", "own": 1});
        let found = footer_sign_up(&json!({"sections": [{"title": "Hours", "text": "9 to 5"}, sign_up]}));
        let settings = found.and_then(|found| found.block(FOOTER_SIGN_UP).cloned()).map(|block| block.settings);
        let expected = json!({"title": "", "formName": "Footer", "mailingList": "News", "submitButtonText": "Join"});
        assert_eq!(settings.map(Value::Object), Some(expected));
        assert!(footer_sign_up(&json!({"sections": [{"title": "Hours", "text": "9 to 5"}]})).is_none());
    }
}
