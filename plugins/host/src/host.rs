//! The host: its configuration, the plugins it has loaded, and what their calls need.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::activity::{ActivityPort, CallCounts, PluginOnSite};
use crate::artefacts::{Artefacts, CompileCache};
use crate::background::BackgroundCalls;
use crate::breaker::{Admission, Breaker, CircuitKey, Entry};
use crate::capability::Ports;
use crate::capability::network::{HttpTransport, PublicNetwork};
use crate::capability::reads::SiteReads;
use crate::capability::storage::PluginStorage;
use crate::concurrency_limit::CallPermit;
use crate::engine;
use crate::error::{PluginError, PluginErrorKind};
use crate::formats::FormatCalls;
use crate::gates::Gates;
use crate::installments::InstallmentCalls;
use crate::limits::{Limits, SiteBudgets};
use crate::loading::functions::FunctionCache;
use crate::methods::{EventHook, PaymentMethod, ScheduledJob};
use crate::model::Site;
use crate::on_demand::{CompileProcess, PackageSource, Versions};
use crate::panels::{PanelCalls, PanelPerson};
use crate::payment::PaymentCalls;
use crate::quotes::QuoteCalls;
use crate::registry::{Plugin, PluginInfo, PluginLoader};
use crate::render::{MigratedBlocks, RenderSession};

/// Configuration of the host.
#[derive(Clone)]
pub struct HostConfig {
    /// Limits of every guest on a site whose plan has none of its own.
    pub limits: Limits,
    /// Most memory that the limits of a plan give an instance, bytes, if that is more.
    pub largest_memory: usize,
    /// Most instances at the same time. Each reserves about 4 GiB of address space, not of memory.
    pub pool_instances: u32,
    /// How many of them are kept for payments; at most a third.
    pub payment_instances: u32,
    /// How many are kept for plugins of the class `interpreted`, as many for pages as for payments, questions about
    /// carts and background work; at most a quarter. They get no others, unless there are fewer than four.
    pub interpreted_instances: u32,
    /// How many are kept for event hooks and scheduled jobs; at most a quarter.
    pub background_instances: u32,
    /// Payment calls that wait for an instance; further ones are refused. One plugin on one site may fill a quarter.
    pub payment_queue: usize,
    /// Concurrent calls or page renders of one plugin on one site that block a thread.
    pub calls_per_site: usize,
    /// Concurrent asynchronous calls of one plugin on one site, such as payments.
    pub waiting_calls_per_site: usize,
    /// Cache of compiled code. With none, plugins are compiled at every start.
    pub compile_cache: Option<CompileCache>,
    /// A file for compiled functions, for those who compile plugins with the same interpreter again and again. What it
    /// contains is executed: it must be in the folder of the cache of compiled code, and that folder nobody else's.
    pub function_cache: Option<PathBuf>,
    /// HTTP client of plugins.
    pub http: Arc<dyn HttpTransport>,
    /// Key-value storage of plugins; none refuses access.
    pub storage: Option<Arc<dyn PluginStorage>>,
    /// Takes what plugins do; none forgets it.
    pub activity: Option<Arc<dyn ActivityPort>>,
    /// Where packages are found; none has only the plugins of the folder.
    pub packages: Option<Arc<dyn PackageSource>>,
    /// Compiles the components of packages.
    pub compiler: Option<Arc<dyn CompileProcess>>,
    /// Compiled code of packages that is kept loaded, bytes.
    pub loaded_bytes: u64,
    /// How long a version of a package is kept loaded when no site asks for it.
    pub loaded_idle: Duration,
    /// Data of sites for plugins; none refuses access.
    pub reads: Option<Arc<dyn SiteReads>>,
    /// Whether plugins may use interfaces of the contract that may still change.
    pub unstable: bool,
}

impl Default for HostConfig {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            largest_memory: 0,
            pool_instances: 256,
            payment_instances: 64,
            interpreted_instances: 32,
            background_instances: 16,
            payment_queue: 4_096,
            calls_per_site: 8,
            waiting_calls_per_site: 32,
            compile_cache: None,
            function_cache: None,
            http: Arc::new(PublicNetwork::default()),
            storage: None,
            activity: None,
            packages: None,
            compiler: None,
            loaded_bytes: 512 * 1024 * 1024,
            loaded_idle: Duration::from_secs(600),
            reads: None,
            unstable: true,
        }
    }
}

