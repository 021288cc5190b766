//! Names of the formatters and predicates of all plugins that are loaded or were: templates are parsed with them.

use std::sync::{PoisonError, RwLock};

use serde_json::Value;
use stoa_plugin_host::{PluginInfo, Provision};
use stoa_render::PluginWords;
use stoa_template::Plugins;

/// Names of all formatters and predicates in a list of provisions.
pub fn words_of(provisions: impl IntoIterator<Item = Provision>) -> PluginWords {
    let mut words = PluginWords::default();
    for provision in provisions {
        match provision {
            Provision::Formatter { names, .. } => words.formatters.extend(names),
            Provision::Predicate { names, .. } => words.predicates.extend(names),
            _ => {}
        }
    }
    words
}

/// The names, of which there are more as packages are loaded. None is taken back: templates that were parsed with it stay
/// valid, and print nothing where the site has no such plugin.
#[derive(Debug, Default)]
pub(crate) struct KnownWords(RwLock<PluginWords>);

impl KnownWords {
    /// The names of these plugins.
    pub(crate) fn of<'a>(plugins: impl Iterator<Item = &'a PluginInfo>) -> Self {
        Self(RwLock::new(words_of(plugins.flat_map(|plugin| plugin.provides.clone()))))
    }

    /// Adds the names of a plugin.
    pub(crate) fn learn(&self, plugin: &PluginInfo) {
        let mut words = words_of(plugin.provides.iter().cloned());
        // Without a copy: this is done whenever a site is read.
        words.formatters.retain(|name| !self.has_formatter(name));
        words.predicates.retain(|name| !self.has_predicate(name));
        if words.formatters.is_empty() && words.predicates.is_empty() {
            return;
        }
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.formatters.append(&mut words.formatters);
        known.predicates.append(&mut words.predicates);
    }
}

/// Only for parsing templates; the plugins cannot be called through it.
impl Plugins for KnownWords {
    fn has_formatter(&self, name: &str) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).has_formatter(name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).has_predicate(name)
    }

    fn format(&self, name: &str, values: &[&Value], arguments: &[&str]) -> Result<Option<Value>, String> {
        PluginWords::default().format(name, values, arguments)
    }

    fn test(&self, name: &str, value: &Value, arguments: &[&str]) -> Result<bool, String> {
        PluginWords::default().test(name, value, arguments)
    }
}
