//! Hashing of visitors' secrets, which are stored only as hashes.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

/// SHA-256 of a random token, as base64 text without padding. Tokens are long and random, so a fast hash is sufficient.
pub(crate) fn token_hash(token: &str) -> String {
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}
