//! The installation's key and the keys made from it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use base64::Engine as _;
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};
use stoa_kernel::token::random_token;

use crate::config::Secret;

/// The shortest key, characters; so much the settings ask for too.
pub(crate) const SHORTEST: usize = 32;
const PUT_BACK: &str = "Put the file of your backup there, or take it away if there is no data yet";

/// The key from which all others are made.
#[derive(Clone)]
pub struct MasterKey(Vec<u8>);

impl MasterKey {
    /// The key of the settings, or the one in a file below the data folder; none when there is neither.
    ///
    /// # Errors
    /// When the file cannot be read, or holds less than a key.
    pub fn find(configured: &Secret, data_dir: &Path) -> anyhow::Result<Option<Self>> {
        if !configured.is_empty() {
            return Ok(Some(Self(configured.expose().as_bytes().to_vec())));
        }
        let file = file(data_dir);
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("{} cannot be read. {PUT_BACK}", file.display())),
        };
        let key = text.trim();
        ensure!(key.len() >= SHORTEST, "{} holds no key of {SHORTEST} characters or more. {PUT_BACK}", file.display());
        Ok(Some(Self(key.as_bytes().to_vec())))
    }

    /// A new key, kept nowhere yet.
    pub fn generate() -> Self {
        let mut bytes = [0_u8; 32];
        rand::rng().fill_bytes(&mut bytes);
        Self(base64::engine::general_purpose::STANDARD.encode(bytes).into_bytes())
    }

    /// Writes the key to its file below the data folder, readable by its owner alone. It is on the disk when this returns:
    /// written aside first, so that a disk that is full leaves no part of a key in its place.
    ///
    /// # Errors
    /// When a key is there already, or the file cannot be written.
    pub fn keep(&self, data_dir: &Path) -> anyhow::Result<()> {
        let (file, aside) = (file(data_dir), data_dir.join(format!("secret.key.{}", random_token(12))));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let written = options.open(&aside).and_then(|mut handle| {
            handle.write_all(&self.0)?;
            handle.sync_all()?;
            // Unlike a renaming, this refuses to take the place of a key that is there.
            std::fs::hard_link(&aside, &file)?;
            std::fs::File::open(data_dir)?.sync_all()
        });
        // It is in the way of nothing, and may not have been made.
        let _ = std::fs::remove_file(&aside);
        written.with_context(|| format!("{} cannot be made", file.display()))
    }

    /// What the database keeps to tell this key from others; the key cannot be found from it.
    pub fn check_value(&self) -> String {
        base64::engine::general_purpose::STANDARD.encode(self.derive("check value"))
    }

    /// A key for one purpose, so that no two parts share one.
    pub fn derive(&self, purpose: &str) -> Vec<u8> {
        let mut digest = Sha256::new();
        digest.update((self.0.len() as u64).to_be_bytes());
        digest.update(&self.0);
        digest.update(purpose.as_bytes());
        digest.finalize().to_vec()
    }
}

fn file(data_dir: &Path) -> PathBuf {
    data_dir.join("secret.key")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_stays_and_each_purpose_has_its_own() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        assert!(MasterKey::find(&Secret::default(), folder.path())?.is_none());
        let first = MasterKey::generate();
        first.keep(folder.path())?;
        let again = MasterKey::find(&Secret::default(), folder.path())?.context("no key")?;
        assert_eq!(first.derive("tokens"), again.derive("tokens"));
        assert_ne!(first.derive("tokens"), first.derive("links"));
        assert!(MasterKey::generate().keep(folder.path()).is_err(), "a key that is there stays");
        assert_eq!(std::fs::read_dir(folder.path())?.count(), 1, "nothing lies beside it");
        for short in ["", " \n", "a key of less than 32 letters"] {
            std::fs::write(file(folder.path()), short)?;
            assert!(MasterKey::find(&Secret::default(), folder.path()).is_err(), "{short:?}");
        }
        Ok(())
    }
}
