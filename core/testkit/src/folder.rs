//! Copies of folders.

use std::fs;
use std::path::Path;

use anyhow::Result;

/// Copies a folder with all that is in it; files that are there already are replaced.
///
/// # Errors
/// When a file cannot be read or written.
pub fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
