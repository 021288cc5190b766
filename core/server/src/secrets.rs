//! The installation's master key and the keys derived from it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use base64::Engine as _;
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};
use stoa_kernel::token::random_token;

use crate::config::Secret;

/// Minimum length of the key in characters, also required by the settings.
pub(crate) const SHORTEST: usize = 32;
const PUT_BACK: &str = "Restore the file from your backup, or remove it if there is no data yet";

/// The key that all others are derived from.
#[derive(Clone)]
pub struct MasterKey(Vec<u8>);

impl MasterKey {
    /// The key from the settings, or from the file in the data folder; none when there is neither.
    ///
    /// # Errors
    /// When the file cannot be read, or is too short.
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
        ensure!(
            key.len() >= SHORTEST,
            "{} does not contain a key of at least {SHORTEST} characters. {PUT_BACK}",
            file.display()
        );
        Ok(Some(Self(key.as_bytes().to_vec())))
    }

    /// A new key, not stored yet.
    pub fn generate() -> Self {
        let mut bytes = [0_u8; 32];
        rand::rng().fill_bytes(&mut bytes);
        Self(base64::engine::general_purpose::STANDARD.encode(bytes).into_bytes())
    }

    /// Writes the key to its file in the data folder, readable by its owner only. It is synced to disk when this
    /// returns, and written under another name first, so that a full disk cannot leave part of a key.
    ///
    /// # Errors
    /// When a key exists already, or the file cannot be written.
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
            // Unlike a rename, this fails when a key exists.
            std::fs::hard_link(&aside, &file)?;
            std::fs::File::open(data_dir)?.sync_all()
        });
        // It may not exist, and does no harm if it stays.
        let _ = std::fs::remove_file(&aside);
        written.with_context(|| format!("{} cannot be created", file.display()))
    }

    /// Value stored in the database to recognise this key; the key cannot be derived from it.
    pub fn check_value(&self) -> String {
        base64::engine::general_purpose::STANDARD.encode(self.derive("check value"))
    }

    /// Derives a key for one purpose, so that no two parts share one.
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
