//! Values of a site that are kept in the process across transactions.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

type Slots = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

/// In-process cache of one site across transactions: one value of each type. It may be dropped at any time, and other
/// processes have their own; users must be able to tell from the database whether a value is still valid.
#[derive(Clone, Default)]
pub struct SiteCache {
    slots: Arc<RwLock<Slots>>,
}

impl SiteCache {
    /// The value of a type, created when first requested.
    pub fn of<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let key = TypeId::of::<T>();
        let known = self.slots.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let slot = known.unwrap_or_else(|| {
            let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry(key).or_insert_with(|| Arc::new(T::default())))
        });
        slot.downcast().unwrap_or_default()
    }
}

impl fmt::Debug for SiteCache {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SiteMemory").finish_non_exhaustive()
    }
}
