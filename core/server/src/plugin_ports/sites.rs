//! A site as plugins see it: its locale and currency, and which plugins it uses with which settings. Cached until the
//! site changes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::tz::TimeZone;
use moka::future::Cache;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{payment_setting, plugin_setting};
use stoa_http::{PluginDirectory, PluginSummary, RefusedPlugin};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{Failure, boxed};
use stoa_locale::CurrencyCode;
use stoa_plugin_host::{
    Activation, LoadedPlugin, PluginError, PluginHost, PluginInfo, Provision, Secret, Site, SiteContext, check_settings,
};
use stoa_render::plugin::PluginPage;
use stoa_site::settings::site_row;
use stoa_tenancy::{PluginRules, Tenancy};

use super::PluginPackages;
use super::words::KnownWords;
use crate::secrets::MasterKey;

/// Loads sites for plugins.
pub struct PluginSites {
    /// The plugins.
    pub host: PluginHost,
    /// The packages of plugins that are installed while the server runs.
    pub packages: Arc<PluginPackages>,
    /// Names of the formatters and predicates of all plugins that are loaded or were.
    pub(super) words: Arc<KnownWords>,
    pub(super) tenancy: Arc<Tenancy>,
    key: MasterKey,
    known: Cache<WebsiteId, Known>,
}

/// A site, and the operator's rules that it was read by.
#[derive(Clone)]
struct Known {
    site: Arc<Site>,
    rules: Arc<PluginRules>,
}

/// A plugin that a site can use, and its version if that is of a package.
struct Offered {
    info: PluginInfo,
    version: Option<LoadedPlugin>,
}

impl PluginSites {
    /// Sites of `tenancy` with the plugins of `host`; the secrets of test providers are derived from `key`.
    pub fn new(host: PluginHost, packages: Arc<PluginPackages>, tenancy: Arc<Tenancy>, key: MasterKey) -> Self {
        let known = Cache::builder().max_capacity(10_000).time_to_live(Duration::from_secs(30)).build();
        let words = Arc::new(KnownWords::of(host.plugins()));
        Self { host, packages, words, tenancy, key, known }
    }

    /// Removes a site from the cache, after its settings were changed, and renews what its plugins listen to.
    pub async fn evict(&self, website: &WebsiteId) {
        self.known.invalidate(website).await;
        if let Err(error) = self.renew_hooks(website).await {
            // The worker does it when it plans the site.
            tracing::warn!(tenant.id = %website, error = format!("{error:#}"), "the hooks of a site were not renewed");
        }
    }

