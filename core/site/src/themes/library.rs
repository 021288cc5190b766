//! All themes of an installation.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use bytes::Bytes;
use rust_embed::RustEmbed;

use super::folder::{FileKind, Form, Theme, ThemeFile, read_folder};
use super::{Files, Problem, imports};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../storefront-ui/themes"]
struct Embedded;

/// Name of the base theme, on which all others are layered.
pub const BASE: &str = "base";

/// All themes of this installation. A built-in theme is read when it is asked for first.
#[derive(Clone, Debug, Default)]
pub struct ThemeLibrary {
    themes: BTreeMap<String, Entry>,
}

#[derive(Clone, Debug, Default)]
struct Entry {
    theme: OnceLock<Theme>,
    /// Embedded files of a built-in theme, by path.
    built_in: Vec<String>,
}

/// An error in a theme folder.
#[derive(Debug, thiserror::Error)]
pub enum ThemeError {
    /// The folder cannot be read.
    #[error("the theme folder cannot be read")]
    Folder(#[from] std::io::Error),
    /// A folder name is not valid as a theme name, or is that of a built-in theme.
    #[error("'{0}' is not a valid name for a theme folder")]
    Name(String),
}

impl ThemeLibrary {
    /// The built-in themes.
    pub fn embedded() -> Self {
        let mut library = Self::default();
        for path in Embedded::iter() {
            let Some((name, _)) = path.split_once('/') else { continue };
            library.themes.entry(name.to_owned()).or_default().built_in.push(path.into_owned());
        }
        library
    }

    /// Reads a built-in theme.
    fn read_embedded(&self, name: &str, paths: &[String]) -> Theme {
        let mut files = Files::new();
        for path in paths {
            let (Some((_, inner)), Some(file)) = (path.split_once('/'), Embedded::get(path)) else { continue };
            files.insert(known_path(inner).to_owned(), Bytes::from(file.data.into_owned()));
        }
        imports::join(&mut files);
        if name == BASE { base_theme(&files) } else { self.inherit_from_base(Theme::read(name, &files)) }
    }

    /// Adds each subfolder of a folder as a theme.
    ///
    /// # Errors
    /// When a folder cannot be read or its name is not valid for a theme.
    pub fn add_folders(&mut self, folder: &Path) -> Result<(), ThemeError> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || !entry.path().is_dir() {
                continue;
            }
            if !is_name(&name) || self.themes.contains_key(&name) {
                return Err(ThemeError::Name(name));
            }
            let files = read_folder(&entry.path())?;
            self.add(&name, &files);
        }
        Ok(())
    }

    /// Adds a theme from the files of a folder, layered on the base theme; replaces a theme of the same name.
    pub fn add(&mut self, name: &str, files: &Files) {
        let theme = self.inherit_from_base(Theme::read(name, files));
        self.insert(theme);
    }

    /// A theme with the templates that it inherits from the base theme.
    pub fn inherit_from_base(&self, mut theme: Theme) -> Theme {
        for (name, template) in self.get(BASE).into_iter().flat_map(|base| &base.templates) {
            theme.templates.entry(name.clone()).or_insert_with(|| template.clone());
        }
        theme
    }

    fn insert(&mut self, theme: Theme) {
        self.themes.insert(theme.name.clone(), Entry { theme: OnceLock::from(theme), built_in: Vec::new() });
    }

    /// The theme with this name.
    pub fn get(&self, name: &str) -> Option<&Theme> {
        let entry = self.themes.get(name)?;
        Some(entry.theme.get_or_init(|| self.read_embedded(name, &entry.built_in)))
    }

    /// All themes, the base theme included.
    pub fn iter(&self) -> impl Iterator<Item = &Theme> {
        self.themes.keys().filter_map(|name| self.get(name))
    }

    /// Names of all themes, the base theme included.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        self.themes.keys().map(String::as_str)
    }

    /// Names of the themes that a site can choose.
    pub fn names(&self) -> Vec<&str> {
        self.all_names().filter(|name| *name != BASE).collect()
    }

    /// The themes that do not come with the program.
    pub fn added(&self) -> impl Iterator<Item = &Theme> {
        self.themes.values().filter(|entry| entry.built_in.is_empty()).filter_map(|entry| entry.theme.get())
    }

    /// Problems of the themes that do not come with the program, each with the name of its theme: those that do have none.
    pub fn problems(&self) -> impl Iterator<Item = (&str, &Problem)> {
        self.added().flat_map(|theme| theme.problems.iter().map(|problem| (theme.name.as_str(), problem)))
    }

    /// A file of a theme by its path in it.
    pub fn file(&self, theme: &str, path: &str) -> Option<&ThemeFile> {
        self.get(theme)?.files.get(path)
    }

    /// URL of a file of a theme, with a hash of the content.
    pub fn address(&self, theme: &str, path: &str) -> Option<String> {
        self.get(theme)?.address(path)
    }
}

/// The base theme has no configuration file: it is part of every other theme.
fn base_theme(files: &Files) -> Theme {
    let mut base = Theme::read(BASE, files);
    base.problems.clear();
    for template in base.templates.values_mut() {
        template.from_base = true;
    }
    base
}

/// Path under which sites know a file of a built-in theme. For a template it is the file name, whatever its folder is:
/// sites' own versions of templates are stored by this path.
fn known_path(inner: &str) -> &str {
    match FileKind::of(Form::Own, inner) {
        FileKind::Template => inner.rsplit('/').next().unwrap_or(inner),
        _ => inner,
    }
}

fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !name.is_empty() && name.len() <= 60 && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    fn files(files: &[(&str, &str)]) -> Files {
        files.iter().map(|(path, text)| ((*path).to_owned(), Bytes::from((*text).to_owned()))).collect()
    }

    #[test]
    fn theme_overrides_base() {
        let mut library = ThemeLibrary::default();
        library.insert(base_theme(&files(&[("site.region", "base region"), ("page.item", "base page")])));
        let own = [("site.region", "own region"), ("theme.conf", r#"{"name": "Own"}"#), ("assets/site.css", "p{}")];
        library.add("own", &files(&own));
        let theme = library.get("own").unwrap();
        assert_eq!(theme.problems, []);
        assert_eq!(theme.templates["site.region"].source, "own region");
        assert_eq!(theme.templates["page.item"].source, "base page");
        assert!(theme.templates["page.item"].from_base);
        assert_eq!(library.names(), ["own"]);
        assert_eq!(library.file("own", "assets/site.css").unwrap().mime_type, "text/css");
        assert!(library.address("own", "assets/site.css").unwrap().starts_with("/themes/own/assets/site.css?v="));
        assert!(library.file("own", "../secret").is_none());
    }

    #[test]
    fn invalid_theme_manifest_error_position() {
        let mut library = ThemeLibrary::default();
        library.add("x", &files(&[("theme.conf", "{\n  \"name\": \"X\",\n}")]));
        let (theme, problem) = library.problems().next().unwrap();
        assert_eq!((theme, problem.code.as_str(), problem.line), ("x", "invalid-json", 3));
    }

    #[test]
    fn bundled_themes_have_no_problems() {
        let library = ThemeLibrary::embedded();
        assert_eq!(library.names(), ["gazette", "indigo", "linen", "nocturne"]);
        assert!(library.iter().all(|theme| theme.problems.is_empty()));
        for name in library.names() {
            let configuration = &library.get(name).unwrap().configuration;
            assert!(
                configuration.palettes.len() > 3
                    && configuration.settings.iter().all(|setting| !setting.group.is_empty())
            );
        }
        assert_eq!(library.get("linen").unwrap().configuration.settings.len(), 23);
    }

    #[test]
    fn bundled_themes_repeat_no_template_of_base() {
        let library = ThemeLibrary::embedded();
        let base = library.get(BASE).unwrap();
        for name in library.names() {
            for (template, file) in &library.get(name).unwrap().templates {
                let same = base.templates.get(template).is_some_and(|lent| lent.source.trim() == file.source.trim());
                assert!(file.from_base || !same, "{name}: {template}");
            }
        }
    }

    #[test]
    fn built_in_style_sheets_are_whole() {
        let library = ThemeLibrary::embedded();
        for theme in library.iter() {
            let sheets: Vec<_> = theme.files.iter().filter(|(path, _)| path.ends_with(".css")).collect();
            assert_eq!(sheets.len(), 1, "{}: {:?}", theme.name, theme.files.keys());
            for (path, sheet) in sheets {
                let text = std::str::from_utf8(&sheet.bytes).unwrap();
                assert!(text.len() > 10_000 && !text.contains("@import"), "{}: {path}", theme.name);
            }
        }
    }

    #[test]
    fn built_in_templates_are_known_by_file_name() {
        for (inner, known) in [
            ("blocks/store/cart.block", "cart.block"),
            ("site.region", "site.region"),
            ("assets/site.css", "assets/site.css"),
            ("starter/pages/home.json", "starter/pages/home.json"),
        ] {
            assert_eq!(known_path(inner), known);
        }
        let library = ThemeLibrary::embedded();
        for theme in library.iter() {
            assert!(theme.templates.iter().all(|(name, file)| *name == file.path), "{}", theme.name);
        }
        let mut seen = BTreeSet::new();
        for path in Embedded::iter() {
            let Some((theme, inner)) = path.split_once('/') else { continue };
            assert!(seen.insert(format!("{theme}/{}", known_path(inner))), "two files are known as {path}");
        }
    }

    /// Relative luminance of a colour, WCAG 2.2.
    fn luminance(color: &Value) -> f64 {
        let digits = color.as_str().unwrap().trim_start_matches('#');
        let channel = |start: usize| {
            let share = f64::from(u8::from_str_radix(&digits[start..start + 2], 16).unwrap()) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
    }

    #[test]
    fn palettes_have_readable_contrast() {
        let pairs = [
            ("ink", "paper"),
            ("ink", "surface"),
            ("muted", "paper"),
            ("muted", "surface"),
            ("accent", "paper"),
            ("accent", "surface"),
            ("on-accent", "accent"),
            ("on-dark", "dark"),
        ];
        let library = ThemeLibrary::embedded();
        for name in library.names() {
            for palette in &library.get(name).unwrap().configuration.palettes {
                for (text, ground) in pairs {
                    let of = |part: &str| luminance(&palette.values[&format!("color-{part}")]);
                    let (light, dark) = (of(text).max(of(ground)), of(text).min(of(ground)));
                    let contrast = (light + 0.05) / (dark + 0.05);
                    assert!(contrast >= 4.5, "{name}, {}: {text} on {ground} is {contrast:.2}", palette.name);
                }
            }
        }
    }
}
