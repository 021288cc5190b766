//! Reads a theme from the files of a folder.

use std::collections::BTreeMap;
use std::iter::successors;
use std::path::Path;

use base64::Engine as _;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use stoa_messages::{Catalogue, has_language, template_texts};

use super::area::AreaField;
use super::configuration::{self, Configuration, TEMPLATE_CONF, THEME_CONF};
use super::original::{self, Findings, TagContext};
use super::problem::Problem;
use super::query::Query;
use super::source::TemplateFile;
use super::{Files, stylesheet, text_of};

/// Folder format of a theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Stoa's own: `theme.conf`, templates next to it or in `blocks/`, `assets/`.
    #[default]
    Own,
    /// The original one: `template.conf`, `*.region`, `blocks/`, `collections/`, `styles/`, `scripts/`.
    Original,
}

/// Role of a file of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A template.
    Template,
    /// A configuration file.
    Description,
    /// A style sheet, script, image or font that browsers request.
    Public,
    /// Sample data for previews of the theme; not used by pages.
    Sample,
    /// Initial content of a new site with this theme.
    Starter,
    /// A static page of the original form.
    StaticPage,
    /// Anything else.
    Other,
}

/// A file that browsers request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeFile {
    /// Its content.
    pub bytes: Bytes,
    /// Its media type.
    pub mime_type: String,
    /// Hash of the content.
    pub hash: String,
}

/// A theme, including what it inherits from the base theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// Folder name.
    pub name: String,
    /// Its folder format.
    pub form: Form,
    /// Its configuration.
    pub configuration: Configuration,
    /// Templates by name, such as `site.region`.
    pub templates: BTreeMap<String, TemplateFile>,
    /// Public files by path in the theme, such as `assets/site.css`; without those of the base theme.
    pub files: BTreeMap<String, ThemeFile>,
    /// Queries in its templates.
    pub queries: Vec<Query>,
    /// Block areas in its templates, each once.
    pub areas: Vec<AreaField>,
    /// Texts by name, by language.
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
    /// Problems of the folder that can be found without running templates.
    pub problems: Vec<Problem>,
    /// The original files of the folder.
    pub sources: Files,
}

/// Texts of a theme for the pages of a language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThemeTexts<'t> {
    /// By name.
    pub texts: BTreeMap<&'t str, &'t str>,
    /// How many of them are in another language, since this one lacks them.
    pub missing: u64,
}

/// Folder of the initial content of a new site.
pub const STARTER: &str = "starter/";
/// Folder of the texts of a theme, a PO file for each language.
const TEXTS: &str = "texts/";
const TEXTS_EXTENSION: &str = ".po";
/// The language in which a theme has all its texts.
const ENGLISH: &str = "en";
const TEMPLATE_EXTENSIONS: [&str; 4] = [".region", ".list", ".item", ".block"];
/// Folders of the original form with public files.
const PUBLIC_FOLDERS: [&str; 4] = ["assets/", "styles/", "scripts/", "fonts/"];

impl FileKind {
    /// Role of the file at a path.
    pub fn of(form: Form, path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        if path.split('/').any(|part| part.starts_with('.')) || path.starts_with("node_modules/") {
            return Self::Other;
        }
        if path.starts_with("sample/") {
            return Self::Sample;
        }
        if path.starts_with(STARTER) {
            return Self::Starter;
        }
        if texts_language(path).is_some() {
            return Self::Description;
        }
        if TEMPLATE_EXTENSIONS.iter().any(|extension| name.ends_with(extension)) {
            return Self::Template;
        }
        match form {
            Form::Own if path == THEME_CONF => Self::Description,
            Form::Own if path.starts_with("assets/") => Self::Public,
            Form::Own => Self::Other,
            Form::Original if name.ends_with(".page") || name.ends_with(".page.conf") => Self::StaticPage,
            Form::Original if path == TEMPLATE_CONF || name.ends_with(".conf") => Self::Description,
            Form::Original if PUBLIC_FOLDERS.iter().any(|folder| path.starts_with(folder)) => Self::Public,
            Form::Original => Self::Other,
        }
    }
}

impl Form {
    /// The format of a folder.
    pub fn of(files: &Files) -> Self {
        if files.contains_key(TEMPLATE_CONF) && !files.contains_key(THEME_CONF) { Self::Original } else { Self::Own }
    }
}

impl Theme {
    /// Its display name.
    pub fn title(&self) -> &str {
        if self.configuration.title.is_empty() { &self.name } else { &self.configuration.title }
    }

    /// Builds a theme from the files of its folder. Never fails: problems are in [`Theme::problems`], and the valid
    /// parts are usable.
    pub fn read(name: &str, files: &Files) -> Self {
        let form = Form::of(files);
        let mut problems = Vec::new();
        let configuration = configuration::read(form, files, &mut problems);
        let sources = files.clone();
        let mut theme = Self { name: name.to_owned(), form, configuration, sources, ..Self::default() };
        theme.take_public(files, &mut problems);
        theme.take_templates(files, &mut problems);
        theme.take_texts(files, &mut problems);
        theme.problems = problems;
        theme
    }