impl fmt::Debug for HostConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("HostConfig")
            .field("limits", &self.limits)
            .field("largest_memory", &self.largest_memory)
            .field("pool_instances", &self.pool_instances)
            .field("payment_instances", &self.payment_instances)
            .field("interpreted_instances", &self.interpreted_instances)
            .field("background_instances", &self.background_instances)
            .field("payment_queue", &self.payment_queue)
            .field("calls_per_site", &self.calls_per_site)
            .field("waiting_calls_per_site", &self.waiting_calls_per_site)
            .field("compile_cache", &self.compile_cache)
            .field("function_cache", &self.function_cache)
            .field("storage", &self.storage.is_some())
            .field("activity", &self.activity.is_some())
            .field("packages", &self.packages.is_some())
            .field("loaded_bytes", &self.loaded_bytes)
            .field("loaded_idle", &self.loaded_idle)
            .field("reads", &self.reads.is_some())
            .field("unstable", &self.unstable)
            .finish_non_exhaustive()
    }
}

/// Loaded plugins and everything needed to call them. Cheap to clone.
#[derive(Clone)]
pub struct PluginHost {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) workshop: PluginLoader,
    pub(crate) breaker: Breaker,
    gates: Gates,
    pub(crate) budgets: SiteBudgets,
    pub(crate) plugins: Vec<Arc<Plugin>>,
    pub(crate) versions: Versions,
    pub(crate) migrated_blocks: MigratedBlocks,
    rejected: Vec<PluginError>,
    warning: Option<String>,
    /// Where code that was lost is compiled again in the background.
    pub(crate) runtime: Option<tokio::runtime::Handle>,
}

