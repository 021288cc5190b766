//! Keeping an index: a new one, another package, a check of all of it.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::{
    Envelope, FORMAT, INDEX_FILE, Index, IndexEntry, IndexError, IndexVersion, MAX_INDEX, open_index, signed_bytes,
};
use crate::files::{read, write};
use crate::layout::MANIFEST;
use crate::{AuthorError, Package, PublicKey, SigningKey, open};

/// What [`publish`] did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The plugin.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Serial number of the index afterwards.
    pub serial: i64,
    /// The version was in the index before, and nothing was changed.
    pub was_there: bool,
}

/// What [`check_index`] read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexReport {
    /// The list.
    pub index: Index,
    /// Who signed it.
    pub key: PublicKey,
    /// What is wrong with packages.
    pub faults: Vec<IndexError>,
}

/// Makes an index without plugins.
///
/// # Errors
/// The folder has one, or it cannot be written.
pub fn create_index(folder: &Path, name: &str, key: &SigningKey) -> Result<(), AuthorError> {
    let file = folder.join(INDEX_FILE);
    if file.exists() {
        return Err(AuthorError::file(&file, "exists already"));
    }
    let index = Index { format: FORMAT, name: name.to_owned(), serial: 1, created: now(), entries: Vec::new() };
    save(folder, &index, key)
}

/// Adds a package to an index. Packages of a plugin are of one publisher, and no version is ever replaced.
///
/// # Errors
/// The package is not valid or not accepted, the index was signed by another key, or a file cannot be written.
pub fn publish(package: &Path, folder: &Path, key: &SigningKey) -> Result<Published, AuthorError> {
    let bytes = read(package)?;
    let package = open(&bytes, None).map_err(IndexError::from)?;
    let mut index = own_index(folder, key)?;
    let version = describe(&package, bytes.len())?;
    let publisher = package.publisher.to_string();
    let place = index.entries.iter().position(|entry| entry.id == package.id).unwrap_or_else(|| {
        index.entries.push(IndexEntry { id: package.id.clone(), publisher: publisher.clone(), versions: Vec::new() });
        index.entries.len() - 1
    });
    let Some(entry) = index.entries.get_mut(place) else {
        return Err(IndexError::BadEntry(package.id).into());
    };
    if entry.publisher != publisher {
        let (id, known) = (package.id, entry.publisher.clone());
        return Err(IndexError::OtherPublisher { id, known, found: publisher }.into());
    }
    match entry.versions.iter().find(|known| known.version == version.version) {
        Some(known) if known.digest == version.digest => {
            let serial = index.serial;
            return Ok(Published { id: package.id, version: package.version, serial, was_there: true });
        }
        Some(_) => return Err(IndexError::VersionExists { id: package.id, version: package.version }.into()),
        None => {}
    }
    // The list names a package only when it is there.
    write(&folder.join(version.path()), &bytes)?;
    entry.versions.push(version);
    entry.versions.sort_by_key(|version| order(&version.version));
    index.entries.sort_by(|one, other| one.id.cmp(&other.id));
    let serial = renew(folder, &mut index, key)?;
    Ok(Published { id: package.id, version: package.version, serial, was_there: false })
}

/// Marks a version as one that should not be installed any more. Its package stays, for sites that have it.
///
/// # Errors
/// There is no such version, the index was signed by another key, or it cannot be written.
pub fn withdraw(folder: &Path, id: &str, version: &str, reason: &str, key: &SigningKey) -> Result<i64, AuthorError> {
    let mut index = own_index(folder, key)?;
    let entry = index.entries.iter_mut().find(|entry| entry.id == id);
    let known = entry.and_then(|entry| entry.versions.iter_mut().find(|known| known.version == version));
    let known = known.ok_or_else(|| IndexError::NoSuchVersion(format!("{id} {version}")))?;
    known.withdrawn = Some(reason.to_owned());
    renew(folder, &mut index, key)
}

