//! Loads plugins from a folder or a package: reads, compiles and checks them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Once};
use std::time::Duration;

use serde::Serialize;
use wasmtime::component::{Component, Linker};

use crate::artefacts::Artefacts;
use crate::bindings::blocks;
use crate::call::{self, new_store, trap_after};
use crate::capability::{GuestState, Ports, link_pure, link_waiting};
use crate::convert::{context_in, invalid};
use crate::engine::TimedEngine;
use crate::error::{PluginError, PluginErrorKind};
use crate::files::Files;
use crate::interfaces::{Interfaces, check_interfaces};
use crate::limits::{Limits, PluginClass};
use crate::loading::code::{Code, CodeSource, LazyCode};
use crate::loading::described::Described;
use crate::manifest::{ClientScript, FormatterOutput, Permissions, Provision};
use crate::model::{Site, SiteContext};
use crate::render::read_block;
use crate::texts::Texts;

pub(crate) const LARGEST_COMPONENT: u64 = 24 * 1024 * 1024;
/// Time limit of a test instance. Longer than in a page render, since nobody waits for it.
const TRIAL: Duration = Duration::from_secs(1);
/// Most letters of a name of a plugin that the log repeats.
const LOGGED_NAME: usize = 60;

/// Description of a loaded plugin.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginInfo {
    /// `publisher.name`.
    pub id: String,
    /// Three numbers separated by dots.
    pub version: String,
    /// Version of the contract.
    pub api: String,
    /// Display name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// SPDX expression.
    pub license: String,
    /// URL of the publisher's page.
    pub homepage: Option<String>,
    /// SHA-256 of the component, in hex; identifies the build.
    pub digest: String,
    /// What it provides.
    pub provides: Vec<Provision>,
    /// Interfaces that its component imports, such as `stoa:plugin/http@0.1.0`; empty before it is compiled.
    pub imports: Vec<String>,
    /// Features of the contract that may still change, and that it uses.
    pub unstable: Vec<String>,
    /// Permissions that it requests.
    pub permissions: Permissions,
    /// Its class of limits.
    pub class: PluginClass,
    /// Memory of an instance that it asks for, bytes; none for that of its class.
    pub memory: Option<usize>,
    /// JSON Schema of its settings.
    pub settings_schema: Option<serde_json::Value>,
    /// Version of its settings. Above 1, it makes them of those of earlier versions.
    pub settings_version: u32,
    /// Its blocks, with their parsed schemas and examples.
    pub blocks: Vec<BlockInfo>,
    /// Its panels of the admin, with their parsed forms.
    pub panels: Vec<PanelInfo>,
    /// What of the manifest this host does not serve.
    pub warnings: Vec<String>,
}

impl PluginInfo {
    /// Gives the blocks of a package their full kinds, so that nobody else's have the same; those that the bundled
    /// version has too keep its kinds, which documents contain.
    pub(crate) fn use_full_kinds(&mut self, bundled: &[BlockInfo]) {
        for block in &mut self.blocks {
            let same = bundled.iter().find(|known| known.name == block.name);
            block.kind = same.map_or_else(|| full_kind(&self.id, &block.name), |known| known.kind.clone());
        }
    }
}

fn full_kind(plugin_id: &str, block: &str) -> String {
    format!("{}--{block}", plugin_id.replace('.', "-"))
}

/// A kind of block.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockInfo {
    /// Kind in documents: its name, or with that of the plugin before it when another plugin has a block of this name.
    pub kind: String,
    /// Its name in the manifest.
    pub name: String,
    /// Display name.
    pub title: String,
    /// JSON Schema of the block's settings.
    pub settings_schema: serde_json::Value,
    /// Incremented when existing settings need a migration.
    pub settings_version: u32,
    /// Whether the component makes its settings of those of earlier versions.
    pub settings_migration: bool,
    /// Data that the host loads for the call.
    pub data: Vec<String>,
    /// Example settings for the block picker.
    pub example: Option<serde_json::Value>,
    /// Requested group in the block picker.
    pub category: Option<String>,
    /// The script that runs in a frame in its place.
    pub client: Option<ClientScript>,
}

/// A panel of the admin.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PanelInfo {
    /// Its name in the manifest.
    pub name: String,
    /// Display name; none for that of the plugin.
    pub title: Option<String>,
    /// File with the HTML of its page; none for a table.
    pub page: Option<String>,
    /// JSON Schema of the form above its table.
    pub form: Option<serde_json::Value>,
    /// Kinds of data that a person has to see to open it.
    pub needs: Vec<String>,
}

