//! The document of a page: sections of rows of columns of blocks, each block with settings that follow the schema of
//! its kind.
//!
//! Pure: no input or output, no clock, no database, no templates. It runs both on the server and, as WebAssembly, in
//! the editor, and never panics on any input.

mod block_versions;
mod check;
pub mod defaults;
mod devices;
pub mod edit;
mod escape;
mod languages;
mod link;
mod popup;
mod read;
mod readable;
pub mod rich_text;
mod schema;
mod texts;
mod tree;
mod walk;

pub use block_versions::{
    SAVED_FOR, SettingsSource, bare_settings, note_version, saved_version, settings_source, taken_over,
};
pub use check::{BlockKinds, MAX_BLOCKS, Problems};
pub use devices::{BlockOn, Device, Devices, RowOn, SectionOn};
pub use escape::escape_html;
pub use languages::ShownIn;
pub use popup::{FOOTER_SIGN_UP, POPUP_SIGN_UP, footer_sign_up, popup_sign_up};
pub use readable::{Readable, formatted, readable};
pub use schema::{Schema, SchemaError};
pub use texts::TextSetting;
pub use tree::{Background, Block, Column, Document, Padding, Row, Section, SectionSettings, Tone, Width};
pub use walk::{Reference, ReferenceKind};
