//! Themes: folders of templates and files, each laid over the base theme.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine as _;
use bytes::Bytes;
use rust_embed::RustEmbed;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../storefront-ui/themes"]
struct Embedded;

/// Name of the theme that lies below all others.
pub const BASE: &str = "base";
const CONFIGURATION: &str = "theme.conf";
const TEMPLATE_EXTENSIONS: [&str; 4] = [".region", ".list", ".item", ".block"];

/// A file that browsers fetch.
#[derive(Clone, Debug)]
pub struct ThemeFile {
    /// What it holds.
    pub bytes: Bytes,
    /// Its media type.
    pub mime_type: String,
    /// Changes with the content.
    pub hash: String,
}

/// One theme with everything the base theme lends it.
#[derive(Clone, Debug, Default)]
pub struct Theme {
    /// Folder name.
    pub name: String,
    /// Its description: name, author, fonts, settings.
    pub configuration: Value,
    /// Templates by file name, such as `site.region`.
    pub templates: BTreeMap<String, String>,
    /// Its own files by path below the theme, such as `assets/site.css`.
    pub files: BTreeMap<String, ThemeFile>,
}

/// All themes of this installation.
#[derive(Clone, Debug, Default)]
pub struct ThemeLibrary {
    themes: BTreeMap<String, Theme>,
}

/// A theme folder that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ThemeError {
    /// The description is no JSON.
    #[error("{path}: {message}")]
    Configuration {
        /// Which file.
        path: String,
        /// What the reader said.
        message: String,
    },
    /// A template is no text.
    #[error("{0} is not UTF-8")]
    NotText(String),
    /// The folder cannot be read.
    #[error("the theme folder cannot be read")]
    Folder(#[from] std::io::Error),
}

impl ThemeLibrary {
    /// The themes that are part of the program.
    ///
    /// # Errors
    /// When a theme is broken.
    pub fn embedded() -> Result<Self, ThemeError> {
        let files = Embedded::iter().filter_map(|path| {
            let file = Embedded::get(&path)?;
            Some((path.into_owned(), Bytes::from(file.data.into_owned())))
        });
        Self::from_files(files)
    }

    /// The themes in a folder of themes.
    ///
    /// # Errors
    /// When the folder cannot be read or a theme is broken.
    pub fn from_folder(folder: &Path) -> Result<Self, ThemeError> {
        let mut files = Vec::new();
        collect(folder, folder, &mut files)?;
        Self::from_files(files.into_iter())
    }

    /// The themes in files named `<theme>/<path>`.
    ///
    /// # Errors
    /// When a theme is broken.
    pub fn from_files(files: impl Iterator<Item = (String, Bytes)>) -> Result<Self, ThemeError> {
        let mut themes: BTreeMap<String, Theme> = BTreeMap::new();
        for (path, bytes) in files {
            let Some((name, inner)) = path.split_once('/') else { continue };
            let theme =
                themes.entry(name.to_owned()).or_insert_with(|| Theme { name: name.to_owned(), ..Theme::default() });
            theme.take(inner, &path, bytes)?;
        }
        let base = themes.get(BASE).map(|theme| theme.templates.clone()).unwrap_or_default();
        for theme in themes.values_mut() {
            for (file, source) in &base {
                theme.templates.entry(file.clone()).or_insert_with(|| source.clone());
            }
        }
        Ok(Self { themes })
    }

    /// The theme of a name.
    pub fn get(&self, name: &str) -> Option<&Theme> {
        self.themes.get(name)
    }

    /// All themes, the base theme included.
    pub fn iter(&self) -> impl Iterator<Item = &Theme> {
        self.themes.values()
    }

    /// Names a site can choose from.
    pub fn names(&self) -> Vec<&str> {
        self.themes.keys().map(String::as_str).filter(|name| *name != BASE).collect()
    }

    /// A file of a theme by its path below it.
    pub fn file(&self, theme: &str, path: &str) -> Option<&ThemeFile> {
        self.themes.get(theme)?.files.get(path)
    }

    /// Address of a file of a theme; it changes with the content.
    pub fn address(&self, theme: &str, path: &str) -> Option<String> {
        self.file(theme, path).map(|file| format!("/themes/{theme}/{path}?v={}", file.hash))
    }
}

impl Theme {
    fn take(&mut self, inner: &str, path: &str, bytes: Bytes) -> Result<(), ThemeError> {
        if inner == CONFIGURATION {
            let read = serde_json::from_slice(&bytes);
            self.configuration =
                read.map_err(|error| ThemeError::Configuration { path: path.to_owned(), message: error.to_string() })?;
        } else if TEMPLATE_EXTENSIONS.iter().any(|extension| inner.ends_with(extension)) {
            let source = String::from_utf8(bytes.to_vec()).map_err(|_| ThemeError::NotText(path.to_owned()))?;
            let name = inner.rsplit('/').next().unwrap_or(inner);
            self.templates.insert(name.to_owned(), source);
        } else if inner.starts_with("assets/") {
            let mime_type = mime_guess::from_path(inner).first_or_octet_stream().to_string();
            let digest = Sha256::digest(&bytes);
            let mut hash = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(digest);
            hash.truncate(12);
            self.files.insert(inner.to_owned(), ThemeFile { bytes, mime_type, hash });
        }
        Ok(())
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, Bytes)>) -> Result<(), ThemeError> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(inner) = path.strip_prefix(root) {
            let name = inner.to_string_lossy().replace('\\', "/");
            files.push((name, Bytes::from(std::fs::read(&path)?)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_lies_over_the_base() {
        let files = [
            ("base/site.region", "base region"),
            ("base/page.item", "base page"),
            ("linen/site.region", "linen region"),
            ("linen/theme.conf", r#"{"name": "Linen"}"#),
            ("linen/assets/site.css", "p{}"),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), Bytes::from(text)));
        let library = ThemeLibrary::from_files(files.into_iter()).unwrap();
        let linen = library.get("linen").unwrap();
        assert_eq!(linen.templates["site.region"], "linen region");
        assert_eq!(linen.templates["page.item"], "base page");
        assert_eq!(library.names(), ["linen"]);
        assert_eq!(library.file("linen", "assets/site.css").unwrap().mime_type, "text/css");
        assert!(library.address("linen", "assets/site.css").unwrap().starts_with("/themes/linen/assets/site.css?v="));
        assert!(library.file("linen", "../secret").is_none());
    }

    #[test]
    fn broken_descriptions_are_told() {
        let files = [("x/theme.conf".to_owned(), Bytes::from("{"))];
        assert!(matches!(ThemeLibrary::from_files(files.into_iter()), Err(ThemeError::Configuration { .. })));
    }
}
