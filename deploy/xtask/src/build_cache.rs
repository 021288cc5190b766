//! Skips work whose inputs have not changed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::repository::GENERATED_FOLDERS;

/// Hash of the names and contents of all files below the given paths.
pub(crate) fn fingerprint(roots: &[PathBuf]) -> Result<String> {
    let mut digest = Sha256::new();
    for root in roots {
        let walk = WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(|entry| {
            entry.depth() == 0 || !GENERATED_FOLDERS.contains(&entry.file_name().to_string_lossy().as_ref())
        });
        for entry in walk {
            let entry = entry.with_context(|| format!("could not list {}", root.display()))?;
            if entry.file_type().is_file() {
                let path = entry.path();
                let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
                let content = fs::read(path).with_context(|| format!("could not read {}", path.display()))?;
                digest.update(name.as_bytes());
                digest.update([0]);
                digest.update((content.len() as u64).to_le_bytes());
                digest.update(&content);
            }
        }
    }
    Ok(hex::encode(digest.finalize()))
}

/// Whether the stamp file contains this fingerprint.
pub(crate) fn is_current(stamp: &Path, fingerprint: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|text| text.trim() == fingerprint)
}

/// Stores the fingerprint of completed work.
pub(crate) fn write(stamp: &Path, fingerprint: &str) -> Result<()> {
    if let Some(folder) = stamp.parent() {
        fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
    }
    fs::write(stamp, fingerprint).with_context(|| format!("could not write {}", stamp.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprint_sees_content_and_names_but_not_generated_folders() {
        let folder = tempfile::tempdir().unwrap();
        let roots = [folder.path().to_path_buf()];
        fs::write(folder.path().join("a.ts"), "one").unwrap();
        let first = fingerprint(&roots).unwrap();
        fs::create_dir(folder.path().join("node_modules")).unwrap();
        fs::write(folder.path().join("node_modules/x.js"), "x").unwrap();
        assert_eq!(fingerprint(&roots).unwrap(), first);
        fs::write(folder.path().join("a.ts"), "two").unwrap();
        let second = fingerprint(&roots).unwrap();
        assert_ne!(second, first);
        fs::rename(folder.path().join("a.ts"), folder.path().join("b.ts")).unwrap();
        assert_ne!(fingerprint(&roots).unwrap(), second);
    }

    #[test]
    fn stamp_matches_own_fingerprint_only() {
        let folder = tempfile::tempdir().unwrap();
        let stamp = folder.path().join("stamps/one");
        assert!(!is_current(&stamp, "abc"));
        write(&stamp, "abc").unwrap();
        assert!(is_current(&stamp, "abc"));
        assert!(!is_current(&stamp, "abd"));
    }
}