/// A plugin that passed every check, now or when the cache noted it.
pub(crate) struct Plugin {
    pub(crate) id: Arc<str>,
    pub(crate) version: Arc<str>,
    pub(crate) info: PluginInfo,
    /// Largest memory of an instance at the end of a call.
    pub(crate) peak_memory: AtomicUsize,
    /// Done when the log has a warning of what its blocks say and the host ignores.
    pub(crate) warned: Once,
    pub(crate) texts: Texts,
    pub(crate) code: LazyCode,
}

impl Plugin {
    pub(crate) fn error(&self, kind: PluginErrorKind) -> PluginError {
        PluginError::new(&self.id, &self.version, kind)
    }

    /// Logs once that a block names something in `vary-on` that no block knows.
    pub(crate) fn warn_of_ignored(&self, block: &str, ignored: &str) {
        self.warned.call_once(|| {
            let ignored: String = ignored.chars().take(LOGGED_NAME).collect();
            tracing::warn!(plugin.id = %self.id, block, ignored, "vary-on names what no block knows, which changes nothing");
        });
    }

    /// Memory of an instance: what it asks for, within the limits.
    pub(crate) fn memory_within(&self, limits: &Limits) -> usize {
        let most = limits.of(self.info.class).memory;
        self.info.memory.unwrap_or(most).min(most)
    }

    /// Storage on one site: what it asks for, within the limits.
    pub(crate) fn storage_within(&self, limits: &Limits) -> usize {
        self.info.permissions.storage_bytes().min(limits.of(self.info.class).storage)
    }

    /// Whether it provides an interface, such as `payments`. A check ensures that its component exports it.
    pub(crate) fn provides(&self, interface: &str) -> bool {
        self.info.provides.iter().flat_map(Provision::interfaces).any(|own| own == interface)
    }

    pub(crate) fn has_formatter(&self, name: &str) -> bool {
        self.formatter_output(name).is_some()
    }

    /// What a formatter returns; none when there is none of this name.
    pub(crate) fn formatter_output(&self, name: &str) -> Option<FormatterOutput> {
        self.info.provides.iter().find_map(|provision| match provision {
            Provision::Formatter { names, output, .. } => names.iter().any(|known| known == name).then_some(*output),
            _ => None,
        })
    }

    pub(crate) fn has_predicate(&self, name: &str) -> bool {
        self.info.provides.iter().any(|provision| match provision {
            Provision::Predicate { names } => names.iter().any(|known| known == name),
            _ => false,
        })
    }

    /// The block of a kind in documents.
    pub(crate) fn block(&self, kind: &str) -> Option<&BlockInfo> {
        self.info.blocks.iter().find(|block| block.kind == kind || self.full_kind(&block.name) == kind)
    }

    /// The kind of a block with the name of the plugin, which no other plugin has. Documents keep it if it was needed
    /// once.
    fn full_kind(&self, block: &str) -> String {
        full_kind(&self.id, block)
    }

    /// Gives blocks their full kind, and warns of other names, that plugins loaded before have too.
    pub(crate) fn tell_apart(&mut self, before: &[Arc<Self>]) {
        let mut blocks = std::mem::take(&mut self.info.blocks);
        for block in &mut blocks {
            let Some(other) = before.iter().find(|plugin| plugin.block(&block.name).is_some()) else { continue };
            block.kind = self.full_kind(&block.name);
            let (name, kind, other) = (&block.name, &block.kind, &other.id);
            self.info.warnings.push(format!("{other} has a block {name}, too, so this one is {kind} in documents"));
        }
        self.info.blocks = blocks;
        for provision in &self.info.provides {
            let (kind, names) = match provision {
                Provision::Formatter { names, .. } => ("formatter", names),
                Provision::Predicate { names } => ("predicate", names),
                _ => continue,
            };
            for name in names {
                let has_it = |plugin: &&Arc<Self>| match kind {
                    "formatter" => plugin.has_formatter(name),
                    _ => plugin.has_predicate(name),
                };
                if let Some(other) = before.iter().find(has_it) {
                    let id = &other.id;
                    let warning = format!("{id} has a {kind} {name}, too, which is used on sites that have both");
                    self.info.warnings.push(warning);
                }
            }
        }
    }

    /// Whether it has installment messages for merchants of a country that sell in a currency.
    pub(crate) fn has_installment_texts(&self, country: &str, currency: &str) -> bool {
        let names = |list: &[String], wanted: &str| list.is_empty() || list.iter().any(|known| known == wanted);
        self.info.provides.iter().any(|provision| match provision {
            Provision::InstallmentProvider { countries, currencies } => {
                names(countries, country) && names(currencies, currency)
            }
            _ => false,
        })
    }
}

