//! A few made things, kept for the next who asks for the same.

use std::sync::{Arc, PoisonError, RwLock};

/// Made values by what was asked for; the oldest goes when there are too many.
#[derive(Debug)]
pub(crate) struct Shelf<K, V> {
    kept: RwLock<Vec<(K, Arc<V>)>>,
}

/// Values that one shelf keeps.
const MOST: usize = 64;

impl<K, V> Shelf<K, V> {
    pub(crate) const fn new() -> Self {
        Self { kept: RwLock::new(Vec::new()) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.kept.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl<K: PartialEq, V> Shelf<K, V> {
    /// What was made for the key before, or what is made now. A failure is not kept.
    pub(crate) fn get_or_make(&self, key: K, make: impl FnOnce(&K) -> Option<V>) -> Option<Arc<V>> {
        if let Some(found) = self.find(&key) {
            return Some(found);
        }
        let made = make(&key)?;
        Some(self.keep(key, made))
    }

    /// As [`Shelf::get_or_make`], for what can always be made.
    pub(crate) fn get_or_make_always(&self, key: K, make: impl FnOnce(&K) -> V) -> Arc<V> {
        self.find(&key).unwrap_or_else(|| {
            let made = make(&key);
            self.keep(key, made)
        })
    }

    fn keep(&self, key: K, made: V) -> Arc<V> {
        let made = Arc::new(made);
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
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

impl<K, V> Default for Shelf<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_each_value_once_and_keeps_a_bounded_number() {
        let shelf = Shelf::default();
        let mut made = 0;
        for number in [1, 1, 2, 1] {
            shelf.get_or_make(number, |number| {
                made += 1;
                Some(*number)
            });
        }
        assert_eq!(made, 2);
        for number in 0..1000 {
            assert_eq!(shelf.get_or_make(number, |number| Some(*number)).as_deref(), Some(&number));
        }
        assert_eq!(shelf.kept.read().unwrap().len(), MOST);
    }

    #[test]
    fn a_failure_is_tried_again() {
        let shelf = Shelf::default();
        assert_eq!(shelf.get_or_make("key", |_| None::<i32>), None);
        assert_eq!(shelf.get_or_make("key", |_| Some(1)).as_deref(), Some(&1));
    }
}
