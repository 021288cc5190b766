//! Themes: folders of templates and files, each laid over the base theme.
//!
//! A folder is a map of paths to bytes; [`Theme::read`] makes a typed value of it without touching
//! anything else, so that the program's own themes, those of a folder and those that are only being
//! looked at come about in one way.

mod configuration;
mod folder;
mod library;
mod original;
mod problem;
mod setting;
mod source;
mod stylesheet;

use std::collections::BTreeMap;

use bytes::Bytes;

pub use configuration::{Configuration, REGION, TEMPLATE_CONF, THEME_CONF};
pub use folder::{FileKind, Form, STARTER, Theme, ThemeFile, read_folder};
pub use library::{BASE, ThemeError, ThemeLibrary};
pub use original::{NAVIGATIONS, QUERIES, Query};
pub use problem::{Place, Problem, Severity};
pub use setting::{Palette, Setting, SettingKind, custom_properties, preloaded_fonts};
pub use source::TemplateFile;

/// The files of a theme folder by their path in it, with `/` between the parts.
pub type Files = BTreeMap<String, Bytes>;

/// The text of a file; what is no text is told.
fn text_of(path: &str, bytes: &Bytes, problems: &mut Vec<Problem>) -> Option<String> {
    let text = String::from_utf8(bytes.to_vec());
    if text.is_err() {
        problems.push(Problem::error("not-text", path, "The file is not UTF-8 text."));
    }
    text.ok().map(|text| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
