use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;

use crate::bindings::imports::stoa::plugin::storage::Host as PureHost;
use crate::bindings::waiting_imports::stoa::plugin::storage::Host as WaitingHost;
use crate::call::PortFailure;
use crate::capability::GuestState;

const MAX_KEY_LENGTH: usize = 256;

/// The key-value storage of one plugin on one site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StorageArea {
    /// Opaque id of the site.
    pub site_id: String,
    /// Id of the plugin.
    pub plugin_id: String,
}

/// A value to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredValue {
    /// The value.
    pub bytes: Vec<u8>,
    /// Time until it expires; none stores it until it is deleted.
    pub lifetime: Option<Duration>,
}

/// Storage of all plugins. Errors are messages for the log; they end the guest's call.
#[async_trait]
pub trait PluginStorage: Send + Sync {
    /// The value of a key, unless it has expired.
    async fn get(&self, area: &StorageArea, key: &str) -> Result<Option<Vec<u8>>, String>;
    /// Sets a value; false when keys and values would then exceed `quota` bytes.
    async fn set(&self, area: &StorageArea, key: &str, value: StoredValue, quota: usize) -> Result<bool, String>;
    /// Deletes a key.
    async fn delete(&self, area: &StorageArea, key: &str) -> Result<(), String>;
}

/// Storage in memory, for tests and plugin development.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    areas: Mutex<HashMap<StorageArea, HashMap<String, Entry>>>,
}

#[derive(Debug)]
struct Entry {
    value: Vec<u8>,
    until: Option<Instant>,
}

impl Entry {
    fn is_current(&self, now: Instant) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

#[async_trait]
impl PluginStorage for MemoryStorage {
    async fn get(&self, area: &StorageArea, key: &str) -> Result<Option<Vec<u8>>, String> {
        let areas = self.areas.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = areas.get(area).and_then(|entries| entries.get(key));
        Ok(entry.filter(|entry| entry.is_current(Instant::now())).map(|entry| entry.value.clone()))
    }

    async fn set(&self, area: &StorageArea, key: &str, value: StoredValue, quota: usize) -> Result<bool, String> {
        let now = Instant::now();
        let mut areas = self.areas.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = areas.entry(area.clone()).or_default();
        entries.retain(|_, entry| entry.is_current(now));
        let others: usize =
            entries.iter().filter(|(name, _)| *name != key).map(|(name, entry)| name.len() + entry.value.len()).sum();
        if others + key.len() + value.bytes.len() > quota {
            return Ok(false);
        }
        entries
            .insert(key.to_owned(), Entry { value: value.bytes, until: value.lifetime.map(|lifetime| now + lifetime) });
        Ok(true)
    }

    async fn delete(&self, area: &StorageArea, key: &str) -> Result<(), String> {
        let mut areas = self.areas.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entries) = areas.get_mut(area) {
            entries.remove(key);
        }
        Ok(())
    }
}

impl GuestState {
    fn area(&self) -> StorageArea {
        StorageArea { site_id: self.site.context.site_id.clone(), plugin_id: self.plugin.id.to_string() }
    }
}

/// Kinds that never wait have no storage.
impl PureHost for GuestState {
    fn get(&mut self, _key: String) -> Option<Vec<u8>> {
        None
    }

    fn set(&mut self, _key: String, _value: Vec<u8>, _ttl_seconds: Option<u32>) -> bool {
        false
    }

    fn delete(&mut self, _key: String) {}
}

impl WaitingHost for GuestState {
    async fn get(&mut self, key: String) -> wasmtime::Result<Option<Vec<u8>>> {
        let Some(storage) = self.ports.storage.clone() else { return Ok(None) };
        let value = self.clock.while_paused(storage.get(&self.area(), &key)).await;
        value.map_err(|reason| PortFailure(reason).into())
    }

    async fn set(&mut self, key: String, value: Vec<u8>, ttl_seconds: Option<u32>) -> wasmtime::Result<bool> {
        let Some(storage) = self.ports.storage.clone() else { return Ok(false) };
        if key.is_empty() || key.len() > MAX_KEY_LENGTH {
            return Ok(false);
        }
        let lifetime = ttl_seconds.map(|seconds| Duration::from_secs(u64::from(seconds)));
        let value = StoredValue { bytes: value, lifetime };
        let area = self.area();
        let kept = self.clock.while_paused(storage.set(&area, &key, value, self.plugin.storage_quota)).await;
        kept.map_err(|reason| PortFailure(reason).into())
    }

    async fn delete(&mut self, key: String) -> wasmtime::Result<()> {
        let Some(storage) = self.ports.storage.clone() else { return Ok(()) };
        let gone = self.clock.while_paused(storage.delete(&self.area(), &key)).await;
        gone.map_err(|reason| PortFailure(reason).into())
    }
}

#[cfg(test)]
mod tests {
    use super::{MemoryStorage, PluginStorage, StorageArea, StoredValue};

    fn area(site: &str) -> StorageArea {
        StorageArea { site_id: site.to_owned(), plugin_id: "p.q".to_owned() }
    }

    fn value(byte: u8, length: usize) -> StoredValue {
        StoredValue { bytes: vec![byte; length], lifetime: None }
    }

    #[tokio::test]
    async fn storage_areas_isolated_and_bounded() {
        let storage = MemoryStorage::default();
        assert_eq!(storage.set(&area("a"), "key", value(1, 7), 10).await, Ok(true));
        assert_eq!(storage.set(&area("a"), "more", value(1, 1), 10).await, Ok(false), "over the quota");
        assert_eq!(storage.set(&area("a"), "key", value(2, 7), 10).await, Ok(true), "replacing fits");
        assert_eq!(storage.get(&area("b"), "key").await, Ok(None), "another site");
        assert_eq!(storage.get(&area("a"), "key").await, Ok(Some(vec![2; 7])));
    }
}