    /// Whether it has a template of its own; otherwise pages are rendered by the base theme alone.
    pub fn has_templates(&self) -> bool {
        self.templates.values().any(|file| !file.from_base)
    }

    /// URL of a file of the theme, with a hash of the content.
    pub fn address(&self, path: &str) -> Option<String> {
        self.files.get(path).map(|file| format!("/themes/{}/{path}?v={}", self.name, file.hash))
    }

    /// Its texts in a language of a site whose primary language is `primary`, both BCP 47 tags. One that the language
    /// lacks is in the same language without region or script, else in that of the site, else in English.
    pub fn texts_in(&self, language: &str, primary: &str) -> ThemeTexts<'_> {
        let mut found = ThemeTexts { texts: self.own_texts_in(language), missing: 0 };
        for (name, text) in self.own_texts_in(primary).into_iter().chain(self.own_texts_in(ENGLISH)) {
            found.texts.entry(name).or_insert_with(|| {
                found.missing += 1;
                text
            });
        }
        found
    }

    /// Its texts in a language alone, whose tag can name it by another region or script than its file.
    fn own_texts_in(&self, language: &str) -> BTreeMap<&str, &str> {
        let widened = successors(Some(language), |tag| tag.rsplit_once('-').map(|(wider, _)| wider));
        let catalogue = has_language(language).then(|| Catalogue::for_language(language).language());
        let tags: Vec<&str> = widened.chain(catalogue).collect();
        let found = tags.into_iter().rev().filter_map(|tag| self.texts.get(tag));
        found.flatten().map(|(name, text)| (name.as_str(), text.as_str())).collect()
    }

    /// Name of the template for a page kind such as `blog.list`.
    pub fn page_template<'a>(&'a self, page: &'a str) -> &'a str {
        let own = self.configuration.pages.get(page).map(String::as_str);
        own.filter(|name| self.templates.contains_key(*name)).unwrap_or(page)
    }

    /// Regions of the document around a page kind, in order.
    pub fn regions(&self, page: &str) -> &[String] {
        let layout = self.configuration.page_layouts.get(page).unwrap_or(&self.configuration.default_layout);
        self.configuration.layouts.get(layout).map_or(&[], Vec::as_slice)
    }

    fn take_public(&mut self, files: &Files, problems: &mut Vec<Problem>) {
        let public = files.iter().filter(|(path, _)| FileKind::of(self.form, path) == FileKind::Public);
        let readable: Files = public.map(|(path, bytes)| (path.clone(), bytes.clone())).collect();
        let (sheets, plain): (Vec<_>, Vec<_>) = readable.iter().partition(|(path, _)| self.is_sheet(path));
        for (path, bytes) in plain {
            self.files.insert(path.clone(), ThemeFile::new(path, bytes.clone()));
        }
        if sheets.is_empty() {
            return;
        }
        let named = &self.configuration.styles;
        let mut compiled = stylesheet::compile(&readable, named, problems);
        let others = sheets.into_iter().map(|(path, _)| path).filter(|path| !named.contains(path));
        // LESS files that no page links to are only imported by others.
        let asked = others.filter(|path| !stylesheet::is_less(path) || is_linked(self.form, files, path));
        compiled.extend(stylesheet::compile_alone(&readable, asked, problems));
        for (path, css) in compiled {
            let css = self.with_addresses(&css);
            self.files.insert(path.clone(), ThemeFile::new(&path, Bytes::from(css)));
        }
    }

    fn is_sheet(&self, path: &str) -> bool {
        self.form == Form::Original && (path.ends_with(".less") || path.ends_with(".css"))
    }

    /// Replaces references to files of the theme in a style sheet by their URLs.
    fn with_addresses(&self, css: &str) -> String {
        self.files.keys().fold(css.to_owned(), |css, path| {
            let address = self.address(path).unwrap_or_default();
            ["(", "(\"", "('"]
                .iter()
                .fold(css, |css, opening| css.replace(&format!("{opening}/{path}"), &format!("{opening}{address}")))
        })
    }

    fn take_texts(&mut self, files: &Files, problems: &mut Vec<Problem>) {
        for (path, bytes) in files {
            let Some(language) = texts_language(path) else { continue };
            match template_texts(language, bytes) {
                Ok(read) => {
                    problems.extend(read.problems.into_iter().map(|said| Problem::error("broken-text", path, said)));
                    self.texts.insert(language.to_owned(), read.texts);
                }
                Err(said) => problems.push(Problem::error("broken-texts", path, said)),
            }
        }
    }

    fn take_templates(&mut self, files: &Files, problems: &mut Vec<Problem>) {
        let addresses: BTreeMap<String, String> =
            self.files.keys().filter_map(|path| Some((path.clone(), self.address(path)?))).collect();
        let navigations = self.configuration.navigations.clone();
        let around = TagContext { addresses: &addresses, navigations: &navigations };
        for (path, bytes) in files {
            match FileKind::of(self.form, path) {
                FileKind::Template => {}
                FileKind::StaticPage if path.ends_with(".page") => {
                    let help = "Create the page on the site; put what it shares with other pages into a partial.";
                    let problem =
                        Problem::error("unsupported-page", path, "Pages are created on the site, not in themes.");
                    problems.push(problem.help(help));
                    continue;
                }
                _ => continue,
            }
            let Some(text) = text_of(path, bytes, problems) else { continue };
            let name = path.rsplit('/').next().unwrap_or(path).to_owned();
            if let Some(other) = self.templates.get(&name) {
                let message = format!("'{}' has the same name; template names must be unique.", other.path);
                problems.push(Problem::error("duplicate-name", path, message));
                continue;
            }
            let template = match self.form {
                Form::Own => TemplateFile::plain(path, &text),
                Form::Original => {
                    let found =
                        Findings { queries: &mut self.queries, areas: &mut self.areas, problems: &mut *problems };
                    original::rewrite(path, &text, &around, found)
                }
            };
            self.templates.insert(name, template);
        }
    }
}

