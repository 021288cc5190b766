//! The compiled code of a plugin. That of the folder is loaded when something of it is called first: most sites use few
//! plugins, and an interpreter has 37 MB of code.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};
use tokio::sync::Mutex as AsyncMutex;
use wasmtime::component::{Component, InstancePre, Linker};

use super::refused::Refused;
use crate::artefacts::{Artefacts, Origin};
use crate::bindings::{
    block_migration, blocks, discounts, events, formatters, installments, jobs, migration, panels, predicates,
    product_files, questions, rows, shipping, taxes,
};
use crate::capability::GuestState;
use crate::convert::invalid;
use crate::error::{PluginError, PluginErrorKind};
use crate::files::{Files, PackageFiles};
use crate::host::Inner;
use crate::manifest::{BLOCK_MIGRATION, PRODUCT_FILES};
use crate::on_demand::blocking;
use crate::payment_versions::PaymentIndices;
use crate::registry::{LARGEST_COMPONENT, Plugin, PluginLoader};

/// Code that instances are made of, and where its exports are.
pub(crate) struct Code {
    /// For calls that must not wait: their imports return at once.
    pub(crate) pure: InstancePre<GuestState>,
    /// For calls that may wait, such as for HTTP requests.
    pub(crate) waiting: InstancePre<GuestState>,
    pub(crate) formatters: Option<formatters::interface::GuestIndices>,
    pub(crate) predicates: Option<predicates::interface::GuestIndices>,
    pub(crate) blocks: Option<blocks::interface::GuestIndices>,
    pub(crate) installments: Option<installments::interface::GuestIndices>,
    pub(crate) payments: Option<PaymentIndices>,
    pub(crate) shipping: Option<shipping::interface::GuestIndices>,
    pub(crate) taxes: Option<taxes::interface::GuestIndices>,
    pub(crate) discounts: Option<discounts::interface::GuestIndices>,
    pub(crate) questions: Option<questions::interface::GuestIndices>,
    pub(crate) events: Option<events::interface::GuestIndices>,
    pub(crate) jobs: Option<jobs::interface::GuestIndices>,
    pub(crate) panels: Option<panels::interface::GuestIndices>,
    pub(crate) rows: Option<rows::interface::GuestIndices>,
    pub(crate) product_files: Option<product_files::interface::GuestIndices>,
    pub(crate) migration: Option<migration::interface::GuestIndices>,
    pub(crate) block_migration: Option<block_migration::interface::GuestIndices>,
}

/// Where the code of a plugin of the folder is.
pub(crate) struct CodeSource {
    pub(crate) folder: PathBuf,
    /// The component in the folder.
    pub(crate) file: String,
    /// SHA-256 of the component that passed the checks.
    pub(crate) digest: Vec<u8>,
    /// Its exports, as [`crate::interfaces::check_interfaces`] returns them.
    pub(crate) exports: BTreeSet<String>,
}

/// Code that is loaded, or will be by the first call.
pub(crate) struct LazyCode {
    loaded: OnceLock<Code>,
    source: Option<CodeSource>,
    /// Held by the thread that loads it.
    turn: Mutex<()>,
    /// Held by the caller that has a thread load it: the others wait without one.
    waiting: Arc<AsyncMutex<()>>,
    /// Whether `refused` is set. Pages ask for each plugin of the site whether it is.
    has_failed: AtomicBool,
    refused: Mutex<Option<Refused>>,
}

impl LazyCode {
    pub(crate) fn now(code: Code) -> Self {
        Self { loaded: OnceLock::from(code), ..Self::empty(None) }
    }

    pub(crate) fn later(source: CodeSource) -> Self {
        Self::empty(Some(source))
    }

    /// Code that the host was too busy to try. It is refused until it passes a trial.
    pub(crate) fn put_off(source: CodeSource) -> Self {
        Self {
            has_failed: AtomicBool::new(true),
            refused: Mutex::new(Some(Refused::untried(Instant::now()))),
            ..Self::later(source)
        }
    }

