//! Themes: folders of templates and files, each layered on the base theme.
//!
//! A folder is a map of paths to bytes; [`Theme::read`] turns it into a typed value without other input, so that
//! built-in themes, themes on disk and previewed themes are all read in the same way.

mod area;
mod configuration;
mod excerpt;
mod folder;
mod imports;
mod library;
mod original;
mod problem;
mod query;
mod setting;
mod source;
mod stylesheet;
mod tag;

use std::collections::BTreeMap;

use bytes::Bytes;

pub use area::{AREAS, AreaField};
pub use configuration::{Configuration, REGION, TEMPLATE_CONF, THEME_CONF};
pub use excerpt::Excerpt;
pub use folder::{FileKind, Form, STARTER, Theme, ThemeFile, ThemeTexts, read_folder};
pub use library::{BASE, ThemeError, ThemeLibrary};
pub use original::NAVIGATIONS;
pub use problem::{Problem, Severity, TextPosition};
pub use query::{QUERIES, Query, Source};
pub use setting::{Palette, Setting, SettingKind, custom_properties, preloaded_fonts};
pub use source::TemplateFile;
pub use stylesheet::STYLE_FAILED;

/// The files of a theme folder by path, with `/` as separator.
pub type Files = BTreeMap<String, Bytes>;

/// The text of a file; reports a problem if it is not UTF-8.
fn text_of(path: &str, bytes: &Bytes, problems: &mut Vec<Problem>) -> Option<String> {
    let text = String::from_utf8(bytes.to_vec());
    if text.is_err() {
        problems.push(Problem::error("not-text", path, "The file is not UTF-8 text."));
    }
    text.ok().map(|text| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
