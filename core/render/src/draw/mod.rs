//! From data to HTML. Blocks only on plugins; runs off the async threads.

mod error;
mod plugin_output;
mod plugin_styles;
mod render;

#[cfg(test)]
mod tests;

pub use error::BlockError;
pub(crate) use render::{Drawn, LoadedPage, Recorder, SessionPluginOutputs, draw, render_and_record};
