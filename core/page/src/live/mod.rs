//! Live preview: a page that is rendered repeatedly while it is edited, without access to the database.
//!
//! The server sends a [`PreviewData`] once. Everything that pure rules can compute is rendered from it; what only the
//! server can compute (items of a newly selected store, plugin output, sanitized HTML) is requested as [`Questions`],
//! and the page shows the latest known data until [`Answers`] arrive.

mod block_data_cache;
mod kinds;
mod page;
mod plugin_answers;
mod preview_data;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use kinds::SETTINGS_VERSION;
pub use page::{Edit, LivePage, RenderedPage};
pub use preview_data::{
    AnsweredBlock, AnsweredCall, Answers, KindSheet, Outcome, PageArea, PluginCall, PluginWords, PreviewData, Questions,
};
