//! Versions of plugins that are loaded from packages when a site needs them, and dropped when none does.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use moka::future::Cache;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wasmtime::component::Component;

use crate::artefacts::Origin;
use crate::boxed;
use crate::error::{PluginError, PluginErrorKind};
use crate::files::{Files, PackageFiles};
use crate::folder::{describe, read_manifest};
use crate::host::{Inner, PluginHost};
use crate::interfaces::Interfaces;
use crate::model::{Activation, Site};
use crate::refusals::Refusals;
use crate::registry::{LARGEST_COMPONENT, Plugin, PluginInfo, PluginLoader, Trial};
use crate::worker;

/// Finds packages.
#[async_trait]
pub trait PackageSource: Send + Sync {
    /// The files of the package with this digest, after its signature and digests were checked; none when there is no
    /// such package.
    ///
    /// # Errors
    /// When the package cannot be read, in words for the log.
    async fn files(&self, digest: &str) -> Result<Option<PackageFiles>, String>;
}

/// Runs [`crate::compile`] in a process of its own, with limits.
#[async_trait]
pub trait CompileProcess: Send + Sync {
    /// The answer of the process to a request.
    ///
    /// # Errors
    /// When the process could not be started, or did not answer.
    async fn run(&self, request: Vec<u8>) -> Result<Vec<u8>, CompileFailure>;
}

/// Why a compile process did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompileFailure {
    /// It could not be started, or too many are waiting: not the fault of the plugin.
    #[error("{0}")]
    Unavailable(String),
    /// It was stopped, because it needed too much of something, or crashed.
    #[error("{0}")]
    Stopped(String),
}

/// What compiling a plugin took.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CompileReport {
    /// Duration of the compilation, milliseconds; 0 when the same component was compiled before.
    pub compile_ms: u64,
    /// Most memory that the process had, bytes; 0 where it is not known, or when nothing was compiled.
    pub peak_memory: u64,
    /// Size of the compiled code, bytes.
    pub code_bytes: u64,
    /// Interfaces that the component imports: each is one permission.
    pub imports: Vec<String>,
    /// Interfaces that it exports.
    pub exports: Vec<String>,
}

/// A loaded version of a plugin. It stays loaded as long as someone has it.
#[derive(Clone)]
pub struct LoadedPlugin {
    pub(crate) plugin: Arc<Plugin>,
    digest: Arc<str>,
    code_bytes: u32,
}

impl LoadedPlugin {
    /// SHA-256 of its package, in hex.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Its description. Its blocks have their full kinds.
    #[must_use]
    pub fn info(&self) -> &PluginInfo {
        &self.plugin.info
    }
}

impl fmt::Debug for LoadedPlugin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LoadedPlugin").field("id", &self.plugin.id).field("digest", &self.digest).finish()
    }
}

/// The loaded versions of packages, by the digests of these.
pub(crate) struct Versions {
    source: Option<Arc<dyn PackageSource>>,
    pub(crate) compiler: Option<Arc<dyn CompileProcess>>,
    loaded: Cache<String, LoadedPlugin>,
    refused: Refusals,
    /// Whose examples are shown in this process. All others wait for the compile process, which has limits of its own.
    trials: Arc<Semaphore>,
}

impl Versions {
    pub(crate) fn new(
        source: Option<Arc<dyn PackageSource>>,
        compiler: Option<Arc<dyn CompileProcess>>,
        bytes: u64,
        idle: Duration,
    ) -> Self {
        let loaded = Cache::builder()
            .max_capacity(bytes)
            .weigher(|_, version: &LoadedPlugin| version.code_bytes)
            .time_to_idle(idle)
            .build();
        let refused = Refusals::default();
        Self { source, compiler, loaded, refused, trials: Arc::new(Semaphore::new(1)) }
    }
}

/// Describes the plugin of a package from its manifest, schemas and examples. Nothing is compiled or run.
///
/// # Errors
/// [`PluginErrorKind::Invalid`] when one of these files is not valid.
pub fn describe_package(files: &PackageFiles) -> Result<PluginInfo, PluginError> {
    let files = Files::Package(files);
    let read = read_manifest(files).map_err(|kind| PluginError::unknown("package", kind))?;
    let id = read.manifest.plugin.id.clone();
    let component = files.read(&read.manifest.plugin.component, LARGEST_COMPONENT);
    let described = component.and_then(|bytes| describe(files, read, hex::encode(Sha256::digest(&bytes))));
    let mut info = described.map_err(|kind| PluginError::unknown(&id, kind))?;
    info.use_full_kinds(&[]);
    Ok(info)
}

impl PluginHost {
    /// What is active on a site, in its order: plugins of the folder and of packages.
    pub fn active<'a>(&'a self, site: &'a Site) -> impl Iterator<Item = &'a PluginInfo> {
        self.inner.active(site).map(|plugin| &plugin.info)
    }

