//! The plugin host with one plugin, and a new site for every test.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value as Json, json};
use stoa_plugin_host::{
    Activation, CompileCache, HostConfig, MemoryStorage, PluginClass, PluginHost, PluginInfo, RenderSession, Secret,
    Site, SiteContext, check_settings,
};

use super::exchanges::Exchanges;
use super::sample_shop::SampleShop;
use crate::{AuthorError, Built};

const INSTANCES: u32 = 8;
/// How much longer a call of an interpreter may take than one of compiled code, as in the limits of the host.
const INTERPRETED: u32 = 3;
/// Compiled code, within the project: nobody but its author uses it, so the key needs not be secret.
const CACHE: &str = "target/compiled";
/// Its file of the functions of interpreters.
const FUNCTIONS: &str = "functions";
/// Components of at least this size contain an interpreter.
const INTERPRETER_BYTES: usize = 4_000_000;
/// A Wednesday in the morning.
const NOW: i64 = 1_790_000_000_000;

/// See the module.
#[derive(Debug)]
pub(crate) struct Workbench {
    pub(crate) host: PluginHost,
    /// No test reaches the network.
    pub(crate) network: Arc<Exchanges>,
    settings: Json,
    sites: AtomicU32,
}

/// The site of one test.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shop<'a> {
    pub(crate) locale: &'a str,
    pub(crate) currency: &'a str,
}

impl Default for Shop<'_> {
    fn default() -> Self {
        Self { locale: "en-US", currency: "USD" }
    }
}

impl Workbench {
    /// A host with the limits of production.
    pub(crate) fn load(built: &Built) -> Result<Self, AuthorError> {
        let cache = project_of(built).map(|project| project.join(CACHE));
        let has_interpreter = built.component_bytes >= INTERPRETER_BYTES;
        let network = Arc::new(Exchanges::default());
        let config = HostConfig {
            pool_instances: INSTANCES,
            http: Arc::clone(&network) as _,
            function_cache: cache.as_ref().filter(|_| has_interpreter).map(|folder| folder.join(FUNCTIONS)),
            compile_cache: cache.map(|folder| CompileCache { folder, key: b"stoa plugin".to_vec() }),
            storage: Some(Arc::new(MemoryStorage::default())),
            reads: Some(Arc::new(SampleShop)),
            ..HostConfig::default()
        };
        let parent = built.folder.parent().unwrap_or(&built.folder);
        let host = PluginHost::load_dir(parent, config).map_err(|error| AuthorError::Host(error.to_string()))?;
        host.load_code();
        let mut bench = Self { host, network, settings: json!({}), sites: AtomicU32::new(0) };
        if let Ok(settings) = bench.settings(&json!({})) {
            bench.settings = settings;
        }
        Ok(bench)
    }

    /// The plugin, or the reason for which the host refuses it.
    pub(crate) fn plugin(&self) -> Result<&PluginInfo, String> {
        if let Some(error) = self.host.rejected().first() {
            let text = error.kind.to_string();
            return Err(text.strip_prefix("is invalid: ").unwrap_or(&text).to_owned());
        }
        self.host.plugins().next().ok_or_else(|| "the host found no plugin.toml".to_owned())
    }

    /// The time that a call of this plugin may take, by that of compiled code.
    pub(crate) fn allowance(&self, standard: Duration) -> Duration {
        match self.plugin() {
            Ok(info) if info.class == PluginClass::Interpreted => standard * INTERPRETED,
            _ => standard,
        }
    }

    /// Settings with the defaults of the plugin's schema.
    pub(crate) fn settings(&self, settings: &Json) -> Result<Json, String> {
        let schema = self.plugin().ok().and_then(|info| info.settings_schema.as_ref());
        let Some(schema) = schema else { return Ok(settings.clone()) };
        check_settings(schema, settings).map_err(|faults| {
            let faults: Vec<String> =
                faults.iter().map(|fault| format!("{} {}", fault.pointer, fault.message)).collect();
            format!("the settings do not match their schema: {}", faults.join("; "))
        })
    }

    pub(crate) fn with_settings(self, settings: Json) -> Self {
        Self { settings, ..self }
    }

    /// A new site with the plugin, so that failures of one test do not suspend the plugin in another.
    pub(crate) fn site(&self, shop: &Shop<'_>) -> Arc<Site> {
        self.site_with(shop, self.settings.clone())
    }

    pub(crate) fn site_with(&self, shop: &Shop<'_>, config: Json) -> Arc<Site> {
        let number = self.sites.fetch_add(1, Ordering::Relaxed);
        let plugin = self.plugin().ok();
        let secrets: BTreeMap<String, Secret> = plugin
            .map(|info| info.permissions.secrets.as_slice())
            .unwrap_or_default()
            .iter()
            .map(|name| (name.clone(), Secret::new(format!("a secret for tests named {name}"))))
            .collect();
        let activation = Activation {
            plugin_id: plugin.map(|info| info.id.clone()).unwrap_or_default(),
            config,
            secrets,
            ..Activation::default()
        };
        Arc::new(Site {
            context: SiteContext {
                site_id: format!("kit-{number}"),
                locale: shop.locale.to_owned(),
                currency: shop.currency.to_owned(),
                currency_exponent: if shop.currency == "JPY" { 0 } else { 2 },
                timezone: "UTC".to_owned(),
                offset_minutes: 0,
                live: false,
                preview: false,
                now_ms: NOW,
            },
            activations: vec![activation].into(),
        })
    }

    /// A page render on a new site.
    pub(crate) fn session(&self, shop: &Shop<'_>) -> RenderSession {
        self.host.render_session(self.site(shop))
    }
}

/// The project of a built plugin, which is in `dist/plugin/ID`.
fn project_of(built: &Built) -> Option<&Path> {
    built.folder.ancestors().nth(3)
}
