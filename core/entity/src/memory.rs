use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

type Slots = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

/// What this process remembers of one site between transactions: one value of each type. It may
/// vanish at any time, and other processes have one of their own; whoever keeps something here
/// must be able to tell from the database whether it still holds.
#[derive(Clone, Default)]
pub struct SiteMemory {
    slots: Arc<RwLock<Slots>>,
}

impl SiteMemory {
    /// The value of a type, made when it is asked for the first time.
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

impl fmt::Debug for SiteMemory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SiteMemory").finish_non_exhaustive()
    }
}
