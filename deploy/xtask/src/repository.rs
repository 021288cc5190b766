//! Paths of the repository and the build folder.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Folders without hand-written files.
pub(crate) const GENERATED_FOLDERS: [&str; 8] =
    ["target", "node_modules", "dist", ".git", ".stoa", "test-results", "playwright-report", "coverage"];

/// The checked-out repository.
#[derive(Debug, Clone)]
pub(crate) struct Repository {
    root: PathBuf,
    target: PathBuf,
}

impl Repository {
    /// Finds the repository from the path of this crate's manifest.
    pub(crate) fn locate() -> Result<Self> {
        let manifest_folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
        let root = Path::new(&manifest_folder)
            .ancestors()
            .nth(2)
            .context("deploy/xtask is not two folders below the repository's root")?
            .to_path_buf();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => root.join(folder),
            None => root.join("target"),
        };
        Ok(Self { root, target })
    }

    /// The root folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the root.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// A path below cargo's build folder.
    pub(crate) fn target(&self, relative: &str) -> PathBuf {
        self.target.join(relative)
    }

    /// The built server program.
    pub(crate) fn server_program(&self, release: bool) -> PathBuf {
        self.target(if release { "release/stoa" } else { "debug/stoa" })
    }

    /// A path for output: relative to the root, with forward slashes.
    pub(crate) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }
}