    /// The description of the version that a site uses of a plugin.
    #[must_use]
    pub fn activated<'a>(&'a self, activation: &'a Activation) -> Option<&'a PluginInfo> {
        match &activation.version {
            Some(version) => Some(version.info()),
            None => self.plugin(&activation.plugin_id),
        }
    }

    /// The version of a plugin in a package, loaded if it is not. Code that is not in the cache is compiled in a process
    /// of its own, never in this one.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when there is no such package or it has another plugin,
    /// [`PluginErrorKind::Invalid`] when it cannot be used, [`PluginErrorKind::Host`] when this cannot be found out now.
    /// These are remembered for a while; an error for which [`PluginError::is_busy`] is true is not.
    #[boxed]
    pub async fn ensure(&self, plugin_id: &str, digest: &str) -> Result<LoadedPlugin, PluginError> {
        let versions = &self.inner.versions;
        if let Some(error) = versions.refused.of(digest).await {
            return Err(error);
        }
        let loading = async {
            let files = self.inner.package(plugin_id, digest).await?;
            let loaded = self.inner.load_package(plugin_id, digest, files, Trial::Instance).await;
            loaded.map(|(version, _)| version)
        };
        let loaded = versions.loaded.try_get_with(digest.to_owned(), loading).await;
        match loaded.map_err(|error: Arc<PluginError>| (*error).clone()) {
            Ok(version) if *version.plugin.id == *plugin_id => Ok(version),
            Ok(_) => Err(PluginError::unknown(plugin_id, PluginErrorKind::NotFound)),
            Err(error) => {
                versions.refused.note(digest, &error).await;
                Err(error)
            }
        }
    }

    /// Checks a new package, whose signature and digests were checked: the interfaces of the component, an instance, its
    /// examples. Its component is compiled unless a package with the same one was. It stays loaded for a while, since
    /// who brings a package often uses it next.
    ///
    /// # Errors
    /// As [`PluginHost::ensure`].
    #[boxed]
    pub async fn examine(
        &self,
        digest: &str,
        files: PackageFiles,
    ) -> Result<(LoadedPlugin, CompileReport), PluginError> {
        let (version, report) = self.inner.load_package("package", digest, files, Trial::ExamplesBesideSites).await?;
        let versions = &self.inner.versions;
        versions.refused.forget(digest).await;
        versions.loaded.insert(digest.to_owned(), version.clone()).await;
        Ok((version, report))
    }

    /// Number of versions of packages that are loaded now.
    #[boxed]
    pub async fn loaded_versions(&self) -> u64 {
        let loaded = &self.inner.versions.loaded;
        loaded.run_pending_tasks().await;
        loaded.entry_count()
    }
}

/// The compiled component of a package, and what is still to be tried.
struct Ready {
    component: Component,
    report: CompileReport,
    trial: Trial,
    /// Held while it is tried.
    turn: Option<OwnedSemaphorePermit>,
}

/// Size of compiled code in bytes.
fn code_size(component: &Component) -> u32 {
    let code = component.image_range();
    u32::try_from(code.end.addr().saturating_sub(code.start.addr())).unwrap_or(u32::MAX)
}

impl Inner {
    async fn package(&self, plugin_id: &str, digest: &str) -> Result<PackageFiles, PluginError> {
        let error = |kind| PluginError::unknown(plugin_id, kind);
        let source = self.versions.source.as_ref().ok_or_else(|| error(PluginErrorKind::NotFound))?;
        let found = source.files(digest).await.map_err(|reason| error(PluginErrorKind::Host(reason)))?;
        found.ok_or_else(|| error(PluginErrorKind::NotFound))
    }

    /// Loads a package. Its component is compiled unless the cache has its code; what is tried is tried in any case. The
    /// compile process, which has limits, tries examples that take long here, and those of a second package at once.
    async fn load_package(
        self: &Arc<Self>,
        name: &str,
        digest: &str,
        files: PackageFiles,
        trial: Trial,
    ) -> Result<(LoadedPlugin, CompileReport), PluginError> {
        let files = Arc::new(files);
        if let Some(loaded) = self.load_kept(name, digest, &files, trial).await? {
            return Ok(loaded);
        }
        let ready = self.compiled(&files).await.map_err(|kind| PluginError::unknown(name, kind))?;
        self.load_ready(name, digest, files, ready).await
    }

    /// Loads a package if the cache has the code of its component, and this process can try it.
    async fn load_kept(
        self: &Arc<Self>,
        name: &str,
        digest: &str,
        files: &Arc<PackageFiles>,
        trial: Trial,
    ) -> Result<Option<(LoadedPlugin, CompileReport)>, PluginError> {
        let turn = match trial {
            Trial::Instance => None,
            Trial::Examples | Trial::ExamplesBesideSites => {
                let Ok(turn) = Arc::clone(&self.versions.trials).try_acquire_owned() else { return Ok(None) };
                Some(turn)
            }
        };
        let (inner, own) = (Arc::clone(self), Arc::clone(files));
        let kept = blocking(move || inner.workshop.kept(&own)).await;
        let kept = kept.and_then(|kept| kept).map_err(|kind| PluginError::unknown(name, kind))?;
        let Some(component) = kept else { return Ok(None) };
        let report = self.workshop.report_of(&component);
        let ready = Ready { component, report, trial, turn };
        match self.load_ready(name, digest, Arc::clone(files), ready).await {
            Err(PluginError { kind: PluginErrorKind::Timeout(_) | PluginErrorKind::Starved, .. })
                if trial != Trial::Instance =>
            {
                Ok(None)
            }
            loaded => loaded.map(Some),
        }
    }

