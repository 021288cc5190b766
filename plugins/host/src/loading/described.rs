//! A plugin as its files describe it, before anything of it is compiled or run.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Once};

use sha2::{Digest as _, Sha256};
use stoa_opaque::Opaque;

use crate::error::{PluginError, PluginErrorKind};
use crate::files::Files;
use crate::folder::{ReadManifest, describe, read_manifest};
use crate::limits::Limits;
use crate::loading::code::{CodeSource, LazyCode};
use crate::manifest::{Manifest, check_sizes};
use crate::registry::{LARGEST_COMPONENT, Plugin, PluginInfo};
use crate::texts::Texts;

/// A plugin that was read, and whose files and sizes are valid.
pub(crate) struct Described {
    pub(crate) id: Arc<str>,
    pub(crate) version: Arc<str>,
    pub(crate) manifest: Manifest,
    pub(crate) info: PluginInfo,
    /// The component.
    pub(crate) bytes: Vec<u8>,
    /// Its SHA-256.
    pub(crate) digest: Vec<u8>,
    texts: Texts,
}

impl Described {
    /// Reads the files. `name` is that of a plugin whose manifest cannot be read.
    pub(crate) fn read(files: Files<'_>, name: &str, limits: &Limits) -> Result<Self, PluginError> {
        let read = read_manifest(files).map_err(|kind| PluginError::unknown(name, kind))?;
        let id: Arc<str> = Arc::from(read.manifest.plugin.id.as_str());
        let version: Arc<str> = Arc::from(read.manifest.plugin.version.as_str());
        Self::of(files, read, limits).map_err(|kind| PluginError::new(&id, &version, kind))
    }

    fn of(files: Files<'_>, read: ReadManifest, limits: &Limits) -> Result<Self, PluginErrorKind> {
        let manifest = read.manifest.clone();
        let id = Arc::from(manifest.plugin.id.as_str());
        let version = Arc::from(manifest.plugin.version.as_str());
        let bytes = files.read(&manifest.plugin.component, LARGEST_COMPONENT)?;
        let digest = Sha256::digest(&bytes).to_vec();
        let info = describe(files, read, hex::encode(&digest))?;
        check_sizes(&info, limits.client_script)?;
        Ok(Self { id, version, texts: Texts::read(files)?, info, manifest, bytes, digest })
    }

    pub(crate) fn error(&self, kind: PluginErrorKind) -> PluginError {
        PluginError::new(&self.id, &self.version, kind)
    }

    /// Where its code is, if these are the exports of its component.
    pub(crate) fn source(&self, folder: &Path, exports: BTreeSet<String>) -> CodeSource {
        let file = self.manifest.plugin.component.clone();
        CodeSource { folder: folder.to_owned(), file, digest: self.digest.clone(), exports }
    }

    /// The plugin, whose component imports these interfaces.
    pub(crate) fn into_plugin(self, imports: Vec<String>, code: LazyCode) -> Plugin {
        Plugin {
            id: self.id,
            version: self.version,
            info: PluginInfo { imports, ..self.info },
            peak_memory: AtomicUsize::new(0),
            warned: Once::new(),
            texts: self.texts,
            code: Opaque::new(code),
        }
    }

    /// Identifies everything that the checks depend on, besides component and engine: what the files say, the limits,
    /// and this program, which may check more than the one before.
    pub(crate) fn fingerprint(&self, limits: &Limits) -> Option<Vec<u8>> {
        let said = serde_json::to_vec(&(&self.manifest, &self.info, limits)).ok()?;
        Some(Sha256::new().chain_update(said).chain_update(program()).finalize().to_vec())
    }
}

/// The version of the program, its size and the time at which it was built or installed.
fn program() -> String {
    let facts = std::env::current_exe().and_then(std::fs::metadata).ok();
    let built = facts.map(|facts| (facts.len(), facts.modified().ok()));
    format!("{} {built:?}", env!("CARGO_PKG_VERSION"))
}
