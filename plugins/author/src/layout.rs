//! What a project and a built plugin consist of.

use std::path::{Path, PathBuf};

use crate::AuthorError;
use crate::files::read_text;

pub(crate) const MANIFEST: &str = "plugin.toml";

/// Whether a folder has a plugin.
///
/// # Errors
/// It has no manifest, and what to do.
pub fn require_project(folder: &Path) -> Result<(), AuthorError> {
    if folder.join(MANIFEST).is_file() {
        return Ok(());
    }
    Err(AuthorError::file(folder, "is no plugin: there is no plugin.toml. `stoa plugin new` makes one"))
}

/// A project of an author.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) folder: PathBuf,
    pub(crate) id: String,
    pub(crate) version: String,
    /// File name of the component.
    pub(crate) component: String,
}

impl Project {
    /// Reads just enough of the manifest to know where things are; `check` reads the rest.
    pub(crate) fn open(folder: &Path) -> Result<Self, AuthorError> {
        let folder = std::path::absolute(folder).map_err(|error| AuthorError::file(folder, error))?;
        let path = folder.join(MANIFEST);
        require_project(&folder)?;
        let text = read_text(&path)?;
        let manifest: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| crate::locate::line_at(&text, span.start));
            AuthorError::file(&path, format!("line {line}: {}", error.message()))
        })?;
        let about = |key: &str| {
            let found = manifest.get("plugin").and_then(|about| about.get(key)).and_then(toml::Value::as_str);
            found.map(str::to_owned).ok_or_else(|| AuthorError::file(&path, format!("`{key}` is missing in [plugin]")))
        };
        let plain = |key: &str, value: String| {
            let clean = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | '_');
            if !value.is_empty() && !value.starts_with('.') && value.chars().all(clean) {
                Ok(value)
            } else {
                Err(AuthorError::file(&path, format!("`{key}` is `{value}`: only letters, digits, `.` and `-`")))
            }
        };
        Ok(Self {
            id: plain("id", about("id")?)?,
            version: plain("version", about("version")?)?,
            component: plain("component", about("component")?)?,
            folder,
        })
    }

    /// The folder that the host loads. Its parent has no other plugin.
    pub(crate) fn built_folder(&self) -> PathBuf {
        self.folder.join("dist/plugin").join(&self.id)
    }

    /// The folder with the build of `stoa plugin dev`, in which no other command looks. Its parent has no other plugin.
    pub(crate) fn dev_folder(&self) -> PathBuf {
        self.folder.join("dist/dev").join(&self.id)
    }

    /// Paths of the files at the places where a plugin has files, sorted, with `/` between the parts.
    pub(crate) fn files(&self) -> Result<Vec<String>, AuthorError> {
        files_of(&self.folder)
    }
}

/// See [`Project::files`].
pub(crate) fn files_of(folder: &Path) -> Result<Vec<String>, AuthorError> {
    let mut found = Vec::new();
    for place in std::iter::once("").chain(FOLDERS.iter().map(|(name, _)| *name)) {
        let place_folder = folder.join(place);
        if !place_folder.is_dir() {
            continue;
        }
        let entries = std::fs::read_dir(&place_folder).map_err(|error| AuthorError::file(&place_folder, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| AuthorError::file(&place_folder, error))?;
            let kind = entry.file_type().map_err(|error| AuthorError::file(&entry.path(), error))?;
            if kind.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                found.push(if place.is_empty() { name } else { format!("{place}/{name}") });
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Folders of a plugin with the endings of their files.
const FOLDERS: [(&str, &[&str]); 6] = [
    ("schema", &[".json"]),
    ("examples", &[".json"]),
    ("locales", &[".json"]),
    ("panels", &[".html"]),
    ("client", &[".js"]),
    ("pictures", &[".png", ".jpg", ".webp"]),
];
const FILES: [&str; 4] = [MANIFEST, "icon.svg", "README.md", "LICENSE"];

/// Whether a file belongs to a plugin, besides its component.
pub(crate) fn belongs(path: &str) -> bool {
    if FILES.contains(&path) {
        return true;
    }
    let Some((folder, name)) = path.split_once('/') else { return false };
    let clean = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | '_');
    let endings = FOLDERS.iter().find(|(known, _)| *known == folder).map(|(_, endings)| *endings);
    endings.is_some_and(|endings| {
        !name.starts_with('.') && name.chars().all(clean) && endings.iter().any(|ending| name.ends_with(ending))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_places_belong() {
        for path in ["plugin.toml", "icon.svg", "schema/a.json", "pictures/a.webp", "panels/a.html", "client/a.js"] {
            assert!(belongs(path), "{path}");
        }
        let others = [
            "../plugin.toml",
            "schema/../a.json",
            "schema/a/b.json",
            "client/a.json",
            "schema/a.js",
            "src/lib.rs",
            "a.key",
        ];
        for path in others.into_iter().chain(["schema/.json", "/plugin.toml", "schema\\a.json", ""]) {
            assert!(!belongs(path), "{path}");
        }
    }
}