impl PluginHost {
    /// Takes every plugin of a folder: one sub-folder each, with `plugin.toml` and the component. Compiles what the
    /// cache does not have, which blocks; call it at start-up. Code is loaded when it is called first. Plugins that fail
    /// a check are left out and listed by [`PluginHost::rejected`].
    ///
    /// # Errors
    /// [`PluginErrorKind::Host`] when the folder cannot be read or the engine cannot be built.
    pub fn load_dir(folder: &Path, config: HostConfig) -> Result<Self, PluginError> {
        let fault = |reason: String| PluginError::unknown("host", PluginErrorKind::Host(reason));
        let entries =
            std::fs::read_dir(folder).map_err(|error| fault(format!("plugin folder {}: {error}", folder.display())))?;
        let mut folders: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.join("plugin.toml").exists())
            .collect();
        folders.sort();
        Self::load(&folders, config)
    }

    /// A host without plugins: every call returns [`PluginErrorKind::NotFound`].
    ///
    /// # Errors
    /// [`PluginErrorKind::Host`] when the engine cannot be built.
    pub fn without_plugins(config: HostConfig) -> Result<Self, PluginError> {
        Self::load(&[], config)
    }

    fn load(folders: &[PathBuf], config: HostConfig) -> Result<Self, PluginError> {
        let fault = |reason: String| PluginError::unknown("host", PluginErrorKind::Host(reason));
        let gates = Gates::new(&config);
        let artefacts = config.compile_cache.as_ref().map(Artefacts::open).transpose().map_err(fault)?;
        let functions = config.function_cache.as_deref().map(|file| Arc::new(FunctionCache::new(file)));
        let largest_memory = config.limits.largest_memory().max(config.largest_memory);
        let built = engine::build(config.pool_instances, largest_memory, functions.as_ref());
        let built = built.map_err(fault)?;
        let versions = Versions::new(config.packages, config.compiler, config.loaded_bytes, config.loaded_idle);
        let ports =
            Ports { http: config.http, storage: config.storage, reads: config.reads, activity: config.activity };
        let workshop = PluginLoader::new(built.engine, artefacts, Arc::new(config.limits), ports).map_err(fault)?;
        let workshop = PluginLoader { allows_unstable: config.unstable, ..workshop };
        let mut plugins: Vec<Arc<Plugin>> = Vec::new();
        let mut rejected = Vec::new();
        for folder in folders {
            let error = match workshop.load(folder) {
                Ok(plugin) if plugins.iter().any(|known| known.id == plugin.id) => {
                    let reason = format!("another folder has a plugin of this id, so {} is left out", folder.display());
                    plugin.error(PluginErrorKind::Invalid(reason))
                }
                Ok(mut plugin) => {
                    if let Some(own) = Arc::get_mut(&mut plugin) {
                        own.tell_apart(&plugins);
                    }
                    for warning in &plugin.info.warnings {
                        tracing::warn!(plugin.id = %plugin.id, warning, "plugin loaded with a warning");
                    }
                    plugins.push(plugin);
                    continue;
                }
                Err(error) => error,
            };
            tracing::error!(%error, "plugin not loaded");
            rejected.push(error);
        }
        workshop.prune();
        if let Some(functions) = functions {
            functions.keep();
        }
        let (breaker, warning) = (Breaker::default(), built.warning);
        let runtime = tokio::runtime::Handle::try_current().ok();
        let (budgets, migrated_blocks) = (SiteBudgets::default(), MigratedBlocks::default());
        let inner =
            Inner { workshop, breaker, gates, budgets, plugins, versions, migrated_blocks, rejected, warning, runtime };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The plugins of the folder, without those whose code could not be loaded a short time ago.
    pub fn plugins(&self) -> impl Iterator<Item = &PluginInfo> {
        self.inner.plugins.iter().filter(|plugin| plugin.code.refusal().is_none()).map(|plugin| &plugin.info)
    }

    /// A plugin of the folder.
    #[must_use]
    pub fn plugin(&self, id: &str) -> Option<&PluginInfo> {
        self.plugins().find(|info| info.id == id)
    }

    /// Plugins of the folder that failed a check, or whose code could not be loaded by the first call, with the reason.
    #[must_use]
    pub fn rejected(&self) -> Vec<PluginError> {
        let failed = self.inner.plugins.iter().filter_map(|plugin| Some(plugin.error(plugin.code.refusal()?)));
        self.inner.rejected.iter().cloned().chain(failed).collect()
    }

    /// Plugins of the folder that a site has, and whose code could not be loaded a short time ago.
    pub fn refused_on<'a>(&'a self, site: &'a Site) -> impl Iterator<Item = &'a str> {
        let own = site.activations.iter().filter(|activation| activation.version.is_none());
        own.map(|activation| activation.plugin_id.as_str())
            .filter(move |id| self.refused().any(|refused| refused == *id))
    }

    /// Plugins of the folder whose code could not be loaded a short time ago.
    pub fn refused(&self) -> impl Iterator<Item = &str> {
        let failed = self.inner.plugins.iter().filter(|plugin| plugin.code.refusal().is_some());
        failed.map(|plugin| &*plugin.id)
    }

    /// Loads the code of the plugins of the folder now, for those who measure their calls. It blocks.
    pub fn load_code(&self) {
        for plugin in &self.inner.plugins {
            // What cannot be loaded is refused from now on, which is logged.
            let _loaded = self.inner.code(plugin).is_ok();
        }
    }

    /// Number of plugins of the folder whose code is loaded now.
    #[must_use]
    pub fn loaded_plugins(&self) -> usize {
        self.inner.plugins.iter().filter(|plugin| plugin.code.is_loaded()).count()
    }

    /// The limits of guests on a site whose plan has none of its own.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.inner.workshop.limits
    }

    /// A warning for the operator, such as that there is no instance pool.
    #[must_use]
    pub fn warning(&self) -> Option<&str> {
        self.inner.warning.as_deref()
    }

    /// What of a plugin is suspended on a site after repeated failures, and has not succeeded since: kinds and names,
    /// such as `block countdown`.
    #[must_use]
    pub fn failing(&self, site_id: &str, plugin_id: &str) -> Vec<String> {
        self.inner.breaker.failing(site_id, plugin_id)
    }

    /// Forgets the failures of a plugin on a site, whose version has changed.
    pub fn forget_failures(&self, site_id: &str, plugin_id: &str) {
        self.inner.breaker.forget(site_id, plugin_id);
    }

    /// The largest memory of an instance of a plugin at the end of a call since this was asked last, in bytes.
    #[must_use]
    pub fn take_peak_memory(&self, plugin_id: &str) -> usize {
        let plugin = self.inner.plugins.iter().find(|plugin| *plugin.id == *plugin_id);
        plugin.map_or(0, |plugin| plugin.peak_memory.swap(0, Ordering::Relaxed))
    }

    /// Remaining time for which new payments by a plugin are suspended on a site.
    #[must_use]
    pub fn payments_resting(&self, site_id: &str, plugin_id: &str) -> Option<Duration> {
        let key = CircuitKey { site: Arc::from(site_id), plugin: Arc::from(plugin_id), entry: Entry::Payments };
        self.inner.breaker.resting(&key, Instant::now())
    }

    /// Payment methods for new checkouts of a site, in its order of plugins, without suspended plugins.
    #[must_use]
    pub fn payment_methods(&self, site: &Site, currency: &str) -> Vec<PaymentMethod> {
        let mut found = Vec::new();
        for plugin in self.inner.active(site) {
            if self.payments_resting(&site.context.site_id, &plugin.id).is_some() {
                continue;
            }
            found.extend(plugin.info.payment_methods(currency).map(|mut method| {
                method.labels = plugin.texts.in_all(&format!("method.{}", method.method));
                method
            }));
        }
        found
    }

    /// The payment calls of a plugin on a site.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site,
    /// [`PluginErrorKind::NotProvided`] when it is no payment plugin.
    pub fn payment(&self, plugin_id: &str, site: &Arc<Site>) -> Result<PaymentCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        PaymentCalls::new(Arc::clone(&self.inner), plugin, Arc::clone(site))
    }

    /// The questions about carts to a plugin on a site.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site.
    pub fn quotes(&self, plugin_id: &str, site: &Arc<Site>) -> Result<QuoteCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        Ok(QuoteCalls::new(Arc::clone(&self.inner), plugin, Arc::clone(site)))
    }

    /// The event hooks of a site's plugins, with the topics about data that the site lets them have.
    #[must_use]
    pub fn event_hooks(&self, site: &Site) -> Vec<EventHook> {
        let mut hooks: Vec<EventHook> = self.inner.active(site).filter_map(|plugin| plugin.info.event_hook()).collect();
        for hook in &mut hooks {
            let activation = site.activation(&hook.plugin_id);
            hook.topics.retain(|topic| activation.is_some_and(|own| own.may_be_told(topic)));
        }
        hooks.retain(|hook| !hook.topics.is_empty());
        hooks
    }

    /// The scheduled jobs of a site's plugins.
    #[must_use]
    pub fn scheduled_jobs(&self, site: &Site) -> Vec<ScheduledJob> {
        self.inner.active(site).flat_map(|plugin| plugin.info.scheduled_jobs()).collect()
    }

    /// The calls of a plugin on a site that nobody waits for.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site.
    pub fn background(&self, plugin_id: &str, site: &Arc<Site>) -> Result<BackgroundCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        Ok(BackgroundCalls::new(Arc::clone(&self.inner), plugin, Arc::clone(site)))
    }

    /// The panels of a plugin on a site, for a person: calls have the rights that both have.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site.
    pub fn panel(&self, plugin_id: &str, site: &Arc<Site>, person: PanelPerson) -> Result<PanelCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        Ok(PanelCalls::new(Arc::clone(&self.inner), plugin, site, person))
    }

    /// The formats of a plugin on a site, for a person who may change the plugin's data or not.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site.
    pub fn formats(&self, plugin_id: &str, site: &Arc<Site>, may_change: bool) -> Result<FormatCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        Ok(FormatCalls::new(Arc::clone(&self.inner), plugin, Arc::clone(site), may_change))
    }

    /// The installment calls of the site's first plugin that supports the merchant's country, an ISO 3166 code, and the
    /// site's currency.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the site has none.
    pub fn installments(&self, site: &Arc<Site>, country: &str) -> Result<InstallmentCalls, PluginError> {
        let speaks = |plugin: &&Arc<Plugin>| plugin.has_installment_texts(country, &site.context.currency);
        let plugin = self.inner.active(site).find(speaks);
        let plugin = plugin.ok_or_else(|| PluginError::unknown("installments", PluginErrorKind::NotFound))?;
        Ok(InstallmentCalls::new(Arc::clone(&self.inner), Arc::clone(plugin), Arc::clone(site)))
    }

    /// Formatter, predicate and block calls of one page render. Drop it with the render. If a plugin is busy on the
    /// site, its first call in a render waits, at most a quarter of a second, and blocks the thread.
    #[must_use]
    pub fn render_session(&self, site: Arc<Site>) -> RenderSession {
        RenderSession::new(Arc::clone(&self.inner), site)
    }
}

