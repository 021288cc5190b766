//! The document of a page as the OpenAPI document describes it. `stoa-document` reads and writes it
//! and knows no OpenAPI; a test keeps the two alike.
#![expect(dead_code, reason = "only described, never made")]

use std::collections::BTreeMap;

use serde_json::Value;
use utoipa::ToSchema;

/// A page's content from top to bottom.
#[derive(ToSchema)]
#[schema(as = Document)]
pub struct DocumentSchema {
    /// Shape of the document; 1 is the only one so far.
    version: u32,
    /// Bands across the page.
    sections: Vec<SectionSchema>,
}

/// A band across the page.
#[derive(ToSchema)]
#[schema(as = Section)]
pub struct SectionSchema {
    /// Unique in the document.
    id: String,
    settings: SectionSettingsSchema,
    /// Rows from top to bottom.
    rows: Vec<RowSchema>,
}

/// How a band looks.
#[derive(ToSchema)]
#[schema(as = SectionSettings)]
pub struct SectionSettingsSchema {
    /// Colours: `default`, `muted`, `dark` or `accent`.
    tone: String,
    /// Width of the content: `narrow`, `normal`, `wide` or `full`.
    width: String,
    /// Space above and below: `none`, `small`, `medium` or `large`.
    padding: String,
}

/// Columns side by side.
#[derive(ToSchema)]
#[schema(as = Row)]
pub struct RowSchema {
    /// Unique in the document.
    id: String,
    /// From left to right; on narrow screens from top to bottom.
    columns: Vec<ColumnSchema>,
}

/// Blocks on top of each other.
#[derive(ToSchema)]
#[schema(as = Column)]
pub struct ColumnSchema {
    /// Twelfths of the row.
    #[schema(minimum = 1, maximum = 12)]
    span: u32,
    /// From top to bottom.
    blocks: Vec<BlockSchema>,
}

/// One piece of content.
#[derive(ToSchema)]
#[schema(as = Block)]
pub struct BlockSchema {
    /// Unique in the document.
    id: String,
    /// Which kind it is, such as `text`.
    kind: String,
    /// Settings as the schema of its kind has them.
    settings: BTreeMap<String, Value>,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use stoa_document::Document;
    use utoipa::PartialSchema;

    use super::*;

    fn described<T: PartialSchema>() -> Vec<String> {
        let schema = serde_json::to_value(T::schema()).unwrap();
        let mut names: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    }

    fn written(value: &Value) -> Vec<String> {
        let mut names: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_described_is_what_is_written() {
        let block = json!({"id": "b", "kind": "text", "settings": {"html": "<p>Hello</p>"}});
        let row = json!({"id": "r", "columns": [{"span": 12, "blocks": [block]}]});
        let document = Document::from_json(&json!({"version": 1, "sections": [{"id": "s", "rows": [row]}]})).unwrap();
        let value = serde_json::to_value(document).unwrap();
        let section = &value["sections"][0];
        assert_eq!(described::<DocumentSchema>(), written(&value));
        assert_eq!(described::<SectionSchema>(), written(section));
        assert_eq!(described::<SectionSettingsSchema>(), written(&section["settings"]));
        assert_eq!(described::<RowSchema>(), written(&section["rows"][0]));
        assert_eq!(described::<ColumnSchema>(), written(&section["rows"][0]["columns"][0]));
        assert_eq!(described::<BlockSchema>(), written(&section["rows"][0]["columns"][0]["blocks"][0]));
    }
}
