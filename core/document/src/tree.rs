use serde::Serialize;
use serde_json::{Map, Value};

use crate::devices::{BlockOn, Devices, RowOn, SectionOn};
use crate::read;

/// A page's content from top to bottom.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// Shape of the document; 1 is the only one so far.
    pub version: u32,
    /// Bands across the page.
    pub sections: Vec<Section>,
}

/// A band across the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// Unique in the document.
    pub id: String,
    /// How the band looks.
    pub settings: SectionSettings,
    /// What differs by the width of the screen.
    #[serde(skip_serializing_if = "Devices::is_empty")]
    pub devices: Devices<SectionOn>,
    /// Rows from top to bottom.
    pub rows: Vec<Row>,
}

/// How a band looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SectionSettings {
    /// What it is called where the page is edited; visitors do not see it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Colours.
    pub tone: Tone,
    /// How wide its content may become.
    pub width: Width,
    /// Space above and below.
    pub padding: Padding,
    /// A picture behind its content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<Background>,
}

/// A picture behind the content of a band, darkened so that light text can be read on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Background {
    /// Which picture of the site.
    pub asset: String,
    /// The point that stays in view, percent from the left.
    pub x: u32,
    /// The same from the top.
    pub y: u32,
    /// How dark the layer over it is, percent.
    pub overlay: u32,
}

impl Background {
    /// White text has a contrast of 4.5 to 1 from here on, even on a white picture.
    pub const LEAST_OVERLAY: u32 = 55;
    /// More would hide the picture.
    pub const MOST_OVERLAY: u32 = 90;
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
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$first,)? $(Self::$variant,)*];

            /// The value on the wire and in the page.
            pub fn name(self) -> &'static str {
                match self { $($name::$first => $first_text,)? $($name::$variant => $text,)* }
            }
        }
    };
}

choices! {
    /// Colours of a section.
    Tone { #[default] Default => "default", Muted => "muted", Dark => "dark", Accent => "accent" }
}
choices! {
    /// Width of a section's content.
    Width { #[default] Normal => "normal", Narrow => "narrow", Wide => "wide", Full => "full" }
}
choices! {
    /// Space above and below a section's content.
    Padding { #[default] Medium => "medium", None => "none", Small => "small", Large => "large" }
}

/// Columns side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Unique in the document.
    pub id: String,
    /// What differs by the width of the screen.
    #[serde(skip_serializing_if = "Devices::is_empty")]
    pub devices: Devices<RowOn>,
    /// From left to right; on narrow screens from top to bottom.
    pub columns: Vec<Column>,
}

/// Blocks on top of each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Twelfths of the row, 1 to 12.
    pub span: u32,
    /// From top to bottom.
    pub blocks: Vec<Block>,
}

/// One piece of content.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Unique in the document.
    pub id: String,
    /// Which kind it is, such as `text`.
    pub kind: String,
    /// Settings as the schema of its kind has them; missing ones have their defaults.
    pub settings: Map<String, Value>,
    /// What differs by the width of the screen.
    #[serde(skip_serializing_if = "Devices::is_empty")]
    pub devices: Box<Devices<BlockOn>>,
}

impl Default for Document {
    fn default() -> Self {
        Self { version: Self::VERSION, sections: Vec::new() }
    }
}

impl Document {
    /// The shape this crate writes.
    pub const VERSION: u32 = 1;

    /// Reads a document from JSON.
    ///
    /// # Errors
    /// What is wrong with its shape, in words.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        read::document(value, String::new())
    }

    /// All blocks in reading order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.columns().flat_map(|column| column.blocks.iter())
    }

    /// All blocks in reading order, to be changed.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.sections
            .iter_mut()
            .flat_map(|section| section.rows.iter_mut())
            .flat_map(|row| row.columns.iter_mut())
            .flat_map(|column| column.blocks.iter_mut())
    }

    /// The block of an id.
    pub fn block(&self, id: &str) -> Option<&Block> {
        self.blocks().find(|block| block.id == id)
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.sections.iter().flat_map(|section| section.rows.iter()).flat_map(|row| row.columns.iter())
    }
}
