//! A site as plugins see it: its locale and currency, and which plugins it uses with which settings. Cached until the
//! site changes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use moka::Expiry;
use moka::future::Cache;
use stoa_entity::TenantTx;
use stoa_entity::tenant::payment_setting;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::SitePlans as _;
use stoa_kernel::{Failure, boxed};
use stoa_locale::CurrencyCode;
use stoa_opaque::Opaque;
use stoa_plugin_host::{Activation, LoadedPlugin, PluginHost, PluginInfo, Secret, Site, SiteContext};
use stoa_render::plugin::PluginPage;
use stoa_site::settings::site_row;
use stoa_tenancy::{PluginRules, Tenancy};

use super::PluginPackages;
use super::limits::{OwnLimits, PluginLimits};
use super::plugin_defaults::{is_test_provider, with_defaults};
use super::settings_migration::{AFTER_DELAY, TakeOvers, TakenOver};
use super::site_choices::SiteChoices;
use super::words::KnownWords;
use crate::secrets::MasterKey;

/// Loads sites for plugins.
pub struct PluginSites(Opaque<PluginSitesParts>);

impl Deref for PluginSites {
    type Target = PluginSitesParts;

    fn deref(&self) -> &PluginSitesParts {
        &self.0
    }
}

/// What [`PluginSites`] consists of.
pub struct PluginSitesParts {
    /// The plugins.
    pub host: PluginHost,
    /// The packages of plugins that are installed while the server runs.
    pub packages: Arc<PluginPackages>,
    /// Names of the formatters and predicates of all plugins that are loaded or were.
    pub(super) words: Arc<KnownWords>,
    pub(super) tenancy: Arc<Tenancy>,
    key: MasterKey,
    /// Limits of plugins by plans, which the operator may change while the server runs.
    limits: PluginLimits,
    known: Cache<WebsiteId, Known>,
    pub(super) take_overs: TakeOvers,
    /// Counts what was forgotten: what was read before a change is not kept after it.
    forgotten: AtomicU64,
}

/// A site, and the operator's rules that it was read by.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) site: Arc<Site>,
    /// Plugins that it has turned on and that cannot be loaded now.
    pub(super) away: Arc<BTreeSet<String>>,
    /// What it can use, whether it has turned it on or not.
    pub(super) infos: Arc<[PluginInfo]>,
    /// Its limits of plugins, if they are not those of the host.
    pub(super) limits: Option<OwnLimits>,
    /// How long it is kept, if it is read again sooner than others.
    kept_for: Option<Duration>,
    rules: Arc<PluginRules>,
}

/// How long a site is kept that is read again sooner than others.
struct UntilReadAgain;

impl Expiry<WebsiteId, Known> for UntilReadAgain {
    fn expire_after_create(&self, _website: &WebsiteId, known: &Known, _at: Instant) -> Option<Duration> {
        known.kept_for
    }

    fn expire_after_update(&self, id: &WebsiteId, known: &Known, at: Instant, _: Option<Duration>) -> Option<Duration> {
        self.expire_after_create(id, known, at)
    }
}

/// What a site can use, and its versions of packages that cannot be loaded now, by the ids of their plugins.
pub(super) struct AllOffered {
    pub(super) offered: Vec<Offered>,
    away: BTreeSet<String>,
    /// When that may change soon: after which time it is asked again.
    ask_again: Option<Duration>,
}

/// The versions of packages that a site uses, by the ids of their plugins.
struct SiteVersions {
    loaded: BTreeMap<String, LoadedPlugin>,
    /// Plugins whose version cannot be loaded. That of the folder, if there is one, is used instead.
    away: BTreeSet<String>,
    is_host_busy: bool,
}

/// A plugin that a site can use, and its version if that is of a package.
pub(super) struct Offered {
    pub(super) info: PluginInfo,
    pub(super) version: Option<LoadedPlugin>,
}

impl PluginSites {
    /// Sites of `tenancy` with the plugins of `host`; the secrets of test providers are derived from `key`.
    pub fn new(
        host: PluginHost,
        packages: Arc<PluginPackages>,
        tenancy: Arc<Tenancy>,
        key: MasterKey,
        limits: PluginLimits,
    ) -> Self {
        let known = Cache::builder().max_capacity(10_000).time_to_live(Duration::from_secs(30));
        let known = known.expire_after(UntilReadAgain).build();
        let words = Arc::new(KnownWords::of(host.described()));
        let take_overs = TakeOvers::default();
        let forgotten = AtomicU64::new(0);
        let parts = PluginSitesParts { host, packages, words, tenancy, key, limits, known, take_overs, forgotten };
        Self(Opaque::new(parts))
    }

    /// Whether the plan of a site has to be known for its limits.
    fn needs_plan(&self, rules: &PluginRules) -> bool {
        self.limits.depend_on_plans(rules)
    }

    /// The limits of plugins on a site, if they are not those of the host.
    async fn limits_of(&self, website: &WebsiteId, rules: &PluginRules) -> Result<Option<OwnLimits>, Failure> {
        let plan = if self.needs_plan(rules) { self.tenancy.plan_of(website).await? } else { None };
        Ok(self.limits.of_site(plan.as_deref(), rules))
    }

