//! Reads the files of a plugin's folder.

use std::path::Path;

use crate::convert::invalid;
use crate::error::PluginErrorKind;
use crate::manifest::{Manifest, Provision};
use crate::registry::{BlockInfo, PluginInfo};

const LARGEST_FILE: u64 = 256 * 1024;

/// A manifest, and a warning for each of its keys that this host does not know.
pub(crate) struct ReadManifest {
    pub(crate) manifest: Manifest,
    pub(crate) warnings: Vec<String>,
}

pub(crate) fn read_manifest(folder: &Path) -> Result<ReadManifest, PluginErrorKind> {
    let text = read_text(folder, "plugin.toml")?;
    let manifest = Manifest::parse(&text).map_err(|fault| invalid(format!("plugin.toml: {fault}")))?;
    let ignored = |key: String| {
        format!("plugin.toml: {key} is ignored, since this host, Stoa {}, does not know it", env!("CARGO_PKG_VERSION"))
    };
    let warnings = manifest.unknown_keys(&text).into_iter().map(ignored).collect();
    Ok(ReadManifest { manifest, warnings })
}

pub(crate) fn describe(folder: &Path, read: ReadManifest, digest: String) -> Result<PluginInfo, PluginErrorKind> {
    let ReadManifest { manifest, warnings } = read;
    let mut blocks = Vec::new();
    for provision in &manifest.provides {
        let Provision::Block { name, title, settings_schema, settings_version, data, example, category } = provision
        else {
            continue;
        };
        blocks.push(BlockInfo {
            kind: name.clone(),
            name: name.clone(),
            title: title.clone().unwrap_or_else(|| manifest.plugin.name.clone()),
            settings_schema: read_json(folder, settings_schema)?,
            settings_version: *settings_version,
            data: data.clone(),
            example: example.as_ref().map(|file| read_json(folder, file)).transpose()?,
            category: category.clone(),
        });
    }
    let settings_schema = manifest.settings.map(|settings| read_json(folder, &settings.schema)).transpose()?;
    Ok(PluginInfo {
        id: manifest.plugin.id,
        version: manifest.plugin.version,
        api: manifest.plugin.api,
        name: manifest.plugin.name,
        summary: manifest.plugin.summary,
        license: manifest.plugin.license,
        homepage: manifest.plugin.homepage,
        digest,
        provides: manifest.provides,
        permissions: manifest.permissions,
        class: manifest.limits.class,
        settings_schema,
        blocks,
        warnings,
    })
}

pub(crate) fn read_file(folder: &Path, name: &str, largest: u64) -> Result<Vec<u8>, PluginErrorKind> {
    let path = folder.join(name);
    let fault = |reason: String| invalid(format!("{name}: {reason}"));
    let facts = std::fs::symlink_metadata(&path).map_err(|error| fault(error.to_string()))?;
    if !facts.is_file() {
        return Err(fault("is not a regular file".to_owned()));
    }
    if facts.len() > largest {
        return Err(fault(format!("is larger than {largest} bytes")));
    }
    std::fs::read(&path).map_err(|error| fault(error.to_string()))
}

fn read_text(folder: &Path, name: &str) -> Result<String, PluginErrorKind> {
    String::from_utf8(read_file(folder, name, LARGEST_FILE)?).map_err(|_| invalid(format!("{name}: is not UTF-8")))
}

fn read_json(folder: &Path, name: &str) -> Result<serde_json::Value, PluginErrorKind> {
    serde_json::from_str(&read_text(folder, name)?).map_err(|error| invalid(format!("{name}: {error}")))
}
