//! Encryption of secrets in the database that have to be read again: access to the database alone does not reveal them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac::{self, HMAC_SHA256};
use ring::rand::{SecureRandom as _, SystemRandom};

/// Input from which the key of fingerprints (HMAC) is derived, so that it differs from the encryption key.
const FINGERPRINTS: &[u8] = b"fingerprints";

/// Encrypts and decrypts (ChaCha20-Poly1305) with the key of the installation.
#[derive(Debug)]
pub struct Cipher {
    cipher: LessSafeKey,
    fingerprints: hmac::Key,
}

/// Why a secret was not encrypted or decrypted.
#[derive(Debug, thiserror::Error)]
#[error(
    "the secret key is not the one used for encryption, the text is damaged, or the system provides no random bytes"
)]
pub struct CipherError;

impl Cipher {
    /// With a key of 32 bytes.
    ///
    /// # Errors
    /// When the key has another length.
    pub fn new(key: &[u8]) -> Result<Self, CipherError> {
        let cipher = UnboundKey::new(&CHACHA20_POLY1305, key).map(LessSafeKey::new).map_err(|_| CipherError)?;
        let of_fingerprints = hmac::sign(&hmac::Key::new(HMAC_SHA256, key), FINGERPRINTS);
        Ok(Self { cipher, fingerprints: hmac::Key::new(HMAC_SHA256, of_fingerprints.as_ref()) })
    }

    /// Encrypts a secret for its owner: it cannot be decrypted for another owner.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn close(&self, secret: &[u8], owner: &str) -> Result<String, CipherError> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(|_| CipherError)?;
        let mut sealed = secret.to_vec();
        let used = Nonce::assume_unique_for_key(nonce);
        self.cipher.seal_in_place_append_tag(used, Aad::from(owner), &mut sealed).map_err(|_| CipherError)?;
        Ok(STANDARD.encode([nonce.as_slice(), &sealed].concat()))
    }

    /// Decrypts the secret of an owner.
    ///
    /// # Errors
    /// When it was encrypted with another key or for another owner.
    pub fn open(&self, sealed: &str, owner: &str) -> Result<Vec<u8>, CipherError> {
        let mut bytes = STANDARD.decode(sealed).map_err(|_| CipherError)?;
        let mut sealed = bytes.split_off(bytes.len().min(NONCE_LEN));
        let nonce = Nonce::try_assume_unique_for_key(&bytes).map_err(|_| CipherError)?;
        Ok(self.cipher.open_in_place(nonce, Aad::from(owner), &mut sealed).map_err(|_| CipherError)?.to_vec())
    }

    /// Fingerprint (HMAC-SHA256) by which an encrypted secret can be looked up: the same for the same secret of the
    /// same owner, and useless without the key.
    pub fn fingerprint(&self, secret: &[u8], owner: &str) -> String {
        let mut signing = hmac::Context::with_key(&self.fingerprints);
        signing.update(owner.as_bytes());
        signing.update(&[0]);
        signing.update(secret);
        STANDARD.encode(signing.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ciphertext_is_bound_to_its_owner() -> Result<(), CipherError> {
        let seal = Cipher::new(&[7; 32])?;
        let sealed = seal.close(b"twenty bytes of it..", "acc_1")?;
        assert!(!sealed.contains("twenty"));
        assert_ne!(sealed, seal.close(b"twenty bytes of it..", "acc_1")?);
        assert_eq!(seal.open(&sealed, "acc_1")?, b"twenty bytes of it..");
        assert!(seal.open(&sealed, "acc_2").is_err());
        assert!(Cipher::new(&[8; 32])?.open(&sealed, "acc_1").is_err());
        for damaged in ["", "AAAA", "not base64", &sealed.replacen('A', "B", 1)[..20]] {
            assert!(seal.open(damaged, "acc_1").is_err(), "{damaged}");
        }
        Ok(())
    }

    #[test]
    fn hmac_depends_on_secret_owner_and_key() -> Result<(), CipherError> {
        let seal = Cipher::new(&[7; 32])?;
        let print = seal.fingerprint(b"code", "one");
        assert_eq!(print, seal.fingerprint(b"code", "one"));
        let others = [
            seal.fingerprint(b"code", "other"),
            seal.fingerprint(b"edoc", "one"),
            Cipher::new(&[8; 32])?.fingerprint(b"code", "one"),
        ];
        assert!(others.iter().all(|other| *other != print));
        Ok(())
    }
}
