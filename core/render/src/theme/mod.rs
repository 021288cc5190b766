//! Themes ready to draw, and what can be said about one before a site uses it.

mod check;
mod findings;
mod markup;
mod parsed;
mod sample;
mod workbench;

pub use check::check;
pub(crate) use check::in_files;
pub(crate) use parsed::{ParsedTheme, ParsedThemes};
pub use sample::{SampleError, SamplePage, Samples};
pub use workbench::{Workbench, WorkbenchPage};
