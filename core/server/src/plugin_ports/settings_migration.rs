//! Settings that sites saved for earlier versions of plugins.

use std::sync::Arc;
use std::time::{Duration, Instant};

use moka::Expiry;
use moka::future::Cache;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use serde_json::{Value, json};
use stoa_entity::TenantDb;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::plugin_setting::{self, EarlierSettings, keep_earlier};
use stoa_kernel::Failure;
use stoa_kernel::id::WebsiteId;
use stoa_plugin_host::{Activation, LoadedPlugin, PluginError, PluginInfo, SavedSettings, Site, SiteContext};

use super::PluginSites;
use super::limits::OwnLimits;
use super::plugin_defaults::with_defaults;
use super::site_choices::SiteChoices;
use super::sites::Offered;

/// How long all plugins of a site together may take for their settings while the site is read: a visitor waits.
const IN_A_READ: Duration = Duration::from_secs(2);
/// How long a plugin that failed is not asked again.
const AFTER_FAILURE: Duration = Duration::from_secs(10 * 60);
/// The same, when it was not the fault of the plugin. A site is kept as long without the new settings.
pub(super) const AFTER_DELAY: Duration = Duration::from_secs(5);
/// Answers that are remembered.
const MOST_ANSWERS: u64 = 100_000;

/// Settings that a site saved: those of the site, the plugin, the digest of its code, and the revision.
type Saved = (WebsiteId, String, String, i64);

/// What became of settings that a site saved for an earlier version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TakeOver {
    Done,
    /// The plugin failed.
    Refused,
    /// It could not be asked now.
    Postponed,
}

/// How long an answer is remembered.
struct Memory;

impl Expiry<Saved, TakeOver> for Memory {
    fn expire_after_create(&self, _saved: &Saved, answer: &TakeOver, _at: Instant) -> Option<Duration> {
        Some(match answer {
            TakeOver::Refused => AFTER_FAILURE,
            TakeOver::Done | TakeOver::Postponed => AFTER_DELAY,
        })
    }
}

/// What became of settings a short time ago. One caller at a time asks a plugin about the same settings.
pub(super) struct TakeOvers(Cache<Saved, TakeOver>);

impl Default for TakeOvers {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(MOST_ANSWERS).expire_after(Memory).build())
    }
}

/// What became of the settings of a site.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TakenOver {
    /// Some were changed.
    pub(super) has_changed: bool,
    /// Some have to wait: their plugins get them as they were saved meanwhile.
    pub(super) is_unfinished: bool,
}

/// A version of a plugin, and a site whose settings it is asked about.
#[derive(Clone, Copy)]
pub(super) struct Migration<'a> {
    pub(super) info: &'a PluginInfo,
    /// None for the version of the server's folder.
    pub(super) version: Option<&'a LoadedPlugin>,
    pub(super) choices: &'a SiteChoices,
    pub(super) limits: Option<&'a OwnLimits>,
    /// How long it may take, if there is a limit besides its own.
    pub(super) within: Option<Duration>,
}

/// Settings that a version of a plugin made of those of an earlier one.
pub(super) struct Migrated {
    plugin_id: String,
    version: u32,
    /// The revision of those that were saved.
    revision: i64,
    pub(super) settings: Value,
    /// The settings of other versions, with those that were saved.
    earlier: EarlierSettings,
}

/// Whether what a site saved for a plugin is of an earlier version of its settings.
fn needs_migration(info: &PluginInfo, choices: &SiteChoices) -> bool {
    let is_empty = choices.settings(&info.id).as_object().is_none_or(serde_json::Map::is_empty);
    choices.settings_version(&info.id) < info.settings_version && !is_empty
}

impl PluginSites {
    /// What a version of a plugin makes of the settings of a site; none if they are of this version. Never call inside a
    /// transaction.
    ///
    /// # Errors
    /// The version cannot take over the settings.
    pub(super) async fn migrated(
        &self,
        website: &WebsiteId,
        migration: Migration<'_>,
    ) -> Result<Option<Migrated>, PluginError> {
        let Migration { info, version, choices, limits, within } = migration;
        if !needs_migration(info, choices) {
            return Ok(None);
        }
        let activation = Activation {
            plugin_id: info.id.clone(),
            version: version.cloned(),
            config: json!({}),
            http_grant: Some(Vec::new()),
            data_grant: Some(Vec::new()),
            limits: limits.map(|own| Arc::clone(&own.limits)),
            ..Activation::default()
        };
        let site = Arc::new(Site { context: no_site(website), activations: vec![activation].into() });
        let saved = choices.settings(&info.id);
        let version = choices.settings_version(&info.id);
        let asked = SavedSettings { version, settings: &saved, owner: website.as_str(), within };
        let settings = self.host.migrate_settings(&info.id, &site, asked).await?;
        let settings = without_new_addresses(info, &saved, settings);
        let mut earlier = choices.earlier(&info.id);
        keep_earlier(&mut earlier, i64::from(version), &saved);
        Ok(Some(Migrated {
            plugin_id: info.id.clone(),
            version: info.settings_version,
            revision: choices.revision(&info.id),
            settings: with_defaults(info, settings),
            earlier,
        }))
    }

