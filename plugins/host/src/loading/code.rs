//! The compiled code of a plugin. That of the folder is loaded when something of it is called first: most sites use few
//! plugins, and an interpreter has 37 MB of code.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};
use wasmtime::component::{Component, InstancePre, Linker};

use crate::bindings::{
    blocks, discounts, events, formatters, installments, jobs, migration, panels, predicates, questions, rows,
    shipping, taxes,
};
use crate::capability::GuestState;
use crate::convert::invalid;
use crate::error::{PluginError, PluginErrorKind};
use crate::files::Files;
use crate::host::Inner;
use crate::payment_versions::PaymentIndices;
use crate::registry::{LARGEST_COMPONENT, Plugin, PluginLoader};

/// How long code that could not be loaded is not tried again, at first; twice as long each time.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

/// Code that instances are made of, and where its exports are.
pub(crate) struct Code {
    pub(crate) pure: InstancePre<GuestState>,
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
    pub(crate) migration: Option<migration::interface::GuestIndices>,
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
    /// Whether `refused` is set. Pages ask for each plugin of the site whether it is.
    has_failed: AtomicBool,
    refused: Mutex<Option<Refused>>,
}

/// Code that could not be loaded.
struct Refused {
    at: Instant,
    pause: Duration,
    kind: PluginErrorKind,
}

impl LazyCode {
    pub(crate) fn now(code: Code) -> Self {
        Self { loaded: OnceLock::from(code), ..Self::empty(None) }
    }

    pub(crate) fn later(source: CodeSource) -> Self {
        Self::empty(Some(source))
    }

    fn empty(source: Option<CodeSource>) -> Self {
        Self {
            loaded: OnceLock::new(),
            source,
            turn: Mutex::default(),
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
        let refused = self.refused();
        refused.as_ref().filter(|refused| refused.at.elapsed() < refused.pause).map(|refused| refused.kind.clone())
    }

    fn refuse(&self, kind: PluginErrorKind) {
        let mut refused = self.refused();
        let pause = refused.as_ref().map_or(FIRST_PAUSE, |before| (before.pause * 2).min(LONGEST_PAUSE));
        *refused = Some(Refused { at: Instant::now(), pause, kind });
        self.has_failed.store(true, Ordering::Release);
    }

    fn refused(&self) -> MutexGuard<'_, Option<Refused>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// The code of a plugin. Its first call loads it, which blocks the thread.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when it cannot be loaded: the plugin is then refused for a while, as one that fails a
    /// check at start.
    pub(crate) fn code<'a>(&self, plugin: &'a Plugin) -> Result<&'a Code, PluginError> {
        self.workshop.code(plugin)
    }

    /// The same for calls that may wait.
    pub(crate) async fn code_when_loaded<'a>(
        self: &Arc<Self>,
        plugin: &'a Arc<Plugin>,
    ) -> Result<&'a Code, PluginError> {
        if !plugin.code.is_loaded() {
            let (inner, own) = (Arc::clone(self), Arc::clone(plugin));
            // Whether it could be loaded is asked below.
            let _done = tokio::task::spawn_blocking(move || inner.code(&own).is_ok()).await;
        }
        self.code(plugin)
    }
}

impl PluginLoader {
    fn code<'a>(&self, plugin: &'a Plugin) -> Result<&'a Code, PluginError> {
        let code = &plugin.code;
        if let Some(loaded) = code.loaded.get() {
            return Ok(loaded);
        }
        let _turn = code.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = code.loaded.get() {
            return Ok(loaded);
        }
        if code.refusal().is_some() {
            return Err(plugin.error(PluginErrorKind::NotFound));
        }
        match self.load_code(code.source.as_ref()) {
            Ok(loaded) => Ok(code.loaded.get_or_init(|| loaded)),
            Err(kind) => {
                let error = plugin.error(kind);
                tracing::error!(%error, "plugin not loaded");
                code.refuse(error.kind);
                Err(plugin.error(PluginErrorKind::NotFound))
            }
        }
    }

    /// Loads code that passed the checks: what the cache keeps, or what is compiled of the same component once more.
    fn load_code(&self, source: Option<&CodeSource>) -> Result<Code, PluginErrorKind> {
        let source = source.ok_or_else(|| PluginErrorKind::Host("there is no code to load".to_owned()))?;
        let kept = self.artefacts.as_ref().and_then(|artefacts| artefacts.find(&self.engine, &source.digest));
        let component = match kept {
            Some(component) => component,
            None => {
                let bytes = Files::Folder(&source.folder).read(&source.file, LARGEST_COMPONENT)?;
                if Sha256::digest(&bytes).to_vec() != source.digest {
                    return Err(invalid(format!("{}: was changed after the server had started", source.file)));
                }
                self.component(&bytes, &source.digest)?
            }
        };
        self.link(&component, &source.exports)
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
            migration: indices!(migration),
            pure,
            waiting,
        })
    }
}
