//! Initial documents of new pages.

use serde_json::Map;
use stoa_document::{Block, Column, Devices, Document, Row, Section, SectionSettings, ShownIn};

const WHOLE_WIDTH: u32 = 12;

/// A page with one block in its default settings.
pub(super) fn with_block(kind: &str) -> Document {
    let block = Block {
        id: "first".to_owned(),
        kind: kind.to_owned(),
        settings: Map::new(),
        devices: Box::default(),
        languages: ShownIn::default(),
    };
    let row = Row {
        id: "row".to_owned(),
        devices: Devices::default(),
        columns: vec![Column { span: WHOLE_WIDTH, blocks: vec![block] }],
    };
    let section = Section {
        id: "section".to_owned(),
        settings: SectionSettings::default(),
        devices: Devices::default(),
        languages: ShownIn::default(),
        rows: vec![row],
    };
    Document { sections: vec![section], ..Document::default() }
}
