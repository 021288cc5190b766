//! Tables of built-in names.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Finds built-in things by their name. The names are ours, so a plain hash does.
pub(crate) type NameTable<T> = HashMap<&'static str, &'static T, BuildHasherDefault<NameHasher>>;

/// Fowler-Noll-Vo hash.
pub(crate) struct NameHasher(u64);

impl Default for NameHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
