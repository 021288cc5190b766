//! Secrets that are handed out: cart tokens, crumbs, links that open an order.

use rand::RngCore as _;

const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random text of `length` characters, five bits each, from the operating system's generator.
pub fn random_token(length: usize) -> String {
    let mut bytes = vec![0_u8; length];
    rand::rng().fill_bytes(&mut bytes);
    bytes.iter().map(|byte| ALPHABET.get(usize::from(byte & 31)).copied().map_or('a', char::from)).collect()
}
