//! Loads a theme and its sample data from a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use serde_json::Value;
use stoa_plugin_host::Provision;
use stoa_render::theme::{SampleError, Samples, ThemeEnvironment};
use stoa_site::themes::{Files, Problem, Theme, ThemeLibrary, read_folder};

use crate::plugin_ports::{files_of, plugin_folder, words_of};

/// A folder or file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be read: {reason}")]
pub(super) struct UnreadablePath {
    path: String,
    reason: String,
}

/// Sample data by name of its part, if it is readable.
type Parts = Result<BTreeMap<String, Value>, SampleError>;

/// Paths of a theme and its sample data.
#[derive(Clone, Debug)]
pub(super) struct ThemePaths {
    folder: PathBuf,
    data: Option<PathBuf>,
}

/// A theme as read from disk.
#[derive(Clone, Debug)]
pub(super) struct LoadedTheme {
    pub(super) theme: Theme,
    pub(super) samples: Samples,
    /// Images of the theme's own sample data, by file name.
    pub(super) pictures: Files,
    /// Problem of unusable sample data; pages then show the bundled data.
    pub(super) bad_sample: Option<Problem>,
}

/// An environment that knows the formatters and predicates of the plugins in a folder.
pub(super) fn environment(plugins: Option<&Path>) -> anyhow::Result<ThemeEnvironment> {
    let folder = match plugins {
        Some(folder) => Some(folder.to_owned()),
        None => plugin_folder("")?,
    };
    let words = match folder {
        Some(folder) => {
            let fault = || format!("the plugin folder {} cannot be read", folder.display());
            let mut words = stoa_plugin_host::declared(&folder).with_context(fault)?;
            words.extend(packaged(&folder).with_context(fault)?);
            words
        }
        None => Vec::<Provision>::new(),
    };
    Ok(ThemeEnvironment::new(ThemeLibrary::embedded(), Arc::new(words_of(words)))?)
}

/// What the packages of a folder provide, which their manifests say. Other files, and packages that are not valid, are
/// skipped: nothing of them runs.
fn packaged(folder: &Path) -> std::io::Result<Vec<Provision>> {
    let mut provisions = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|end| end != "stoaplugin") {
            continue;
        }
        let Ok(package) = stoa_plugin_author::open(&std::fs::read(&path)?, None) else { continue };
        let described = stoa_plugin_host::describe_package(&files_of(package));
        provisions.extend(described.map(|info| info.provides).unwrap_or_default());
    }
    Ok(provisions)
}

impl ThemePaths {
    pub(super) fn new(folder: PathBuf, data: Option<PathBuf>) -> Self {
        Self { folder, data }
    }

    /// Paths whose changes affect pages.
    pub(super) fn watched(&self) -> Vec<PathBuf> {
        std::iter::once(self.folder.clone()).chain(self.data.clone()).collect()
    }

    /// The theme's name in URLs: that of its folder, without characters that URLs cannot contain.
    fn name(&self) -> String {
        let folder = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' };
        let name: String = name.chars().map(plain).collect();
        if name.is_empty() { "theme".to_owned() } else { name }
    }

    /// Reads the folder and merges the theme into the base theme.
    pub(super) fn read(&self, environment: &ThemeEnvironment) -> Result<LoadedTheme, UnreadablePath> {
        let files = folder_at(&self.folder)?;
        let theme = environment.library().inherit_from_base(Theme::read(&self.name(), &files));
        let (parts, pictures) = self.parts(&files)?;
        let (samples, bad_sample) = match parts.and_then(|parts| Samples::new(&parts)) {
            Ok(samples) => (samples, None),
            Err(error) => (bundled()?, Some(bad(&error))),
        };
        Ok(LoadedTheme { theme, samples, pictures, bad_sample })
    }

    /// Parts of the sample data by name, and the images beside them.
    fn parts(&self, files: &Files) -> Result<(Parts, Files), UnreadablePath> {
        let sample = |path: &String| path.strip_prefix("sample/").map(str::to_owned);
        let own = files.iter().filter_map(|(path, bytes)| Some((sample(path)?, bytes.clone())));
        let mut pictures: Files = own.filter(|(name, _)| !name.ends_with(".json")).collect();
        let Some(data) = &self.data else { return Ok((Samples::parts_of(files), pictures)) };
        if data.is_dir() {
            let below: Files =
                folder_at(data)?.into_iter().map(|(path, bytes)| (format!("sample/{path}"), bytes)).collect();
            pictures.extend(below.iter().filter_map(|(path, bytes)| Some((sample(path)?, bytes.clone()))));
            return Ok((Samples::parts_of(&below), pictures));
        }
        let text = std::fs::read_to_string(data).map_err(|error| unreadable(data, &error))?;
        let parts = serde_json::from_str(&text).map_err(|error| SampleError {
            file: data.display().to_string(),
            message: format!("is not a JSON object: {error}"),
        });
        Ok((parts, pictures))
    }
}

fn folder_at(folder: &Path) -> Result<Files, UnreadablePath> {
    read_folder(folder).map_err(|error| unreadable(folder, &error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> UnreadablePath {
    UnreadablePath { path: path.display().to_string(), reason: error.to_string() }
}

fn bundled() -> Result<Samples, UnreadablePath> {
    Samples::new(&BTreeMap::new())
        .map_err(|error| UnreadablePath { path: "the bundled sample data".to_owned(), reason: error.to_string() })
}

fn bad(error: &SampleError) -> Problem {
    Problem::error("invalid-sample", &error.file, format!("The sample data cannot be used: {}.", error.message))
}

/// Problems found by the check, including those of the sample data.
pub(super) fn problems(environment: &ThemeEnvironment, read: &LoadedTheme) -> Vec<Problem> {
    let found = stoa_render::theme::check(environment, &read.theme, &read.samples);
    read.bad_sample.iter().cloned().chain(found).collect()
}
