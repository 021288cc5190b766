//! From the files of a folder to a theme.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine as _;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};

use super::configuration::{self, Configuration, TEMPLATE_CONF, THEME_CONF};
use super::original::{self, Query, Surroundings};
use super::problem::Problem;
use super::source::TemplateFile;
use super::{Files, stylesheet, text_of};

/// How a folder is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Stoa's own: `theme.conf`, templates beside it, `assets/`.
    #[default]
    Own,
    /// The original one: `template.conf`, `*.region`, `blocks/`, `collections/`, `styles/`, `scripts/`.
    Original,
}

/// What a file of a theme is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Read by the engine.
    Template,
    /// Describes the theme or a part of it.
    Description,
    /// A style sheet, script, picture or font that browsers fetch.
    Public,
    /// Data to look at the theme with; pages never see it.
    Sample,
    /// What a new site begins with when it is made with the theme.
    Starter,
    /// A page of the original form.
    StaticPage,
    /// Nothing a theme needs.
    Other,
}

/// A file that browsers fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeFile {
    /// What it holds.
    pub bytes: Bytes,
    /// Its media type.
    pub mime_type: String,
    /// Changes with the content.
    pub hash: String,
}

/// One theme with everything the base theme lends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// Folder name.
    pub name: String,
    /// How the folder is laid out.
    pub form: Form,
    /// Its description.
    pub configuration: Configuration,
    /// Templates by the name they are called by, such as `site.region`.
    pub templates: BTreeMap<String, TemplateFile>,
    /// Its own files by path below the theme, such as `assets/site.css`.
    pub files: BTreeMap<String, ThemeFile>,
    /// What its templates ask for beside the page.
    pub queries: Vec<Query>,
    /// What is wrong with the folder, as far as no template is run.
    pub problems: Vec<Problem>,
    /// The files of the folder, as they are written.
    pub sources: Files,
}

/// Folder of what a new site begins with.
pub const STARTER: &str = "starter/";
const TEMPLATE_EXTENSIONS: [&str; 4] = [".region", ".list", ".item", ".block"];
/// Folders of the original form that browsers fetch from.
const PUBLIC_FOLDERS: [&str; 4] = ["assets/", "styles/", "scripts/", "fonts/"];

impl FileKind {
    /// What the file at a path is for.
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
    /// How the files of a folder are laid out.
    pub fn of(files: &Files) -> Self {
        if files.contains_key(TEMPLATE_CONF) && !files.contains_key(THEME_CONF) { Self::Original } else { Self::Own }
    }
}

impl Theme {
    /// What people call it.
    pub fn title(&self) -> &str {
        if self.configuration.title.is_empty() { &self.name } else { &self.configuration.title }
    }

    /// Makes a theme of the files of its folder. It never fails: what is wrong is in
    /// [`Theme::problems`], and what is right can be used.
    pub fn read(name: &str, files: &Files) -> Self {
        let form = Form::of(files);
        let mut problems = Vec::new();
        let configuration = configuration::read(form, files, &mut problems);
        let sources = files.clone();
        let mut theme = Self { name: name.to_owned(), form, configuration, sources, ..Self::default() };
        theme.take_public(files, &mut problems);
        theme.take_templates(files, &mut problems);
        theme.problems = problems;
        theme
    }

    /// Whether it holds a template of its own: without one, all that is drawn is the base theme.
    pub fn has_templates(&self) -> bool {
        self.templates.values().any(|file| !file.from_base)
    }

    /// Address of a file of the theme; it changes with the content.
    pub fn address(&self, path: &str) -> Option<String> {
        self.files.get(path).map(|file| format!("/themes/{}/{path}?v={}", self.name, file.hash))
    }

    /// The template for a kind of page, such as `blog.list`, by the name the theme gives it.
    pub fn page_template<'a>(&'a self, page: &'a str) -> &'a str {
        let own = self.configuration.pages.get(page).map(String::as_str);
        own.filter(|name| self.templates.contains_key(*name)).unwrap_or(page)
    }

    /// The regions of the document around a kind of page, in their order.
    pub fn regions(&self, page: &str) -> &[String] {
        let layout = self.configuration.page_layouts.get(page).unwrap_or(&self.configuration.default_layout);
        self.configuration.layouts.get(layout).map_or(&[], Vec::as_slice)
    }

    fn take_public(&mut self, files: &Files, problems: &mut Vec<Problem>) {
        let public = files.iter().filter(|(path, _)| FileKind::of(self.form, path) == FileKind::Public);
        let (sheets, plain): (Vec<_>, Vec<_>) = public.partition(|(path, _)| self.is_sheet(path));
        for (path, bytes) in plain {
            self.files.insert(path.clone(), ThemeFile::new(path, bytes.clone()));
        }
        let texts: Vec<(&String, String)> =
            sheets.into_iter().filter_map(|(path, bytes)| Some((path, text_of(path, bytes, problems)?))).collect();
        let mut variables = stylesheet::Variables::new();
        for path in &self.configuration.styles {
            let source = texts.iter().find(|(own, _)| *own == path).map_or("", |(_, source)| source);
            stylesheet::collect(source, &mut variables);
        }
        for (path, source) in &texts {
            let used = self.configuration.styles.contains(path);
            let mut found = Vec::new();
            let css = stylesheet::compile(path, source, &variables, &mut found);
            if used {
                problems.extend(found);
            }
            let css = self.with_addresses(&css);
            self.files.insert((*path).clone(), ThemeFile::new(path, Bytes::from(css)));
        }
    }

    fn is_sheet(&self, path: &str) -> bool {
        self.form == Form::Original && (path.ends_with(".less") || path.ends_with(".css"))
    }

    /// A style sheet whose addresses of files of the theme lead there.
    fn with_addresses(&self, css: &str) -> String {
        self.files.keys().fold(css.to_owned(), |css, path| {
            let address = self.address(path).unwrap_or_default();
            ["(", "(\"", "('"]
                .iter()
                .fold(css, |css, opening| css.replace(&format!("{opening}/{path}"), &format!("{opening}{address}")))
        })
    }

    fn take_templates(&mut self, files: &Files, problems: &mut Vec<Problem>) {
        let addresses: BTreeMap<String, String> =
            self.files.keys().filter_map(|path| Some((path.clone(), self.address(path)?))).collect();
        let navigations = self.configuration.navigations.clone();
        let around = Surroundings { addresses: &addresses, navigations: &navigations };
        for (path, bytes) in files {
            match FileKind::of(self.form, path) {
                FileKind::Template => {}
                FileKind::StaticPage if path.ends_with(".page") => {
                    let help = "Make the page on the site; what it shares with others can be a partial.";
                    let problem =
                        Problem::error("unsupported-page", path, "Pages are made on the site, not in themes.");
                    problems.push(problem.help(help));
                    continue;
                }
                _ => continue,
            }
            let Some(text) = text_of(path, bytes, problems) else { continue };
            let name = path.rsplit('/').next().unwrap_or(path).to_owned();
            if let Some(other) = self.templates.get(&name) {
                let message = format!("'{}' has the same name; templates are told apart by it.", other.path);
                problems.push(Problem::error("duplicate-name", path, message));
                continue;
            }
            let template = match self.form {
                Form::Own => TemplateFile::plain(path, &text),
                Form::Original => original::rewrite(path, &text, &around, &mut self.queries, problems),
            };
            self.templates.insert(name, template);
        }
    }
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

/// The files below a folder. Hidden files and folders are left out.
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
