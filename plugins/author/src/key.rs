//! Keys of publishers: Ed25519, in the PEM file that `openssl genpkey -algorithm ed25519` writes too.

use std::fmt;
use std::io::Write as _;
use std::path::Path;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};

use crate::AuthorError;
use crate::files::read_text;

const BEGIN: &str = "-----BEGIN PRIVATE KEY-----";
const END: &str = "-----END PRIVATE KEY-----";
/// PKCS#8 of an Ed25519 key, before its 32 bytes.
const PKCS8: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
const PREFIX: &str = "ed25519:";

/// The secret key of a publisher.
pub struct SigningKey(Ed25519KeyPair);

impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("SigningKey").field(&self.public()).finish()
    }
}

impl SigningKey {
    /// Makes a key and writes it to a new file that only the user can read.
    ///
    /// # Errors
    /// The file exists or cannot be written.
    pub fn create(path: &Path) -> Result<Self, AuthorError> {
        let fault = |reason: &dyn fmt::Display| AuthorError::file(path, reason.to_string());
        let mut seed = [0_u8; 32];
        SystemRandom::new().fill(&mut seed).map_err(|_| fault(&"no random numbers"))?;
        let encoded = STANDARD.encode([PKCS8.as_slice(), seed.as_slice()].concat());
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => fault(&"exists already; a key is never overwritten"),
            _ => fault(&error),
        })?;
        file.write_all(format!("{BEGIN}\n{encoded}\n{END}\n").as_bytes()).map_err(|error| fault(&error))?;
        Self::read(path)
    }

    /// Reads a key.
    ///
    /// # Errors
    /// The file cannot be read or contains no Ed25519 key.
    pub fn read(path: &Path) -> Result<Self, AuthorError> {
        let fault = || AuthorError::file(path, "contains no Ed25519 key. `stoa plugin key new` makes one");
        let text = read_text(path)?;
        let body = text.trim().strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)).ok_or_else(fault)?;
        let body: String = body.split_whitespace().collect();
        let bytes = STANDARD.decode(body).map_err(|_| fault())?;
        Ed25519KeyPair::from_pkcs8_maybe_unchecked(&bytes).map(Self).map_err(|_| fault())
    }

    /// The key that others check signatures with.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.0.public_key().as_ref());
        PublicKey(bytes)
    }

    pub(crate) fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.0.sign(message).as_ref().to_vec()
    }
}

/// The public key of a publisher: `ed25519:` and 44 characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        UnparsedPublicKey::new(&ED25519, self.0).verify(message, signature).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{PREFIX}{}", STANDARD.encode(self.0))
    }
}

impl FromStr for PublicKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = text.trim().strip_prefix(PREFIX).and_then(|rest| STANDARD.decode(rest).ok());
        let key = bytes.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        key.map(Self)
            .ok_or_else(|| format!("`{text}` is no public key: it has to look like {PREFIX}… with 44 characters"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_written_once_and_signs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("acme.key");
        let key = SigningKey::create(&path).unwrap();
        assert!(SigningKey::create(&path).is_err());
        let again = SigningKey::read(&path).unwrap();
        assert_eq!(again.public(), key.public());
        assert_eq!(key.public().to_string().parse(), Ok(key.public()));
        assert!(key.public().has_signed(b"text", &again.sign(b"text")));
        assert!(!key.public().has_signed(b"other", &again.sign(b"text")));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }
}
