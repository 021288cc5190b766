//! Reading and writing of files with errors that name them.

use std::fs;
use std::path::Path;

use crate::AuthorError;

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, AuthorError> {
    fs::read(path).map_err(|error| AuthorError::file(path, error))
}

pub(crate) fn read_text(path: &Path) -> Result<String, AuthorError> {
    fs::read_to_string(path).map_err(|error| AuthorError::file(path, error))
}

pub(crate) fn create_folder(path: &Path) -> Result<(), AuthorError> {
    fs::create_dir_all(path).map_err(|error| AuthorError::file(path, error))
}

/// Writes a file and creates its folder.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), AuthorError> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    fs::write(path, content).map_err(|error| AuthorError::file(path, error))
}
