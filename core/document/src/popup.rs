//! The sign-up for news in what a site lays over its pages. It is a block like those of pages, so that it is drawn, checked
//! and answered as they are.

use serde_json::{Map, Value};

use crate::{Block, Column, Devices, Document, Padding, Row, Section, SectionSettings, Width};

/// Id of the block, and of the form that it is.
pub const POPUP_SIGN_UP: &str = "popup-sign-up";
/// Name of the form in the list of forms.
const NAME: &str = "Popup";

/// The sign-up as the only block of a document; none while the popup of this header, or the sign-up in it, is off.
pub fn popup_sign_up(header: &Value) -> Option<Document> {
    let is_on = |part: &Value| part.get("enabled") == Some(&Value::Bool(true));
    let popup = header.get("popupOverlay").filter(|popup| is_on(popup))?;
    let sign_up = popup.get("newsletter").filter(|sign_up| is_on(sign_up))?;
    let mut settings = sign_up.as_object().cloned()?;
    settings.remove("enabled");
    // The popup has a heading of its own.
    settings.extend(Map::from_iter([("title".to_owned(), "".into()), ("formName".to_owned(), NAME.into())]));
    let block =
        Block { id: POPUP_SIGN_UP.to_owned(), kind: "newsletter".to_owned(), settings, devices: Box::default() };
    let columns = vec![Column { span: 12, blocks: vec![block] }];
    let section = Section {
        id: "popup".to_owned(),
        settings: SectionSettings { width: Width::Full, padding: Padding::None, ..SectionSettings::default() },
        devices: Devices::default(),
        rows: vec![Row { id: "popup-row".to_owned(), devices: Devices::default(), columns }],
    };
    Some(Document { sections: vec![section], ..Document::default() })
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
}
