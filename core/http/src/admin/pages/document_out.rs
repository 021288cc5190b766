//! OpenAPI schema of page documents. `stoa-document` parses and writes them and does not depend on OpenAPI; a test
//! keeps both in step.
#![expect(dead_code, reason = "only for the OpenAPI document, never constructed")]

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;
use stoa_document::{Padding, Tone, Width};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The content of a page from top to bottom.
#[derive(ToSchema)]
#[schema(as = Document)]
pub struct DocumentSchema {
    /// Format version of the document; always 1 so far.
    version: u32,
    /// Sections, full-width bands of the page.
    sections: Vec<SectionSchema>,
}

/// A section, a full-width band of the page.
#[derive(ToSchema)]
#[schema(as = Section)]
pub struct SectionSchema {
    /// Unique in the document.
    id: String,
    settings: SectionSettingsSchema,
    /// Overrides by screen width; omitted if there are none.
    #[schema(required = false)]
    devices: SectionDevicesSchema,
    /// Languages in which it is shown; omitted if in all.
    #[schema(required = false)]
    languages: ShownInSchema,
    /// Rows from top to bottom.
    rows: Vec<RowSchema>,
}

macro_rules! choices {
    ($schema:ident as $name:literal of $choice:ident: $doc:literal) => {
        #[doc = $doc]
        pub struct $schema;

        impl PartialSchema for $schema {
            fn schema() -> RefOr<Schema> {
                let names = $choice::ALL.iter().map(|value| value.name());
                ObjectBuilder::new().schema_type(Type::String).description(Some($doc)).enum_values(Some(names)).into()
            }
        }

        impl ToSchema for $schema {
            fn name() -> Cow<'static, str> {
                $name.into()
            }
        }
    };
}

choices!(ToneSchema as "SectionTone" of Tone: "Colour scheme of a section.");
choices!(WidthSchema as "SectionWidth" of Width: "Width of a section's content.");
choices!(PaddingSchema as "SectionPadding" of Padding: "Padding above and below a section's content.");

/// Appearance of a section.
#[derive(ToSchema)]
#[schema(as = SectionSettings)]
pub struct SectionSettingsSchema {
    tone: ToneSchema,
    width: WidthSchema,
    padding: PaddingSchema,
    /// Name shown in the editor, at most 60 characters; not visible to visitors.
    #[schema(required = false)]
    name: String,
    /// A background image, in place of the colours; omitted for none.
    #[schema(required = false)]
    background: BackgroundSchema,
}

/// The background image of a section, darkened so that light text is readable.
#[derive(ToSchema)]
#[schema(as = SectionBackground)]
pub struct BackgroundSchema {
    /// Id of the image.
    asset: String,
    /// Focal point, percent from the left.
    #[schema(maximum = 100)]
    x: u32,
    /// Focal point, percent from the top.
    #[schema(maximum = 100)]
    y: u32,
    /// Opacity of the dark overlay, percent.
    #[schema(minimum = 55, maximum = 90)]
    overlay: u32,
}

/// A row of columns side by side.
#[derive(ToSchema)]
#[schema(as = Row)]
pub struct RowSchema {
    /// Unique in the document.
    id: String,
    /// Overrides by screen width; omitted if there are none.
    #[schema(required = false)]
    devices: RowDevicesSchema,
    /// From left to right; on narrow screens from top to bottom.
    columns: Vec<ColumnSchema>,
}

/// A column of blocks.
#[derive(ToSchema)]
#[schema(as = Column)]
pub struct ColumnSchema {
    /// Width in twelfths of the row.
    #[schema(minimum = 1, maximum = 12)]
    span: u32,
    /// From top to bottom.
    blocks: Vec<BlockSchema>,
}

/// A block, one piece of content.
#[derive(ToSchema)]
#[schema(as = Block)]
pub struct BlockSchema {
    /// Unique in the document.
    id: String,
    /// Its kind, such as `text`.
    kind: String,
    /// Settings, as defined by the schema of its kind.
    settings: BTreeMap<String, Value>,
    /// Overrides by screen width; omitted if there are none.
    #[schema(required = false)]
    devices: BlockDevicesSchema,
    /// Languages in which it is shown; omitted if in all.
    #[schema(required = false)]
    languages: ShownInSchema,
}

/// The languages in which a section or block is shown: those in `only`, without those in `except`. A missing or empty
/// list does not restrict anything.
#[derive(ToSchema)]
#[schema(as = ShownInLanguages)]
pub struct ShownInSchema {
    /// BCP 47 tags.
    #[schema(required = false)]
    only: Vec<String>,
    /// BCP 47 tags.
    #[schema(required = false)]
    except: Vec<String>,
}

macro_rules! devices {
    ($schema:ident as $name:ident of $on:ident: $doc:literal) => {
        #[doc = $doc]
        #[derive(ToSchema)]
        #[schema(as = $name)]
        pub struct $schema {
            /// Screens of 1024 pixels and more.
            #[schema(required = false)]
            desktop: $on,
            /// Screens of 768 to 1023 pixels.
            #[schema(required = false)]
            tablet: $on,
            /// Screens of less than 768 pixels.
            #[schema(required = false)]
            phone: $on,
        }
    };
}

devices!(SectionDevicesSchema as SectionDevices of SectionOnSchema: "Overrides of a section by device.");
devices!(RowDevicesSchema as RowDevices of RowOnSchema: "Overrides of a row by device.");
devices!(BlockDevicesSchema as BlockDevices of BlockOnSchema: "Overrides of a block by device.");

/// Overrides of a section for a device.
#[derive(ToSchema)]
#[schema(as = SectionOnDevice)]
pub struct SectionOnSchema {
    /// Whether it is hidden.
    #[schema(required = false)]
    hidden: bool,
    #[schema(required = false)]
    padding: PaddingSchema,
}

/// Overrides of a row for a device.
#[derive(ToSchema)]
#[schema(as = RowOnDevice)]
pub struct RowOnSchema {
    /// Width of each column in twelfths, from the left.
    #[schema(required = false)]
    spans: Vec<u32>,
    /// Whether the columns are shown in reverse order.
    #[schema(required = false)]
    reversed: bool,
}

/// Overrides of a block for a device.
#[derive(ToSchema)]
#[schema(as = BlockOnDevice)]
pub struct BlockOnSchema {
    /// Whether it is hidden.
    #[schema(required = false)]
    hidden: bool,
    /// Values of settings marked `x-perDevice` in the schema.
    #[schema(required = false)]
    settings: BTreeMap<String, f64>,
}
