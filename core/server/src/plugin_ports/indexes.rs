//! Reads the indexes of plugins that the operator allows, and stores their packages so that owners can choose them. A list
//! is taken only with the signature of the operator's key for it, and never one that is older than another seen before.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;

use anyhow::{Context as _, anyhow, ensure};
use bytes::{Bytes, BytesMut};
use sha2::{Digest as _, Sha256};
use stoa_kernel::plugin::PackageOrigin;
use stoa_plugin_author::{INDEX_FILE, IndexEntry, IndexVersion, MAX_INDEX, PublicKey, open, read_index};

use super::PluginPackages;
use crate::config::{PluginIndexConfig, PluginsConfig};

const LARGEST_PACKAGE: usize = 24 * 1024 * 1024;
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// See the module.
pub(crate) struct PluginIndexes {
    sources: Vec<Source>,
    packages: Weak<PluginPackages>,
    client: reqwest::Client,
    interval: Duration,
    /// Digests of packages that this server does not take, such as those for a later version of Stoa.
    refused: BTreeSet<String>,
}

/// An index of the settings.
struct Source {
    place: Place,
    key: PublicKey,
}

#[derive(Clone)]
enum Place {
    Folder(PathBuf),
    /// Without a slash at the end.
    Url(String),
}

impl Place {
    /// How the highest serial number of the index is remembered.
    fn name(&self) -> String {
        match self {
            Self::Folder(folder) => folder.display().to_string(),
            Self::Url(url) => url.clone(),
        }
    }
}

impl Source {
    fn new(config: &PluginIndexConfig) -> anyhow::Result<Self> {
        let key = config.key.parse().map_err(|error: String| anyhow!("plugins.indexes: {error}"))?;
        let place = if config.url.is_empty() {
            Place::Folder(PathBuf::from(&config.folder))
        } else {
            Place::Url(config.url.trim_end_matches('/').to_owned())
        };
        Ok(Self { place, key })
    }
}

impl PluginIndexes {
    /// The indexes of the settings.
    ///
    /// # Errors
    /// A key is none, or no client can be built.
    pub(crate) fn new(config: &PluginsConfig, packages: &Arc<PluginPackages>) -> anyhow::Result<Self> {
        let sources = config.indexes.iter().map(Source::new).collect::<anyhow::Result<_>>()?;
        // Whichever client is created first installs the TLS provider of the process.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_LIMIT)
            .timeout(TIME_LIMIT)
            .redirect(reqwest::redirect::Policy::none())
            .user_agent("Stoa")
            .build()?;
        let interval = Duration::from_secs(config.packages.index_minutes.saturating_mul(60));
        Ok(Self { sources, packages: Arc::downgrade(packages), client, interval, refused: BTreeSet::new() })
    }

    /// Reads them at once and then regularly, as long as somebody else uses the packages.
    pub(crate) async fn run(mut self) {
        let sources = std::mem::take(&mut self.sources);
        if sources.is_empty() {
            return;
        }
        let mut round = tokio::time::interval(self.interval);
        loop {
            round.tick().await;
            let Some(packages) = self.packages.upgrade() else { return };
            for source in &sources {
                let index = source.place.name();
                match self.read(source, &packages).await {
                    Ok(0) => {}
                    Ok(count) => tracing::info!(index, count, "plugins of an index can be chosen"),
                    Err(error) => tracing::warn!(index, error = format!("{error:#}"), "a plugin index is not read"),
                }
            }
        }
    }

    /// Reads one, and returns the number of packages that are new.
    async fn read(&mut self, source: &Source, packages: &PluginPackages) -> anyhow::Result<usize> {
        let name = source.place.name();
        let bytes = self.get(&source.place, INDEX_FILE, MAX_INDEX).await?;
        let seen = packages.index_serial(&name).await?;
        let index = read_index(&bytes, &source.key, seen)?;
        packages.accept_index_serial(&name, index.serial).await?;
        let known: BTreeSet<String> = packages.shared().await?.into_iter().map(|package| package.digest).collect();
        let mut count = 0;
        for entry in &index.entries {
            for version in entry.versions.iter().rev() {
                if let Some(reason) = &version.withdrawn {
                    if known.contains(&version.digest) {
                        let (plugin, version) = (&entry.id, &version.version);
                        tracing::warn!(plugin, version, reason, "an index has withdrawn a version of a plugin");
                    }
                    continue;
                }
                if known.contains(&version.digest) {
                    break;
                }
                if !self.refused.contains(&version.digest) && self.take(source, packages, entry, version).await? {
                    count += 1;
                    break;
                }
            }
        }
        Ok(count)
    }

    /// Stores a package; false when this server does not take it.
    async fn take(
        &mut self,
        source: &Source,
        packages: &PluginPackages,
        entry: &IndexEntry,
        version: &IndexVersion,
    ) -> anyhow::Result<bool> {
        let most = usize::try_from(version.size).unwrap_or(usize::MAX).min(LARGEST_PACKAGE);
        let path = version.path();
        let bytes = self.get(&source.place, &path, most).await?;
        ensure!(hex_digest(&bytes) == version.digest, "{path} is not the package of the index");
        let publisher: PublicKey = entry.publisher.parse().map_err(|error: String| anyhow!(error))?;
        let copy = bytes.clone();
        let package = tokio::task::spawn_blocking(move || open(&copy, Some(&publisher))).await?;
        let package = package.with_context(|| path.clone())?;
        let is_it = package.id == entry.id && package.version == version.version;
        ensure!(is_it, "{path} is {} {}, not what the index says", package.id, package.version);
        match packages.store_shared(bytes, PackageOrigin::Index).await {
            Ok(_) => Ok(true),
            Err(failure) => {
                let (plugin, version_name) = (&entry.id, &version.version);
                tracing::warn!(plugin, version = version_name, error = ?failure, "a package of an index is refused");
                self.refused.insert(version.digest.clone());
                Ok(false)
            }
        }
    }

    /// A file of an index, of at most `most` bytes.
    async fn get(&self, place: &Place, path: &str, most: usize) -> anyhow::Result<Bytes> {
        let too_large = || format!("{path} is larger than {most} bytes");
        match place {
            Place::Folder(folder) => {
                let file = folder.join(path);
                let about = tokio::fs::metadata(&file).await.with_context(|| file.display().to_string())?;
                ensure!(about.len() <= most as u64, too_large());
                Ok(Bytes::from(tokio::fs::read(&file).await.with_context(|| file.display().to_string())?))
            }
            Place::Url(url) => {
                let mut answer = self.client.get(format!("{url}/{path}")).send().await?.error_for_status()?;
                let mut bytes = BytesMut::new();
                while let Some(chunk) = answer.chunk().await? {
                    ensure!(bytes.len() + chunk.len() <= most, too_large());
                    bytes.extend_from_slice(&chunk);
                }
                Ok(bytes.freeze())
            }
        }
    }
}

fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
