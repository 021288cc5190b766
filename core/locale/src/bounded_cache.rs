//! A small cache.

use std::sync::{Arc, PoisonError, RwLock};

/// Cached values by key; the oldest is evicted when the cache is full.
#[derive(Debug)]
pub(crate) struct BoundedCache<K, V> {
    kept: RwLock<Vec<(K, Arc<V>)>>,
}

/// Capacity.
const CAPACITY: usize = 64;

impl<K, V> BoundedCache<K, V> {
    pub(crate) const fn new() -> Self {
        Self { kept: RwLock::new(Vec::new()) }
    }

    /// Removes all values.
    pub(crate) fn clear(&self) {
        self.kept.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl<K: PartialEq, V> BoundedCache<K, V> {
    /// The cached value of a key, otherwise a new one. Failures are not cached.
    pub(crate) fn get_or_make(&self, key: K, make: impl FnOnce(&K) -> Option<V>) -> Option<Arc<V>> {
        if let Some(found) = self.find(&key) {
            return Some(found);
        }
        let made = make(&key)?;
        Some(self.keep(key, made))
    }

    /// Like [`BoundedCache::get_or_make`], for values that can always be created.
    pub(crate) fn get_or_make_always(&self, key: K, make: impl FnOnce(&K) -> V) -> Arc<V> {
        self.find(&key).unwrap_or_else(|| {
            let made = make(&key);
            self.keep(key, made)
        })
    }

    fn keep(&self, key: K, made: V) -> Arc<V> {
        let made = Arc::new(made);
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= CAPACITY {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(&made)));
        made
    }

    fn find(&self, key: &K) -> Option<Arc<V>> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == key).map(|(_, value)| Arc::clone(value))
    }
}

impl<K, V> Default for BoundedCache<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_is_bounded() {
        let cache = BoundedCache::default();
        let mut made = 0;
        for number in [1, 1, 2, 1] {
            cache.get_or_make(number, |number| {
                made += 1;
                Some(*number)
            });
        }
        assert_eq!(made, 2);
        for number in 0..1000 {
            assert_eq!(cache.get_or_make(number, |number| Some(*number)).as_deref(), Some(&number));
        }
        assert_eq!(cache.kept.read().unwrap().len(), CAPACITY);
    }

    #[test]
    fn failed_load_is_retried() {
        let cache = BoundedCache::default();
        assert_eq!(cache.get_or_make("key", |_| None::<i32>), None);
        assert_eq!(cache.get_or_make("key", |_| Some(1)).as_deref(), Some(&1));
    }
}