    fn empty(source: Option<CodeSource>) -> Self {
        Self {
            loaded: OnceLock::new(),
            source,
            turn: Mutex::default(),
            waiting: Arc::default(),
            has_failed: AtomicBool::new(false),
            refused: Mutex::default(),
        }
    }

    /// The code, if it is loaded.
    pub(crate) fn ready(&self) -> Option<&Code> {
        self.loaded.get()
    }

    pub(crate) fn is_loaded(&self) -> bool {
        self.ready().is_some()
    }

    /// Why it could not be loaded, until it may be tried again.
    pub(crate) fn refusal(&self) -> Option<PluginErrorKind> {
        if self.is_loaded() || !self.has_failed.load(Ordering::Acquire) {
            return None;
        }
        self.refused().as_ref().and_then(|refused| refused.reason(Instant::now()).cloned())
    }

    /// How long it is not tried, if it has passed no trial yet and may still do so; zero while it is being tried.
    fn until_trial(&self) -> Option<Duration> {
        if self.is_loaded() || !self.has_failed.load(Ordering::Acquire) {
            return None;
        }
        self.refused().as_ref().and_then(|refused| refused.until_trial(Instant::now()))
    }

    /// Whether it is to be tried now, which is up to the caller then.
    fn begin_trial(&self) -> bool {
        let may_be = !self.is_loaded() && self.has_failed.load(Ordering::Acquire);
        may_be && self.refused().as_mut().is_some_and(|refused| refused.begin_trial(Instant::now()))
    }

    fn refuse(&self, kind: PluginErrorKind) {
        let mut refused = self.refused();
        *refused = Some(Refused::after_failure(refused.as_ref(), kind, Instant::now()));
        self.has_failed.store(true, Ordering::Release);
    }

    fn refuse_while_compiled(&self) {
        let mut refused = self.refused();
        *refused = Some(Refused::while_compiled(refused.as_ref(), Instant::now()));
        self.has_failed.store(true, Ordering::Release);
    }

    fn refused(&self) -> MutexGuard<'_, Option<Refused>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CodeSource {
    /// The files of the plugin, whose component is the one that passed the checks.
    fn files(&self) -> Result<PackageFiles, PluginErrorKind> {
        let fault = |kind: PluginErrorKind| PluginErrorKind::Host(kind.to_string());
        let files = PackageFiles::of_folder(&self.folder).map_err(fault)?;
        self.check(files.get(&self.file).unwrap_or_default())?;
        Ok(files)
    }

    fn check(&self, component: &[u8]) -> Result<(), PluginErrorKind> {
        if Sha256::digest(component).to_vec() == self.digest {
            return Ok(());
        }
        Err(invalid(format!("{}: was changed after the server had started", self.file)))
    }
}

