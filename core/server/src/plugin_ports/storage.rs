//! Plugin storage in the site's database.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Func};
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::tenant::{plugin_storage, plugin_storage_size};
use stoa_entity::{DbError, Find, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_plugin_host::{PluginStorage, StorageArea, StorageChange, StorageSwap, StoredValue};
use stoa_tenancy::{Tenancy, Tenant};

/// Storage areas of plugins in the databases of the sites.
pub struct SiteStorage {
    tenancy: Arc<Tenancy>,
}

impl SiteStorage {
    /// Storage areas in the sites of `tenancy`.
    pub fn new(tenancy: Arc<Tenancy>) -> Self {
        Self { tenancy }
    }

    async fn tenant(&self, area: &StorageArea) -> anyhow::Result<Tenant> {
        Ok(self.tenancy.for_system(&area.site_id.parse()?, "plugins").await?)
    }

    async fn read(&self, area: &StorageArea, key: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let tenant = self.tenant(area).await?;
        let row = entry(&tenant.db.read().await?, area, key).one().await?;
        let now = tenant.ctx.now();
        let living = row.filter(|row| row.expires_on.is_none_or(|until| now < until));
        Ok(living.map(|row| STANDARD.decode(row.value)).transpose()?)
    }

    async fn write(&self, area: &StorageArea, key: &str, value: StoredValue, quota: usize) -> anyhow::Result<bool> {
        let tenant = self.tenant(area).await?;
        let quota = i64::try_from(quota)?;
        if put(&tenant, area, key, value.clone(), quota).await? {
            return Ok(true);
        }
        Ok(delete_expired(&tenant, area).await? && put(&tenant, area, key, value, quota).await?)
    }

    async fn swap(
        &self,
        area: &StorageArea,
        key: &str,
        change: &StorageChange,
        quota: usize,
    ) -> anyhow::Result<StorageSwap> {
        let tenant = self.tenant(area).await?;
        let quota = i64::try_from(quota)?;
        let swapped = swap(&tenant, area, key, change.clone(), quota).await?;
        if swapped == StorageSwap::OverQuota && delete_expired(&tenant, area).await? {
            return swap(&tenant, area, key, change.clone(), quota).await;
        }
        Ok(swapped)
    }

    async fn keys_after(
        &self,
        area: &StorageArea,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> anyhow::Result<Vec<String>> {
        #[derive(FromQueryResult)]
        struct EntryKey {
            key: String,
        }
        let key = plugin_storage::Column::Key;
        let length = i32::try_from(prefix.chars().count())?;
        // LIKE ignores case in SQLite.
        let beginning = Func::cust("substr").arg(Expr::col(key)).arg(Expr::val(1_i32)).arg(Expr::val(length));
        let tenant = self.tenant(area).await?;
        let lives = plugin_storage::Column::ExpiresOn;
        let wanted = within(area)
            .add(Expr::expr(beginning).eq(prefix))
            .add(lives.is_null().or(lives.gt(tenant.ctx.now())))
            .add_option(after.map(|after| key.gt(after)));
        let tx = tenant.db.read().await?;
        let found = tx.find::<plugin_storage::Entity>().filter(wanted).order_by_asc(key).limit(u64::from(limit));
        let found = found.select_columns::<EntryKey>(&[key]).await?;
        Ok(found.into_iter().map(|entry| entry.key).collect())
    }

    async fn delete_entry(&self, area: &StorageArea, key: &str) -> anyhow::Result<()> {
        let tx = self.tenant(area).await?.db.write().await?;
        let Some(row) = entry(&tx, area, key).for_update().one().await? else { return Ok(()) };
        remove(&tx, area, vec![row]).await?;
        Ok(tx.commit().await?)
    }
}

/// A value to be written.
struct Put<'a> {
    area: &'a StorageArea,
    key: &'a str,
    value: StoredValue,
    /// Most bytes of the area.
    quota: i64,
}

/// Sets a value; false when it exceeds the quota. The row shared by all entries of an area is written last, so that
/// concurrent calls wait for each other only for the duration of a commit. Code that writes both locks entries first.
async fn put(tenant: &Tenant, area: &StorageArea, key: &str, value: StoredValue, quota: i64) -> anyhow::Result<bool> {
    let tx = tenant.db.write().await?;
    let before = entry(&tx, area, key).for_update().one().await?;
    if !place(&tx, tenant.ctx.now(), before.as_ref(), Put { area, key, value, quota }).await? {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// Makes a change if what is stored is what it expects.
async fn swap(
    tenant: &Tenant,
    area: &StorageArea,
    key: &str,
    change: StorageChange,
    quota: i64,
) -> anyhow::Result<StorageSwap> {
    let now = tenant.ctx.now();
    let tx = tenant.db.write().await?;
    let before = entry(&tx, area, key).for_update().one().await?;
    let living = before.as_ref().filter(|row| row.expires_on.is_none_or(|until| now < until));
    let stored = living.map(|row| STANDARD.decode(&row.value)).transpose()?;
    if stored != change.expected {
        return Ok(StorageSwap::Changed);
    }
    match (change.value, before) {
        (Some(value), before) => {
            if !place(&tx, now, before.as_ref(), Put { area, key, value, quota }).await? {
                return Ok(StorageSwap::OverQuota);
            }
        }
        (None, Some(row)) => remove(&tx, area, vec![row]).await?,
        (None, None) => {}
    }
    tx.commit().await?;
    Ok(StorageSwap::Done)
}

/// Writes a value over the locked entry of its key; false when it exceeds the quota.
async fn place(
    tx: &TenantTx,
    now: Timestamp,
    before: Option<&plugin_storage::Model>,
    Put { area, key, value, quota }: Put<'_>,
) -> anyhow::Result<bool> {
    let more = weight(key, value.bytes.len()) - before.map_or(0, weight_of);
    let row = plugin_storage::ActiveModel {
        website_id: Set(tx.website().clone()),
        plugin_id: Set(area.plugin_id.clone()),
        key: Set(key.to_owned()),
        value: Set(STANDARD.encode(value.bytes)),
        expires_on: Set(value.lifetime.map(|lifetime| now.saturating_add_ms(in_ms(lifetime)))),
    };
    if before.is_some() {
        tx.save(row).await?;
    } else {
        tx.insert(row).await?;
    }
    grow(tx, area, more, quota).await
}

fn in_ms(lifetime: Duration) -> i64 {
    i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX)
}

fn weight(key: &str, bytes: usize) -> i64 {
    i64::try_from(key.len().saturating_add(bytes)).unwrap_or(i64::MAX)
}

/// Size of an entry for the quota: its key and the decoded bytes of its base 64 value.
fn weight_of(row: &plugin_storage::Model) -> i64 {
    let padding = row.value.bytes().rev().take_while(|byte| *byte == b'=').count();
    weight(&row.key, (row.value.len() / 4 * 3).saturating_sub(padding))
}

fn within(area: &StorageArea) -> Condition {
    Condition::all().add(plugin_storage::Column::PluginId.eq(area.plugin_id.as_str()))
}

fn entry<'a>(tx: &'a TenantTx, area: &StorageArea, key: &str) -> Find<'a, plugin_storage::Entity> {
    tx.find::<plugin_storage::Entity>().filter(within(area).add(plugin_storage::Column::Key.eq(key)))
}

