//! Loads the plugins of the configured folder, and prepares the host for those of packages.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use stoa_plugin_host::{ActivityPort, CompileCache, HostConfig, HttpTransport, PluginHost, PluginStorage, SiteReads};

use super::StoredFiles;
use super::compile_process::CompileProcesses;
use super::limits::{PluginLimits, host_limits};
use crate::config::Config;
use crate::secrets::MasterKey;

/// Instances of a host that only checks packages.
const INSTANCES_FOR_CHECKS: u32 = 4;

/// What plugins have to do with: their data, that of the sites, who is told what they do, and the network.
pub(crate) struct PluginSurroundings {
    pub(crate) storage: Arc<dyn PluginStorage>,
    pub(crate) reads: Arc<dyn SiteReads>,
    pub(crate) activity: Arc<dyn ActivityPort>,
    pub(crate) network: Arc<dyn HttpTransport>,
}

/// Loads the plugins of the configured folder, and can load those of `packages`. Compiled code is signed with a key
/// derived from `key`.
///
/// # Errors
/// When the folder or the cache of compiled code cannot be used. Plugins that fail a check are left out.
pub(crate) async fn load_plugins(
    config: &Config,
    key: &MasterKey,
    packages: Arc<StoredFiles>,
    surroundings: PluginSurroundings,
) -> anyhow::Result<PluginHost> {
    let folder = plugin_folder(&config.plugins.dir)?;
    let settings = HostConfig {
        storage: Some(surroundings.storage),
        reads: Some(surroundings.reads),
        activity: Some(surroundings.activity),
        http: surroundings.network,
        ..with_packages(config, key, packages)?
    };
    let host = tokio::task::spawn_blocking(move || load(folder, settings));
    host.await?
}

/// A host without the plugins of the folder, with which a command checks packages.
///
/// # Errors
/// When the cache of compiled code cannot be used.
pub(crate) fn check_packages_with(
    config: &Config,
    key: &MasterKey,
    packages: Arc<StoredFiles>,
) -> anyhow::Result<PluginHost> {
    let settings = HostConfig { pool_instances: INSTANCES_FOR_CHECKS, ..with_packages(config, key, packages)? };
    load(None, settings)
}

fn with_packages(config: &Config, key: &MasterKey, packages: Arc<StoredFiles>) -> anyhow::Result<HostConfig> {
    Ok(HostConfig {
        packages: Some(packages),
        compiler: Some(Arc::new(CompileProcesses::new(&config.plugins.compile)?)),
        ..host_config(config, Some(key))
    })
}

/// Loads the plugins to look at them: nothing is stored, and compiled code is not kept, since its folder may belong to
/// another user.
///
/// # Errors
/// When the folder cannot be read.
pub(crate) fn load_plugins_to_list(config: &Config) -> anyhow::Result<PluginHost> {
    load(plugin_folder(&config.plugins.dir)?, host_config(config, None))
}

fn load(folder: Option<PathBuf>, settings: HostConfig) -> anyhow::Result<PluginHost> {
    Ok(match folder {
        Some(folder) => PluginHost::load_dir(&folder, settings)?,
        None => PluginHost::without_plugins(settings)?,
    })
}

/// How the host runs plugins, by the settings. Without a key it keeps no compiled code.
pub fn host_config(config: &Config, key: Option<&MasterKey>) -> HostConfig {
    let plugins = &config.plugins;
    let folder = match plugins.cache.as_str() {
        "" => config.data_dir.join("plugin-cache"),
        folder => PathBuf::from(folder),
    };
    HostConfig {
        limits: host_limits(&plugins.limits),
        largest_memory: PluginLimits::of(config).largest_memory_of_plans(),
        pool_instances: plugins.instances,
        payment_instances: plugins.payment_instances,
        interpreted_instances: plugins.interpreted_instances,
        background_instances: plugins.background_instances,
        payment_queue: plugins.payment_queue,
        calls_per_site: plugins.calls_per_site,
        waiting_calls_per_site: plugins.payments_per_site,
        unstable: plugins.unstable,
        loaded_bytes: plugins.packages.loaded_megabytes.saturating_mul(1024 * 1024),
        loaded_idle: Duration::from_secs(plugins.packages.idle_seconds),
        compile_cache: key.map(|key| CompileCache { folder, key: key.derive("compiled plugins") }),
        ..HostConfig::default()
    }
}

/// The configured folder; otherwise `plugins` beside the executable, both where it is installed and where it is built.
pub(crate) fn plugin_folder(configured: &str) -> anyhow::Result<Option<PathBuf>> {
    if !configured.is_empty() {
        let folder = Path::new(configured);
        if !folder.is_dir() {
            bail!("plugins.dir: {configured} is not a folder");
        }
        return Ok(Some(folder.to_owned()));
    }
    let program = std::env::current_exe()?;
    let beside = program.parent().map(|folder| folder.join("plugins"));
    let built = program.parent().and_then(Path::parent).map(|folder| folder.join("plugins"));
    Ok([beside, built].into_iter().flatten().find(|folder| folder.is_dir()))
}
