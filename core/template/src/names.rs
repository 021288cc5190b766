//! Lookup tables of built-in names.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Finds built-in items by name. The names are fixed, so a simple hash suffices.
pub(crate) type NameTable<T> = HashMap<&'static str, &'static T, BuildHasherDefault<NameHasher>>;

/// A hash that multiplies eight bytes at a time. Not resistant to chosen keys.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

impl NameHasher {
    fn add(&mut self, word: u64) {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(SPREAD);
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let rest = rest.iter().fold(0, |word, byte| (word << 8) | u64::from(*byte));
        self.add(rest);
    }

    /// String terminator; not needed, since the length is hashed.
    fn write_u8(&mut self, _: u8) {}

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    /// The upper bits are mixed best, but the hash table uses the lower ones.
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
