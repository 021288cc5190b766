//! Rows of the plugins of a site.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::Condition;
use serde_json::{Value, json};
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::plugin_setting::{EarlierSettings, keep_earlier};
use stoa_entity::tenant::{plugin_change, plugin_installation, plugin_setting};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::PluginChangeId;
use stoa_kernel::plugin_change::PluginChangeKind;
use stoa_kernel::{ErrorCode, Failure, Precondition};
use stoa_plugin_host::PluginInfo;

/// Changes of a plugin that a site keeps.
pub(super) const MOST_CHANGES: u64 = 100;

/// What a site has set for a plugin, locked until the transaction ends.
pub(super) struct PluginRows {
    plugin: String,
    setting: Option<plugin_setting::Model>,
    installation: Option<plugin_installation::Model>,
    /// Whether the site uses it.
    pub(super) enabled: bool,
    /// Its settings.
    pub(super) settings: Value,
    /// Version of the settings that they are made for.
    pub(super) settings_version: i64,
    /// Settings of other versions.
    earlier: EarlierSettings,
}

impl PluginRows {
    /// Reads the rows. A plugin without any is switched on if `is_on`.
    pub(super) async fn lock(tx: &TenantTx, plugin: &str, is_on: bool) -> Result<Self, Failure> {
        let own = plugin_setting::Column::PluginId.eq(plugin);
        let setting = tx.find::<plugin_setting::Entity>().filter(own).for_update().one().await?;
        let own = plugin_installation::Column::PluginId.eq(plugin);
        let installation = tx.find::<plugin_installation::Entity>().filter(own).for_update().one().await?;
        Ok(Self {
            plugin: plugin.to_owned(),
            enabled: setting.as_ref().map_or(is_on, |row| row.enabled),
            settings: setting.as_ref().map_or_else(|| json!({}), |row| row.settings.clone()),
            settings_version: setting.as_ref().map_or(1, |row| row.settings_version),
            earlier: setting.as_ref().and_then(|row| row.earlier.clone()).map(|earlier| earlier.0).unwrap_or_default(),
            setting,
            installation,
        })
    }

    /// # Errors
    /// When the contributor has seen an older state.
    pub(super) fn check(&self, seen: &Precondition) -> Result<(), Failure> {
        let revision = self.setting.as_ref().map_or(0, |row| row.revision);
        if seen.holds_for_saved(revision) { Ok(()) } else { Err(Failure::plain(ErrorCode::RevisionStale)) }
    }

    /// The version that is used, and what was agreed to.
    pub(super) fn installation(&self) -> Option<&plugin_installation::Model> {
        self.installation.as_ref()
    }

    /// Takes settings that are made for a version. Those for another one are kept.
    pub(super) fn use_settings(&mut self, settings: Value, info: &PluginInfo) {
        if self.settings_version != i64::from(info.settings_version) {
            self.keep_earlier();
        }
        self.settings = settings;
        self.settings_version = i64::from(info.settings_version);
    }

    /// Keeps the settings before they become those of another version.
    pub(super) fn keep_earlier(&mut self) {
        keep_earlier(&mut self.earlier, self.settings_version, &self.settings);
    }

    /// Takes the settings that were kept for a version, or for the one before it; none were made for it otherwise.
    pub(super) fn return_to(&mut self, info: &PluginInfo) {
        let kept = self.earlier.range(..=info.settings_version).next_back();
        let (version, settings) =
            kept.map_or_else(|| (info.settings_version, json!({})), |(version, settings)| (*version, settings.clone()));
        self.settings = settings;
        self.settings_version = i64::from(version);
    }

    /// Forgets the settings, also those of other versions.
    pub(super) fn clear_settings(&mut self) {
        self.settings = json!({});
        self.earlier.clear();
    }

    /// Whether nothing was saved.
    pub(super) fn has_no_settings(&self) -> bool {
        self.settings.as_object().is_none_or(serde_json::Map::is_empty)
    }

    /// Saves whether it is used and its settings, with the next revision.
    pub(super) async fn save_setting(&self, tx: &TenantTx) -> Result<(), Failure> {
        let row = plugin_setting::ActiveModel {
            website_id: Set(tx.website().clone()),
            plugin_id: Set(self.plugin.clone()),
            enabled: Set(self.enabled),
            settings: Set(self.settings.clone()),
            settings_version: Set(self.settings_version),
            earlier: Set((!self.earlier.is_empty()).then(|| JsonOf(self.earlier.clone()))),
            revision: Set(self.setting.as_ref().map_or(0, |row| row.revision) + 1),
        };
        if self.setting.is_some() {
            tx.save(row).await?;
        } else {
            tx.insert(row).await?;
        }
        Ok(())
    }

    /// Saves the version.
    pub(super) async fn save_installation(
        &self,
        tx: &TenantTx,
        row: plugin_installation::Model,
    ) -> Result<(), Failure> {
        let row = plugin_installation::ActiveModel {
            website_id: Set(tx.website().clone()),
            plugin_id: Set(self.plugin.clone()),
            digest: Set(row.digest),
            version: Set(row.version),
            agreed: Set(row.agreed),
            grants: Set(row.grants),
            previous: Set(row.previous),
            switched_on: Set(row.switched_on),
        };
        if self.installation.is_some() {
            tx.save(row).await?;
        } else {
            tx.insert(row).await?;
        }
        Ok(())
    }
}

/// A change of a plugin.
pub(super) struct Change<'a> {
    pub(super) kind: PluginChangeKind,
    pub(super) version: &'a str,
    pub(super) reason: Option<String>,
}

/// Records a change, and deletes the oldest ones.
pub(super) async fn record(tx: &TenantTx, plugin: &str, at: Timestamp, change: Change<'_>) -> Result<(), Failure> {
    tx.insert(plugin_change::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(PluginChangeId::generate()),
        plugin_id: Set(plugin.to_owned()),
        at: Set(at),
        kind: Set(change.kind),
        version: Set(change.version.to_owned()),
        reason: Set(change.reason),
    })
    .await?;
    let own = Condition::all().add(plugin_change::Column::PluginId.eq(plugin));
    let newest = tx.find::<plugin_change::Entity>().filter(own.clone()).order_by_desc(plugin_change::Column::At);
    let newest = newest.order_by_desc(plugin_change::Column::Id).limit(MOST_CHANGES).all().await?;
    if newest.len() as u64 == MOST_CHANGES
        && let Some(oldest_kept) = newest.last()
    {
        let older = own.add(plugin_change::Column::At.lt(oldest_kept.at));
        tx.delete::<plugin_change::Entity>(older).exec().await?;
    }
    Ok(())
}
