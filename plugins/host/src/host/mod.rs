//! The host: the plugins it has loaded, and what their calls need.

mod admission;
mod calls;
mod config;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use stoa_opaque::Opaque;

pub use self::config::HostConfig;
use crate::artefacts::Artefacts;
use crate::breaker::{Breaker, CircuitKey, Entry};
use crate::capability::Ports;
use crate::engine;
use crate::error::{PluginError, PluginErrorKind};
use crate::gates::Gates;
use crate::limits::{Limits, SiteBudgets};
use crate::loading::functions::FunctionCache;
use crate::model::Site;
use crate::on_demand::Versions;
use crate::registry::{Plugin, PluginInfo, PluginLoader};
use crate::render::MigratedBlocks;

/// Loaded plugins and everything needed to call them. Cheap to clone.
#[derive(Clone)]
pub struct PluginHost {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) workshop: Opaque<PluginLoader>,
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
    /// a check are left out and listed by [`PluginHost::rejected`], as are those that the host is too busy to try, until
    /// [`PluginHost::try_put_off`] has them tried.
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
        let workshop = Opaque::new(workshop);
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

    /// The same with those whose code could not be loaded.
    pub fn described(&self) -> impl Iterator<Item = &PluginInfo> {
        self.inner.plugins.iter().map(|plugin| &plugin.info)
    }

    /// Has plugins of the folder tried that the host was too busy to try when it started, in the compile process, if the
    /// pauses after their last trials are over. While there are such plugins, the same is to be asked again after the time
    /// that is returned; it is zero while one is being tried.
    #[must_use]
    pub fn try_put_off(&self) -> Option<Duration> {
        self.inner.try_put_off()
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
}
