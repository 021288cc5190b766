//! Indexes of packages that the operator allows, each a folder or an address with a signed list.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use bytes::Bytes;
use futures::StreamExt as _;
use stoa_kernel::plugin::PackageOrigin;
use stoa_kernel::ports::RemoteFiles;
use stoa_plugin_author::{INDEX_FILE, IndexEntry, IndexVersion, MAX_INDEX, PublicKey, read_index};

use super::package_files::read;
use super::{PluginPackages, StoredPackage};
use crate::config::PluginIndexConfig;

/// Largest package, in bytes.
pub const LARGEST_PACKAGE: u64 = 24 * 1024 * 1024;

/// What reading an index changed.
pub(crate) struct IndexUpdate {
    /// Display name of the index.
    pub(crate) name: String,
    /// Its serial number.
    pub(crate) serial: i64,
    /// The packages that were installed.
    pub(crate) installed: Vec<StoredPackage>,
    /// What could not be installed or should not be used any more, in words.
    pub(crate) problems: Vec<String>,
}

/// Reads an index and installs the latest version of each plugin, unless it is there, for all sites to choose. What was
/// withdrawn is not offered to further sites, and those that have it are told. An index that is older than the one that
/// was read before is refused.
///
/// # Errors
/// When the list cannot be read or is not valid. A package that is refused is among the problems.
pub(crate) async fn update(
    packages: &PluginPackages,
    files: &dyn RemoteFiles,
    config: &PluginIndexConfig,
) -> anyhow::Result<IndexUpdate> {
    let source = config.source.trim_end_matches('/');
    let key: PublicKey = config.key.parse().map_err(anyhow::Error::msg)?;
    let list = fetch(files, source, INDEX_FILE, MAX_INDEX).await?;
    let seen = packages.index_serial(source).await?;
    let index = read_index(&list, &key, seen).with_context(|| source.to_owned())?;
    packages.accept_index_serial(source, index.serial).await?;
    let known: BTreeMap<String, PackageOrigin> =
        packages.shared().await?.into_iter().map(|package| (package.digest, package.origin)).collect();
    let mut update =
        IndexUpdate { name: index.name, serial: index.serial, installed: Vec::new(), problems: Vec::new() };
    for entry in &index.entries {
        for version in &entry.versions {
            let is_ours = known.get(&version.digest) == Some(&PackageOrigin::Index);
            if is_ours {
                packages.note_withdrawn(&version.digest, version.withdrawn.as_deref()).await?;
            }
            if let Some(reason) = version.withdrawn.as_ref().filter(|_| is_ours) {
                let (id, version, digest) = (&entry.id, &version.version, &version.digest);
                let advice = format!("`stoa plugin forbid --digest {digest}` stops it");
                update.problems.push(format!("{id} {version} was withdrawn: {reason}. {advice}"));
            }
        }
        let latest = entry.versions.iter().rev().find(|version| version.withdrawn.is_none());
        let Some(version) = latest.filter(|version| !known.contains_key(&version.digest)) else { continue };
        match install(packages, files, source, entry, version).await {
            Ok(package) => update.installed.push(package),
            Err(error) => update.problems.push(format!("{} {}: {error:#}", entry.id, version.version)),
        }
    }
    Ok(update)
}

async fn install(
    packages: &PluginPackages,
    files: &dyn RemoteFiles,
    source: &str,
    entry: &IndexEntry,
    version: &IndexVersion,
) -> anyhow::Result<StoredPackage> {
    let bytes = Bytes::from(fetch(files, source, &version.path(), size_of(version)?).await?);
    let package = read(bytes.clone()).await.map_err(anyhow::Error::msg)?;
    ensure!(package.digest == version.digest, "the package is not that of the index");
    let is_right = package.id == entry.id && package.version == version.version;
    ensure!(is_right, "the package is {} {}", package.id, package.version);
    let publisher = package.publisher.to_string();
    ensure!(publisher == entry.publisher, "the package was signed by {publisher}, not by {}", entry.publisher);
    Ok(packages.store_shared(bytes, PackageOrigin::Index).await?)
}

/// The size that an index states for a package: not every size is one of a package, and so much is read.
///
/// # Errors
/// When no package is as large.
pub fn size_of(version: &IndexVersion) -> anyhow::Result<usize> {
    ensure!(version.size <= LARGEST_PACKAGE, "its package is larger than {LARGEST_PACKAGE} bytes");
    Ok(usize::try_from(version.size)?)
}

/// A file of an index, of at most `most` bytes.
///
/// # Errors
/// When it cannot be read or is larger.
pub async fn fetch(files: &dyn RemoteFiles, source: &str, path: &str, most: usize) -> anyhow::Result<Vec<u8>> {
    let place = format!("{source}/{path}");
    if Path::new(source).is_absolute() {
        let size = tokio::fs::metadata(&place).await.with_context(|| place.clone())?.len();
        ensure!(usize::try_from(size).is_ok_and(|size| size <= most), "{place}: is larger than {most} bytes");
        return tokio::fs::read(&place).await.with_context(|| place.clone());
    }
    let mut file = files.open(&place).await.with_context(|| place.clone())?.file;
    let mut bytes = Vec::new();
    while let Some(chunk) = file.next().await {
        bytes.extend_from_slice(&chunk.with_context(|| place.clone())?);
        ensure!(bytes.len() <= most, "{place}: is larger than {most} bytes");
    }
    Ok(bytes)
}
