//! The files of a plugin: of a folder, or of a package in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use crate::convert::invalid;
use crate::error::PluginErrorKind;

/// Files of a folder that are read as those of a package, bytes in total.
const MAX_FOLDER_BYTES: u64 = 64 * 1024 * 1024;

/// The files of a package by their paths, which have `/` between the parts.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct PackageFiles(BTreeMap<String, Vec<u8>>);

impl PackageFiles {
    /// The content of a file.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.0.get(path).map(Vec::as_slice)
    }

    /// The regular files in a folder and in those in it.
    pub(crate) fn of_folder(folder: &Path) -> Result<Self, PluginErrorKind> {
        let (mut files, mut left) = (BTreeMap::new(), MAX_FOLDER_BYTES);
        let mut folders = vec![String::new()];
        while let Some(before) = folders.pop() {
            let fault = |error: std::io::Error| invalid(format!("{}: {error}", folder.join(&before).display()));
            for entry in std::fs::read_dir(folder.join(&before)).map_err(fault)? {
                let entry = entry.map_err(fault)?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = if before.is_empty() { name } else { format!("{before}/{name}") };
                let kind = entry.file_type().map_err(fault)?;
                if kind.is_dir() {
                    folders.push(path);
                } else if kind.is_file() {
                    let content = Files::Folder(folder).read(&path, left)?;
                    left = left.saturating_sub(content.len() as u64);
                    files.insert(path, content);
                }
            }
        }
        Ok(Self(files))
    }

    /// All files, sorted by their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().map(|(path, content)| (path.as_str(), content.as_slice()))
    }
}

impl FromIterator<(String, Vec<u8>)> for PackageFiles {
    fn from_iter<T: IntoIterator<Item = (String, Vec<u8>)>>(files: T) -> Self {
        Self(files.into_iter().collect())
    }
}

impl fmt::Debug for PackageFiles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.0.keys()).finish()
    }
}

/// Where the files of a plugin are.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Files<'a> {
    Folder(&'a Path),
    Package(&'a PackageFiles),
}

impl Files<'_> {
    /// A file of at most `largest` bytes.
    pub(crate) fn read(self, name: &str, largest: u64) -> Result<Vec<u8>, PluginErrorKind> {
        let fault = |reason: String| invalid(format!("{name}: {reason}"));
        let too_large = || fault(format!("is larger than {largest} bytes"));
        match self {
            Self::Folder(folder) => {
                let path = folder.join(name);
                let facts = std::fs::symlink_metadata(&path).map_err(|error| fault(error.to_string()))?;
                if !facts.is_file() {
                    return Err(fault("is not a regular file".to_owned()));
                }
                if facts.len() > largest {
                    return Err(too_large());
                }
                std::fs::read(&path).map_err(|error| fault(error.to_string()))
            }
            Self::Package(files) => {
                let content = files.get(name).ok_or_else(|| fault("is missing in the package".to_owned()))?;
                if content.len() as u64 > largest {
                    return Err(too_large());
                }
                Ok(content.to_vec())
            }
        }
    }

    /// Names of the files in a folder of the plugin, sorted; none when there is no such folder.
    pub(crate) fn names(self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Self::Folder(parent) => std::fs::read_dir(parent.join(folder))
                .into_iter()
                .flatten()
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .collect(),
            Self::Package(files) => files
                .iter()
                .filter_map(|(path, _)| path.strip_prefix(folder)?.strip_prefix('/'))
                .map(str::to_owned)
                .collect(),
        };
        names.sort();
        names
    }
}
