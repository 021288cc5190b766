//! Configuration of the host.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::activity::ActivityPort;
use crate::artefacts::CompileCache;
use crate::capability::network::{HttpTransport, PublicNetwork};
use crate::capability::reads::SiteReads;
use crate::capability::storage::PluginStorage;
use crate::limits::Limits;
use crate::on_demand::{CompileProcess, PackageSource};

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