impl Inner {
    /// The code of a plugin. Its first call loads it, which blocks the thread. Code that is not in the cache any more is
    /// compiled in a process of its own, and the plugin is refused meanwhile.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when it cannot be loaded: the plugin is then refused for a while, as one that fails a
    /// check at start.
    pub(crate) fn code<'a>(self: &Arc<Self>, plugin: &'a Arc<Plugin>) -> Result<&'a Code, PluginError> {
        let code = &plugin.code;
        if let Some(loaded) = code.ready() {
            return Ok(loaded);
        }
        let _turn = code.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = code.ready() {
            return Ok(loaded);
        }
        let not_found = || plugin.error(PluginErrorKind::NotFound);
        if code.refusal().is_some() {
            return Err(not_found());
        }
        let kept = self.workshop.kept_code(code.source.as_ref());
        let loaded = match (kept, self.runtime.as_ref().filter(|_| self.versions.compiler.is_some())) {
            (Ok(Some(loaded)), _) => Ok(loaded),
            (Ok(None), Some(runtime)) => {
                tracing::warn!(plugin.id = &*plugin.id, "the compiled code of a plugin was lost and is compiled again");
                code.refuse_while_compiled();
                runtime.spawn(compile_again(Arc::clone(self), Arc::clone(plugin)));
                return Err(not_found());
            }
            (Ok(None), None) => self.workshop.compile_here(code.source.as_ref()),
            (Err(kind), _) => Err(kind),
        };
        match loaded {
            Ok(loaded) => Ok(code.loaded.get_or_init(|| loaded)),
            Err(kind) => {
                refuse(plugin, kind);
                Err(not_found())
            }
        }
    }

    /// The same for calls that may wait.
    pub(crate) async fn code_when_loaded<'a>(
        self: &Arc<Self>,
        plugin: &'a Arc<Plugin>,
    ) -> Result<&'a Code, PluginError> {
        let code = &plugin.code;
        let is_untried = || !code.is_loaded() && code.refusal().is_none();
        if is_untried() {
            let turn = Arc::clone(&code.waiting).lock_owned().await;
            if is_untried() {
                let (inner, own) = (Arc::clone(self), Arc::clone(plugin));
                // The turn ends with the thread, even when nobody waits for it any more.
                let loading = tokio::task::spawn_blocking(move || {
                    let _turn = turn;
                    inner.code(&own).is_ok()
                });
                // Whether it could be loaded is asked below.
                let _done = loading.await;
            }
        }
        code.ready().ok_or_else(|| plugin.error(PluginErrorKind::NotFound))
    }

    /// Has the compile process try the plugins of the folder that have passed no trial yet, if their pauses are over. How
    /// long the next of them is not tried; zero while one is being tried, none when there are no such plugins.
    pub(crate) fn try_put_off(self: &Arc<Self>) -> Option<Duration> {
        // Code of the folder is not compiled in this process after its start.
        let runtime = self.runtime.as_ref().filter(|_| self.versions.compiler.is_some())?;
        for plugin in self.plugins.iter().filter(|plugin| plugin.code.begin_trial()) {
            runtime.spawn(try_again(Arc::clone(self), Arc::clone(plugin)));
        }
        self.plugins.iter().filter_map(|plugin| plugin.code.until_trial()).min()
    }

    /// The code of a plugin of the folder, which the compile process makes and tries; `stopped` is what it means that this
    /// process was stopped.
    async fn compiled_again(
        self: &Arc<Self>,
        plugin: &Arc<Plugin>,
        stopped: fn(String) -> PluginErrorKind,
    ) -> Result<Code, PluginErrorKind> {
        let own = Arc::clone(plugin);
        let files = blocking(move || own.code.source.as_ref().ok_or_else(no_source)?.files()).await??;
        let (code, _report) = self.compile(&files, stopped).await?;
        let (inner, own) = (Arc::clone(self), Arc::clone(plugin));
        blocking(move || inner.workshop.adopt_again(own.code.source.as_ref(), &code)).await?
    }
}

/// Has the code of a plugin of the folder compiled in a process of its own, and keeps it.
async fn compile_again(inner: Arc<Inner>, plugin: Arc<Plugin>) {
    match inner.compiled_again(&plugin, PluginErrorKind::Invalid).await {
        Ok(loaded) => {
            plugin.code.loaded.get_or_init(|| loaded);
            tracing::info!(plugin.id = &*plugin.id, "the compiled code of a plugin is there again");
        }
        Err(kind) => refuse(&plugin, kind),
    }
}

/// Has a plugin of the folder tried that the host was too busy to try.
async fn try_again(inner: Arc<Inner>, plugin: Arc<Plugin>) {
    // It was compiled at the start, so that it is the machine that had no time or room for it now.
    match inner.compiled_again(&plugin, PluginErrorKind::Host).await {
        Ok(loaded) => {
            plugin.code.loaded.get_or_init(|| loaded);
            tracing::info!(plugin.id = &*plugin.id, "a plugin that the server had been too busy to try is used now");
        }
        Err(kind) => refuse(&plugin, kind),
    }
}