    /// Removes a site from the cache, after its settings were changed, and renews what its plugins listen to.
    pub async fn evict(&self, website: &WebsiteId) {
        self.forget(website).await;
        if let Err(error) = self.renew_hooks(website).await {
            // The worker does it when it plans the site.
            tracing::warn!(tenant.id = %website, error = format!("{error:#}"), "the hooks of a site were not renewed");
        }
    }

    /// Removes a site from the cache, after another process changed it.
    pub(super) async fn forget(&self, website: &WebsiteId) {
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        self.known.invalidate(website).await;
    }

    /// Removes all sites from the cache.
    pub(super) fn forget_all(&self) {
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        self.known.invalidate_all();
    }

    /// Keeps a site that was read when so much had been forgotten. If it changed since then, a permission or secret that
    /// was taken back would go on for as long as sites are kept.
    async fn keep(&self, website: &WebsiteId, known: Known, forgotten: u64) {
        self.known.insert(website.clone(), known).await;
        if self.forgotten.load(Ordering::SeqCst) != forgotten {
            self.known.invalidate(website).await;
        }
    }

    /// The site at this moment, with every installed plugin that it has not turned off. Plugins that make promises on
    /// behalf of another company are off until the site turns them on.
    #[boxed]
    pub async fn site(&self, website: &WebsiteId) -> Result<Arc<Site>, Failure> {
        let known = self.site_or_read(website).await?.site;
        let now = self.tenancy.now();
        let offset_minutes = offset_minutes(&known.context.timezone, now);
        let context = SiteContext { now_ms: now.ms(), offset_minutes, ..known.context.clone() };
        Ok(Arc::new(Site { context, activations: Arc::clone(&known.activations) }))
    }

