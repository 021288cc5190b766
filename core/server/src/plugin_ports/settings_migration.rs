//! Settings that sites saved for earlier versions of plugins.

use std::sync::Arc;

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use serde_json::{Value, json};
use stoa_entity::TenantDb;
use stoa_entity::tenant::plugin_setting;
use stoa_kernel::Failure;
use stoa_kernel::id::WebsiteId;
use stoa_plugin_host::{Activation, LoadedPlugin, PluginError, PluginInfo, Site, SiteContext};

use super::PluginSites;
use super::site_choices::SiteChoices;
use super::sites::{Offered, PluginPlan, with_defaults};

/// Settings that a version of a plugin made of those of an earlier one.
pub(super) struct Migrated {
    plugin_id: String,
    version: u32,
    /// The revision of those that were saved.
    revision: i64,
    pub(super) settings: Value,
}

/// Whether what a site saved for a plugin is of an earlier version of its settings.
pub(super) fn needs_migration(info: &PluginInfo, choices: &SiteChoices) -> bool {
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
        (info, version): (&PluginInfo, Option<&LoadedPlugin>),
        (choices, plan): (&SiteChoices, Option<&PluginPlan>),
    ) -> Result<Option<Migrated>, PluginError> {
        if !needs_migration(info, choices) {
            return Ok(None);
        }
        let activation = Activation {
            plugin_id: info.id.clone(),
            version: version.cloned(),
            config: json!({}),
            http_grant: Some(Vec::new()),
            data_grant: Some(Vec::new()),
            limits: plan.map(|plan| Arc::clone(&plan.limits)),
            ..Activation::default()
        };
        let site = Arc::new(Site { context: no_site(website), activations: vec![activation].into() });
        let saved = choices.settings(&info.id);
        let from = choices.settings_version(&info.id);
        let settings = self.host.migrate_settings(&info.id, &site, (from, &saved)).await?;
        let settings = without_new_addresses(info, &saved, settings);
        Ok(Some(Migrated {
            plugin_id: info.id.clone(),
            version: info.settings_version,
            revision: choices.revision(&info.id),
            settings: with_defaults(info, settings),
        }))
    }

    /// The settings of plugins whose version changed without the site, such as those of the server's folder after an
    /// update: they are changed once, when the site is read next. A plugin that cannot take them over gets them as they
    /// were saved. Returns whether some were changed.
    pub(super) async fn migrate_offered(
        &self,
        db: &TenantDb,
        offered: &[Offered],
        (choices, plan): (&SiteChoices, Option<&PluginPlan>),
    ) -> bool {
        let website = db.website();
        let mut changed = false;
        for Offered { info, version } in offered.iter().filter(|one| needs_migration(&one.info, choices)) {
            let saved = match self.migrated(website, (info, version.as_ref()), (choices, plan)).await {
                Ok(Some(migrated)) => save(db, migrated).await.map_err(|error| error.to_string()),
                Ok(None) => continue,
                Err(error) => Err(error.to_string()),
            };
            changed |= saved.is_ok();
            if let Err(reason) = saved {
                let (site, plugin) = (website.as_str(), &info.id);
                tracing::warn!(site.id = site, plugin.id = plugin, reason, "settings stay those of an earlier version");
            }
        }
        changed
    }
}

/// Who enters an address grants its origin: a plugin keeps those that were entered, and makes none.
fn without_new_addresses(info: &PluginInfo, saved: &Value, mut settings: Value) -> Value {
    let is_own = |name: &str, value: &Value| saved.get(name) == Some(value);
    if let Some(members) = settings.as_object_mut() {
        members.retain(|name, value| !info.permissions.http_settings.contains(name) || is_own(name, value));
    }
    settings
}

/// Saves settings unless somebody was faster.
async fn save(db: &TenantDb, migrated: Migrated) -> Result<(), Failure> {
    let tx = db.write().await?;
    tx.update::<plugin_setting::Entity>(plugin_setting::Column::PluginId.eq(migrated.plugin_id))
        .filter(plugin_setting::Column::Revision.eq(migrated.revision))
        .set(plugin_setting::Column::Settings, migrated.settings)
        .set(plugin_setting::Column::SettingsVersion, i64::from(migrated.version))
        .set(plugin_setting::Column::Revision, Expr::col(plugin_setting::Column::Revision).add(1))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(())
}

/// No id of a site: what is stored for sites, and what is counted for them, is out of reach.
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
