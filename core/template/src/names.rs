//! Tables of built-in names.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Finds built-in things by their name. The names are ours, so a plain hash does.
pub(crate) type NameTable<T> = HashMap<&'static str, &'static T, BuildHasherDefault<NameHasher>>;

/// Multiplies eight bytes at a time. For keys that nobody can choose.
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

    /// Ends a text; its length tells the same.
    fn write_u8(&mut self, _: u8) {}

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    /// The upper bits are mixed best, but the table takes its places from the lower ones.
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
