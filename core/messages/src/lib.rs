//! Message catalogues: the texts that people read, by key, one PO file per language in `catalogues/`.
//!
//! Texts are ICU MessageFormat. A key that a language lacks falls back to the next language of the chain, at last to
//! English, and is counted. Texts that a site has of its own come before all of them. This crate knows neither sites
//! nor where a text is shown.

mod catalogue;
mod for_scripts;
mod language;
mod own_texts;
mod pseudo;
mod template_texts;
#[cfg(test)]
mod tests;
mod value;

pub use catalogue::{Catalogue, Texts, has_language};
pub use language::LANGUAGES;
pub use own_texts::{Original, OwnTextError, OwnTexts, check_own_text, original, originals, po_file, suits_scripts};
pub use pseudo::{PSEUDO_LANGUAGES, enable_pseudo_languages};
pub use template_texts::{TemplateTexts, template_texts};
pub use value::Value;