    /// The site as it is known, or is read now.
    #[boxed]
    pub(super) async fn site_or_read(&self, website: &WebsiteId) -> Result<Known, Failure> {
        let rules = self.packages.rules().await?;
        // What the operator stops does not wait until the site is read again.
        if let Some(known) = self.known.get(website).await.filter(|known| *known.rules == *rules) {
            return Ok(known);
        }
        let forgotten = self.forgotten.load(Ordering::SeqCst);
        let known = self.read(website, rules).await?;
        self.keep(website, known.clone(), forgotten).await;
        Ok(known)
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
    pub async fn infos(&self, website: &WebsiteId) -> Result<Arc<[PluginInfo]>, Failure> {
        Ok(self.site_or_read(website).await?.infos)
    }

    pub(super) async fn offered(
        &self,
        website: &WebsiteId,
        rules: &PluginRules,
        choices: &SiteChoices,
    ) -> Result<AllOffered, Failure> {
        let mut offered = Vec::new();
        let until_trial = self.host.try_put_off();
        let mut found = self.versions(website, rules, choices).await?;
        let refused = self.host.refused().filter(|id| !found.loaded.contains_key(*id) && !rules.is_stopped(id));
        found.away.extend(refused.map(str::to_owned));
        for info in self.host.plugins().filter(|info| !rules.is_stopped(&info.id)) {
            let version = found.loaded.remove(&info.id);
            // The version of the folder is used meanwhile.
            found.away.remove(&info.id);
            let info = version.as_ref().map_or(info, LoadedPlugin::info).clone();
            offered.push(Offered { info, version });
        }
        let others = found.loaded.into_values();
        offered.extend(others.map(|version| Offered { info: version.info().clone(), version: Some(version) }));
        // What a trial has found is seen soon, and nobody asks while no trial can begin.
        let ask_again = until_trial.map(|pause| pause.max(AFTER_DELAY));
        let ask_again = if found.is_host_busy { Some(AFTER_DELAY) } else { ask_again };
        Ok(AllOffered { offered, away: found.away, ask_again })
    }

    async fn versions(
        &self,
        website: &WebsiteId,
        rules: &PluginRules,
        choices: &SiteChoices,
    ) -> Result<SiteVersions, Failure> {
        let mut versions = SiteVersions { loaded: BTreeMap::new(), away: BTreeSet::new(), is_host_busy: false };
        let chosen = chosen(rules, choices);
        let digests: Vec<String> = chosen.values().cloned().collect();
        let packages = self.packages.find_among(website, &digests).await?;
        for (plugin_id, digest) in chosen {
            let Some(package) = packages.iter().find(|package| package.digest == digest) else { continue };
            if package.plugin_id != plugin_id || package.refusal(rules).is_some() {
                continue;
            }
            match self.host.ensure(&plugin_id, &digest).await {
                Ok(version) => {
                    self.words.learn(version.info());
                    versions.loaded.insert(plugin_id, version);
                }
                Err(error) => {
                    versions.is_host_busy |= error.is_busy();
                    versions.away.insert(plugin_id);
                }
            }
        }
        Ok(versions)
    }

    /// The site as it is known, or as this transaction reads it; none where plugins would have to be loaded for that,
    /// which is not done in a transaction. What it reads is not kept: the transaction may have begun before a change that
    /// was forgotten since.
    pub(super) async fn known_site(&self, website: &WebsiteId, tx: &TenantTx) -> Result<Option<Known>, Failure> {
        if let Some(known) = self.known.get(website).await {
            return Ok(Some(known));
        }
        let Some(rules) = self.packages.known_rules() else { return Ok(None) };
        // The plan of a site is not in its database.
        if self.needs_plan(&rules) {
            return Ok(None);
        }
        let choices = SiteChoices::load(tx).await?;
        if !chosen(&rules, &choices).is_empty() || self.host.refused().next().is_some() {
            return Ok(None);
        }
        let bundled = self.host.plugins().filter(|info| !rules.is_stopped(&info.id));
        let offered: Vec<Offered> = bundled.map(|info| Offered { info: info.clone(), version: None }).collect();
        if offered.iter().any(|one| self.has_to_migrate(website, one, &choices)) {
            return Ok(None);
        }
        let infos = infos_of(&offered);
        let limits = self.limits.of_site(None, &rules);
        let site = Arc::new(self.read_in(tx, offered, &choices, limits.as_ref()).await?);
        Ok(Some(Known { site, away: Arc::default(), infos, limits, kept_for: None, rules }))
    }

    async fn read(&self, website: &WebsiteId, rules: Arc<PluginRules>) -> Result<Known, Failure> {
        let tenant = self.tenancy.for_system(website, "plugins").await?;
        let mut choices = SiteChoices::load(&tenant.db.read().await?).await?;
        let AllOffered { offered, mut away, ask_again } = self.offered(website, &rules, &choices).await?;
        away.retain(|plugin| choices.has_turned_on(plugin));
        let infos = infos_of(&offered);
        let limits = self.limits_of(website, &rules).await?;
        let TakenOver { has_changed, is_unfinished } =
            self.migrate_offered(&tenant.db, &offered, &choices, limits.as_ref()).await;
        let kept_for = if is_unfinished { Some(AFTER_DELAY) } else { ask_again };
        if has_changed {
            choices = SiteChoices::load(&tenant.db.read().await?).await?;
        }
        let site = self.read_in(&tenant.db.read().await?, offered, &choices, limits.as_ref()).await?;
        Ok(Known { site: Arc::new(site), away: Arc::new(away), infos, limits, kept_for, rules })
    }

    async fn read_in(
        &self,
        tx: &TenantTx,
        offered: Vec<Offered>,
        choices: &SiteChoices,
        own_limits: Option<&OwnLimits>,
    ) -> Result<Site, Failure> {
        let website = tx.website();
        let row = site_row(tx).await?;
        // A shop is in test mode until its owner ends it.
        let is_test = tx.find::<payment_setting::Entity>().one().await?.is_none_or(|row| row.test_mode);
        let mut activations = Vec::new();
        for Offered { info: plugin, version } in offered {
            if !choices.enables(&plugin) {
                continue;
            }
            let config = with_defaults(&plugin, choices.settings_for(&plugin));
            let secrets = self.secrets(website, &plugin, version.is_some(), choices);
            let (http_grant, data_grant) = (choices.granted_origins(&plugin), choices.granted_data(&plugin));
            let limits = own_limits.map(|own| Arc::clone(&own.limits));
            let plugin_id = plugin.id;
            activations.push(Activation { plugin_id, version, config, secrets, http_grant, data_grant, limits });
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

    /// The secrets that were entered for a plugin. Those of test providers of the server are made up, so that they work
    /// at once; others without a value are not set.
    pub(super) fn secrets(
        &self,
        website: &WebsiteId,
        plugin: &PluginInfo,
        is_package: bool,
        choices: &SiteChoices,
    ) -> BTreeMap<String, Secret> {
        let is_made_up = !is_package && is_test_provider(plugin);
        let secret = |name: &String| {
            let entered = choices.secret(&plugin.id, name).map(<[u8]>::to_vec);
            let made_up = || self.key.derive(&format!("plugin:{}:{website}:{name}", plugin.id));
            let value = entered.or_else(|| is_made_up.then(made_up))?;
            Some((name.clone(), Secret::new(value)))
        };
        plugin.permissions.secrets.iter().filter_map(secret).collect()
    }
}

fn infos_of(offered: &[Offered]) -> Arc<[PluginInfo]> {
    offered.iter().map(|offered| offered.info.clone()).collect()
}

/// Offset of a time zone from UTC at a time, minutes; 0 for an unknown zone.
fn offset_minutes(zone: &str, now: Timestamp) -> i16 {
    let (Ok(zone), Ok(moment)) = (TimeZone::get(zone), jiff::Timestamp::from_millisecond(now.ms())) else { return 0 };
    i16::try_from(zone.to_offset(moment).seconds() / 60).unwrap_or(0)
}

/// The packages that a site uses, as ids of plugins and digests: those that it has installed, and those that the
/// operator runs on all sites.
fn chosen(rules: &PluginRules, choices: &SiteChoices) -> BTreeMap<String, String> {
    let mut chosen = rules.all_sites.clone();
    chosen.extend(choices.installed());
    chosen
}
