//! Settings that differ by screen width, as attributes for style sheets. Nothing is written if nothing differs.

use serde_json::{Map, Value};
use stoa_document::{Block, Device, Devices, Row, Section};

fn hidden<T: Default + PartialEq>(devices: &Devices<T>, is_hidden: impl Fn(&T) -> bool) -> String {
    let names = devices.device_names_where(is_hidden);
    if names.is_empty() { names } else { format!(" data-hidden-on=\"{names}\"") }
}

/// Attributes of a section.
pub(crate) fn of_section(section: &Section) -> String {
    let mut attributes = hidden(&section.devices, |on| on.hidden);
    for device in Device::ALL {
        if let Some(padding) = section.devices.on(device).padding {
            attributes.push_str(&format!(" data-padding-{}=\"{}\"", device.name(), padding.name()));
        }
    }
    attributes
}

/// Attributes of a row: the devices with custom column widths.
pub(crate) fn of_row(row: &Row) -> String {
    let names = row.devices.device_names_where(|on| !on.spans.is_empty());
    if names.is_empty() { names } else { format!(" data-spans-on=\"{names}\"") }
}

/// Style properties of a column, to be appended to others.
pub(crate) fn of_column(row: &Row, index: usize) -> String {
    let mut properties = String::new();
    for device in Device::ALL {
        let on = row.devices.on(device);
        if let Some(span) = on.spans.get(index) {
            properties.push_str(&format!(";--span-{}:{span}", device.name()));
        }
        if on.reversed {
            properties.push_str(&format!(";--order-{}:{}", device.name(), row.columns.len().saturating_sub(index)));
        }
    }
    properties
}

/// Attributes of a block's element.
pub(crate) fn of_block(block: &Block) -> String {
    let mut attributes = hidden(&block.devices, |on| on.hidden);
    let mut properties = String::new();
    for device in Device::ALL {
        add_settings(&block.devices.on(device).settings, device, &mut properties);
    }
    if !properties.is_empty() {
        attributes.push_str(&format!(" style=\"{properties}\""));
    }
    attributes
}

/// Drafts can contain anything: only what is valid in a style sheet is written.
fn add_settings(settings: &Map<String, Value>, device: Device, properties: &mut String) {
    for (name, value) in settings {
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if let Some(number) = value.as_number().filter(|_| is_plain) {
            let separator = if properties.is_empty() { "" } else { ";" };
            properties.push_str(&format!("{separator}--{}-{name}:{number}", device.name()));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use stoa_document::Document;

    use super::*;

    #[test]
    fn device_overrides_as_attributes() {
        let block = json!({"id": "b", "kind": "gallery", "settings": {}, "devices": {
            "phone": {"hidden": true, "settings": {"padding": 4, "a\"b": 1, "label": "x"}}, "tablet": {"hidden": true}}});
        let plain = json!({"id": "c", "kind": "text", "settings": {}});
        let row = json!({"id": "r", "devices": {"tablet": {"spans": [12]}, "phone": {"reversed": true}},
            "columns": [{"span": 6, "blocks": [block]}, {"span": 6, "blocks": [plain]}]});
        let section = json!({"id": "s", "devices": {"phone": {"padding": "none"}, "desktop": {"hidden": true}},
            "rows": [row]});
        let document = Document::from_json(&json!({"version": 1, "sections": [section]})).unwrap();
        let section = &document.sections[0];
        assert_eq!(of_section(section), " data-hidden-on=\"desktop\" data-padding-phone=\"none\"");
        let row = &section.rows[0];
        assert_eq!(of_row(row), " data-spans-on=\"tablet\"");
        assert_eq!(of_column(row, 0), ";--span-tablet:12;--order-phone:2");
        assert_eq!(of_column(row, 1), ";--order-phone:1");
        let blocks: Vec<String> = document.blocks().map(of_block).collect();
        assert_eq!(blocks, [" data-hidden-on=\"tablet phone\" style=\"--phone-padding:4\"", ""]);
    }
}
