//! Loads plugins from a folder: reads, compiles and checks them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use wasmtime::component::{Component, InstancePre, Linker};

use crate::artefacts::Artefacts;
use crate::bindings::{blocks, discounts, formatters, installments, payments, predicates, shipping, taxes};
use crate::call::{self, new_store, trap_after};
use crate::capability::{GuestState, Ports, link_pure, link_waiting};
use crate::convert::{context_in, invalid};
use crate::engine::TimedEngine;
use crate::error::{PluginError, PluginErrorKind};
use crate::folder::{ReadManifest, describe, read_file, read_manifest};
use crate::limits::Limits;
use crate::manifest::{CONTRACT_LINES, FormatterOutput, Manifest, Permissions, Provision};
use crate::model::{Site, SiteContext};

const PACKAGE: &str = "stoa:plugin/";
const LARGEST_COMPONENT: u64 = 24 * 1024 * 1024;
/// Time limit of a test instance. Longer than in a page render, since nobody waits for it.
const TRIAL: Duration = Duration::from_secs(1);

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
    /// Permissions that it requests.
    pub permissions: Permissions,
    /// JSON Schema of its settings.
    pub settings_schema: Option<serde_json::Value>,
    /// Its blocks, with their parsed schemas and examples.
    pub blocks: Vec<BlockInfo>,
    /// What of the manifest this host does not serve.
    pub warnings: Vec<String>,
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
    /// Data that the host loads for the call.
    pub data: Vec<String>,
    /// Example settings for the block picker.
    pub example: Option<serde_json::Value>,
    /// Requested group in the block picker.
    pub category: Option<String>,
}

/// A plugin that passed every check.
pub(crate) struct Plugin {
    pub(crate) id: Arc<str>,
    pub(crate) version: Arc<str>,
    pub(crate) info: PluginInfo,
    pub(crate) memory: usize,
    pub(crate) storage_quota: usize,
    pub(crate) pure: InstancePre<GuestState>,
    pub(crate) waiting: InstancePre<GuestState>,
    pub(crate) formatters: Option<formatters::interface::GuestIndices>,
    pub(crate) predicates: Option<predicates::interface::GuestIndices>,
    pub(crate) blocks: Option<blocks::interface::GuestIndices>,
    pub(crate) installments: Option<installments::interface::GuestIndices>,
    pub(crate) payments: Option<payments::interface::GuestIndices>,
    pub(crate) shipping: Option<shipping::interface::GuestIndices>,
    pub(crate) taxes: Option<taxes::interface::GuestIndices>,
    pub(crate) discounts: Option<discounts::interface::GuestIndices>,
}

