//! Plugin storage of a site: concurrent calls are counted correctly, from the first one on.

use std::sync::Arc;

use anyhow::{Result, ensure};
use futures::future;
use stoa_plugin_host::{PluginStorage as _, StorageArea, StoredValue};
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
