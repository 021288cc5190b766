//! From material to HTML. Runs without waiting for anything but plugins, off the async threads.

mod escape;
mod head;
mod layout;
mod page;
mod plugin_output;

#[cfg(test)]
mod tests;

pub use escape::escape_html;
pub use head::IslandFiles;
pub use layout::BlockError;
pub(crate) use page::{Drawn, Scene, draw};