/// Adds to the size of an area in one conditional update; false when it would exceed its quota.
async fn grow(tx: &TenantTx, area: &StorageArea, more: i64, quota: i64) -> anyhow::Result<bool> {
    let own = plugin_storage_size::Column::PluginId.eq(area.plugin_id.as_str());
    let sum = || Expr::col(plugin_storage_size::Column::Bytes).add(more);
    loop {
        let grown = tx
            .update::<plugin_storage_size::Entity>(own.clone())
            .filter(sum().lte(quota))
            .set(plugin_storage_size::Column::Bytes, sum())
            .exec()
            .await?;
        if grown == 1 {
            return Ok(true);
        }
        match tx.find::<plugin_storage_size::Entity>().filter(own.clone()).one().await? {
            None => break,
            Some(row) if row.bytes.saturating_add(more) > quota => return Ok(false),
            // Another call has just inserted the row, or freed space.
            Some(_) => {}
        }
    }
    let rows = tx.find::<plugin_storage::Entity>().filter(within(area)).all().await?;
    let bytes = rows.iter().map(weight_of).sum();
    let first = plugin_storage_size::ActiveModel {
        website_id: Set(tx.website().clone()),
        plugin_id: Set(area.plugin_id.clone()),
        bytes: Set(bytes),
    };
    tx.insert(first).await?;
    Ok(bytes <= quota)
}

/// Deletes locked entries.
async fn remove(tx: &TenantTx, area: &StorageArea, rows: Vec<plugin_storage::Model>) -> anyhow::Result<()> {
    let bytes: i64 = rows.iter().map(weight_of).sum();
    let keys = plugin_storage::Column::Key.is_in(rows.into_iter().map(|row| row.key));
    tx.delete::<plugin_storage::Entity>(within(area).add(keys)).exec().await?;
    grow(tx, area, -bytes, i64::MAX).await?;
    Ok(())
}

/// Deletes expired entries; false when there were none.
async fn delete_expired(tenant: &Tenant, area: &StorageArea) -> anyhow::Result<bool> {
    let tx = tenant.db.write().await?;
    let over = within(area).add(plugin_storage::Column::ExpiresOn.lte(tenant.ctx.now()));
    let gone = tx.find::<plugin_storage::Entity>().filter(over).order_by_asc(plugin_storage::Column::Key);
    let gone = gone.for_update().all().await?;
    if gone.is_empty() {
        return Ok(false);
    }
    remove(&tx, area, gone).await?;
    tx.commit().await?;
    Ok(true)
}

#[async_trait]
impl PluginStorage for SiteStorage {
    async fn get(&self, area: &StorageArea, key: &str) -> Result<Option<Vec<u8>>, String> {
        self.read(area, key).await.map_err(|error| format!("{error:#}"))
    }

    async fn set(&self, area: &StorageArea, key: &str, value: StoredValue, quota: usize) -> Result<bool, String> {
        let kept = match self.write(area, key, value.clone(), quota).await {
            // Two first calls inserted the area's row at once: the second one finds it now.
            Err(error) if matches!(error.downcast_ref(), Some(DbError::Duplicate(_))) => {
                self.write(area, key, value, quota).await
            }
            other => other,
        };
        kept.map_err(|error| format!("{error:#}"))
    }

    async fn delete(&self, area: &StorageArea, key: &str) -> Result<(), String> {
        self.delete_entry(area, key).await.map_err(|error| format!("{error:#}"))
    }

    async fn compare_and_set(
        &self,
        area: &StorageArea,
        key: &str,
        change: StorageChange,
        quota: usize,
    ) -> Result<StorageSwap, String> {
        let swapped = match self.swap(area, key, &change, quota).await {
            // Another call has just inserted the entry, or the area's row: now it is there.
            Err(error) if matches!(error.downcast_ref(), Some(DbError::Duplicate(_))) => {
                self.swap(area, key, &change, quota).await
            }
            other => other,
        };
        swapped.map_err(|error| format!("{error:#}"))
    }

    async fn keys(
        &self,
        area: &StorageArea,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<String>, String> {
        self.keys_after(area, prefix, after, limit).await.map_err(|error| format!("{error:#}"))
    }
}
