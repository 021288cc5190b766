//! What a plugin did on a site.

use std::collections::BTreeMap;
use std::time::Duration;

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{plugin_activity, plugin_change, plugin_log, plugin_storage, plugin_storage_size};
use stoa_http::site_plugins::{
    PluginActivityOut, PluginCaller, PluginCallsOut, PluginEventOut, PluginLogLineOut, PluginStorageOut,
};
use stoa_kernel::Failure;
use stoa_plugin_host::CallCounts;

use super::super::activity::{MOST_LINES, counts_of, hours_before};
use super::PluginService;
use super::detail::limits_of;
use super::rows::MOST_CHANGES;

/// Hours whose calls are shown.
const HOURS_SHOWN: i64 = 24;

impl PluginService {
    pub(super) async fn recorded(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<PluginActivityOut, Failure> {
        let version = self.installed(caller, plugin).await?;
        // What this process has not written yet belongs to it. What others have is shown half a minute later.
        if let Err(error) = self.activity.write(&self.tenancy, caller.ctx.website()).await {
            tracing::warn!(%error, "what plugins did is not recorded");
        }
        let limits = self.sites.site_or_read(caller.ctx.website()).await?.limits;
        let limit = limits_of(version.info(), &self.sites.host, limits).storage_bytes;
        let tx = caller.db.read().await?;
        let first = hours_before(caller.ctx.now(), HOURS_SHOWN);
        let shown = Condition::all()
            .add(plugin_activity::Column::PluginId.eq(plugin))
            .add(plugin_activity::Column::Hour.gte(first));
        let mut kinds: BTreeMap<String, CallCounts> = BTreeMap::new();
        for row in tx.find::<plugin_activity::Entity>().filter(shown).all().await? {
            kinds.entry(row.kind.clone()).or_default().merge(&counts_of(&row));
        }
        Ok(PluginActivityOut {
            kinds: kinds.iter().map(|(kind, counts)| calls_out(kind, counts)).collect(),
            log: lines_of(&tx, plugin).await?,
            storage: storage_of(&tx, plugin, limit).await?,
            events: changes_of(&tx, plugin).await?,
        })
    }
}

fn calls_out(kind: &str, counts: &CallCounts) -> PluginCallsOut {
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let micros = |duration: Duration| i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
    PluginCallsOut {
        kind: kind.to_owned(),
        calls: number(counts.calls),
        failures: number(counts.failures),
        p50_micros: micros(counts.quantile(50)),
        p95_micros: micros(counts.quantile(95)),
    }
}

pub(super) async fn lines_of(tx: &TenantTx, plugin: &str) -> Result<Vec<PluginLogLineOut>, Failure> {
    let own = plugin_log::Column::PluginId.eq(plugin);
    let lines = tx.find::<plugin_log::Entity>().filter(own).order_by_desc(plugin_log::Column::At);
    let lines = lines.limit(u64::try_from(MOST_LINES).unwrap_or(u64::MAX)).all().await?;
    Ok(lines.into_iter().map(|row| PluginLogLineOut { on: row.at.ms(), level: row.level, text: row.text }).collect())
}

async fn storage_of(tx: &TenantTx, plugin: &str, limit: i64) -> Result<PluginStorageOut, Failure> {
    let own = plugin_storage_size::Column::PluginId.eq(plugin);
    let size = tx.find::<plugin_storage_size::Entity>().filter(own).one().await?;
    let own = plugin_storage::Column::PluginId.eq(plugin);
    let entries = tx.find::<plugin_storage::Entity>().filter(own).count().await?;
    Ok(PluginStorageOut {
        bytes: size.map_or(0, |row| row.bytes),
        entries: i64::try_from(entries).unwrap_or(i64::MAX),
        limit,
    })
}

async fn changes_of(tx: &TenantTx, plugin: &str) -> Result<Vec<PluginEventOut>, Failure> {
    let own = plugin_change::Column::PluginId.eq(plugin);
    let changes = tx.find::<plugin_change::Entity>().filter(own).order_by_desc(plugin_change::Column::At);
    let changes = changes.order_by_desc(plugin_change::Column::Id).limit(MOST_CHANGES).all().await?;
    let change = |row: plugin_change::Model| PluginEventOut {
        on: row.at.ms(),
        kind: row.kind,
        version: row.version,
        reason: row.reason,
    };
    Ok(changes.into_iter().map(change).collect())
}