impl fmt::Debug for PluginHost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = self.plugins().map(|info| info.id.as_str()).collect();
        formatter.debug_struct("PluginHost").field("plugins", &ids).field("rejected", &self.rejected().len()).finish()
    }
}

impl Inner {
    /// The limits of a plugin on a site.
    pub(crate) fn limits<'a>(&'a self, plugin: &Plugin, site: &'a Site) -> &'a Limits {
        site.limits(&plugin.id, &self.workshop.limits)
    }

    /// The loaded plugins that are enabled on a site, in its order.
    pub(crate) fn active<'a>(&'a self, site: &'a Site) -> impl Iterator<Item = &'a Arc<Plugin>> {
        site.activations.iter().filter_map(|activation| match &activation.version {
            Some(version) => Some(&version.plugin),
            None => {
                let own = self.plugins.iter().find(|plugin| *plugin.id == *activation.plugin_id);
                own.filter(|plugin| plugin.code.refusal().is_none())
            }
        })
    }

    fn active_plugin(&self, plugin_id: &str, site: &Site) -> Result<Arc<Plugin>, PluginError> {
        let plugin = self.active(site).find(|plugin| *plugin.id == *plugin_id);
        plugin.cloned().ok_or_else(|| PluginError::unknown(plugin_id, PluginErrorKind::NotFound))
    }

