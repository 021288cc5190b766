//! Files of the cache: written whole, private to the user of the server, and deleted when they are not used.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rand::RngCore as _;

/// Writes under another name first, so that a reader never sees part of a file.
pub(super) fn write(file: &Path, mac: &[u8], code: &[u8]) -> std::io::Result<()> {
    let aside = file.with_extension(format!("{:016x}", rand::rng().next_u64()));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let written = options.open(&aside).and_then(|mut handle| {
        handle.write_all(mac)?;
        handle.write_all(code)?;
        std::fs::rename(&aside, file)
    });
    if written.is_err() {
        // It may not exist, and does no harm if it stays.
        let _ = std::fs::remove_file(&aside);
    }
    written
}

/// Creates the folder for this user only, or checks that it is so.
#[cfg(unix)]
pub(super) fn make_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let facts = std::fs::symlink_metadata(folder)?;
    if !facts.is_dir() {
        return Err(std::io::Error::other("is not a folder but a link to one; name the folder itself"));
    }
    let own = rustix::process::geteuid().as_raw();
    if facts.uid() != own {
        return Err(std::io::Error::other(format!(
            "belongs to the user {} and not to {own}, who runs this server; choose another folder (plugins.cache)",
            facts.uid()
        )));
    }
    if facts.mode() & 0o077 != 0 {
        tracing::warn!(
            folder = %folder.display(),
            mode = format!("{:o}", facts.mode() & 0o777),
            "the cache of compiled plugins was open to other users and is closed now"
        );
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn make_private(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// The time of use decides what is deleted. Without it, a plugin is only compiled or checked again.
pub(super) fn note_use(file: &Path) {
    if let Ok(handle) = std::fs::File::options().append(true).open(file) {
        let _ = handle.set_modified(SystemTime::now());
    }
}

/// Deletes the files of a folder with these endings that were not used for the longest time, beyond a sum.
pub(super) fn keep_recent(folder: &Path, endings: &[&str], most: u64) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let is_one = path.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending));
            let facts = is_one.then(|| entry.metadata().ok())?.filter(std::fs::Metadata::is_file)?;
            Some((facts.modified().ok()?, facts.len(), path))
        })
        .collect();
    files.sort_unstable_by(|first, second| second.cmp(first));
    let mut sum: u64 = 0;
    for (_, bytes, path) in files {
        sum = sum.saturating_add(bytes);
        if sum > most {
            let _ = std::fs::remove_file(path);
        }
    }
}