    /// Whether a plugin that a site uses has to be asked about settings before the site is read.
    pub(super) fn has_to_migrate(&self, website: &WebsiteId, offered: &Offered, choices: &SiteChoices) -> bool {
        choices.enables(&offered.info)
            && needs_migration(&offered.info, choices)
            && !self.take_overs.0.contains_key(&saved_of(website, offered, choices))
    }

    /// The settings of plugins whose version changed without the site, such as those of the server's folder after an
    /// update: they are changed once, when the site is read next. A plugin that cannot take them over gets them as they
    /// were saved, and is asked again after a while. Plugins that the site does not use are not asked.
    pub(super) async fn migrate_offered(
        &self,
        db: &TenantDb,
        offered: &[Offered],
        choices: &SiteChoices,
        limits: Option<&OwnLimits>,
    ) -> TakenOver {
        let begun = Instant::now();
        let mut all = TakenOver::default();
        for one in offered {
            if !choices.enables(&one.info) || !needs_migration(&one.info, choices) {
                continue;
            }
            let saved = saved_of(db.website(), one, choices);
            let left = IN_A_READ.saturating_sub(begun.elapsed());
            if left < IN_A_READ / 2 && !self.take_overs.0.contains_key(&saved) {
                all.is_unfinished = true;
                continue;
            }
            let (info, version) = (&one.info, one.version.as_ref());
            let migration = Migration { info, version, choices, limits, within: Some(left) };
            let asking = Box::pin(self.take_over(db, migration));
            match self.take_overs.0.get_with(saved, asking).await {
                TakeOver::Done => all.has_changed = true,
                TakeOver::Refused => {}
                TakeOver::Postponed => all.is_unfinished = true,
            }
        }
        all
    }

    /// Asks a plugin about the settings of a site, and saves its answer.
    async fn take_over(&self, db: &TenantDb, migration: Migration<'_>) -> TakeOver {
        let website = db.website();
        let (answer, reason) = match self.migrated(website, migration).await {
            Ok(Some(migrated)) => match save(db, migrated).await {
                Ok(()) => return TakeOver::Done,
                Err(error) => (TakeOver::Postponed, error.to_string()),
            },
            Ok(None) => return TakeOver::Done,
            Err(error) if error.may_pass() => (TakeOver::Postponed, error.to_string()),
            Err(error) => (TakeOver::Refused, error.to_string()),
        };
        let (site, plugin) = (website.as_str(), &migration.info.id);
        tracing::warn!(site.id = site, plugin.id = plugin, reason, "settings stay those of an earlier version");
        answer
    }
}

fn saved_of(website: &WebsiteId, Offered { info, version }: &Offered, choices: &SiteChoices) -> Saved {
    let digest = version.as_ref().map_or(info.digest.as_str(), LoadedPlugin::digest);
    (website.clone(), info.id.clone(), digest.to_owned(), choices.revision(&info.id))
}

/// Who enters an address grants its origin: a plugin keeps those that were entered, and makes none.
fn without_new_addresses(info: &PluginInfo, saved: &Value, mut settings: Value) -> Value {
    let is_own = |name: &str, value: &Value| saved.get(name) == Some(value);
    if let Some(members) = settings.as_object_mut() {
        members.retain(|name, value| !info.permissions.http_settings.contains(name) || is_own(name, value));
    }
    settings
}

/// Saves settings unless someone was faster.
async fn save(db: &TenantDb, migrated: Migrated) -> Result<(), Failure> {
    let tx = db.write().await?;
    tx.update::<plugin_setting::Entity>(plugin_setting::Column::PluginId.eq(migrated.plugin_id))
        .filter(plugin_setting::Column::Revision.eq(migrated.revision))
        .set(plugin_setting::Column::Settings, migrated.settings)
        .set(plugin_setting::Column::SettingsVersion, i64::from(migrated.version))
        .set(plugin_setting::Column::Earlier, JsonOf(migrated.earlier))
        .set(plugin_setting::Column::Revision, Expr::col(plugin_setting::Column::Revision).add(1))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(())
}

/// No id of a site: what is stored for sites is out of reach.
fn no_site(website: &WebsiteId) -> SiteContext {
    SiteContext {
        site_id: format!("settings-{website}"),
        locale: "en".to_owned(),
        currency: "USD".to_owned(),
        currency_exponent: 2,
        timezone: "UTC".to_owned(),
        offset_minutes: 0,
        live: false,
        preview: false,
        now_ms: 0,
    }
}
