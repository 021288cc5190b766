//! The key-value storage of plugins.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;

use crate::bindings::imports::stoa::plugin::storage::Host as PureHost;
use crate::bindings::imports2::stoa::plugin0_2_0::storage as pure2;
use crate::bindings::waiting_imports::stoa::plugin::storage::Host as WaitingHost;
use crate::bindings::waiting_imports2::stoa::plugin0_2_0::storage::{self as waiting2, KeyPage, Refusal};
use crate::call::PortFailure;
use crate::capability::GuestState;

const MAX_KEY_LENGTH: usize = 256;
const MAX_KEYS: u32 = 1_000;

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

/// A conditional write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageChange {
    /// What has to be stored; none means nothing.
    pub expected: Option<Vec<u8>>,
    /// What is to be stored; none deletes.
    pub value: Option<StoredValue>,
}

/// Result of a conditional write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageSwap {
    /// It was made.
    Done,
    /// Something else is stored.
    Changed,
    /// The value exceeds the quota.
    OverQuota,
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
    /// Makes a change if what is stored is what it expects. Of two at the same time, one is made.
    async fn compare_and_set(
        &self,
        area: &StorageArea,
        key: &str,
        change: StorageChange,
        quota: usize,
    ) -> Result<StorageSwap, String>;
    /// The keys with a prefix that follow `after`, at most `limit`, in an order that does not change.
    async fn keys(
        &self,
        area: &StorageArea,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<String>, String>;
}

impl GuestState {
    fn storage_quota(&self) -> usize {
        self.plugin.storage_within(&self.limits)
    }
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
        let mut areas = self.areas.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(put(areas.entry(area.clone()).or_default(), key, value, quota))
    }

    async fn delete(&self, area: &StorageArea, key: &str) -> Result<(), String> {
        let mut areas = self.areas.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entries) = areas.get_mut(area) {
            entries.remove(key);
        }
        Ok(())
    }

    async fn compare_and_set(
        &self,
        area: &StorageArea,
        key: &str,
        change: StorageChange,
        quota: usize,
    ) -> Result<StorageSwap, String> {
        let mut areas = self.areas.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = areas.entry(area.clone()).or_default();
        let stored = entries.get(key).filter(|entry| entry.is_current(Instant::now())).map(|entry| &entry.value);
        if stored != change.expected.as_ref() {
            return Ok(StorageSwap::Changed);
        }
        let is_made = match change.value {
            Some(value) => put(entries, key, value, quota),
            None => {
                entries.remove(key);
                true
            }
        };
        Ok(if is_made { StorageSwap::Done } else { StorageSwap::OverQuota })
    }

    async fn keys(
        &self,
        area: &StorageArea,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<String>, String> {
        let now = Instant::now();
        let areas = self.areas.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = areas.get(area).into_iter().flatten().filter(|(_, entry)| entry.is_current(now));
        let mut keys: Vec<&String> = entries.map(|(key, _)| key).filter(|key| key.starts_with(prefix)).collect();
        keys.sort();
        let behind = keys.into_iter().filter(|key| after.is_none_or(|after| key.as_str() > after));
        Ok(behind.take(usize::try_from(limit).unwrap_or(usize::MAX)).cloned().collect())
    }
}

/// Sets a value in memory; false when it exceeds the quota.
fn put(entries: &mut HashMap<String, Entry>, key: &str, value: StoredValue, quota: usize) -> bool {
    let now = Instant::now();
    entries.retain(|_, entry| entry.is_current(now));
    let others: usize =
        entries.iter().filter(|(name, _)| *name != key).map(|(name, entry)| name.len() + entry.value.len()).sum();
    if others + key.len() + value.bytes.len() > quota {
        return false;
    }
    let until = value.lifetime.map(|lifetime| now + lifetime);
    entries.insert(key.to_owned(), Entry { value: value.bytes, until });
    true
}

impl GuestState {
    fn area(&self) -> StorageArea {
        StorageArea { site_id: self.site.context.site_id.clone(), plugin_id: self.plugin.id.to_string() }
    }

    /// The storage; none in a call that may not change anything.
    fn writable(&self) -> Option<Arc<dyn PluginStorage>> {
        self.ports.storage.clone().filter(|_| self.may_change)
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
        let Some(storage) = self.writable() else { return Ok(false) };
        if key.is_empty() || key.len() > MAX_KEY_LENGTH {
            return Ok(false);
        }
        let lifetime = ttl_seconds.map(|seconds| Duration::from_secs(u64::from(seconds)));
        let value = StoredValue { bytes: value, lifetime };
        let area = self.area();
        let kept = self.clock.while_paused(storage.set(&area, &key, value, self.storage_quota())).await;
        kept.map_err(|reason| PortFailure(reason).into())
    }

    async fn delete(&mut self, key: String) -> wasmtime::Result<()> {
        let Some(storage) = self.writable() else { return Ok(()) };
        let gone = self.clock.while_paused(storage.delete(&self.area(), &key)).await;
        gone.map_err(|reason| PortFailure(reason).into())
    }
}

/// In 0.2.0 a refused write has a reason.
impl pure2::Host for GuestState {
    fn get(&mut self, _key: String) -> Option<Vec<u8>> {
        None
    }

