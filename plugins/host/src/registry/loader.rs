//! Loads plugins: reads, compiles and checks them, unless the cache knows that they passed.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use stoa_opaque::Opaque;
use wasmtime::component::{Component, Linker};

use super::{Plugin, Trial};
use crate::artefacts::Artefacts;
use crate::capability::{GuestState, Ports, link_pure, link_waiting};
use crate::engine::TimedEngine;
use crate::error::{PluginError, PluginErrorKind};
use crate::files::Files;
use crate::interfaces::{Interfaces, check_interfaces};
use crate::limits::Limits;
use crate::loading::code::{CodeSource, LazyCode};
use crate::loading::described::Described;

/// A plugin that passed its checks, with its loaded code.
struct Tried {
    plugin: Arc<Plugin>,
    interfaces: Interfaces,
    /// As [`check_interfaces`] returns them.
    exports: BTreeSet<String>,
    /// Why the host could not try an instance, which says nothing about the plugin.
    put_off: Option<PluginErrorKind>,
}

/// The engine with its linkers, for loading and checking plugins.
pub(crate) struct PluginLoader {
    pub(crate) engine: TimedEngine,
    pub(crate) limits: Arc<Limits>,
    pub(crate) ports: Ports,
    pub(crate) artefacts: Option<Artefacts>,
    /// Whether plugins may use interfaces that may still change.
    pub(crate) allows_unstable: bool,
    pub(crate) pure: Linker<GuestState>,
    pub(crate) waiting: Linker<GuestState>,
}

impl PluginLoader {
    pub(crate) fn new(
        engine: TimedEngine,
        artefacts: Option<Artefacts>,
        limits: Arc<Limits>,
        ports: Ports,
    ) -> Result<Self, String> {
        let mut pure = Linker::new(&engine);
        let mut waiting = Linker::new(&engine);
        link_pure(&mut pure).and_then(|()| link_waiting(&mut waiting)).map_err(|error| format!("{error:#}"))?;
        Ok(Self { engine, limits, ports, artefacts, allows_unstable: true, pure, waiting })
    }

    /// Limits the size of the cache of compiled code.
    pub(crate) fn prune(&self) {
        if let Some(artefacts) = &self.artefacts {
            artefacts.prune();
        }
    }

    /// Reads and checks the plugin in a folder. What the cache knows to have passed the checks is not compiled and tried
    /// again. Its code is loaded when it is called first; that which the checks needed is not kept. One that the host is
    /// too busy to try is refused until it passes a trial.
    pub(crate) fn load(&self, folder: &Path) -> Result<Arc<Plugin>, PluginError> {
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let described = Described::read(Files::Folder(folder), &name, &self.limits)?;
        if let Some(interfaces) = self.passed(&described) {
            let checked = check_interfaces(&interfaces, &described.manifest, self.allows_unstable);
            let exports = checked.map_err(|kind| described.error(kind))?;
            let code = LazyCode::later(described.source(folder, exports));
            return Ok(Arc::new(described.into_plugin(interfaces.imports, code)));
        }
        let source = described.source(folder, BTreeSet::new());
        let fingerprint = described.fingerprint(&self.limits);
        let Tried { mut plugin, interfaces, exports, put_off } = self.try_out(described, None, Trial::Examples)?;
        if let Some(kind) = put_off {
            let error = plugin.error(kind);
            let own = Arc::get_mut(&mut plugin).ok_or_else(|| error.clone())?;
            own.code = Opaque::new(LazyCode::put_off(CodeSource { exports, ..source }));
            tracing::warn!(%error, "plugin not tried yet; it is tried again while sites are used");
            return Ok(plugin);
        }
        if let (Some(artefacts), Some(fingerprint)) = (&self.artefacts, fingerprint)
            && artefacts.has(&self.engine, &source.digest)
            && let Ok(noted) = serde_json::to_vec(&interfaces)
            && let Some(own) = Arc::get_mut(&mut plugin)
        {
            artefacts.note(&self.engine, &source.digest, &fingerprint, &noted);
            own.code = Opaque::new(LazyCode::later(CodeSource { exports, ..source }));
        }
        Ok(plugin)
    }

    /// What the component of a plugin imports and exports, if the cache has its code and it passed the checks.
    fn passed(&self, described: &Described) -> Option<Interfaces> {
        let artefacts = self.artefacts.as_ref().filter(|artefacts| artefacts.has(&self.engine, &described.digest))?;
        let fingerprint = described.fingerprint(&self.limits)?;
        let noted = artefacts.noted(&self.engine, &described.digest, &fingerprint)?;
        serde_json::from_slice(&noted).ok()
    }

    /// Reads and checks a plugin; compiles it unless `ready` is its compiled component. `name` is that of a plugin
    /// whose manifest cannot be read.
    pub(crate) fn load_files(
        &self,
        files: Files<'_>,
        name: &str,
        ready: Option<Component>,
        trial: Trial,
    ) -> Result<Arc<Plugin>, PluginError> {
        let described = Described::read(files, name, &self.limits)?;
        let Tried { plugin, put_off, .. } = self.try_out(described, ready, trial)?;
        match put_off {
            None => Ok(plugin),
            Some(kind) => Err(plugin.error(kind)),
        }
    }

    fn try_out(&self, described: Described, ready: Option<Component>, trial: Trial) -> Result<Tried, PluginError> {
        let (id, version) = (Arc::clone(&described.id), Arc::clone(&described.version));
        self.tried(described, ready, trial).map_err(|kind| PluginError::new(&id, &version, kind))
    }

    fn tried(&self, described: Described, ready: Option<Component>, trial: Trial) -> Result<Tried, PluginErrorKind> {
        let component = match ready {
            Some(component) => component,
            None => self.component(&described.bytes, &described.digest)?,
        };
        let interfaces = Interfaces::of(&self.engine, &component);
        let exports = check_interfaces(&interfaces, &described.manifest, self.allows_unstable)?;
        let code = LazyCode::now(self.link(&component, &exports)?);
        let plugin = Arc::new(described.into_plugin(interfaces.imports.clone(), code));
        let put_off = match self.smoke_test(&plugin, trial) {
            Ok(()) => None,
            Err(kind) if kind.is_host_fault() => Some(kind),
            Err(kind) => return Err(kind),
        };
        Ok(Tried { plugin, interfaces, exports, put_off })
    }
}
