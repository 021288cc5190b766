//! The files of stored packages, from the file store.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use stoa_entity::platform::plugin_package::SHARED;
use stoa_kernel::ports::{BlobStore, PortError};
use stoa_plugin_author::Package;
use stoa_plugin_host::{PackageFiles, PackageSource};
use stoa_tenancy::Databases;

/// Finds packages by their digests.
pub(crate) struct StoredFiles {
    databases: Arc<Databases>,
    blobs: Arc<dyn BlobStore>,
}

/// Where the file of a package is. That of a site begins with its id, so that it is deleted with the site.
fn key(owner: &str, digest: &str) -> String {
    match owner {
        SHARED => format!("plugin-packages/{digest}"),
        website => format!("{website}/plugin-packages/{digest}"),
    }
}

impl StoredFiles {
    pub(crate) fn new(databases: Arc<Databases>, blobs: Arc<dyn BlobStore>) -> Self {
        Self { databases, blobs }
    }

    pub(crate) async fn put(&self, owner: &str, digest: &str, bytes: Bytes) -> Result<(), PortError> {
        self.blobs.put(&key(owner, digest), bytes).await
    }

    pub(crate) async fn delete(&self, owner: &str, digest: &str) -> Result<(), PortError> {
        self.blobs.delete(&key(owner, digest)).await
    }

    /// The package of an owner, after its signature and all digests were checked again: the file store may be in other
    /// hands.
    pub(crate) async fn package(&self, owner: &str, digest: &str) -> Result<Option<Package>, String> {
        let found = self.blobs.get(&key(owner, digest)).await.map_err(|error| error.to_string())?;
        let Some(bytes) = found else { return Ok(None) };
        let package = read(bytes).await?;
        if package.digest != digest {
            return Err(format!("the file of the package {digest} was exchanged"));
        }
        Ok(Some(package))
    }
}

/// Reads a package, which blocks.
pub(crate) async fn read(bytes: Bytes) -> Result<Package, String> {
    let read = tokio::task::spawn_blocking(move || stoa_plugin_author::open(&bytes, None)).await;
    read.map_err(|error| error.to_string())?.map_err(|error| error.to_string())
}

/// The files of a package, for the plugin host.
pub(crate) fn files_of(package: Package) -> PackageFiles {
    package.files.into_iter().map(|file| (file.path, file.content)).collect()
}

#[async_trait]
impl PackageSource for StoredFiles {
    async fn files(&self, digest: &str) -> Result<Option<PackageFiles>, String> {
        let rows = self.databases.plugin_package(digest).await.map_err(|error| error.to_string())?;
        for row in rows {
            // All rows are about the same bytes; one of them may be of a site that is being deleted.
            if let Some(package) = self.package(&row.owner, digest).await? {
                return Ok(Some(files_of(package)));
            }
        }
        Ok(None)
    }
}
