//! A page from its data to HTML: the blocks of its document, the theme's template for its kind, the
//! document around it.
//!
//! Pure: no input or output, no clock, no database. The server draws pages with it, and the editor's
//! preview in the browser is drawn by the same code: [`LivePage`] holds what the server sent once and
//! draws it anew after each edit.

mod block;
mod devices;
mod draw;
mod escape;
mod head;
mod layout;
mod live;
mod theme;
mod words;

pub use block::{BlockContents, BlockNeed, BlockTemplates, BlocksShown, block_template, empty_hint};
pub use draw::{DrawError, Drawn, PageFacts, Scene, draw};
pub use escape::script_json;
pub use head::IslandFiles;
pub use layout::{PluginDrawing, PluginDrawings};
pub use live::{
    AnsweredBlock, AnsweredCall, Answers, Edit, KindSheet, LivePage, Outcome, PageMaterial, PluginCall, PluginWords,
    Questions, Shown,
};
pub use stoa_document::escape_html;
pub use theme::{OriginalNames, PageTheme, Sheet, ThemeSheet, with_drafted_style};
pub use words::add_words;
