//! From a page's data to HTML: the blocks of its document, the theme's template for its page type, the document around
//! it.
//!
//! Pure: no input or output, no clock, no database. The server renders pages with it, and the editor's preview in the
//! browser uses the same code: [`LivePage`] stores what the server sent once and renders the page again after each
//! edit.

mod block;
mod devices;
mod draw;
mod escape;
mod head;
mod island_messages;
mod layout;
mod legacy_names;
mod live;
mod theme;

pub use block::{BlockContents, BlockDataSource, BlockNeed, BlockTemplates, block_template, empty_hint};
pub use draw::{AreaShown, DrawError, Drawn, PageFacts, PageInput, draw};
pub use escape::script_json;
pub use head::IslandFiles;
pub use island_messages::IslandMessages;
pub use layout::{PluginOutputSource, SanitizedPluginOutput};
pub use legacy_names::add_legacy_names;
pub use live::{
    AnsweredBlock, AnsweredCall, Answers, Edit, KindSheet, LivePage, Outcome, PageArea, PluginCall, PluginWords,
    PreviewData, Questions, RenderedPage, SETTINGS_VERSION,
};
pub use stoa_document::escape_html;
pub use theme::{OriginalNames, PageTheme, Sheet, ThemeSheet, with_drafted_style};