    /// The site at this moment, with every installed plugin that it has not turned off. Plugins that make promises on
    /// behalf of another company are off until the site turns them on.
    #[boxed]
    pub async fn site(&self, website: &WebsiteId) -> Result<Arc<Site>, Failure> {
        let rules = self.packages.rules().await?;
        // What the operator stops does not wait until the site is read again.
        let known = match self.known.get(website).await.filter(|known| *known.rules == *rules) {
            Some(known) => known.site,
            None => {
                let site = Arc::new(self.read(website, &rules).await?);
                self.known.insert(website.clone(), Known { site: Arc::clone(&site), rules }).await;
                site
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

    /// What a site can use, whether it has turned it on or not: plugins of the folder, and versions of packages in
    /// place of these or besides them.
    #[boxed]
    pub async fn infos(&self, website: &WebsiteId) -> Result<Vec<PluginInfo>, Failure> {
        let rules = self.packages.rules().await?;
        Ok(self.offered(website, &rules).await?.into_iter().map(|offered| offered.info).collect())
    }

    async fn offered(&self, website: &WebsiteId, rules: &PluginRules) -> Result<Vec<Offered>, Failure> {
        let mut offered = Vec::new();
        let mut versions = self.versions(website, rules).await?;
        for info in self.host.plugins().filter(|info| !rules.is_stopped(&info.id)) {
            let version = versions.remove(&info.id);
            let info = version.as_ref().map_or(info, LoadedPlugin::info).clone();
            offered.push(Offered { info, version });
        }
        let others = versions.into_values();
        offered.extend(others.map(|version| Offered { info: version.info().clone(), version: Some(version) }));
        Ok(offered)
    }

    /// The versions of packages that a site uses, by the ids of their plugins. One that cannot be loaded is left out,
    /// and the version of the folder, if there is one, is used instead.
    async fn versions(
        &self,
        website: &WebsiteId,
        rules: &PluginRules,
    ) -> Result<BTreeMap<String, LoadedPlugin>, Failure> {
        let mut versions = BTreeMap::new();
        for (plugin_id, digest) in chosen(rules) {
            let Some(package) = self.packages.find(website, &digest).await? else { continue };
            if package.plugin_id != plugin_id || package.refusal(rules).is_some() {
                continue;
            }
            if let Ok(version) = self.host.ensure(&plugin_id, &digest).await {
                self.words.learn(version.info());
                versions.insert(plugin_id, version);
            }
        }
        Ok(versions)
    }

    /// The site as it is known, or as this transaction reads it; none where plugins would have to be loaded for that,
    /// which is not done in a transaction.
    pub(super) async fn known_site(&self, website: &WebsiteId, tx: &TenantTx) -> Result<Option<Arc<Site>>, Failure> {
        if let Some(known) = self.known.get(website).await {
            return Ok(Some(known.site));
        }
        let Some(rules) = self.packages.known_rules().filter(|rules| chosen(rules).is_empty()) else { return Ok(None) };
        let bundled = self.host.plugins().filter(|info| !rules.is_stopped(&info.id));
        let offered = bundled.map(|info| Offered { info: info.clone(), version: None }).collect();
        let site = Arc::new(self.read_in(website, tx, offered).await?);
        self.known.insert(website.clone(), Known { site: Arc::clone(&site), rules }).await;
        Ok(Some(site))
    }

    async fn read(&self, website: &WebsiteId, rules: &PluginRules) -> Result<Site, Failure> {
        let offered = self.offered(website, rules).await?;
        let tenant = self.tenancy.for_system(website, "plugins").await?;
        let tx = tenant.db.read().await?;
        self.read_in(website, &tx, offered).await
    }

    async fn read_in(&self, website: &WebsiteId, tx: &TenantTx, offered: Vec<Offered>) -> Result<Site, Failure> {
        let row = site_row(tx).await?;
        let settings = tx.find::<plugin_setting::Entity>().all().await?;
        // A shop is in test mode until its owner ends it.
        let is_test = tx.find::<payment_setting::Entity>().one().await?.is_none_or(|row| row.test_mode);
        let mut activations = Vec::new();
        for Offered { info: plugin, version } in offered {
            let setting = settings.iter().find(|setting| setting.plugin_id == plugin.id);
            if !setting.map_or_else(|| is_enabled_by_default(&plugin), |setting| setting.enabled) {
                continue;
            }
            let config = setting.map_or_else(|| serde_json::json!({}), |setting| setting.settings.clone());
            let config = with_defaults(&plugin, config);
            let secrets: BTreeMap<String, Secret> = plugin
                .permissions
                .secrets
                .iter()
                .map(|name| {
                    let key = self.key.derive(&format!("plugin:{}:{website}:{name}", plugin.id));
                    (name.clone(), Secret::new(key))
                })
                .collect();
            activations.push(Activation { plugin_id: plugin.id, version, config, secrets, ..Activation::default() });
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

/// The packages that sites use, as ids of plugins and digests: those that the operator runs on all sites.
fn chosen(rules: &PluginRules) -> Vec<(String, String)> {
    rules.all_sites.iter().map(|(plugin_id, digest)| (plugin_id.clone(), digest.clone())).collect()
}

/// Whether a plugin is on by default. Those that make promises, lower prices, are told what happens on a site, or work by
/// themselves, are not.
fn is_enabled_by_default(plugin: &PluginInfo) -> bool {
    !plugin.provides.iter().any(|provision| {
        matches!(
            provision,
            Provision::InstallmentProvider { .. }
                | Provision::DiscountFunction {}
                | Provision::EventHook { .. }
                | Provision::ScheduledJob { .. }
        )
    })
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
        let site = self.read(website, &self.packages.rules().await?).await?;
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
        Ok(self.infos(website).await?.iter().map(summary).collect())
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
