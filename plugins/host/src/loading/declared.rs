//! Provisions of plugins, read without compiling or running them.

use std::path::Path;

use crate::manifest::{Manifest, Provision};

/// All provisions that the plugins of a folder declare. Invalid manifests are skipped.
///
/// # Errors
/// When the folder cannot be read.
pub fn declared(folder: &Path) -> std::io::Result<Vec<Provision>> {
    let mut provisions = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let Ok(text) = std::fs::read_to_string(entry?.path().join("plugin.toml")) else { continue };
        provisions.extend(Manifest::parse(&text).map(|manifest| manifest.provides).unwrap_or_default());
    }
    Ok(provisions)
}
