//! Reads packages, which may come from anyone.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

use super::{
    FORMAT, LOCK, Lock, MAX_ARCHIVE, MAX_COMPONENT, MAX_ENTRIES, MAX_FILE, MAX_TOTAL, Package, PackageError,
    PackedFile, SIGNATURE, Signature, signed_bytes,
};
use crate::PublicKey;
use crate::layout::{MANIFEST, belongs};

/// Reads a package that may come from anyone: checks its size, its paths, the signature and every digest. Nothing is
/// written. With `expected`, a package of another publisher is refused.
///
/// # Errors
/// Every reason is a [`PackageError`] of its own.
pub fn open(bytes: &[u8], expected: Option<&PublicKey>) -> Result<Package, PackageError> {
    if bytes.len() > MAX_ARCHIVE {
        return Err(PackageError::TooLarge { limit: MAX_ARCHIVE });
    }
    let mut entries = unpack(bytes)?;
    let lock_bytes = entries.remove(LOCK).ok_or_else(|| PackageError::Missing(LOCK.to_owned()))?;
    let signature = entries.remove(SIGNATURE).ok_or_else(|| PackageError::Missing(SIGNATURE.to_owned()))?;
    // Nothing of the lock is believed before its signature is checked.
    let publisher = check_signature(&lock_bytes, &signature)?;
    if let Some(expected) = expected.filter(|expected| **expected != publisher) {
        return Err(PackageError::OtherPublisher { found: publisher, expected: *expected });
    }
    let lock: Lock = read_json(LOCK, &lock_bytes)?;
    if lock.format != FORMAT {
        return Err(PackageError::Format { found: lock.format });
    }
    let files = check_files(&lock, entries)?;
    check_manifest(&lock, &files)?;
    Ok(Package { id: lock.id, version: lock.version, publisher, digest: hex::encode(Sha256::digest(bytes)), files })
}

/// The entries of the zip, within the limits. Sizes that the zip states are not believed.
fn unpack(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, PackageError> {
    let fault = |error: &dyn std::fmt::Display| PackageError::NotAPackage(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| fault(&error))?;
    if archive.len() > MAX_ENTRIES {
        return Err(PackageError::TooManyFiles { limit: MAX_ENTRIES });
    }
    let mut entries = BTreeMap::new();
    let mut left = MAX_TOTAL;
    for place in 0..archive.len() {
        let entry = archive.by_index(place).map_err(|error| fault(&error))?;
        let path = entry.name().map_err(|error| fault(&error))?.into_owned();
        let is_component = path.ends_with(".wasm") && !path.contains(['/', '\\']) && !path.starts_with('.');
        if !entry.is_file() || !(is_component || belongs(&path) || [LOCK, SIGNATURE].contains(&path.as_str())) {
            return Err(PackageError::ForeignFile(path));
        }
        let limit = if is_component { MAX_COMPONENT } else { MAX_FILE };
        let mut content = Vec::new();
        entry.take(limit.min(left) + 1).read_to_end(&mut content).map_err(|error| fault(&error))?;
        let size = content.len() as u64;
        if size > limit {
            return Err(PackageError::FileTooLarge { path, limit });
        }
        left = left
            .checked_sub(size)
            .ok_or_else(|| PackageError::FileTooLarge { path: "everything".to_owned(), limit: MAX_TOTAL })?;
        if entries.insert(path.clone(), content).is_some() {
            return Err(PackageError::ForeignFile(path));
        }
    }
    Ok(entries)
}

fn check_signature(lock: &[u8], signature: &[u8]) -> Result<PublicKey, PackageError> {
    let unreadable = |reason: String| PackageError::Unreadable { file: SIGNATURE, reason };
    let stated: Signature = read_json(SIGNATURE, signature)?;
    let key: PublicKey = stated.public_key.parse().map_err(unreadable)?;
    let bytes = STANDARD.decode(&stated.signature).map_err(|error| unreadable(error.to_string()))?;
    if key.has_signed(&signed_bytes(lock), &bytes) { Ok(key) } else { Err(PackageError::WrongSignature) }
}

/// Every file of the lock is there as it was signed, and no other.
fn check_files(lock: &Lock, mut entries: BTreeMap<String, Vec<u8>>) -> Result<Vec<PackedFile>, PackageError> {
    let mut files = Vec::with_capacity(lock.files.len());
    for locked in &lock.files {
        let content = entries.remove(&locked.path).ok_or_else(|| PackageError::Missing(locked.path.clone()))?;
        if content.len() as u64 != locked.size || hex::encode(Sha256::digest(&content)) != locked.sha256 {
            return Err(PackageError::Changed(locked.path.clone()));
        }
        files.push(PackedFile { path: locked.path.clone(), content });
    }
    match entries.into_keys().next() {
        Some(foreign) => Err(PackageError::ForeignFile(foreign)),
        None => Ok(files),
    }
}

/// The manifest is of the plugin and version that the lock states, and the component is there.
fn check_manifest(lock: &Lock, files: &[PackedFile]) -> Result<(), PackageError> {
    let find = |path: &str| files.iter().find(|file| file.path == path);
    let manifest = find(MANIFEST).ok_or_else(|| PackageError::Missing(MANIFEST.to_owned()))?;
    let text = String::from_utf8_lossy(&manifest.content);
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| PackageError::Unreadable {
        file: MANIFEST,
        reason: error.message().to_owned(),
    })?;
    let about = |key: &str| {
        table.get("plugin").and_then(|about| about.get(key)).and_then(toml::Value::as_str).unwrap_or_default()
    };
    let (stated, packed) = (format!("{} {}", about("id"), about("version")), format!("{} {}", lock.id, lock.version));
    if stated != packed || about("component") != lock.component {
        return Err(PackageError::OtherPlugin { manifest: stated, package: packed });
    }
    match find(&lock.component) {
        Some(_) => Ok(()),
        None => Err(PackageError::Missing(lock.component.clone())),
    }
}

