//! A new version that fails goes back by itself.

use std::sync::{Arc, Weak};

use serde_json::Value;
use stoa_entity::TenantDb;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::plugin_installation::{self, PreviousVersion};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::plugin_change::PluginChangeKind;
use stoa_kernel::ports::{Changed, Invalidation};
use stoa_kernel::{Failure, boxed};
use stoa_site::cache_tags;
use stoa_tenancy::PluginOutbreaks;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::super::PluginSites;
use super::super::activity::SuspendedEntry;
use super::super::site_choices::SiteChoices;
use super::PluginService;
use super::rows::{Change, PluginRows, record};

/// How long after a change of version its failures take it back: 15 minutes.
const TRIAL_MS: i64 = 15 * 60 * 1_000;

impl PluginService {
    /// Takes back new versions that fail, and tells operators of plugins that fail on several sites, as long as the
    /// program runs.
    pub(super) async fn watch(service: Weak<Self>, mut suspended: mpsc::UnboundedReceiver<SuspendedEntry>) {
        let mut outbreaks = PluginOutbreaks::default();
        metrics::counter!("stoa_plugin_suspensions_total").increment(0);
        metrics::counter!("stoa_plugin_outbreaks_total").increment(0);
        while let Some(entry) = suspended.recv().await {
            let Some(service) = service.upgrade() else { return };
            metrics::counter!("stoa_plugin_suspensions_total").increment(1);
            if let Some(sites) = outbreaks.note(&entry.plugin, &entry.website, service.tenancy.now()) {
                metrics::counter!("stoa_plugin_outbreaks_total").increment(1);
                tracing::error!(
                    plugin.id = entry.plugin,
                    sites,
                    "a plugin is suspended after errors on several sites; `stoa plugin stop` stops it on all"
                );
            }
            if let Err(error) = service.take_back(&entry).await {
                let (site, plugin) = (entry.website.as_str(), &entry.plugin);
                tracing::error!(site.id = site, plugin.id = plugin, %error, "a failing version was not taken back");
            }
        }
    }

    async fn can_load(&self, plugin: &str, version: &PreviousVersion) -> bool {
        match &version.digest {
            Some(digest) => {
                let loaded = self.sites.host.ensure(plugin, digest).await;
                loaded.map_or_else(|error| error.is_busy(), |_| true)
            }
            None => self.sites.host.plugin(plugin).is_some(),
        }
    }

    /// The version before comes back, if the one that fails was chosen a short time ago.
    #[boxed]
    async fn take_back(&self, entry: &SuspendedEntry) -> Result<(), Failure> {
        let SuspendedEntry { website, plugin, reason } = entry;
        let tenant = self.tenancy.for_system(website, "plugins").await?;
        let now = tenant.ctx.now();
        let Some(previous) = previous_of_new(&tenant.db, plugin, now).await? else { return Ok(()) };
        // What cannot be loaded is of no use either.
        if !self.can_load(plugin, &previous).await {
            return Ok(());
        }
        let tx = tenant.db.write().await?;
        let mut rows = PluginRows::lock(&tx, plugin, true).await?;
        let Some(row) = rows.installation().cloned() else { return Ok(()) };
        // Someone was faster.
        if !is_new(&row, now) || row.previous.as_ref().map(|known| &known.0) != Some(&previous) {
            return Ok(());
        }
        if previous.settings_version != rows.settings_version {
            rows.keep_earlier();
        }
        let failed = PreviousVersion {
            digest: row.digest.clone(),
            version: row.version.clone(),
            settings: std::mem::replace(&mut rows.settings, Value::Null),
            settings_version: rows.settings_version,
            agreed: row.agreed.clone().map(|agreed| agreed.0),
            grants: row.grants.clone().map(|grants| grants.0),
            left_on: Some(now),
            earlier: Vec::new(),
        };
        let failed = failed.after(Some(&previous));
        rows.settings.clone_from(&previous.settings);
        rows.settings_version = previous.settings_version;
        let reason = format!("{} failed: {reason}", row.version);
        let restored = plugin_installation::Model {
            digest: previous.digest,
            version: previous.version.clone(),
            agreed: previous.agreed.map(JsonOf),
            grants: previous.grants.map(JsonOf),
            previous: Some(JsonOf(failed)),
            // It does not go back once more.
            switched_on: Timestamp::from_ms(0),
            ..row
        };
        rows.save_installation(&tx, restored).await?;
        rows.save_setting(&tx).await?;
        let kind = PluginChangeKind::WentBackByItself;
        record(&tx, plugin, now, Change { kind, version: &previous.version, reason: Some(reason) }).await?;
        tx.commit().await?;
        self.sites.host.forget_failures(website.as_str(), plugin);
        self.changed(website).await;
        tracing::warn!(site.id = website.as_str(), plugin.id = plugin, "a failing version was taken back");
        Ok(())
    }
}

/// The version before one that was chosen a short time ago.
async fn previous_of_new(db: &TenantDb, plugin: &str, now: Timestamp) -> Result<Option<PreviousVersion>, Failure> {
    let choices = SiteChoices::load(&db.read().await?).await?;
    let row = choices.installation(plugin).filter(|row| is_new(row, now));
    Ok(row.and_then(|row| row.previous.clone()).map(|previous| previous.0))
}

fn is_new(row: &plugin_installation::Model, now: Timestamp) -> bool {
    now.ms() - row.switched_on.ms() <= TRIAL_MS
}

/// Forgets what sites use when another process changed it.
pub(super) async fn follow_changes(sites: Weak<PluginSites>, invalidation: Arc<dyn Invalidation>) {
    let mut changes = invalidation.subscribe();
    drop(invalidation);
    loop {
        let change = changes.recv().await;
        let Some(sites) = sites.upgrade() else { return };
        match change {
            Ok(Changed::Tags { website, tags }) if tags.iter().any(|tag| tag == cache_tags::SITE) => {
                sites.forget(&website).await;
            }
            Ok(Changed::Tags { .. }) => {}
            Ok(_) | Err(RecvError::Lagged(_)) => sites.forget_all(),
            Err(RecvError::Closed) => return,
        }
    }
}
