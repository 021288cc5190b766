//! From material to HTML. Runs without waiting for anything but plugins, off the async threads.

mod error;
mod plugin_output;
mod scene;

#[cfg(test)]
mod tests;

pub use error::BlockError;
pub(crate) use scene::{Drawn, Recorder, Scene, SessionDrawings, draw, draw_and_record};