/// Reads an index and all its packages.
///
/// # Errors
/// The list is refused or cannot be read. What is wrong with packages is in the report.
pub fn check_index(folder: &Path, expected: Option<&PublicKey>) -> Result<IndexReport, AuthorError> {
    let (index, key) = open_index(&read(&folder.join(INDEX_FILE))?)?;
    if let Some(expected) = expected.filter(|expected| **expected != key) {
        return Err(IndexError::OtherKey { found: key, expected: *expected }.into());
    }
    let mut faults = Vec::new();
    for entry in &index.entries {
        for version in &entry.versions {
            faults.extend(check_package(folder, entry, version).err());
        }
    }
    Ok(IndexReport { index, key, faults })
}

fn check_package(folder: &Path, entry: &IndexEntry, version: &IndexVersion) -> Result<(), IndexError> {
    let path = version.path();
    let bytes = read(&folder.join(&path)).map_err(|_| IndexError::MissingPackage(path.clone()))?;
    let wrong = |reason: String| IndexError::WrongPackage { path: path.clone(), reason };
    if hex::encode(Sha256::digest(&bytes)) != version.digest {
        return Err(wrong("its digest differs".to_owned()));
    }
    let package = open(&bytes, None).map_err(|error| wrong(error.to_string()))?;
    let is_it = package.id == entry.id
        && package.version == version.version
        && package.publisher.to_string() == entry.publisher;
    if is_it { Ok(()) } else { Err(wrong(format!("it is {} {}", package.id, package.version))) }
}

/// The index of a folder, which only the holder of its key may change.
fn own_index(folder: &Path, key: &SigningKey) -> Result<Index, AuthorError> {
    let file = folder.join(INDEX_FILE);
    if !file.is_file() {
        return Err(AuthorError::file(folder, "is no index: `stoa plugin index new` makes one"));
    }
    let (index, signer) = open_index(&read(&file)?)?;
    if signer == key.public() {
        Ok(index)
    } else {
        Err(IndexError::OtherKey { found: signer, expected: key.public() }.into())
    }
}

/// Writes the index with the next serial number, which it returns.
fn renew(folder: &Path, index: &mut Index, key: &SigningKey) -> Result<i64, AuthorError> {
    index.serial += 1;
    index.created = now();
    save(folder, index, key)?;
    Ok(index.serial)
}

/// Replaces the file at once, so that a web server never sends a part of it.
fn save(folder: &Path, index: &Index, key: &SigningKey) -> Result<(), AuthorError> {
    let fault = |error: serde_json::Error| IndexError::NotAnIndex(error.to_string());
    let text = serde_json::to_string(index).map_err(fault)?;
    let signature = STANDARD.encode(key.sign(&signed_bytes(&text)));
    let envelope = Envelope { index: text, public_key: key.public().to_string(), signature };
    let bytes = serde_json::to_vec_pretty(&envelope).map_err(fault)?;
    if bytes.len() > MAX_INDEX {
        return Err(IndexError::TooLarge.into());
    }
    let (file, new) = (folder.join(INDEX_FILE), folder.join(".index.json.new"));
    write(&new, &bytes)?;
    std::fs::rename(&new, &file).map_err(|error| AuthorError::file(&file, error))
}

/// What the manifest of a package says.
fn describe(package: &Package, size: usize) -> Result<IndexVersion, AuthorError> {
    let manifest = package.files.iter().find(|file| file.path == MANIFEST);
    let text = manifest.map(|file| String::from_utf8_lossy(&file.content)).unwrap_or_default();
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| IndexError::BadEntry(format!("{MANIFEST}: {}", error.message())))?;
    let about = |key: &str| {
        let found = table.get("plugin").and_then(|about| about.get(key)).and_then(toml::Value::as_str);
        found.unwrap_or_default().to_owned()
    };
    let provides = table.get("provides").and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut kinds: Vec<String> =
        provides.iter().filter_map(|provision| Some(provision.get("kind")?.as_str()?.to_owned())).collect();
    kinds.sort();
    kinds.dedup();
    Ok(IndexVersion {
        version: package.version.clone(),
        digest: package.digest.clone(),
        size: size as u64,
        api: about("api"),
        name: about("name"),
        summary: about("summary"),
        kinds,
        withdrawn: None,
    })
}

/// `1.10.0` is above `1.9.0`.
fn order(version: &str) -> Vec<u64> {
    version.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
