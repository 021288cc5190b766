//! The installation's key and the keys made from it.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use base64::Engine as _;
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};

use crate::config::Secret;

/// The key from which all others are made.
#[derive(Clone)]
pub struct MasterKey(Vec<u8>);

impl MasterKey {
    /// The key of the settings, or the one in a file below the data folder, made at the first start
    /// and readable by its owner alone.
    ///
    /// # Errors
    /// When the file can be neither read nor made.
    pub fn load(configured: &Secret, data_dir: &Path) -> anyhow::Result<Self> {
        if !configured.is_empty() {
            return Ok(Self(configured.expose().as_bytes().to_vec()));
        }
        let file = data_dir.join("secret.key");
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => make(&file)?,
            Err(error) => return Err(error).with_context(|| format!("{} cannot be read", file.display())),
        };
        Ok(Self(text.trim().as_bytes().to_vec()))
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

fn make(file: &Path) -> anyhow::Result<String> {
    let mut bytes = [0_u8; 32];
    rand::rng().fill_bytes(&mut bytes);
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut handle = options.open(file).with_context(|| format!("{} cannot be made", file.display()))?;
    handle.write_all(text.as_bytes())?;
    handle.sync_all()?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_stays_and_each_purpose_has_its_own() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let first = MasterKey::load(&Secret::default(), folder.path())?;
        let again = MasterKey::load(&Secret::default(), folder.path())?;
        assert_eq!(first.derive("tokens"), again.derive("tokens"));
        assert_ne!(first.derive("tokens"), first.derive("links"));
        Ok(())
    }
}