/// The language of a file of texts; none for other files.
fn texts_language(path: &str) -> Option<&str> {
    let language = path.strip_prefix(TEXTS)?.strip_suffix(TEXTS_EXTENSION)?;
    (!language.is_empty() && !language.contains('/')).then_some(language)
}

/// Whether a template refers to the URL of a file.
fn is_linked(form: Form, files: &Files, path: &str) -> bool {
    let address = format!("/{path}");
    let templates = files.iter().filter(|(path, _)| FileKind::of(form, path) == FileKind::Template);
    templates.filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok()).any(|text| text.contains(&address))
}

impl ThemeFile {
    fn new(path: &str, bytes: Bytes) -> Self {
        let mime_type = match path.ends_with(".less") {
            true => "text/css".to_owned(),
            false => mime_guess::from_path(path).first_or_octet_stream().to_string(),
        };
        let mut hash = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(&bytes));
        hash.truncate(12);
        Self { bytes, mime_type, hash }
    }
}

/// Reads all files below a folder, except hidden files and folders.
///
/// # Errors
/// When the folder or a file in it cannot be read.
pub fn read_folder(folder: &Path) -> std::io::Result<Files> {
    let mut files = Files::new();
    collect(folder, folder, &mut files)?;
    Ok(files)
}

fn collect(root: &Path, folder: &Path, files: &mut Files) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.') || entry.file_name() == "node_modules";
        let path = entry.path();
        if hidden {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(inner) = path.strip_prefix(root) {
            let name = inner.to_string_lossy().replace('\\', "/");
            files.insert(name, Bytes::from(std::fs::read(&path)?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{FileKind, Form, Theme};
    use crate::themes::Files;

    #[test]
    fn a_theme_brings_texts_in_languages() {
        let file = |texts: &[(&str, &str)]| {
            let entry =
                |(name, text): &(&str, &str)| format!("msgctxt \"{name}\"\nmsgid \"{name}\"\nmsgstr \"{text}\"\n");
            Bytes::from(texts.iter().map(entry).collect::<Vec<_>>().join("\n"))
        };
        let files = Files::from([
            ("theme.conf".to_owned(), Bytes::from_static(b"{\"name\": \"Own\"}")),
            ("texts/en.po".to_owned(), file(&[("hello", "Hello"), ("more", "More")])),
            ("texts/de.po".to_owned(), file(&[("hello", "Guten Tag")])),
            ("texts/pt-BR.po".to_owned(), file(&[("hello", "Olá")])),
            ("texts/xx.po".to_owned(), file(&[("hello", "?")])),
        ]);
        let theme = Theme::read("own", &files);
        let found = |language: &str, primary: &str| {
            let found = theme.texts_in(language, primary);
            (found.texts.into_values().collect::<Vec<_>>().join(" "), found.missing)
        };
        assert_eq!(found("de-AT", "de-AT"), ("Guten Tag More".to_owned(), 1));
        assert_eq!(found("fr", "en-GB"), ("Hello More".to_owned(), 2));
        assert_eq!(found("fr", "de-CH"), ("Guten Tag More".to_owned(), 2), "the language of the site");
        assert_eq!(found("en-US", "de"), ("Hello More".to_owned(), 0));
        assert_eq!(found("pt", "en"), ("Olá More".to_owned(), 1), "the only Portuguese");
        assert!(theme.problems.iter().any(|problem| problem.file == "texts/xx.po"), "{:?}", theme.problems);
        assert_eq!(FileKind::of(Form::Own, "texts/de.po"), FileKind::Description);
        assert_eq!(FileKind::of(Form::Own, "texts/old/de.po"), FileKind::Other);
    }
}
