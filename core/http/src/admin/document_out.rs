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
    /// What differs by the width of the screen; left out where nothing does.
    #[schema(required = false)]
    devices: SectionDevicesSchema,
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
    /// What it is called where the page is edited, at most 60 characters; visitors do not see it.
    #[schema(required = false)]
    name: String,
    /// A picture behind its content, in place of the colours; left out where there is none.
    #[schema(required = false)]
    background: BackgroundSchema,
}

/// A picture behind the content of a band, darkened so that light text can be read on it.
#[derive(ToSchema)]
#[schema(as = SectionBackground)]
pub struct BackgroundSchema {
    /// Which picture of the site.
    asset: String,
    /// The point that stays in view, percent from the left.
    #[schema(maximum = 100)]
    x: u32,
    /// The same from the top.
    #[schema(maximum = 100)]
    y: u32,
    /// How dark the layer over it is, percent.
    #[schema(minimum = 55, maximum = 90)]
    overlay: u32,
}

/// Columns side by side.
#[derive(ToSchema)]
#[schema(as = Row)]
pub struct RowSchema {
    /// Unique in the document.
    id: String,
    /// What differs by the width of the screen; left out where nothing does.
    #[schema(required = false)]
    devices: RowDevicesSchema,
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
    /// What differs by the width of the screen; left out where nothing does.
    #[schema(required = false)]
    devices: BlockDevicesSchema,
}

macro_rules! devices {
    ($schema:ident as $name:ident of $on:ident: $doc:literal) => {
        #[doc = $doc]
        #[derive(ToSchema)]
        #[schema(as = $name)]
        pub struct $schema {
            /// On screens of 1024 pixels and more.
            #[schema(required = false)]
            desktop: $on,
            /// On screens of 768 to 1023 pixels.
            #[schema(required = false)]
            tablet: $on,
            /// On screens of less than 768 pixels.
            #[schema(required = false)]
            phone: $on,
        }
    };
}

devices!(SectionDevicesSchema as SectionDevices of SectionOnSchema: "What differs of a section by device.");
devices!(RowDevicesSchema as RowDevices of RowOnSchema: "What differs of a row by device.");
devices!(BlockDevicesSchema as BlockDevices of BlockOnSchema: "What differs of a block by device.");

/// What differs of a section on a device.
#[derive(ToSchema)]
#[schema(as = SectionOnDevice)]
pub struct SectionOnSchema {
    /// Whether it is left out.
    #[schema(required = false)]
    hidden: bool,
    /// Space above and below: `none`, `small`, `medium` or `large`.
    #[schema(required = false)]
    padding: String,
}

/// What differs of a row on a device.
#[derive(ToSchema)]
#[schema(as = RowOnDevice)]
pub struct RowOnSchema {
    /// Twelfths of each column from the left.
    #[schema(required = false)]
    spans: Vec<u32>,
    /// Whether the last column comes first.
    #[schema(required = false)]
    reversed: bool,
}

/// What differs of a block on a device.
#[derive(ToSchema)]
#[schema(as = BlockOnDevice)]
pub struct BlockOnSchema {
    /// Whether it is left out.
    #[schema(required = false)]
    hidden: bool,
    /// Values of settings whose schema says `x-perDevice`.
    #[schema(required = false)]
    settings: BTreeMap<String, f64>,
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
        let on_all = |on: Value| json!({"desktop": on, "tablet": on, "phone": on});
        let block = json!({"id": "b", "kind": "text", "settings": {"html": "<p>Hello</p>"},
            "devices": on_all(json!({"hidden": true, "settings": {"gap": 1}}))});
        let row = json!({"id": "r", "devices": on_all(json!({"spans": [12], "reversed": true})),
            "columns": [{"span": 12, "blocks": [block]}]});
        let devices = on_all(json!({"hidden": true, "padding": "none"}));
        let background = json!({"asset": "ast_1", "x": 50, "y": 50, "overlay": 60});
        let settings = json!({"name": "Kiln", "background": background});
        let section = json!({"id": "s", "settings": settings, "devices": devices, "rows": [row]});
        let document = Document::from_json(&json!({"version": 1, "sections": [section]})).unwrap();
        let value = serde_json::to_value(document).unwrap();
        let section = &value["sections"][0];
        assert_eq!(described::<DocumentSchema>(), written(&value));
        assert_eq!(described::<SectionSchema>(), written(section));
        assert_eq!(described::<SectionSettingsSchema>(), written(&section["settings"]));
        assert_eq!(described::<BackgroundSchema>(), written(&section["settings"]["background"]));
        assert_eq!(described::<RowSchema>(), written(&section["rows"][0]));
        assert_eq!(described::<ColumnSchema>(), written(&section["rows"][0]["columns"][0]));
        let row = &section["rows"][0];
        let block = &row["columns"][0]["blocks"][0];
        assert_eq!(described::<BlockSchema>(), written(block));
        assert_eq!(described::<SectionDevicesSchema>(), written(&section["devices"]));
        assert_eq!(described::<SectionOnSchema>(), written(&section["devices"]["phone"]));
        assert_eq!(described::<RowOnSchema>(), written(&row["devices"]["phone"]));
        assert_eq!(described::<BlockOnSchema>(), written(&block["devices"]["phone"]));
    }
}