    fn set(&mut self, _key: String, _value: Vec<u8>, _ttl_seconds: Option<u32>) -> Result<(), pure2::Refusal> {
        Err(pure2::Refusal::NotHere)
    }

    fn delete(&mut self, _key: String) {}

    fn compare_and_set(
        &mut self,
        _key: String,
        _expected: Option<Vec<u8>>,
        _value: Option<Vec<u8>>,
        _ttl_seconds: Option<u32>,
    ) -> Result<(), pure2::Refusal> {
        Err(pure2::Refusal::NotHere)
    }

    fn list_keys(&mut self, _prefix: String, _cursor: Option<String>, _limit: u32) -> pure2::KeyPage {
        pure2::KeyPage { keys: Vec::new(), next: None }
    }
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.len() <= MAX_KEY_LENGTH
}

impl waiting2::Host for GuestState {
    async fn get(&mut self, key: String) -> wasmtime::Result<Option<Vec<u8>>> {
        WaitingHost::get(self, key).await
    }

    async fn set(
        &mut self,
        key: String,
        value: Vec<u8>,
        ttl_seconds: Option<u32>,
    ) -> wasmtime::Result<Result<(), Refusal>> {
        if !is_key(&key) {
            return Ok(Err(Refusal::InvalidKey));
        }
        if self.writable().is_none() {
            return Ok(Err(Refusal::NotHere));
        }
        let is_kept = WaitingHost::set(self, key, value, ttl_seconds).await?;
        Ok(if is_kept { Ok(()) } else { Err(Refusal::OverQuota) })
    }

    async fn delete(&mut self, key: String) -> wasmtime::Result<()> {
        WaitingHost::delete(self, key).await
    }

    async fn compare_and_set(
        &mut self,
        key: String,
        expected: Option<Vec<u8>>,
        value: Option<Vec<u8>>,
        ttl_seconds: Option<u32>,
    ) -> wasmtime::Result<Result<(), Refusal>> {
        if !is_key(&key) {
            return Ok(Err(Refusal::InvalidKey));
        }
        let Some(storage) = self.writable() else { return Ok(Err(Refusal::NotHere)) };
        let lifetime = ttl_seconds.map(|seconds| Duration::from_secs(u64::from(seconds)));
        let change = StorageChange { expected, value: value.map(|bytes| StoredValue { bytes, lifetime }) };
        let area = self.area();
        let swapped = self.clock.while_paused(storage.compare_and_set(&area, &key, change, self.storage_quota())).await;
        match swapped {
            Ok(StorageSwap::Done) => Ok(Ok(())),
            Ok(StorageSwap::Changed) => Ok(Err(Refusal::Changed)),
            Ok(StorageSwap::OverQuota) => Ok(Err(Refusal::OverQuota)),
            Err(reason) => Err(PortFailure(reason).into()),
        }
    }

    async fn list_keys(&mut self, prefix: String, cursor: Option<String>, limit: u32) -> wasmtime::Result<KeyPage> {
        let Some(storage) = self.ports.storage.clone() else { return Ok(KeyPage { keys: Vec::new(), next: None }) };
        let limit = limit.clamp(1, MAX_KEYS);
        let area = self.area();
        // One more tells whether there is a next page.
        let found = self.clock.while_paused(storage.keys(&area, &prefix, cursor.as_deref(), limit + 1)).await;
        let mut keys = found.map_err(PortFailure)?;
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = keys.len() > most;
        keys.truncate(most);
        let next = keys.last().filter(|_| has_more).cloned();
        Ok(KeyPage { keys, next })
    }
}

#[cfg(test)]
mod tests {
    use super::{MemoryStorage, PluginStorage, StorageArea, StorageChange, StorageSwap, StoredValue};

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

    #[tokio::test]
    async fn conditional_writes_and_lists_of_keys() {
        let storage = MemoryStorage::default();
        let change = |expected: Option<u8>, new: Option<u8>| StorageChange {
            expected: expected.map(|byte| vec![byte]),
            value: new.map(|byte| value(byte, 1)),
        };
        for (change, wanted) in [
            (change(Some(1), Some(2)), StorageSwap::Changed),
            (change(None, Some(1)), StorageSwap::Done),
            (change(None, Some(2)), StorageSwap::Changed),
            (change(Some(1), Some(2)), StorageSwap::Done),
            (change(Some(2), None), StorageSwap::Done),
            (change(None, Some(3)), StorageSwap::Done),
        ] {
            assert_eq!(storage.compare_and_set(&area("a"), "n", change.clone(), 2).await, Ok(wanted), "{change:?}");
        }
        let large = StorageChange { expected: Some(vec![3]), value: Some(value(4, 2)) };
        assert_eq!(storage.compare_and_set(&area("a"), "n", large, 2).await, Ok(StorageSwap::OverQuota));
        for key in ["job/2", "job/1", "jobs", "job/3"] {
            assert_eq!(storage.set(&area("b"), key, value(0, 1), 100).await, Ok(true));
        }
        let first = storage.keys(&area("b"), "job/", None, 2).await;
        assert_eq!(first, Ok(vec!["job/1".to_owned(), "job/2".to_owned()]));
        assert_eq!(storage.keys(&area("b"), "job/", Some("job/2"), 2).await, Ok(vec!["job/3".to_owned()]));
        assert_eq!(storage.keys(&area("a"), "job/", None, 2).await, Ok(Vec::new()), "another site");
    }
}