impl Plugin {
    pub(crate) fn error(&self, kind: PluginErrorKind) -> PluginError {
        PluginError::new(&self.id, &self.version, kind)
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
        format!("{}--{block}", self.id.replace('.', "-"))
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

/// The engine with its linkers, for loading and checking plugins.
pub(crate) struct PluginLoader {
    pub(crate) engine: TimedEngine,
    pub(crate) limits: Arc<Limits>,
    pub(crate) ports: Ports,
    artefacts: Option<Artefacts>,
    pure: Linker<GuestState>,
    waiting: Linker<GuestState>,
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
        Ok(Self { engine, limits, ports, artefacts, pure, waiting })
    }

    /// Limits the size of the cache of compiled code.
    pub(crate) fn prune(&self) {
        if let Some(artefacts) = &self.artefacts {
            artefacts.prune();
        }
    }

    /// Reads, compiles and checks the plugin in a folder.
    pub(crate) fn load(&self, folder: &Path) -> Result<Arc<Plugin>, PluginError> {
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let read = read_manifest(folder).map_err(|kind| PluginError::unknown(&name, kind))?;
        let id: Arc<str> = Arc::from(read.manifest.plugin.id.as_str());
        let version: Arc<str> = Arc::from(read.manifest.plugin.version.as_str());
        self.prepare(folder, read, &id, &version).map_err(|kind| PluginError::new(&id, &version, kind))
    }

    fn prepare(
        &self,
        folder: &Path,
        read: ReadManifest,
        id: &Arc<str>,
        version: &Arc<str>,
    ) -> Result<Arc<Plugin>, PluginErrorKind> {
        let manifest = &read.manifest;
        let bytes = read_file(folder, &manifest.plugin.component, LARGEST_COMPONENT)?;
        let digest = Sha256::digest(&bytes);
        let component = match &self.artefacts {
            Some(artefacts) => artefacts.component(&self.engine, &bytes, &digest),
            None => Component::from_binary(&self.engine, &bytes),
        };
        let component = component.map_err(|error| invalid(format!("component: {error:#}")))?;
        let digest = hex::encode(digest);
        let exports = self.check_interfaces(&component, manifest)?;
        let link = |linker: &Linker<GuestState>| {
            linker.instantiate_pre(&component).map_err(|error| invalid(format!("component: {error:#}")))
        };
        let (pure, waiting) = (link(&self.pure)?, link(&self.waiting)?);
        let memory = manifest.memory_bytes().map_err(invalid)?.unwrap_or(self.limits.memory).min(self.limits.memory);
        macro_rules! indices {
            ($module:ident) => {
                exports
                    .contains(stringify!($module))
                    .then(|| $module::interface::GuestIndices::new(&pure))
                    .transpose()
                    .map_err(|error| invalid(format!("component: {error:#}")))?
            };
        }
        let plugin = Arc::new(Plugin {
            id: Arc::clone(id),
            version: Arc::clone(version),
            memory,
            storage_quota: manifest.storage_bytes().map_err(invalid)?.min(self.limits.storage),
            formatters: indices!(formatters),
            predicates: indices!(predicates),
            blocks: indices!(blocks),
            installments: indices!(installments),
            payments: indices!(payments),
            shipping: indices!(shipping),
            taxes: indices!(taxes),
            discounts: indices!(discounts),
            info: describe(folder, read, digest)?,
            pure,
            waiting,
        });
        self.smoke_test(&plugin)?;
        Ok(plugin)
    }

    /// Checks that all imports are interfaces of the contract and permitted, and that the exports match the manifest.
    fn check_interfaces(
        &self,
        component: &Component,
        manifest: &Manifest,
    ) -> Result<BTreeSet<String>, PluginErrorKind> {
        let kind = component.component_type();
        for (name, _) in kind.imports(&self.engine) {
            let interface = own_interface(name)
                .ok_or_else(|| invalid(format!("imports {name}, which is not part of the plugin interface")))?;
            let (permitted, permission) = match interface {
                "types" | "context" | "carts" | "log" | "config" => (true, ""),
                "crypto" => (!manifest.permissions.secrets.is_empty(), "secrets"),
                "http" => (manifest.permissions.uses_http(), "http"),
                "storage" => (manifest.permissions.storage.is_some(), "storage"),
                _ => return Err(invalid(format!("imports {name}, which this host does not provide"))),
            };
            if !permitted {
                return Err(invalid(format!("imports {name} without the permission `{permission}`")));
            }
        }
        let promised: BTreeSet<&str> = manifest.provides.iter().map(Provision::interface).collect();
        let mut exported = BTreeSet::new();
        for (name, _) in kind.exports(&self.engine) {
            let interface = own_interface(name)
                .ok_or_else(|| invalid(format!("exports {name}, which is not part of the plugin interface")))?;
            if !matches!(interface, "types" | "context" | "carts") && !promised.contains(interface) {
                return Err(invalid(format!("exports {name}, which plugin.toml does not mention")));
            }
            exported.insert(interface.to_owned());
        }
        match promised.iter().find(|interface| !exported.contains(**interface)) {
            Some(missing) => {
                Err(invalid(format!("plugin.toml declares {missing}, which the component does not export")))
            }
            None => Ok(exported),
        }
    }

    /// Creates a test instance with production limits. Some type mismatches are only detected this way.
    fn smoke_test(&self, plugin: &Arc<Plugin>) -> Result<(), PluginErrorKind> {
        let site = Arc::new(Site { context: trial_context(), activations: Arc::default() });
        let mut store = new_store(&self.engine, plugin, &site, &self.limits, &self.ports);
        trap_after(&mut store, TRIAL);
        let fault = |error: wasmtime::Error, store: &wasmtime::Store<GuestState>| {
            invalid(format!("trial instance: {}", call::read_fault(&error, store, TRIAL)))
        };
        let instance = match plugin.pure.instantiate(&mut store) {
            Ok(instance) => instance,
            Err(error) => return Err(fault(error, &store)),
        };
        macro_rules! probe {
            ($field:ident) => {
                if let Some(indices) = &plugin.$field
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
        probe!(shipping);
        probe!(taxes);
        probe!(discounts);
        self.try_examples(plugin, &mut store, &instance)
    }

    /// Renders the examples of blocks. An error that the guest returns is accepted, since an example has no data, which
    /// its block may need.
    fn try_examples(
        &self,
        plugin: &Plugin,
        store: &mut wasmtime::Store<GuestState>,
        instance: &wasmtime::component::Instance,
    ) -> Result<(), PluginErrorKind> {
        let Some(indices) = &plugin.blocks else { return Ok(()) };
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
            if let Err(error) = answer {
                let fault = call::read_fault(&error, store, TRIAL);
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

/// `stoa:plugin/log@0.1.0` gives `log`; another package, or a version that this host does not serve, gives nothing.
fn own_interface(name: &str) -> Option<&str> {
    let (interface, version) = name.strip_prefix(PACKAGE)?.split_once('@')?;
    let (line, _) = version.rsplit_once('.')?;
    CONTRACT_LINES.contains(&line).then_some(interface)
}
