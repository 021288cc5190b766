//! Packages of built plugins, signed by publishers of tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use stoa_plugin_author::{SigningKey, pack};
use stoa_testkit::copy_folder;
use tempfile::TempDir;

/// What is packed.
#[derive(Clone, Copy)]
pub(crate) struct Packed<'a> {
    /// Folder of a built plugin, such as `plugins/stoa.callout` in the target folder.
    pub(crate) built: &'a str,
    /// Id of the plugin in the package.
    pub(crate) id: &'a str,
    /// Its version in the package.
    pub(crate) version: &'a str,
}

/// A folder for packages, and the key of a publisher in it.
pub(crate) fn publisher() -> Result<(TempDir, SigningKey)> {
    let folder = tempfile::tempdir()?;
    let key = SigningKey::create(&folder.path().join("acme.key"))?;
    Ok((folder, key))
}

/// Packs a built plugin with another id and version, in a new folder of `folder`, and returns the package.
pub(crate) fn packed(folder: &Path, what: Packed<'_>, key: &SigningKey) -> Result<PathBuf> {
    let Packed { built, id, version } = what;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target").join(built);
    ensure!(source.is_dir(), "there is no {}; run `cargo xtask plugins` first", source.display());
    let project = folder.join(format!("{id}-{version}"));
    let own = project.join("dist/plugin").join(id);
    copy_folder(&source, &own)?;
    let manifest = fs::read_to_string(source.join("plugin.toml"))?;
    let about = manifest.split_once("[[provides]]").context("it provides nothing")?;
    let mut head: Vec<String> = about.0.lines().map(str::to_owned).collect();
    for line in &mut head {
        if line.starts_with("id = ") {
            *line = format!("id = {id:?}");
        } else if line.starts_with("version = ") {
            *line = format!("version = {version:?}");
        }
    }
    let manifest = format!("{}\n[[provides]]{}", head.join("\n"), about.1);
    fs::write(project.join("plugin.toml"), &manifest)?;
    fs::write(own.join("plugin.toml"), &manifest)?;
    fs::write(own.join("README.md"), format!("# {id}\n\nFor tests.\n"))?;
    fs::write(own.join("LICENSE"), "MIT\n")?;
    fs::write(own.join("icon.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>\n")?;
    Ok(pack(&project, key)?)
}
