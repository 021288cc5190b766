//! What a site has chosen for its plugins: versions, settings, secrets and permissions.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use stoa_entity::TenantTx;
use stoa_entity::tenant::plugin_installation::PreviousVersion;
use stoa_entity::tenant::plugin_setting::EarlierSettings;
use stoa_entity::tenant::{plugin_installation, plugin_secret, plugin_setting};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{Failure, boxed};
use stoa_plugin_host::{PluginInfo, check_settings};

use super::plugin_defaults::is_enabled_by_default;

/// See the module.
pub(super) struct SiteChoices {
    settings: BTreeMap<String, plugin_setting::Model>,
    installations: BTreeMap<String, plugin_installation::Model>,
    secrets: BTreeMap<(String, String), EnteredSecret>,
}

/// A secret that was entered.
struct EnteredSecret {
    value: Vec<u8>,
    entered_on: Timestamp,
}

/// For whom a secret is encrypted: it cannot be read as another one, or by another site.
pub(super) fn secret_owner(website: &WebsiteId, plugin: &str, name: &str) -> String {
    format!("plugin {website} {plugin} {name}")
}

impl SiteChoices {
    /// Reads them.
    #[boxed]
    pub(super) async fn load(tx: &TenantTx) -> Result<Self, Failure> {
        let settings = tx.find::<plugin_setting::Entity>().all().await?;
        let installations = tx.find::<plugin_installation::Entity>().all().await?;
        let mut secrets = BTreeMap::new();
        for row in tx.find::<plugin_secret::Entity>().all().await? {
            match tx.seal().open(&row.sealed_value, &secret_owner(tx.website(), &row.plugin_id, &row.name)) {
                Ok(value) => {
                    let entered = EnteredSecret { value, entered_on: row.updated_on };
                    secrets.insert((row.plugin_id, row.name), entered);
                }
                // It has to be entered again. The other plugins of the site go on.
                Err(error) => tracing::error!(plugin.id = row.plugin_id, %error, "a secret cannot be read"),
            }
        }
        Ok(Self {
            settings: settings.into_iter().map(|row| (row.plugin_id.clone(), row)).collect(),
            installations: installations.into_iter().map(|row| (row.plugin_id.clone(), row)).collect(),
            secrets,
        })
    }

    /// The row of a plugin with its version.
    pub(super) fn installation(&self, plugin: &str) -> Option<&plugin_installation::Model> {
        self.installations.get(plugin)
    }

    /// Whether the site has settings or secrets of a plugin.
    pub(super) fn has_data(&self, plugin: &str) -> bool {
        self.settings.contains_key(plugin) || self.secrets.keys().any(|(owner, _)| owner == plugin)
    }

    /// The packages that are installed: ids of plugins and digests.
    pub(super) fn installed(&self) -> impl Iterator<Item = (String, String)> {
        self.installations.values().filter_map(|row| Some((row.plugin_id.clone(), row.digest.clone()?)))
    }

    /// Whether the site uses a plugin.
    pub(super) fn enables(&self, plugin: &PluginInfo) -> bool {
        self.settings.get(&plugin.id).map_or_else(|| is_enabled_by_default(plugin), |row| row.enabled)
    }

    /// Whether the site has turned a plugin on itself; also known of one that cannot be loaded.
    pub(super) fn has_turned_on(&self, plugin: &str) -> bool {
        self.settings.get(plugin).is_some_and(|row| row.enabled)
    }

    /// The settings of a plugin, without defaults.
    pub(super) fn settings(&self, plugin: &str) -> Value {
        self.settings.get(plugin).map_or_else(|| json!({}), |row| row.settings.clone())
    }

