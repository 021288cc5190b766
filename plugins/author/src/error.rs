//! Why commands for authors fail.

use std::path::{Path, PathBuf};

use crate::index::IndexError;
use crate::package::PackageError;

/// Why a command for authors failed. The text says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuthorError {
    /// A file could not be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What happened.
        reason: String,
    },
    /// An argument is not usable.
    #[error("{0}")]
    Argument(String),
    /// There is no compiler for WebAssembly.
    #[error("there is no compiler for {target}: {advice}", target = stoa_plugin_build::TARGET)]
    NoCompiler {
        /// What to install.
        advice: String,
    },
    /// The project did not compile. The compiler has printed the reason.
    #[error("{0}")]
    Build(String),
    /// The plugin host did not start.
    #[error("the plugin host did not start: {0}")]
    Host(String),
    /// A package is not valid.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// An index is not valid, or a package not accepted.
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl AuthorError {
    pub(crate) fn file(path: &Path, reason: impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: reason.to_string() }
    }
}
