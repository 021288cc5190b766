//! Packages: one signed file with everything that belongs to a plugin.
//!
//! A package is a zip of the plugin's files, `plugin.lock` (JSON: the files with their sizes and digests) and
//! `plugin.sig` (JSON: the publisher's key and its signature over `plugin.lock`). What the lock does not name is
//! refused, so the signature covers every byte that is used.

mod read;
mod write;

use serde::{Deserialize, Serialize};

pub use read::open;
#[cfg(test)]
pub(crate) use write::encode;
pub use write::{pack, pack_for_dev};

use crate::PublicKey;

const LOCK: &str = "plugin.lock";
const SIGNATURE: &str = "plugin.sig";
const FORMAT: u32 = 1;
/// Precedes what is signed, so that the signature is of no use elsewhere.
const PURPOSE: &[u8] = b"stoa plugin package 1\n";
/// Limits of a package, checked before anything is kept.
const MAX_ARCHIVE: usize = 24 * 1024 * 1024;
const MAX_ENTRIES: usize = 256;
const MAX_COMPONENT: u64 = 24 * 1024 * 1024;
const MAX_FILE: u64 = 1024 * 1024;
const MAX_TOTAL: u64 = 32 * 1024 * 1024;

/// A package that was read and whose signature is right.
#[derive(Debug, Clone)]
pub struct Package {
    /// `publisher.name`.
    pub id: String,
    /// Version of the plugin.
    pub version: String,
    /// Who signed it. Whether this publisher is trusted is for the caller to decide.
    pub publisher: PublicKey,
    /// SHA-256 of the whole package, in hex.
    pub digest: String,
    /// The plugin's files, the component included.
    pub files: Vec<PackedFile>,
}

/// A file of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedFile {
    /// Path within the plugin's folder, with `/` between the parts.
    pub path: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// Why a package is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The file is larger than a package may be.
    #[error("the package is larger than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// The file is no zip, or a damaged one.
    #[error("the file is no plugin package: {0}")]
    NotAPackage(String),
    /// More files than a package may have.
    #[error("the package has more than {limit} files")]
    TooManyFiles {
        /// The limit.
        limit: usize,
    },
    /// A path that no plugin has: outside its folder, in an unknown folder, a link or a folder.
    #[error("the package contains `{0}`, which does not belong to a plugin")]
    ForeignFile(String),
    /// A file expands to more than it may.
    #[error("`{path}` of the package is larger than {limit} bytes")]
    FileTooLarge {
        /// The file, or everything together.
        path: String,
        /// The limit.
        limit: u64,
    },
    /// A file of the lock is not there.
    #[error("`{0}` is missing in the package")]
    Missing(String),
    /// `plugin.lock` or `plugin.sig` cannot be read.
    #[error("`{file}` of the package is not valid: {reason}")]
    Unreadable {
        /// Which of the two.
        file: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The package was made for another version of Stoa.
    #[error("the package has the format {found}, this version of Stoa reads {FORMAT}")]
    Format {
        /// The format of the package.
        found: u32,
    },
    /// The signature is not the publisher's.
    #[error("the signature of the package is wrong: it was changed after it was signed")]
    WrongSignature,
    /// A file is not the one that was signed.
    #[error("`{0}` of the package was changed after it was signed")]
    Changed(String),
    /// Signed by another publisher than the expected one.
    #[error("the package was signed by {found}, not by {expected}")]
    OtherPublisher {
        /// The key that signed it.
        found: PublicKey,
        /// The key that was expected.
        expected: PublicKey,
    },
    /// The manifest names another plugin than the lock.
    #[error("plugin.toml of the package is for {manifest}, but the package for {package}")]
    OtherPlugin {
        /// Id and version of the manifest.
        manifest: String,
        /// Id and version of the lock.
        package: String,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Lock {
    format: u32,
    id: String,
    version: String,
    component: String,
    files: Vec<LockedFile>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LockedFile {
    path: String,
    size: u64,
    sha256: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Signature {
    public_key: String,
    signature: String,
}

fn signed_bytes(lock: &[u8]) -> Vec<u8> {
    [PURPOSE, lock].concat()
}
