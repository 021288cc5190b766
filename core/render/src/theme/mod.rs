//! Themes ready to render, and checks of a theme before a site uses it.

mod check;
mod findings;
mod markup;
mod parsed;
mod sample;
mod sample_pages;

pub use check::check;
pub(crate) use check::in_files;
pub(crate) use parsed::{ParsedTheme, ParsedThemes};
pub use sample::{SampleError, SamplePage, Samples};
pub use sample_pages::{DrawnSamplePage, ThemeEnvironment};
