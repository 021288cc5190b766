//! Secrets that visitors hold are kept only as hashes.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

/// SHA-256 of a random token, as text without padding. Tokens are long and random, so a fast hash
/// does.
pub(crate) fn token_hash(token: &str) -> String {
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}