/// What of a plugin is tried before it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trial {
    /// An instance is made. The examples were tried when it was compiled.
    Instance,
    /// An instance is made, and the examples are shown.
    Examples,
}

/// A plugin that passed its checks, with its loaded code.
struct Tried {
    plugin: Arc<Plugin>,
    interfaces: Interfaces,
    /// As [`check_interfaces`] returns them.
    exports: BTreeSet<String>,
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
    /// again. Its code is loaded when it is called first; that which the checks needed is not kept.
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
        let Tried { mut plugin, interfaces, exports } = self.try_out(described, None, Trial::Examples)?;
        if let (Some(artefacts), Some(fingerprint)) = (&self.artefacts, fingerprint)
            && artefacts.has(&self.engine, &source.digest)
            && let Ok(noted) = serde_json::to_vec(&interfaces)
            && let Some(own) = Arc::get_mut(&mut plugin)
        {
            artefacts.note(&self.engine, &source.digest, &fingerprint, &noted);
            own.code = LazyCode::later(CodeSource { exports, ..source });
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
        self.try_out(described, ready, trial).map(|tried| tried.plugin)
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
        self.smoke_test(&plugin, trial)?;
        Ok(Tried { plugin, interfaces, exports })
    }

    /// Creates a test instance with production limits. Some type mismatches are only detected this way.
    fn smoke_test(&self, plugin: &Arc<Plugin>, trial: Trial) -> Result<(), PluginErrorKind> {
        let code = plugin.code.ready().ok_or_else(|| PluginErrorKind::Host("no code was loaded".to_owned()))?;
        let site = Arc::new(Site { context: trial_context(), activations: Arc::default() });
        let mut store = new_store(&self.engine, plugin, &site, &self.limits, &self.ports);
        trap_after(&mut store, TRIAL);
        let fault = |error: wasmtime::Error, store: &wasmtime::Store<GuestState>| {
            invalid(format!("trial instance: {}", call::read_fault(&error, store, TRIAL)))
        };
        let instance = match code.pure.instantiate(&mut store) {
            Ok(instance) => instance,
            Err(error) => return Err(fault(error, &store)),
        };
        macro_rules! probe {
            ($field:ident) => {
                if let Some(indices) = &code.$field
                    && let Err(error) = indices.load(&mut store, &instance)
                {
                    return Err(fault(error, &store));
                }
            };
        }
        probe!(formatters);
        probe!(predicates);
        probe!(blocks);
        probe!(installments);
        probe!(payments);
        probe!(events);
        probe!(jobs);
        probe!(panels);
        probe!(rows);
        probe!(product_files);
        probe!(migration);
        probe!(block_migration);
        probe!(shipping);
        probe!(taxes);
        probe!(discounts);
        probe!(questions);
        match trial {
            Trial::Instance => Ok(()),
            Trial::Examples => self.try_examples(plugin, code, &mut store, &instance),
        }
    }

    /// Renders the examples of blocks. An error that the guest returns is accepted, since an example has no data, which
    /// its block may need.
    fn try_examples(
        &self,
        plugin: &Plugin,
        code: &Code,
        store: &mut wasmtime::Store<GuestState>,
        instance: &wasmtime::component::Instance,
    ) -> Result<(), PluginErrorKind> {
        let Some(indices) = &code.blocks else { return Ok(()) };
        let context = context_in(&trial_context());
        for block in &plugin.info.blocks {
            let Some(example) = &block.example else { continue };
            let input = blocks::interface::Input {
                kind: block.name.clone(),
                instance_id: "example".to_owned(),
                settings: example.to_string(),
                data: "null".to_owned(),
                slots: Vec::new(),
            };
            store.data_mut().begin_call();
            trap_after(store, TRIAL);
            let answer =
                indices.load(&mut *store, instance).and_then(|guest| guest.call_render(&mut *store, &input, &context));
            let fault = match answer {
                Ok(Ok(shown)) => read_block(shown, self.limits.block_html).err(),
                Ok(Err(_)) => None,
                Err(error) => Some(call::read_fault(&error, store, TRIAL)),
            };
            if let Some(fault) = fault {
                return Err(invalid(format!("example of {}: {fault}", block.kind)));
            }
        }
        Ok(())
    }
}

fn trial_context() -> SiteContext {
    SiteContext {
        site_id: "trial".to_owned(),
        locale: "en-US".to_owned(),
        currency: "USD".to_owned(),
        currency_exponent: 2,
        timezone: "UTC".to_owned(),
        offset_minutes: 0,
        live: false,
        preview: true,
        now_ms: 0,
    }
}