    async fn load_ready(
        self: &Arc<Self>,
        name: &str,
        digest: &str,
        files: Arc<PackageFiles>,
        ready: Ready,
    ) -> Result<(LoadedPlugin, CompileReport), PluginError> {
        let error = |kind| PluginError::unknown(name, kind);
        let Ready { component, report, trial, turn } = ready;
        let code_bytes = code_size(&component);
        let (inner, own_name) = (Arc::clone(self), name.to_owned());
        let load = move || {
            // A caller that went away does not end it.
            let _turn = turn;
            inner.workshop.load_files(Files::Package(&files), &own_name, Some(component), trial)
        };
        let mut plugin = blocking(load).await.map_err(error)??;
        if let Some(own) = Arc::get_mut(&mut plugin) {
            let bundled = self.plugins.iter().find(|known| known.id == own.id);
            own.info.use_full_kinds(bundled.map(|plugin| plugin.info.blocks.as_slice()).unwrap_or_default());
        }
        for warning in &plugin.info.warnings {
            tracing::warn!(plugin.id = %plugin.id, warning, "plugin loaded with a warning");
        }
        Ok((LoadedPlugin { plugin, digest: Arc::from(digest), code_bytes }, report))
    }

    /// Has a package compiled by another process, and keeps the code.
    async fn compiled(self: &Arc<Self>, files: &Arc<PackageFiles>) -> Result<Ready, PluginErrorKind> {
        let (code, report) = self.compile(files, PluginErrorKind::Invalid).await?;
        let (inner, own) = (Arc::clone(self), Arc::clone(files));
        let component = blocking(move || inner.workshop.adopt(&own, &code)).await??;
        // The examples were tried there.
        Ok(Ready { component, report, trial: Trial::Instance, turn: None })
    }

    /// Has a package compiled by another process, which tries its examples too; `stopped` is what it means that this
    /// process was stopped.
    pub(crate) async fn compile(
        &self,
        files: &PackageFiles,
        stopped: fn(String) -> PluginErrorKind,
    ) -> Result<(Vec<u8>, CompileReport), PluginErrorKind> {
        let fault = |reason: &str| PluginErrorKind::Host(reason.to_owned());
        let process = self
            .versions
            .compiler
            .as_ref()
            .ok_or_else(|| fault("this process has nothing to compile packages with"))?;
        let request = worker::request(&self.workshop.limits, files)?;
        let answer = process.run(request).await.map_err(|failure| match failure {
            CompileFailure::Unavailable(reason) => PluginErrorKind::Host(reason),
            CompileFailure::Stopped(reason) => stopped(reason),
        })?;
        worker::read_answer(answer)
    }
}

impl PluginLoader {
    /// The compiled component of a package, if the cache has it.
    fn kept(&self, files: &PackageFiles) -> Result<Option<Component>, PluginErrorKind> {
        let digest = component_digest(files)?;
        Ok(self.artefacts.as_ref().and_then(|artefacts| artefacts.find(&self.engine, &digest, Origin::Package)))
    }

    /// What there is to say about a component that was compiled before.
    fn report_of(&self, component: &Component) -> CompileReport {
        let Interfaces { imports, exports } = Interfaces::of(&self.engine, component);
        CompileReport { code_bytes: code_size(component).into(), imports, exports, ..CompileReport::default() }
    }

    /// Keeps and loads the code that the compile process made of a package.
    fn adopt(&self, files: &PackageFiles, code: &[u8]) -> Result<Component, PluginErrorKind> {
        let fault = |reason: String| PluginErrorKind::Host(reason);
        let artefacts =
            self.artefacts.as_ref().ok_or_else(|| fault("packages need a cache of compiled code".to_owned()))?;
        let adopted = artefacts.adopt(&self.engine, &component_digest(files)?, Origin::Package, code);
        artefacts.prune();
        adopted.map_err(|error| fault(format!("compiled code cannot be loaded: {error:#}")))
    }
}

fn component_digest(files: &PackageFiles) -> Result<Vec<u8>, PluginErrorKind> {
    let files = Files::Package(files);
    let component = read_manifest(files)?.manifest.plugin.component;
    Ok(Sha256::digest(files.read(&component, LARGEST_COMPONENT)?).to_vec())
}

pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, PluginErrorKind> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| PluginErrorKind::Host(format!("loading a plugin did not end: {error}")))
}
