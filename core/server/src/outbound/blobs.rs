//! File storage in a local folder or an S3-compatible store.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::future::ready;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{GetOptions, GetRange, ObjectStore, ObjectStoreExt as _, WriteMultipart};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{BlobStore, ByteStream, PortError};

use crate::config::StorageConfig;

/// Parts of a large file uploaded to the store concurrently, some megabytes each.
const PARTS_AT_ONCE: usize = 2;
/// Without a write for this long, a file under its other name belongs to no upload any more: none may take as long.
pub const ABANDONED: Duration = Duration::from_secs(30 * 60);

/// Any store supported by `object_store`.
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
    /// The folder, for local storage.
    folder: Option<PathBuf>,
}

const PORT: &str = "blob store";

fn port_error(error: object_store::Error) -> PortError {
    PortError::of_files(PORT, &error)
}

impl Blobs {
    /// Files in a folder, which is created when missing. A file is written under another name, synced and renamed, so
    /// that a file reported as stored survives a power failure.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn local(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let store = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
        Ok(Self { store: Arc::new(store), folder: Some(folder.to_owned()) })
    }

    /// A bucket of an S3-compatible store.
    ///
    /// # Errors
    /// When the settings do not form a valid URL.
    pub fn s3(config: &StorageConfig) -> anyhow::Result<Self> {
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&config.bucket)
            .with_region(&config.region)
            .with_access_key_id(config.access_key.expose())
            .with_secret_access_key(config.secret_key.expose());
        if !config.endpoint.is_empty() {
            builder = builder.with_endpoint(&config.endpoint).with_allow_http(config.endpoint.starts_with("http://"));
        }
        Ok(Self { store: Arc::new(builder.build()?), folder: None })
    }
}

#[async_trait]
impl BlobStore for Blobs {
    async fn put(&self, key: &str, bytes: Bytes) -> Result<(), PortError> {
        self.store.put(&Key::from(key), bytes.into()).await.map(|_| ()).map_err(port_error)
    }

    async fn get(&self, key: &str) -> Result<Option<Bytes>, PortError> {
        match self.store.get(&Key::from(key)).await {
            Ok(found) => found.bytes().await.map(Some).map_err(port_error),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(port_error(error)),
        }
    }

    async fn write(&self, key: &str, mut file: ByteStream) -> Result<(), PortError> {
        let upload = self.store.put_multipart(&Key::from(key)).await.map_err(port_error)?;
        let mut upload = WriteMultipart::new(upload);
        while let Some(piece) = file.next().await {
            let piece = match piece {
                Ok(piece) => piece,
                Err(error) => {
                    if let Err(error) = upload.abort().await {
                        tracing::warn!(%error, key, "what was stored of a file that did not arrive was not deleted");
                    }
                    return Err(error);
                }
            };
            upload.wait_for_capacity(PARTS_AT_ONCE).await.map_err(port_error)?;
            upload.put(piece);
        }
        upload.finish().await.map(|_| ()).map_err(port_error)
    }

    async fn read(&self, key: &str, part: Range<u64>) -> Result<Option<ByteStream>, PortError> {
        let options = GetOptions { range: Some(GetRange::Bounded(part)), ..GetOptions::default() };
        match self.store.get_opts(&Key::from(key), options).await {
            Ok(found) => Ok(Some(found.into_stream().map_err(port_error).boxed())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(port_error(error)),
        }
    }

    async fn delete(&self, key: &str) -> Result<(), PortError> {
        match self.store.delete(&Key::from(key)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
            Err(error) => return Err(port_error(error)),
        }
        let Some(folder) = &self.folder else { return Ok(()) };
        let left = delete_abandoned(&folder.join(format!("{key}#1"))).await;
        left.map_err(|error| PortError::of_files(PORT, &error))
    }

    async fn delete_site(&self, website: &WebsiteId) -> Result<(), PortError> {
        if let Some(folder) = &self.folder {
            // Also removes subfolders and remains of interrupted writes, which the store does not list.
            return match tokio::fs::remove_dir_all(folder.join(website.as_str())).await {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(PortError::of_files(PORT, &error)),
                _ => Ok(()),
            };
        }
        // Deletes a thousand files at a time while the pages of the list arrive.
        let listed = self.store.list(Some(&Key::from(website.as_str()))).map_ok(|found| found.location).boxed();
        let deleted = self.store.delete_stream(listed);
        deleted.try_for_each(|_| ready(Ok(()))).await.map_err(port_error)
    }
}

/// Deletes what a program that was killed has left of a file that it was writing. The store does not list it.
async fn delete_abandoned(unfinished: &Path) -> io::Result<()> {
    let Ok(found) = tokio::fs::metadata(unfinished).await else { return Ok(()) };
    if found.modified()?.elapsed().unwrap_or_default() < ABANDONED {
        return Ok(());
    }
    match tokio::fs::remove_file(unfinished).await {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
