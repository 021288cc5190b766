//! Loads the plugins of the configured folder, and prepares the host for those of packages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use stoa_plugin_host::{
    ActivityPort, CompileCache, HostConfig, HttpTransport, Limits, PluginHost, PluginStorage, SiteReads,
};

use super::compile_process::CompileProcesses;
use super::{PluginPlan, StoredFiles};
use crate::config::{Config, PlanConfig, PluginLimitsConfig};
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

fn host_config(config: &Config, key: Option<&MasterKey>) -> HostConfig {
    let plugins = &config.plugins;
    let folder = match plugins.cache.as_str() {
        "" => config.data_dir.join("plugin-cache"),
        folder => PathBuf::from(folder),
    };
    HostConfig {
        limits: limits(&plugins.limits),
        largest_memory: plugin_plans(config).values().map(|plan| plan.limits.largest_memory()).max().unwrap_or(0),
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

/// The plans of sites that have limits of plugins, by their names.
pub(crate) fn plugin_plans(config: &Config) -> BTreeMap<String, PluginPlan> {
    let general = &config.plugins.limits;
    let own = |plan: &PlanConfig| {
        let limits = limits(&plan.plugins.as_ref()?.over(general));
        Some(PluginPlan { title: plan.title.clone(), limits: Arc::new(limits) })
    };
    config.plans.offered.iter().filter_map(|(name, plan)| Some((name.clone(), own(plan)?))).collect()
}

fn limits(config: &PluginLimitsConfig) -> Limits {
    const KIB: usize = 1024;
    const MIB: usize = 1024 * KIB;
    Limits {
        memory: config.memory_megabytes.saturating_mul(MIB),
        storage: config.storage_megabytes.saturating_mul(MIB),
        formatter_call: Duration::from_millis(config.formatter_milliseconds),
        render: Duration::from_millis(config.page_milliseconds),
        page_calls: config.page_calls,
        site_render: Duration::from_secs(config.site_seconds),
        interpreted_memory: config.interpreted_memory_megabytes.saturating_mul(MIB),
        interpreted_formatter_call: Duration::from_millis(config.interpreted_formatter_milliseconds),
        interpreted_render: Duration::from_millis(config.interpreted_page_milliseconds),
        interpreted_page_calls: config.interpreted_page_calls,
        interpreted_storage: config.interpreted_storage_megabytes.saturating_mul(MIB),
        interpreted_log_bytes: config.interpreted_log_kilobytes.saturating_mul(KIB),
        interpreted_log_lines: config.interpreted_log_lines,
        interpreted_http_requests: config.interpreted_http_requests,
        interpreted_running: Duration::from_millis(config.interpreted_payment_milliseconds),
        waiting_call: Duration::from_secs(config.payment_seconds),
        waiting_call_running: Duration::from_millis(config.payment_milliseconds),
        job: Duration::from_secs(config.job_seconds),
        job_running: Duration::from_millis(config.job_milliseconds),
        transfer: config.transfer_kilobytes.saturating_mul(KIB),
        block_html: config.block_kilobytes.saturating_mul(KIB),
        client_script: config.client_kilobytes.saturating_mul(KIB),
        formatter_answer: config.formatter_kilobytes.saturating_mul(KIB),
        provider_state: config.state_kilobytes.saturating_mul(KIB),
        log_bytes: config.log_kilobytes.saturating_mul(KIB),
        log_lines: config.log_lines,
        reads: config.reads,
        http_requests: config.http_requests,
        http_timeout: Duration::from_secs(config.http_seconds),
        http_body: config.http_kilobytes.saturating_mul(KIB),
        stream: config.stream_kilobytes.saturating_mul(KIB),
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

#[cfg(test)]
mod tests {
    use stoa_plugin_host::{HostConfig, Limits};

    use super::{host_config, plugin_plans};
    use crate::config;

    /// The defaults of the settings are those of the host, which its documentation lists.
    #[test]
    fn default_settings_are_the_limits_of_the_host() {
        let config = config::load(None).unwrap();
        let (ours, theirs) = (host_config(&config, None), HostConfig::default());
        assert_eq!(ours.limits, Limits::default());
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
        assert!(plugin_plans(&config).is_empty());
    }

    // spec: plugins.limits.plan
    #[test]
    fn a_plan_has_the_general_limits_but_for_its_own() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = "[plans.offered.large]\ntitle = 'Large'\n[plans.offered.large.plugins]\npage_calls = 7\n\
                    interpreted_memory_megabytes = 256\n[plans.offered.small]\ntitle = 'Small'\n";
        std::fs::write(file.path(), text).unwrap();
        let config = config::load(Some(file.path())).unwrap();
        let plans = plugin_plans(&config);
        let expected =
            Limits { page_calls: 7, interpreted_memory: 256 * 1024 * 1024, ..host_config(&config, None).limits };
        assert_eq!(plans.keys().collect::<Vec<_>>(), ["large"]);
        assert_eq!((plans["large"].title.as_str(), &*plans["large"].limits), ("Large", &expected));
        assert_eq!(host_config(&config, None).largest_memory, 256 * 1024 * 1024, "the pool has room for it");
    }
}
