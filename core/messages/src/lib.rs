//! Message catalogues: the texts that people read, by key, one PO file per language in `catalogues/`.
//!
//! Texts are ICU MessageFormat. A key that a language lacks falls back to the next language of the chain, at last to
//! English, and is counted. This crate knows neither sites nor where a text is shown.

mod catalogue;
mod for_scripts;
mod language;
#[cfg(test)]
mod tests;
mod value;

pub use catalogue::{Catalogue, has_language};
pub use for_scripts::message_for_scripts;
pub use language::LANGUAGES;
pub use value::Value;