    /// Asks the circuit breaker; true for the trial call after a suspension.
    pub(crate) fn admit(&self, key: &CircuitKey, plugin: &Plugin) -> Result<bool, PluginError> {
        match self.breaker.enter(key, Instant::now()) {
            Admission::Regular => Ok(false),
            Admission::Trial => Ok(true),
            Admission::Suspended(left) => {
                let retry_after_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
                Err(plugin.error(PluginErrorKind::Suspended { retry_after_ms }))
            }
        }
    }

    /// Reports the result of a call to the circuit breaker.
    pub(crate) fn report(&self, key: &CircuitKey, failure: Option<&PluginErrorKind>) {
        match failure {
            Some(kind) if kind.is_host_fault() => {}
            Some(kind) if kind.is_fault() => {
                if self.breaker.failed(key.clone(), Instant::now())
                    && let Some(activity) = &self.workshop.ports.activity
                {
                    let reason = PluginError::unknown(&key.plugin, kind.clone()).for_owner();
                    activity.suspended(&key.site, &key.plugin, &key.entry.to_string(), &reason);
                }
            }
            _ => self.breaker.succeeded(key, Instant::now()),
        }
    }

    /// Tells of a call that is not one of a page.
    pub(crate) fn observe(
        &self,
        key: &CircuitKey,
        plugin: &Plugin,
        duration: Duration,
        failure: Option<&PluginErrorKind>,
    ) {
        let Some(activity) = &self.workshop.ports.activity else { return };
        let mut counts = CallCounts::default();
        counts.add(duration, failure.is_some_and(PluginErrorKind::is_failure));
        let caller = PluginOnSite { site: &key.site, plugin: &plugin.id, version: &plugin.version };
        activity.calls(caller, key.entry.kind(), &counts);
    }

    pub(crate) fn acquire_blocking(&self, site: &Arc<str>, plugin: &Plugin) -> Result<CallPermit, PluginError> {
        let seat = self.gates.render(plugin.info.class).enter_blocking((Arc::clone(site), Arc::clone(&plugin.id)));
        seat.ok_or_else(|| plugin.error(PluginErrorKind::Busy))
    }

    pub(crate) async fn acquire_quote(&self, site: &Arc<str>, plugin: &Plugin) -> Result<CallPermit, PluginError> {
        let seat = self.gates.quotes(plugin.info.class).enter((Arc::clone(site), Arc::clone(&plugin.id))).await;
        seat.ok_or_else(|| plugin.error(PluginErrorKind::Busy))
    }

    pub(crate) async fn acquire_background(&self, site: &Arc<str>, plugin: &Plugin) -> Result<CallPermit, PluginError> {
        let seat = self.gates.background(plugin.info.class).enter((Arc::clone(site), Arc::clone(&plugin.id))).await;
        seat.ok_or_else(|| plugin.error(PluginErrorKind::Busy))
    }

    pub(crate) async fn acquire(&self, site: &Arc<str>, plugin: &Plugin) -> Result<CallPermit, PluginError> {
        let seat = self.gates.payment(plugin.info.class).enter((Arc::clone(site), Arc::clone(&plugin.id))).await;
        seat.ok_or_else(|| plugin.error(PluginErrorKind::Busy))
    }
}
