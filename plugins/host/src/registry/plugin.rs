//! A plugin that passed its checks, and what it has.

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Once};

use stoa_opaque::Opaque;

use super::{BlockInfo, PluginInfo, full_kind};
use crate::error::{PluginError, PluginErrorKind};
use crate::limits::Limits;
use crate::loading::code::LazyCode;
use crate::manifest::{FormatterOutput, Provision};
use crate::texts::Texts;

/// Most letters of a name of a plugin that the log repeats.
const LOGGED_NAME: usize = 60;

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
    pub(crate) code: Opaque<LazyCode>,
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