fn refuse(plugin: &Plugin, kind: PluginErrorKind) {
    let error = plugin.error(kind);
    tracing::error!(%error, "plugin not loaded");
    plugin.code.refuse(error.kind);
}

fn no_source() -> PluginErrorKind {
    PluginErrorKind::Host("there is no code to load".to_owned())
}

impl PluginLoader {
    /// Loads code that passed the checks, if the cache has it.
    fn kept_code(&self, source: Option<&CodeSource>) -> Result<Option<Code>, PluginErrorKind> {
        let source = source.ok_or_else(no_source)?;
        let find = |artefacts: &Artefacts| artefacts.find(&self.engine, &source.digest, Origin::Folder);
        self.artefacts.as_ref().and_then(find).map(|component| self.link(&component, &source.exports)).transpose()
    }

    /// Compiles the same component once more, where there is no process for that.
    fn compile_here(&self, source: Option<&CodeSource>) -> Result<Code, PluginErrorKind> {
        let source = source.ok_or_else(no_source)?;
        let bytes = Files::Folder(&source.folder).read(&source.file, LARGEST_COMPONENT)?;
        source.check(&bytes)?;
        self.link(&self.component(&bytes, &source.digest)?, &source.exports)
    }

    /// Keeps and loads what the compile process made of the same component.
    fn adopt_again(&self, source: Option<&CodeSource>, code: &[u8]) -> Result<Code, PluginErrorKind> {
        let source = source.ok_or_else(no_source)?;
        let artefacts = self.artefacts.as_ref().ok_or_else(no_source)?;
        let adopted = artefacts.adopt(&self.engine, &source.digest, Origin::Folder, code);
        let fault =
            |error: wasmtime::Error| PluginErrorKind::Host(format!("compiled code cannot be loaded: {error:#}"));
        self.link(&adopted.map_err(fault)?, &source.exports)
    }

    /// A component: compiled, unless the cache has its code.
    pub(crate) fn component(&self, bytes: &[u8], digest: &[u8]) -> Result<Component, PluginErrorKind> {
        let component = match &self.artefacts {
            Some(artefacts) => artefacts.component(&self.engine, bytes, digest),
            None => Component::from_binary(&self.engine, bytes),
        };
        component.map_err(|error| invalid(format!("component: {error:#}")))
    }

    /// Code ready for instances, of a component with these exports.
    pub(crate) fn link(&self, component: &Component, exports: &BTreeSet<String>) -> Result<Code, PluginErrorKind> {
        let fault = |error: wasmtime::Error| invalid(format!("component: {error:#}"));
        let link = |linker: &Linker<GuestState>| linker.instantiate_pre(component).map_err(fault);
        let (pure, waiting) = (link(&self.pure)?, link(&self.waiting)?);
        macro_rules! indices {
            ($module:ident) => {
                exports
                    .contains(stringify!($module))
                    .then(|| $module::interface::GuestIndices::new(&pure))
                    .transpose()
                    .map_err(fault)?
            };
        }
        Ok(Code {
            formatters: indices!(formatters),
            predicates: indices!(predicates),
            blocks: indices!(blocks),
            installments: indices!(installments),
            payments: PaymentIndices::find(exports, &pure).map_err(fault)?,
            shipping: indices!(shipping),
            taxes: indices!(taxes),
            discounts: indices!(discounts),
            questions: indices!(questions),
            events: indices!(events),
            jobs: indices!(jobs),
            panels: indices!(panels),
            rows: indices!(rows),
            product_files: exports
                .contains(PRODUCT_FILES)
                .then(|| product_files::interface::GuestIndices::new(&pure))
                .transpose()
                .map_err(fault)?,
            migration: indices!(migration),
            block_migration: exports
                .contains(BLOCK_MIGRATION)
                .then(|| block_migration::interface::GuestIndices::new(&pure))
                .transpose()
                .map_err(fault)?,
            pure,
            waiting,
        })
    }
}
