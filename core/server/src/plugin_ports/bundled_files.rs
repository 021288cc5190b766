//! Icons, texts and pictures of the plugins of the server's folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use moka::future::Cache;
use stoa_plugin_host::{PackageFiles, PluginInfo};

use super::PackageContents;

/// Largest file that is read, as in packages.
const MAX_FILE_BYTES: u64 = 1024 * 1024;
/// Files that are shown.
const FILES: [&str; 3] = ["icon.svg", "README.md", "LICENSE"];
/// Folders of files that are shown.
const FOLDERS: [&str; 3] = ["locales", "panels", "pictures"];
const MAX_PLUGINS: u64 = 1_000;

/// The folder of plugins. A plugin is in the folder of its id.
pub(crate) struct BundledFiles {
    folder: Option<PathBuf>,
    known: Cache<String, Arc<PackageContents>>,
}

impl BundledFiles {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, known: Cache::new(MAX_PLUGINS) }
    }

    /// What a plugin of the folder shows. What cannot be read is left out.
    pub(super) async fn contents(&self, info: &PluginInfo) -> Arc<PackageContents> {
        let (folder, own) = (self.folder.clone(), info.clone());
        let reading = async move {
            let path = folder.map(|folder| folder.join(&own.id));
            let files = tokio::task::spawn_blocking(move || path.map(|path| read(&path)).unwrap_or_default());
            Arc::new(PackageContents::new(own, files.await.unwrap_or_default()))
        };
        self.known.get_with(info.id.clone(), reading).await
    }
}

fn read(folder: &Path) -> PackageFiles {
    let mut paths: Vec<String> = FILES.iter().map(|name| (*name).to_owned()).collect();
    for name in FOLDERS {
        let entries = fs::read_dir(folder.join(name)).into_iter().flatten().flatten();
        paths.extend(entries.map(|entry| format!("{name}/{}", entry.file_name().to_string_lossy())));
    }
    let read = |path: String| {
        let file = folder.join(&path);
        let facts = fs::symlink_metadata(&file).ok()?;
        let content = (facts.is_file() && facts.len() <= MAX_FILE_BYTES).then(|| fs::read(&file).ok()).flatten()?;
        Some((path, content))
    };
    paths.into_iter().filter_map(read).collect()
}
