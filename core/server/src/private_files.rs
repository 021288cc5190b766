//! What the program writes is for the user it runs as: folders 0700, files 0600. Other users of the machine read neither
//! databases nor letters nor what people have uploaded.

#[cfg(unix)]
use std::fs::Permissions;
use std::io;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// What the program keeps in its data folder. Anything else there is not ours to close.
#[cfg(unix)]
const OWN: [&str; 6] = ["db", "files", "outbox", "plugin-cache", "secret.key", "server.lock"];

/// Lets this process make files for its own user alone from now on.
pub(crate) fn keep_to_own_user() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Makes the data folder, or closes one that others can look into, with all of ours that lies in it.
///
/// # Errors
/// When it can be neither made nor read.
pub(crate) fn data_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder.parent().unwrap_or(folder))
        .and_then(|()| make(folder))
        .with_context(|| format!("the data folder {} cannot be written", folder.display()))?;
    #[cfg(unix)]
    if let Err(error) = close(folder) {
        // Volumes of container platforms belong to another user, so that their mode cannot be changed. What we make in
        // them is private all the same.
        tracing::warn!(
            %error,
            "other users of this machine may look into the data folder {}; give it to the user of this program, or set \
             its mode to 0700",
            folder.display()
        );
    }
    Ok(())
}

/// The path of a folder in the data folder, which is made unless it is there.
///
/// # Errors
/// When it cannot be made.
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
        _ => Err(io::Error::other("it is one that all users share, as /tmp is")),
    };
    for own in OWN {
        outcome = outcome.and(close_all(&folder.join(own)));
    }
    if outcome.is_ok() {
        tracing::info!("the data folder {} was open to other users; it is closed now", folder.display());
    }
    outcome
}

/// Closes a file, or a folder with all below it. Links are not followed; what goes meanwhile needs no closing.
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
