//! Random tokens: of carts, CSRF tokens, links that open an order; and the hashes under which they are stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::{Rng as _, RngCore as _};

const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random text of `length` characters, five bits each, from the operating system's random generator.
pub fn random_token(length: usize) -> String {
    let mut bytes = vec![0_u8; length];
    fill(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The same for lengths known at compile time: ASCII characters without heap allocation.
pub fn random_characters<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0_u8; LENGTH];
    fill(&mut bytes);
    bytes
}

/// A random positive integer, 62 bits.
pub fn random_number() -> i64 {
    rand::rng().random_range(1..1 << 62)
}

/// The hash under which a token is stored: SHA-256, base64 without padding. Tokens are long and random, so a fast hash
/// is sufficient.
pub fn token_hash(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(sha256(token))
}

/// The same in hexadecimal digits, as carts and mailing lists store it.
pub fn token_hash_hex(token: &str) -> String {
    hex::encode(sha256(token))
}

/// A short digest of a text, to recognise it: the first 128 bits of its SHA-256, as hexadecimal digits.
pub fn text_digest(text: &str) -> String {
    hex::encode(sha256(text).as_ref().iter().take(16).copied().collect::<Vec<u8>>())
}

fn sha256(text: &str) -> ring::digest::Digest {
    ring::digest::digest(&ring::digest::SHA256, text.as_bytes())
}

fn fill(bytes: &mut [u8]) {
    rand::rng().fill_bytes(bytes);
    for byte in bytes {
        *byte = ALPHABET.get(usize::from(*byte & 31)).copied().unwrap_or(b'a');
    }
}