    /// The settings that a version of a plugin can read. Those that were saved for a later version are none: it gets the
    /// last ones that were saved for its own or an earlier one, or is not configured.
    pub(super) fn settings_for(&self, plugin: &PluginInfo) -> Value {
        let settings = self.settings(&plugin.id);
        let is_empty = settings.as_object().is_none_or(serde_json::Map::is_empty);
        if is_empty || self.settings_version(&plugin.id) <= plugin.settings_version {
            return settings;
        }
        let earlier = self.earlier(&plugin.id);
        match earlier.range(..=plugin.settings_version).next_back() {
            Some((_, settings)) => settings.clone(),
            None => {
                tracing::warn!(plugin.id = plugin.id, "settings of a later version are not used: none are set");
                json!({})
            }
        }
    }

    /// Settings that were saved for other versions of the settings of a plugin.
    pub(super) fn earlier(&self, plugin: &str) -> EarlierSettings {
        let row = self.settings.get(plugin);
        row.and_then(|row| row.earlier.clone()).map(|earlier| earlier.0).unwrap_or_default()
    }

    /// The version of the settings that those of a plugin are made for.
    pub(super) fn settings_version(&self, plugin: &str) -> u32 {
        let row = self.settings.get(plugin);
        row.and_then(|row| u32::try_from(row.settings_version).ok()).unwrap_or(1)
    }

    /// The revision of what the site has set for a plugin; 0 before the first change.
    pub(super) fn revision(&self, plugin: &str) -> i64 {
        self.settings.get(plugin).map_or(0, |row| row.revision)
    }

    /// A secret that was entered.
    pub(super) fn secret(&self, plugin: &str, name: &str) -> Option<&[u8]> {
        self.entered(plugin, name).map(|entered| entered.value.as_slice())
    }

    /// When a secret was entered; none if it was not.
    pub(super) fn secret_entered_on(&self, plugin: &str, name: &str) -> Option<Timestamp> {
        self.entered(plugin, name).map(|entered| entered.entered_on)
    }

    fn entered(&self, plugin: &str, name: &str) -> Option<&EnteredSecret> {
        self.secrets.get(&(plugin.to_owned(), name.to_owned()))
    }

    /// The origins that a plugin may send requests to; none for all that it asks for.
    pub(super) fn granted_origins(&self, plugin: &PluginInfo) -> Option<Vec<String>> {
        let granted = &self.installation(&plugin.id)?.grants.as_ref()?.0.origins;
        Some(origins_among(granted, plugin))
    }

    /// The data that a plugin may read or be told of; none for all that it asks for.
    pub(super) fn granted_data(&self, plugin: &PluginInfo) -> Option<Vec<String>> {
        let granted = &self.installation(&plugin.id)?.grants.as_ref()?.0.data;
        Some(data_among(granted, plugin))
    }

    /// A version that a site used before, as it was used last.
    pub(super) fn version_before(&self, plugin: &str, digest: Option<&str>) -> Option<&PreviousVersion> {
        let previous = &self.installation(plugin)?.previous.as_ref()?.0;
        previous.all().find(|version| version.digest.as_deref() == digest)
    }

    /// The settings of a version that a site used before: those of today if they are made for it, or else its own.
    pub(super) fn settings_of_version_before(&self, version: &PreviousVersion, plugin: &PluginInfo) -> Value {
        let settings = self.settings(&plugin.id);
        let is_same = i64::from(self.settings_version(&plugin.id)) == version.settings_version;
        let fits = plugin.settings_schema.as_ref().is_some_and(|schema| check_settings(schema, &settings).is_ok());
        if version.left_on.is_none() && is_same && fits { settings } else { version.settings.clone() }
    }
}

/// The granted origins that a plugin asks for.
pub(super) fn origins_among(granted: &[String], plugin: &PluginInfo) -> Vec<String> {
    granted.iter().filter(|origin| plugin.permissions.http.contains(origin)).cloned().collect()
}

/// The granted data that a plugin asks for.
pub(super) fn data_among(granted: &[String], plugin: &PluginInfo) -> Vec<String> {
    let asked = &plugin.permissions;
    let is_asked = |data: &&String| asked.reads.contains(data) || asked.events.contains(data);
    granted.iter().filter(is_asked).cloned().collect()
}
