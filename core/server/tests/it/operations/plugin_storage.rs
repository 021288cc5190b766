//! Plugin storage of a site: concurrent calls are counted correctly, from the first one on.

use std::sync::Arc;

use anyhow::{Result, ensure};
use futures::future;
use stoa_plugin_host::{PluginStorage as _, StorageArea, StorageChange, StorageSwap, StoredValue};
use stoa_server::plugin_ports::SiteStorage;

use crate::app::on_both;

const CALLS: usize = 40;
/// Size of an entry: a key of 8 bytes and a value of 92.
const ENTRY: usize = 100;

fn value() -> StoredValue {
    StoredValue { bytes: vec![7; ENTRY - 8], lifetime: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_first_entries_are_stored_and_counted() -> Result<()> {
    on_both(async |app| {
        let storage = SiteStorage::new(Arc::clone(&app.stoa.foundation.tenancy));
        let area = StorageArea { site_id: app.website("juniper").await?, plugin_id: "stoa.testcard".to_owned() };
        let quota = CALLS * ENTRY;
        let keys: Vec<String> = (0..CALLS).map(|number| format!("key-{number:04}")).collect();
        let kept = future::join_all(keys.iter().map(|key| storage.set(&area, key, value(), quota))).await;
        assert_eq!(kept, vec![Ok(true); CALLS]);
        assert_eq!(storage.set(&area, "one-more", value(), quota).await, Ok(false), "the area is full");
        assert_eq!(storage.set(&area, "key-0000", value(), quota).await, Ok(true), "replacing fits");
        let gone = future::join_all(keys.iter().take(2).map(|key| storage.delete(&area, key))).await;
        ensure!(gone.iter().all(Result::is_ok), "{gone:?}");
        assert_eq!(storage.set(&area, "one-more", value(), quota).await, Ok(true), "there is room again");
        assert_eq!(storage.get(&area, "key-0000").await, Ok(None));
        assert_eq!(storage.get(&area, "one-more").await, Ok(Some(value().bytes)));
        Ok(())
    })
    .await
}

/// A counter that forty calls increment at once loses none of them.
#[tokio::test(flavor = "multi_thread")]
async fn conditional_writes_lose_nothing() -> Result<()> {
    on_both(async |app| {
        let storage = SiteStorage::new(Arc::clone(&app.stoa.foundation.tenancy));
        let area = StorageArea { site_id: app.website("juniper").await?, plugin_id: "stoa.testcard".to_owned() };
        let count = async || {
            loop {
                let stored = storage.get(&area, "count").await?;
                let next = stored.as_ref().map_or(1, |bytes| bytes[0] + 1);
                let value = Some(StoredValue { bytes: vec![next], lifetime: None });
                let change = StorageChange { expected: stored, value };
                match storage.compare_and_set(&area, "count", change, 1000).await? {
                    StorageSwap::Changed => {}
                    done => return Ok::<_, String>(done),
                }
            }
        };
        let made = future::join_all((0..CALLS).map(|_| count())).await;
        assert_eq!(made, vec![Ok(StorageSwap::Done); CALLS]);
        assert_eq!(storage.get(&area, "count").await, Ok(Some(vec![40])));
        let delete = StorageChange { expected: Some(vec![40]), value: None };
        assert_eq!(storage.compare_and_set(&area, "count", delete.clone(), 1000).await, Ok(StorageSwap::Done));
        assert_eq!(storage.compare_and_set(&area, "count", delete, 1000).await, Ok(StorageSwap::Changed));
        let large = StorageChange { expected: None, value: Some(StoredValue { bytes: vec![0; 100], lifetime: None }) };
        assert_eq!(storage.compare_and_set(&area, "count", large, 50).await, Ok(StorageSwap::OverQuota));
        assert_eq!(storage.get(&area, "count").await, Ok(None));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_listed_by_prefix_in_pages() -> Result<()> {
    on_both(async |app| {
        let storage = SiteStorage::new(Arc::clone(&app.stoa.foundation.tenancy));
        let area = StorageArea { site_id: app.website("juniper").await?, plugin_id: "stoa.testcard".to_owned() };
        for key in ["job/2", "job/1", "Job/9", "job%", "job/3", "other"] {
            assert_eq!(storage.set(&area, key, value(), 10_000).await, Ok(true));
        }
        let first = storage.keys(&area, "job/", None, 2).await;
        assert_eq!(first, Ok(vec!["job/1".to_owned(), "job/2".to_owned()]));
        assert_eq!(storage.keys(&area, "job/", Some("job/2"), 2).await, Ok(vec!["job/3".to_owned()]));
        assert_eq!(storage.keys(&area, "job%", None, 9).await, Ok(vec!["job%".to_owned()]));
        assert_eq!(storage.keys(&area, "", None, 9).await.map(|keys| keys.len()), Ok(6));
        let other = StorageArea { plugin_id: "stoa.manual".to_owned(), ..area };
        assert_eq!(storage.keys(&other, "", None, 9).await, Ok(Vec::new()));
        Ok(())
    })
    .await
}