fn read_json<T: DeserializeOwned>(file: &'static str, bytes: &[u8]) -> Result<T, PackageError> {
    serde_json::from_slice(bytes).map_err(|error| PackageError::Unreadable { file, reason: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::super::write::{archive, encode};
    use super::*;
    use crate::SigningKey;

    const TOML: &[u8] = b"[plugin]\nid = \"acme.a\"\nversion = \"1.0.0\"\ncomponent = \"plugin.wasm\"\n";

    fn key() -> SigningKey {
        let folder = tempfile::tempdir().unwrap();
        SigningKey::create(&folder.path().join("a.key")).unwrap()
    }

    fn files() -> Vec<PackedFile> {
        let file = |path: &str, content: &[u8]| PackedFile { path: path.to_owned(), content: content.to_vec() };
        vec![file("plugin.toml", TOML), file("plugin.wasm", b"component"), file("schema/a.json", b"{}")]
    }

    fn package(key: &SigningKey) -> Vec<u8> {
        encode("acme.a", "1.0.0", "plugin.wasm", &files(), key).unwrap()
    }

    /// The entries of a package, to change some.
    fn entries(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
        unpack(bytes).unwrap()
    }

    fn zip(entries: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
        let entries: Vec<(&str, &[u8])> =
            entries.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
        archive(&entries).unwrap()
    }

    #[test]
    fn a_package_is_read_and_reproducible() {
        let key = key();
        let bytes = package(&key);
        assert_eq!(bytes, package(&key));
        let read = open(&bytes, Some(&key.public())).unwrap();
        assert_eq!((read.id.as_str(), read.version.as_str()), ("acme.a", "1.0.0"));
        assert_eq!(read.publisher, key.public());
        assert_eq!(read.files, files());
    }

    #[test]
    fn changes_after_signing_are_found() {
        let (own, other) = (key(), key());
        let bytes = package(&own);
        assert!(matches!(open(&bytes, Some(&other.public())), Err(PackageError::OtherPublisher { .. })));
        let mut changed = entries(&bytes);
        changed.insert("plugin.wasm".to_owned(), b"another!!".to_vec());
        assert_eq!(open(&zip(&changed), None).unwrap_err(), PackageError::Changed("plugin.wasm".to_owned()));
        let mut extended = entries(&bytes);
        extended.insert("schema/b.json".to_owned(), b"{}".to_vec());
        assert_eq!(open(&zip(&extended), None).unwrap_err(), PackageError::ForeignFile("schema/b.json".to_owned()));
        let mut shortened = entries(&bytes);
        shortened.remove("schema/a.json");
        assert_eq!(open(&zip(&shortened), None).unwrap_err(), PackageError::Missing("schema/a.json".to_owned()));
        let mut relocked = entries(&bytes);
        let lock = String::from_utf8(relocked[LOCK].clone()).unwrap().replace("1.0.0", "9.0.0");
        relocked.insert(LOCK.to_owned(), lock.into_bytes());
        assert_eq!(open(&zip(&relocked), None).unwrap_err(), PackageError::WrongSignature);
        let mut unsigned = entries(&bytes);
        unsigned.remove(SIGNATURE);
        assert_eq!(open(&zip(&unsigned), None).unwrap_err(), PackageError::Missing(SIGNATURE.to_owned()));
    }

    #[test]
    fn paths_outside_the_plugin_are_refused() {
        for path in ["../plugin.toml", "/etc/passwd", "schema/../../a.json", "schema\\a.json", "a/b.wasm", "schema/"] {
            let bytes = archive(&[(path, b"")]).unwrap();
            assert!(matches!(open(&bytes, None), Err(PackageError::ForeignFile(_))), "{path}");
        }
    }

    #[test]
    fn bombs_are_refused() {
        let zeros = vec![0; usize::try_from(MAX_FILE).unwrap() + 1];
        let bytes = archive(&[("schema/a.json", zeros.as_slice())]).unwrap();
        assert!(bytes.len() < 10_000);
        assert!(matches!(open(&bytes, None), Err(PackageError::FileTooLarge { .. })));
        let zeros = vec![0; usize::try_from(MAX_FILE).unwrap()];
        let names: Vec<String> = (0..40).map(|number| format!("pictures/{number}.png")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
        let together = open(&archive(&many).unwrap(), None).unwrap_err();
        assert_eq!(together, PackageError::FileTooLarge { path: "everything".to_owned(), limit: MAX_TOTAL });
        let names: Vec<String> = (0..=MAX_ENTRIES).map(|number| format!("schema/{number}.json")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"{}".as_slice())).collect();
        assert!(matches!(open(&archive(&many).unwrap(), None), Err(PackageError::TooManyFiles { .. })));
        assert!(matches!(open(b"no zip", None), Err(PackageError::NotAPackage(_))));
    }

    #[test]
    fn the_manifest_is_of_the_same_plugin() {
        let key = key();
        let bytes = encode("acme.b", "1.0.0", "plugin.wasm", &files(), &key).unwrap();
        assert!(matches!(open(&bytes, None), Err(PackageError::OtherPlugin { .. })));
    }
}
