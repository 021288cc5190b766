//! Indexes: folders of packages with a signed list, which any web server can serve.
//!
//! `index.json` is an envelope: the list as a text, the key of who keeps the index, and its signature over that text. It
//! is one file, so that a list is never read with the signature of another. The list has a serial number that only
//! grows: a reader that remembers the highest one cannot be given an old list again. Packages are named by their digest.

mod keep;
#[cfg(test)]
mod tests;

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

pub use keep::{IndexReport, Published, check_index, create_index, publish, withdraw};

use crate::{PackageError, PublicKey};

/// The file with the list.
pub const INDEX_FILE: &str = "index.json";
/// Largest size of that file, which is checked before anything of it is read.
pub const MAX_INDEX: usize = 8 * 1024 * 1024;
const FORMAT: u32 = 1;
const MAX_VERSIONS: usize = 20_000;
/// Precedes what is signed, so that the signature is of no use elsewhere.
const PURPOSE: &str = "stoa plugin index 1\n";

/// The list of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Index {
    /// Version of this format.
    pub format: u32,
    /// Display name.
    pub name: String,
    /// Grows with every change.
    pub serial: i64,
    /// Time of the last change, seconds since 1970.
    pub created: i64,
    /// The plugins.
    pub entries: Vec<IndexEntry>,
}

/// A plugin of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IndexEntry {
    /// `publisher.name`.
    pub id: String,
    /// Who signs all its versions.
    pub publisher: String,
    /// The latest one last.
    pub versions: Vec<IndexVersion>,
}

/// A version of a plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IndexVersion {
    /// Version of the plugin.
    pub version: String,
    /// SHA-256 of the package, in hex.
    pub digest: String,
    /// Size of the package in bytes.
    pub size: u64,
    /// Version of the contract, such as `0.1`: what the host has to serve.
    pub api: String,
    /// Display name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// What it provides, such as `block`.
    pub kinds: Vec<String>,
    /// Why it should not be installed any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<String>,
}

impl IndexVersion {
    /// Path of the package from the folder or address of the index.
    #[must_use]
    pub fn path(&self) -> String {
        format!("packages/{}.stoaplugin", self.digest)
    }
}

/// What `index.json` holds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Envelope {
    index: String,
    public_key: String,
    signature: String,
}

/// Why an index is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The file is larger than an index may be.
    #[error("the index is larger than {MAX_INDEX} bytes")]
    TooLarge,
    /// The file is no index, or a damaged one.
    #[error("the file is no plugin index: {0}")]
    NotAnIndex(String),
    /// Made for another version of Stoa.
    #[error("the index has the format {found}, this version of Stoa reads {FORMAT}")]
    Format {
        /// The format of the index.
        found: u32,
    },
    /// Signed by another key than the expected one.
    #[error("the index was signed by {found}, not by {expected}")]
    OtherKey {
        /// The key that signed it.
        found: PublicKey,
        /// The key that was expected.
        expected: PublicKey,
    },
    /// The signature is not that of the key.
    #[error("the signature of the index is wrong: it was changed after it was signed")]
    WrongSignature,
    /// An older list than one that was seen before.
    #[error("the index has the serial number {found}, but {seen} was seen before: an old one was put in its place")]
    WentBack {
        /// Its number.
        found: i64,
        /// The highest number so far.
        seen: i64,
    },
    /// An entry cannot be right.
    #[error("`{0}` of the index is not valid")]
    BadEntry(String),
    /// The versions of a plugin are signed by one key.
    #[error("{id} was published by {known}, so {found} cannot publish a version of it")]
    OtherPublisher {
        /// The plugin.
        id: String,
        /// The key of its versions so far.
        known: String,
        /// The key of this version.
        found: String,
    },
    /// A version is never replaced.
    #[error("{id} {version} is in the index with other content: give the plugin a new version")]
    VersionExists {
        /// The plugin.
        id: String,
        /// The version.
        version: String,
    },
    /// There is no such version.
    #[error("the index has no {0}")]
    NoSuchVersion(String),
    /// A package is not there.
    #[error("`{0}` is missing in the folder of the index")]
    MissingPackage(String),
    /// A package is not the one of the list.
    #[error("`{path}` is not the package of the index: {reason}")]
    WrongPackage {
        /// The file.
        path: String,
        /// What differs.
        reason: String,
    },
    /// A package is not valid.
    #[error(transparent)]
    Package(#[from] PackageError),
}

/// Reads the list of an index that may come from anyone. Only the one that `key` signed, and that is not older than
/// the serial number `seen`, is returned.
///
/// # Errors
/// Every reason is an [`IndexError`] of its own.
pub fn read_index(bytes: &[u8], key: &PublicKey, seen: Option<i64>) -> Result<Index, IndexError> {
    let (index, signer) = open_index(bytes)?;
    if signer != *key {
        return Err(IndexError::OtherKey { found: signer, expected: *key });
    }
    match seen.filter(|seen| index.serial < *seen) {
        Some(seen) => Err(IndexError::WentBack { found: index.serial, seen }),
        None => Ok(index),
    }
}

/// The list and who signed it.
fn open_index(bytes: &[u8]) -> Result<(Index, PublicKey), IndexError> {
    let unreadable = |error: &dyn fmt::Display| IndexError::NotAnIndex(error.to_string());
    if bytes.len() > MAX_INDEX {
        return Err(IndexError::TooLarge);
    }
    let envelope: Envelope = serde_json::from_slice(bytes).map_err(|error| unreadable(&error))?;
    let key: PublicKey = envelope.public_key.parse().map_err(|error: String| unreadable(&error))?;
    let signature = STANDARD.decode(&envelope.signature).map_err(|error| unreadable(&error))?;
    // Nothing of the list is believed before its signature is checked.
    if !key.has_signed(&signed_bytes(&envelope.index), &signature) {
        return Err(IndexError::WrongSignature);
    }
    let index: Index = serde_json::from_str(&envelope.index).map_err(|error| unreadable(&error))?;
    if index.format != FORMAT {
        return Err(IndexError::Format { found: index.format });
    }
    check_entries(&index)?;
    Ok((index, key))
}

fn check_entries(index: &Index) -> Result<(), IndexError> {
    let versions = index.entries.iter().map(|entry| entry.versions.len()).sum::<usize>();
    if versions > MAX_VERSIONS {
        return Err(IndexError::BadEntry(format!("entries: more than {MAX_VERSIONS} versions")));
    }
    for entry in &index.entries {
        if entry.publisher.parse::<PublicKey>().is_err() {
            return Err(IndexError::BadEntry(format!("{}: publisher", entry.id)));
        }
        for version in &entry.versions {
            let is_digest = version.digest.len() == 64
                && version.digest.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
            if !is_digest {
                return Err(IndexError::BadEntry(format!("{} {}: digest", entry.id, version.version)));
            }
        }
    }
    Ok(())
}

fn signed_bytes(index: &str) -> Vec<u8> {
    format!("{PURPOSE}{index}").into_bytes()
}
