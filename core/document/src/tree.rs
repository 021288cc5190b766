//! The tree of a page: sections, rows, columns, blocks.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::devices::{BlockOn, Devices, RowOn, SectionOn};
use crate::languages::ShownIn;
use crate::read;

/// The content of a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// Version of the format; 1 is the only one so far.
    pub version: u32,
    /// Sections from top to bottom.
    pub sections: Vec<Section>,
}

/// A horizontal band of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// Unique in the document.
    pub id: String,
    /// Appearance of the section.
    pub settings: SectionSettings,
    /// Responsive overrides.
    #[serde(skip_serializing_if = "Devices::is_empty")]
    pub devices: Devices<SectionOn>,
    /// Languages in which it is shown.
    #[serde(skip_serializing_if = "ShownIn::is_empty")]
    pub languages: ShownIn,
    /// Rows from top to bottom.
    pub rows: Vec<Row>,
}

/// Appearance of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SectionSettings {
    /// Name in the editor; not visible to visitors.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Colour scheme.
    pub tone: Tone,
    /// Maximum width of its content.
    pub width: Width,
    /// Padding above and below.
    pub padding: Padding,
    /// Background image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<Background>,
}

/// A background image, darkened so that light text on it is readable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Background {
    /// Id of the image.
    pub asset: String,
    /// Focal point, percent from the left.
    pub x: u32,
    /// Focal point, percent from the top.
    pub y: u32,
    /// Opacity of the dark overlay, percent.
    pub overlay: u32,
}

impl Background {
    /// From here on, white text has a contrast of 4.5 to 1 even on a white image.
    pub const MIN_OVERLAY: u32 = 55;
    /// More would hide the image.
    pub const MAX_OVERLAY: u32 = 90;
}

macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $(#[default] $first:ident => $first_text:literal)? $(, $variant:ident => $text:literal)* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $name {
            $(#[doc = $first_text] #[default] $first,)?
            $(#[doc = $text] $variant,)*
        }

        impl $name {
            /// All variants.
            pub const ALL: &[Self] = &[$(Self::$first,)? $(Self::$variant,)*];

            /// Its value in JSON and in the page.
            pub fn name(self) -> &'static str {
                match self { $($name::$first => $first_text,)? $($name::$variant => $text,)* }
            }
        }
    };
}

choices! {
    /// Colour scheme of a section.
    Tone { #[default] Default => "default", Muted => "muted", Dark => "dark", Accent => "accent" }
}
choices! {
    /// Width of a section's content.
    Width { #[default] Normal => "normal", Narrow => "narrow", Wide => "wide", Full => "full" }
}
choices! {
    /// Padding above and below a section's content.
    Padding { #[default] Medium => "medium", None => "none", Small => "small", Large => "large" }
}

/// A row of columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Unique in the document.
    pub id: String,
    /// Responsive overrides.
    #[serde(skip_serializing_if = "Devices::is_empty")]
    pub devices: Devices<RowOn>,
    /// From left to right; on narrow screens from top to bottom.
    pub columns: Vec<Column>,
}

/// A column of blocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Width in twelfths of the row, 1 to 12.
    pub span: u32,
    /// From top to bottom.
    pub blocks: Vec<Block>,
}

/// A block: one element of content.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Unique in the document.
    pub id: String,
    /// Its kind, such as `text`.
    pub kind: String,
    /// Settings according to the schema of its kind; missing ones have their defaults.
    pub settings: Map<String, Value>,
    /// Responsive overrides.
    #[serde(skip_serializing_if = "Devices::is_empty")]
    pub devices: Box<Devices<BlockOn>>,
    /// Languages in which it is shown.
    #[serde(skip_serializing_if = "ShownIn::is_empty")]
    pub languages: ShownIn,
}

impl Default for Document {
    fn default() -> Self {
        Self { version: Self::VERSION, sections: Vec::new() }
    }
}

impl Document {
    /// Version of the format that this crate writes.
    pub const VERSION: u32 = 1;

    /// Reads a document from JSON.
    ///
    /// # Errors
    /// A message about what is invalid.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        read::document(value, String::new())
    }

    /// All blocks in reading order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.columns().flat_map(|column| column.blocks.iter())
    }

    /// All blocks in reading order, mutable.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.sections
            .iter_mut()
            .flat_map(|section| section.rows.iter_mut())
            .flat_map(|row| row.columns.iter_mut())
            .flat_map(|column| column.blocks.iter_mut())
    }

    /// The block with this id.
    pub fn block(&self, id: &str) -> Option<&Block> {
        self.blocks().find(|block| block.id == id)
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.sections.iter().flat_map(|section| section.rows.iter()).flat_map(|row| row.columns.iter())
    }
}
