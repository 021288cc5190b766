//! A site as plugins see it: its locale and currency, and which plugins it uses with which settings. Cached until the
//! site changes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::tz::TimeZone;
use moka::future::Cache;
use stoa_entity::tenant::{payment_setting, plugin_setting};
use stoa_http::{PluginDirectory, PluginSummary, RefusedPlugin};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{Failure, boxed};
use stoa_locale::CurrencyCode;
use stoa_plugin_host::{
    Activation, PluginError, PluginHost, PluginInfo, Provision, Secret, Site, SiteContext, check_settings,
};
use stoa_render::plugin::PluginPage;
use stoa_site::settings::site_row;
use stoa_tenancy::Tenancy;

use crate::secrets::MasterKey;

/// Loads sites for plugins.
pub struct PluginSites {
    /// The plugins.
    pub host: PluginHost,
    tenancy: Arc<Tenancy>,
    key: MasterKey,
    known: Cache<WebsiteId, Arc<Site>>,
}

impl PluginSites {
    /// Sites of `tenancy` with the plugins of `host`; the secrets of test providers are derived from `key`.
    pub fn new(host: PluginHost, tenancy: Arc<Tenancy>, key: MasterKey) -> Self {
        let known = Cache::builder().max_capacity(10_000).time_to_live(Duration::from_secs(30)).build();
        Self { host, tenancy, key, known }
    }

    /// Removes a site from the cache, after its settings were changed.
    pub async fn evict(&self, website: &WebsiteId) {
        self.known.invalidate(website).await;
    }

    /// The site at this moment, with every installed plugin that it has not turned off. Plugins that make promises on
    /// behalf of another company are off until the site turns them on.
    #[boxed]
    pub async fn site(&self, website: &WebsiteId) -> Result<Arc<Site>, Failure> {
        let known = match self.known.get(website).await {
            Some(known) => known,
            None => {
                let read = Arc::new(self.read(website).await?);
                self.known.insert(website.clone(), Arc::clone(&read)).await;
                read
            }
        };
        let now = self.tenancy.now();
        let offset_minutes = offset_minutes(&known.context.timezone, now);
        let context = SiteContext { now_ms: now.ms(), offset_minutes, ..known.context.clone() };
        Ok(Arc::new(Site { context, activations: Arc::clone(&known.activations) }))
    }

    /// The site for a page: in the language that the page is in, and as the editor's preview.
    pub(super) async fn site_for_page(&self, website: &WebsiteId, page: &PluginPage) -> Result<Arc<Site>, Failure> {
        let site = self.site(website).await?;
        let locale = page.language.clone().unwrap_or_else(|| site.context.locale.clone());
        let context = SiteContext { locale, preview: page.in_editor, ..site.context.clone() };
        Ok(Arc::new(Site { context, activations: Arc::clone(&site.activations) }))
    }

    async fn read(&self, website: &WebsiteId) -> Result<Site, Failure> {
        let tenant = self.tenancy.for_system(website, "plugins").await?;
        let tx = tenant.db.read().await?;
        let row = site_row(&tx).await?;
        let settings = tx.find::<plugin_setting::Entity>().all().await?;
        // A shop is in test mode until its owner ends it.
        let is_test = tx.find::<payment_setting::Entity>().one().await?.is_none_or(|row| row.test_mode);
        drop(tx);
        let mut activations = Vec::new();
        for plugin in self.host.plugins() {
            let setting = settings.iter().find(|setting| setting.plugin_id == plugin.id);
            if !setting.map_or_else(|| is_enabled_by_default(plugin), |setting| setting.enabled) {
                continue;
            }
            let config = setting.map_or_else(|| serde_json::json!({}), |setting| setting.settings.clone());
            let config = with_defaults(plugin, config);
            let secrets: BTreeMap<String, Secret> = plugin
                .permissions
                .secrets
                .iter()
                .map(|name| {
                    let key = self.key.derive(&format!("plugin:{}:{website}:{name}", plugin.id));
                    (name.clone(), Secret::new(key))
                })
                .collect();
            activations.push(Activation { plugin_id: plugin.id.clone(), config, secrets, http_grant: None });
        }
        let now = self.tenancy.now();
        let context = SiteContext {
            site_id: website.to_string(),
            locale: row.language,
            currency_exponent: CurrencyCode::parse(&row.currency).map_or(2, CurrencyCode::fraction_digits),
            currency: row.currency,
            offset_minutes: offset_minutes(&row.time_zone, now),
            timezone: row.time_zone,
            live: !is_test,
            preview: false,
            now_ms: now.ms(),
        };
        Ok(Site { context, activations: activations.into() })
    }
}

/// Offset of a time zone from UTC at a time, minutes; 0 for an unknown zone.
fn offset_minutes(zone: &str, now: Timestamp) -> i16 {
    let (Ok(zone), Ok(moment)) = (TimeZone::get(zone), jiff::Timestamp::from_millisecond(now.ms())) else { return 0 };
    i16::try_from(zone.to_offset(moment).seconds() / 60).unwrap_or(0)
}

/// Whether a plugin is on by default.
fn is_enabled_by_default(plugin: &PluginInfo) -> bool {
    !plugin.provides.iter().any(|provision| matches!(provision, Provision::InstallmentProvider { .. }))
}

/// Settings completed by the defaults of their schema. Those that do not match it are passed on unchanged: the plugin
/// decides.
fn with_defaults(plugin: &PluginInfo, config: serde_json::Value) -> serde_json::Value {
    match &plugin.settings_schema {
        Some(schema) => check_settings(schema, &config).unwrap_or(config),
        None => config,
    }
}

#[async_trait]
impl PluginDirectory for PluginSites {
    async fn list(&self, website: &WebsiteId) -> Result<Vec<PluginSummary>, Failure> {
        let site = self.read(website).await?;
        let is_used = |id: &str| site.activations.iter().any(|activation| activation.plugin_id == id);
        let summary = |plugin: &PluginInfo| PluginSummary {
            id: plugin.id.clone(),
            name: plugin.name.clone(),
            version: plugin.version.to_string(),
            summary: plugin.summary.clone(),
            kinds: plugin.provides.iter().map(|provision| provision.kind().to_owned()).collect(),
            enabled: is_used(&plugin.id),
            failing: self.host.failing(website.as_str(), &plugin.id),
        };
        Ok(self.host.plugins().map(summary).collect())
    }

    fn refused(&self) -> Vec<RefusedPlugin> {
        let refused = |error: &PluginError| RefusedPlugin {
            id: error.plugin.to_string(),
            version: error.version.to_string(),
            reason: error.kind.to_string(),
        };
        self.host.rejected().iter().map(refused).collect()
    }
}
