//! Settings of an earlier version of a plugin.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::boxed;
use crate::breaker::{CircuitKey, Entry};
use crate::call::{SEAT_PATIENCE, WaitingCall, call_guest};
use crate::convert::{invalid, parse_json};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::{Inner, PluginHost};
use crate::model::Site;
use crate::registry::Plugin;

/// Settings are not larger as text.
const MAX_SETTINGS_BYTES: usize = 256 * 1024;

/// Settings that a site saved for an earlier version of a plugin.
#[derive(Debug, Clone, Copy)]
pub struct SavedSettings<'a> {
    /// Their version.
    pub version: u32,
    /// The settings.
    pub settings: &'a Value,
    /// The site among whose calls this one is counted; the one of the call is made up.
    pub owner: &'a str,
    /// How long the answer may take, with loading the code and waiting for an instance; none for as long as the plugin
    /// may take.
    pub within: Option<Duration>,
}

impl PluginHost {
    /// The settings for the version of a plugin that a site has, made of those of an earlier one. The site is one that
    /// was made up for this, without grants, secrets and data. Never call inside a database transaction.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; [`PluginErrorKind::NotProvided`] when the plugin has settings of one version alone,
    /// [`PluginErrorKind::Suspended`] after repeated failures.
    #[boxed]
    pub async fn migrate_settings<'a>(
        &self,
        plugin_id: &'a str,
        site: &Arc<Site>,
        saved: SavedSettings<'a>,
    ) -> Result<Value, PluginError> {
        let own = self.inner.active(site).find(|plugin| *plugin.id == *plugin_id);
        let plugin = own.ok_or_else(|| PluginError::unknown(plugin_id, PluginErrorKind::NotFound))?;
        self.inner.migrated(plugin, site, saved).await
    }
}

impl Inner {
    async fn migrated(
        self: &Arc<Self>,
        plugin: &Arc<Plugin>,
        site: &Arc<Site>,
        saved: SavedSettings<'_>,
    ) -> Result<Value, PluginError> {
        let missing = || plugin.error(PluginErrorKind::NotProvided("a migration of settings".to_owned()));
        let busy = || plugin.error(PluginErrorKind::Busy);
        let limits = self.limits(plugin, site);
        let asked = Instant::now();
        let within = saved.within.unwrap_or(SEAT_PATIENCE + limits.waiting_call);
        let left = || within.saturating_sub(asked.elapsed());
        let code = tokio::time::timeout(within, self.code_when_loaded(plugin)).await;
        let code = code.map_err(|_late| busy())??;
        let indices = code.migration.as_ref().ok_or_else(missing)?;
        // Failures are those of the site that was made up: the version that the real one uses may be another one, which
        // they do not take away.
        let made_up: Arc<str> = Arc::from(site.context.site_id.as_str());
        let circuit = CircuitKey { site: made_up, plugin: Arc::clone(&plugin.id), entry: Entry::Migration };
        self.admit(&circuit, plugin)?;
        // Waiting for a slot does not count towards the plugin's time limit.
        let owner: Arc<str> = Arc::from(saved.owner);
        let seat = tokio::time::timeout(SEAT_PATIENCE.min(left()), self.acquire_background(&owner, plugin)).await;
        let _seat = seat.map_err(|_late| busy())??;
        let waiting = limits.waiting_call.min(left());
        if waiting < limits.waiting_call.min(within) / 2 {
            // The rest of the time would say nothing about the plugin.
            return Err(busy());
        }
        let running = limits.of(plugin.info.class).running;
        let call = WaitingCall { inner: self, plugin, site, circuit, waiting, running, may_change: false };
        let (from, input) = (saved.version, saved.settings.to_string());
        let made = |text: String| read(from, &text);
        call_guest!(call, code, indices, |guest, store| guest.call_settings(store, from, &input), made)
    }
}

/// Reads the settings that a plugin makes of those of a version.
fn read(from: u32, text: &str) -> Result<Value, PluginErrorKind> {
    let migrated = parse_json("the settings", text)?;
    if migrated.is_object() && migrated.to_string().len() <= MAX_SETTINGS_BYTES {
        return Ok(migrated);
    }
    Err(invalid(format!("the settings that it makes of those of version {from} are no object, or too large")))
}
