//! Settings of an earlier version of a plugin.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::breaker::{CircuitKey, Entry};
use crate::call::{end_call, new_store, read_answer, read_fault, yield_until};
use crate::clock::CallClock;
use crate::convert::{invalid, parse_json};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::{Inner, PluginHost};
use crate::model::Site;
use crate::registry::Plugin;

/// Longest wait for an instance: a person waits for the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Settings are not larger as text.
const LARGEST: usize = 256 * 1024;

impl PluginHost {
    /// The settings for the version of a plugin that a site has, made of those of an earlier one: of the version
    /// `from` of the settings. The site is one that was made up for this, without grants, secrets and data. Never call
    /// inside a database transaction.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; [`PluginErrorKind::NotProvided`] when the plugin has settings of one version alone.
    pub async fn migrate_settings(
        &self,
        plugin_id: &str,
        site: &Arc<Site>,
        (from, settings): (u32, &Value),
    ) -> Result<Value, PluginError> {
        let own = self.inner.active(site).find(|plugin| *plugin.id == *plugin_id);
        let plugin = own.ok_or_else(|| PluginError::unknown(plugin_id, PluginErrorKind::NotFound))?;
        let migrated = self.inner.migrated(plugin, site, (from, settings)).await?;
        let is_fit = migrated.is_object() && migrated.to_string().len() <= LARGEST;
        let reason = format!("the settings that it makes of those of version {from} are no object, or too large");
        if is_fit { Ok(migrated) } else { Err(plugin.error(invalid(reason))) }
    }
}

impl Inner {
    async fn migrated(
        self: &Arc<Self>,
        plugin: &Arc<Plugin>,
        site: &Arc<Site>,
        (from, settings): (u32, &Value),
    ) -> Result<Value, PluginError> {
        let missing = || plugin.error(PluginErrorKind::NotProvided("a migration of settings".to_owned()));
        let code = self.code_when_loaded(plugin).await?;
        let indices = code.migration.as_ref().ok_or_else(missing)?;
        let site_id: Arc<str> = Arc::from(site.context.site_id.as_str());
        let circuit = CircuitKey { site: site_id, plugin: Arc::clone(&plugin.id), entry: Entry::Migration };
        // Waiting for a slot does not count towards the plugin's time limit.
        let seat = tokio::time::timeout(PATIENCE, self.acquire_background(&circuit.site, plugin)).await;
        let Ok(seat) = seat else { return Err(plugin.error(PluginErrorKind::Busy)) };
        let _seat = seat?;
        let limits = self.limits(plugin, site);
        let (waiting, running) = (limits.waiting_call, limits.of(plugin.info.class).running);
        let started = Instant::now();
        let clock = CallClock::start(waiting);
        let input = settings.to_string();
        let called = async {
            let workshop = &self.workshop;
            let mut store = new_store(&workshop.engine, plugin, site, &workshop.limits, &workshop.ports);
            store.data_mut().begin_call();
            store.data_mut().clock = Arc::clone(&clock);
            store.data_mut().may_change = false;
            yield_until(&mut store, running);
            let entered = match code.waiting.instantiate_async(&mut store).await {
                Ok(instance) => indices.load(&mut store, &instance),
                Err(error) => Err(error),
            };
            let answer = match entered {
                Ok(guest) => guest.call_settings(&mut store, from, &input).await,
                Err(error) => Err(error),
            };
            end_call(&store);
            match answer {
                Ok(Ok(text)) => parse_json("the settings", &text).map_err(|kind| plugin.error(kind)),
                Ok(Err(error)) => Err(plugin.error(read_answer(error))),
                Err(error) => Err(plugin.error(read_fault(&error, &store, running))),
            }
        };
        let answer = tokio::select! {
            answer = called => answer,
            () = clock.run_out() => Err(plugin.error(PluginErrorKind::Timeout(waiting))),
        };
        let failure = answer.as_ref().err().map(|error| &error.kind);
        self.observe(&circuit, plugin, started.elapsed(), failure);
        answer
    }
}
