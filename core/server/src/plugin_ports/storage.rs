//! What plugins keep for a site lies in the site's database.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::{plugin_storage, plugin_storage_size};
use stoa_entity::{DbError, TenantTx};
use stoa_plugin_host::{PluginStorage, StorageArea, StoredValue};
use stoa_tenancy::{Tenancy, Tenant};

/// Areas of plugins in the databases of the sites.
pub struct SiteStorage {
    tenancy: Arc<Tenancy>,
}

impl SiteStorage {
    /// Areas in the sites of `tenancy`.
    pub fn new(tenancy: Arc<Tenancy>) -> Self {
        Self { tenancy }
    }

    async fn tenant(&self, area: &StorageArea) -> anyhow::Result<Tenant> {
        Ok(self.tenancy.for_system(&area.site_id.parse()?, "plugins").await?)
    }

    async fn read(&self, area: &StorageArea, key: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let tenant = self.tenant(area).await?;
        let row = entry(&tenant.db.read().await?, area, key).await?;
        let now = tenant.ctx.now_ms();
        let living = row.filter(|row| row.expires_on.is_none_or(|until| now < until));
        Ok(living.map(|row| STANDARD.decode(row.value)).transpose()?)
    }

    async fn write(&self, area: &StorageArea, key: &str, value: StoredValue, quota: usize) -> anyhow::Result<bool> {
        let tenant = self.tenant(area).await?;
        let tx = tenant.db.write().await?;
        let mut bytes = size(&tx, area).await?;
        let before = entry(&tx, area, key).await?;
        bytes += weight(key, value.bytes.len()) - before.as_ref().map_or(0, weight_of);
        let now = tenant.ctx.now_ms();
        if bytes > i64::try_from(quota)? {
            bytes -= forget_expired(&tx, area, key, now).await?;
        }
        if bytes > i64::try_from(quota)? {
            return Ok(false);
        }
        let row = plugin_storage::ActiveModel {
            website_id: Set(tx.website().clone()),
            plugin_id: Set(area.plugin_id.clone()),
            key: Set(key.to_owned()),
            value: Set(STANDARD.encode(value.bytes)),
            expires_on: Set(value.lifetime.map(|lifetime| now.saturating_add(in_ms(lifetime)))),
        };
        if before.is_some() {
            tx.save(row).await?;
        } else {
            tx.insert(row).await?;
        }
        set_size(&tx, area, bytes).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn forget(&self, area: &StorageArea, key: &str) -> anyhow::Result<()> {
        let tenant = self.tenant(area).await?;
        let tx = tenant.db.write().await?;
        let bytes = size(&tx, area).await?;
        let Some(row) = entry(&tx, area, key).await? else { return Ok(()) };
        tx.delete::<plugin_storage::Entity>(within(area).add(plugin_storage::Column::Key.eq(key))).exec().await?;
        set_size(&tx, area, bytes - weight_of(&row)).await?;
        Ok(tx.commit().await?)
    }
}

fn in_ms(lifetime: Duration) -> i64 {
    i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX)
}

fn weight(key: &str, bytes: usize) -> i64 {
    i64::try_from(key.len().saturating_add(bytes)).unwrap_or(i64::MAX)
}

/// What an entry counts for: its key and its bytes, which base 64 makes longer.
fn weight_of(row: &plugin_storage::Model) -> i64 {
    let padding = row.value.bytes().rev().take_while(|byte| *byte == b'=').count();
    weight(&row.key, (row.value.len() / 4 * 3).saturating_sub(padding))
}

fn within(area: &StorageArea) -> Condition {
    Condition::all().add(plugin_storage::Column::PluginId.eq(area.plugin_id.as_str()))
}

async fn entry(tx: &TenantTx, area: &StorageArea, key: &str) -> anyhow::Result<Option<plugin_storage::Model>> {
    let own = within(area).add(plugin_storage::Column::Key.eq(key));
    Ok(tx.find::<plugin_storage::Entity>().filter(own).one().await?)
}

/// The bytes of an area. The row stays locked, so that two calls add up.
async fn size(tx: &TenantTx, area: &StorageArea) -> anyhow::Result<i64> {
    let own = plugin_storage_size::Column::PluginId.eq(area.plugin_id.as_str());
    let row = tx.find::<plugin_storage_size::Entity>().filter(own).for_update().one().await?;
    if let Some(row) = row {
        return Ok(row.bytes);
    }
    let rows = tx.find::<plugin_storage::Entity>().filter(within(area)).all().await?;
    let bytes = rows.iter().map(weight_of).sum();
    let first = plugin_storage_size::ActiveModel {
        website_id: Set(tx.website().clone()),
        plugin_id: Set(area.plugin_id.clone()),
        bytes: Set(bytes),
    };
    tx.insert(first).await?;
    Ok(bytes)
}

async fn set_size(tx: &TenantTx, area: &StorageArea, bytes: i64) -> anyhow::Result<()> {
    tx.update::<plugin_storage_size::Entity>(plugin_storage_size::Column::PluginId.eq(area.plugin_id.as_str()))
        .set(plugin_storage_size::Column::Bytes, bytes.max(0))
        .exec()
        .await?;
    Ok(())
}

/// Forgets what has run out, but for the entry that is being set, and tells how many bytes that was.
async fn forget_expired(tx: &TenantTx, area: &StorageArea, key: &str, now_ms: i64) -> anyhow::Result<i64> {
    let over = within(area).add(plugin_storage::Column::ExpiresOn.lte(now_ms)).add(plugin_storage::Column::Key.ne(key));
    let gone = tx.find::<plugin_storage::Entity>().filter(over.clone()).all().await?;
    tx.delete::<plugin_storage::Entity>(over).exec().await?;
    Ok(gone.iter().map(weight_of).sum())
}

#[async_trait]
impl PluginStorage for SiteStorage {
    async fn get(&self, area: &StorageArea, key: &str) -> Result<Option<Vec<u8>>, String> {
        self.read(area, key).await.map_err(|error| format!("{error:#}"))
    }

    async fn set(&self, area: &StorageArea, key: &str, value: StoredValue, quota: usize) -> Result<bool, String> {
        let kept = match self.write(area, key, value.clone(), quota).await {
            // Two first calls met at the area's row: the second finds it now.
            Err(error) if matches!(error.downcast_ref(), Some(DbError::Duplicate(_))) => {
                self.write(area, key, value, quota).await
            }
            other => other,
        };
        kept.map_err(|error| format!("{error:#}"))
    }

    async fn delete(&self, area: &StorageArea, key: &str) -> Result<(), String> {
        self.forget(area, key).await.map_err(|error| format!("{error:#}"))
    }
}
