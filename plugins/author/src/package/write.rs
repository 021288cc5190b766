//! Packs and signs a built plugin.

use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{
    FORMAT, LOCK, Lock, LockedFile, MAX_ARCHIVE, MAX_COMPONENT, MAX_ENTRIES, MAX_FILE, PackageError, PackedFile,
    SIGNATURE, Signature, open, signed_bytes,
};
use crate::files::{read, write};
use crate::layout::{Project, belongs};
use crate::{AuthorError, Built, SigningKey};

/// Level of compression of packages that are made whenever something is saved.
const FASTEST: i64 = 1;
/// Files without which there is no package.
const REQUIRED: [&str; 3] = ["README.md", "LICENSE", "icon.svg"];

/// Packs the built plugin of a project and signs it. The same build and key give the same bytes.
///
/// # Errors
/// The project is not built, a file is missing or too large, or the package cannot be written.
pub fn pack(project: &Path, key: &SigningKey) -> Result<PathBuf, AuthorError> {
    let project = Project::open(project)?;
    let folder = project.built_folder();
    if !folder.join(&project.component).is_file() {
        return Err(AuthorError::file(&project.folder, "is not built: run `stoa plugin build` first"));
    }
    let files = packed_files(&project, &folder)?;
    let bytes = encode(&project.id, &project.version, &project.component, &files, key)?;
    // What others would refuse is not written.
    open(&bytes, Some(&key.public()))?;
    let path = project.folder.join("dist").join(format!("{}-{}.stoaplugin", project.id, project.version));
    write(&path, &bytes)?;
    Ok(path)
}

/// Packs a build of [`crate::build_for_dev`] and signs it: a little larger than [`pack`] does, in a quarter of the time.
///
/// # Errors
/// A file is missing or too large.
pub fn pack_for_dev(built: &Built, key: &SigningKey) -> Result<Vec<u8>, AuthorError> {
    let plugin = Project::open(&built.folder)?;
    let files = packed_files(&plugin, &built.folder)?;
    let about = About { id: &plugin.id, version: &plugin.version, component: &plugin.component };
    Ok(encode_by(Some(FASTEST), &about, &files, key)?)
}

/// The files of a built plugin, with all that a package has to have.
fn packed_files(project: &Project, folder: &Path) -> Result<Vec<PackedFile>, AuthorError> {
    let mut files = Vec::new();
    for path in crate::layout::files_of(folder)? {
        let limit = if path == project.component { MAX_COMPONENT } else { MAX_FILE };
        let content = read(&folder.join(&path))?;
        if content.len() as u64 > limit {
            return Err(PackageError::FileTooLarge { path, limit }.into());
        }
        if path == project.component || belongs(&path) {
            files.push(PackedFile { path, content });
        }
    }
    match REQUIRED.iter().find(|name| !files.iter().any(|file| file.path == **name)) {
        Some(missing) => Err(PackageError::Missing((*missing).to_owned()).into()),
        None => Ok(files),
    }
}

pub(crate) fn encode(
    id: &str,
    version: &str,
    component: &str,
    files: &[PackedFile],
    key: &SigningKey,
) -> Result<Vec<u8>, PackageError> {
    encode_by(None, &About { id, version, component }, files, key)
}

/// What a package says of its plugin.
struct About<'a> {
    id: &'a str,
    version: &'a str,
    component: &'a str,
}

/// As [`encode`], with a level of compression other than the usual one.
fn encode_by(
    level: Option<i64>,
    about: &About<'_>,
    files: &[PackedFile],
    key: &SigningKey,
) -> Result<Vec<u8>, PackageError> {
    if files.len() + 2 > MAX_ENTRIES {
        return Err(PackageError::TooManyFiles { limit: MAX_ENTRIES });
    }
    let lock = json(&Lock {
        format: FORMAT,
        id: about.id.to_owned(),
        version: about.version.to_owned(),
        component: about.component.to_owned(),
        files: files.iter().map(locked).collect(),
    })?;
    let signature = json(&Signature {
        public_key: key.public().to_string(),
        signature: STANDARD.encode(key.sign(&signed_bytes(&lock))),
    })?;
    let mut entries: Vec<(&str, &[u8])> = vec![(LOCK, &lock), (SIGNATURE, &signature)];
    entries.extend(files.iter().map(|file| (file.path.as_str(), file.content.as_slice())));
    let bytes = archive_by(level, &entries).map_err(|error| PackageError::NotAPackage(error.to_string()))?;
    if bytes.len() > MAX_ARCHIVE {
        return Err(PackageError::TooLarge { limit: MAX_ARCHIVE });
    }
    Ok(bytes)
}

/// A zip without times, owners or anything else of this machine.
#[cfg(test)]
pub(super) fn archive(entries: &[(&str, &[u8])]) -> zip::result::ZipResult<Vec<u8>> {
    archive_by(None, entries)
}

fn archive_by(level: Option<i64>, entries: &[(&str, &[u8])]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(level)
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(0o644);
    for (path, content) in entries {
        archive.start_file(*path, options)?;
        archive.write_all(content)?;
    }
    Ok(archive.finish()?.into_inner())
}

fn locked(file: &PackedFile) -> LockedFile {
    LockedFile {
        path: file.path.clone(),
        size: file.content.len() as u64,
        sha256: hex::encode(Sha256::digest(&file.content)),
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, PackageError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|error| PackageError::NotAPackage(error.to_string()))?;
    text.push(b'\n');
    Ok(text)
}
