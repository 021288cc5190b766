//! Restricts files to the user the program runs as: folders 0700, files 0600. Other users of the machine can read
//! neither databases nor e-mails nor uploads.

#[cfg(unix)]
use std::fs::Permissions;
use std::io;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// Entries of the data folder that belong to the program. Permissions of others are not changed.
#[cfg(unix)]
const SERVER_FILES: [&str; 6] = ["db", "files", "outbox", "plugin-cache", "secret.key", "server.lock"];

/// Sets the umask so that new files are accessible to this user only.
pub(crate) fn restrict_umask() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Creates the data folder, or removes the access of other users to it and to the program's files in it.
///
/// # Errors
/// When it can be neither created nor read.
pub(crate) fn data_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder.parent().unwrap_or(folder))
        .and_then(|()| make(folder))
        .with_context(|| format!("the data folder {} cannot be written", folder.display()))?;
    #[cfg(unix)]
    if let Err(error) = close(folder) {
        // Volumes of container platforms belong to another user, so their mode cannot be changed. Files that the
        // program creates in them are private nevertheless.
        tracing::warn!(
            %error,
            "other users of this machine can access the data folder {}; make the user of this program its owner, or \
             set its mode to 0700",
            folder.display()
        );
    }
    Ok(())
}

/// Creates a folder in the data folder unless it exists, and returns its path.
///
/// # Errors
/// When it cannot be created.
pub(crate) fn made(folder: PathBuf) -> io::Result<PathBuf> {
    make(&folder)?;
    Ok(folder)
}

fn make(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(unix)]
fn close(folder: &Path) -> io::Result<()> {
    const STICKY: u32 = 0o1000;
    let mode = std::fs::metadata(folder)?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    let mut outcome = match mode & STICKY {
        0 => std::fs::set_permissions(folder, Permissions::from_mode(0o700)),
        _ => Err(io::Error::other("it is shared by all users, like /tmp")),
    };
    for own in SERVER_FILES {
        outcome = outcome.and(close_all(&folder.join(own)));
    }
    if outcome.is_ok() {
        tracing::info!("the data folder {} was accessible to other users; their access was removed", folder.display());
    }
    outcome
}

/// Removes other users' access to a file, or to a folder with all its contents. Does not follow links; ignores files
/// deleted meanwhile.
#[cfg(unix)]
fn close_all(path: &Path) -> io::Result<()> {
    let closed = std::fs::symlink_metadata(path).and_then(|found| {
        let private = if found.is_dir() { 0o700 } else { 0o600 };
        if !found.is_symlink() && found.permissions().mode() & 0o777 != private {
            std::fs::set_permissions(path, Permissions::from_mode(private))?;
        }
        if found.is_dir() {
            for entry in std::fs::read_dir(path)? {
                close_all(&entry?.path())?;
            }
        }
        Ok(())
    });
    match closed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        closed => closed,
    }
}
