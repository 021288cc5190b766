//! Blocks, formatters and predicates by plugins.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use serde_json::{Map, Value};
use stoa_document::escape_html;
use stoa_entity::TenantDb;
use stoa_http::public::plugin_client::client_address;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::WebsiteId;
use stoa_plugin_host::model::{BlockInput, Value as PluginValue};
use stoa_plugin_host::{
    ActivityPort as _, BlockInfo, Formatted, FormatterOutput, LogLine, PluginError, PluginInfo, PluginOnSite,
    RenderSession,
};
use stoa_render::PluginWords;
use stoa_render::plugin::{
    NoPlugins, PluginBlockClient, PluginBlockData, PluginBlockInput, PluginBlockKind, PluginBlockOutput, PluginBlocks,
    PluginPage, PluginSession,
};
use stoa_site::sanitise_plugin_html;
use stoa_template::Plugins;

use super::block_settings::{saved_now, settings_now};
use super::samples::{Question, Sample, SampledEntry};
use super::sites::Known;
use super::words::words_of;
use super::{PluginActivity, PluginSites};

/// The data that blocks can get: products and entries of a page as far as the owner grants them, and what the plugin has
/// stored for the block.
const PRODUCTS: &str = "products";
const PAGES: &str = "pages";
const STORED: &str = "stored";
/// Failures of one page that are logged each.
const LOGGED: u32 = 20;
/// Calls of one page whose inputs may be kept for trials of later versions: further ones cost nothing.
const SAMPLED: u32 = 40;

/// Implements the plugin trait of render.
pub struct PluginParts {
    sites: Arc<PluginSites>,
    activity: Arc<PluginActivity>,
}

impl PluginParts {
    /// Blocks, formatters and predicates by the plugins of `sites`. Inputs are kept by `activity` for trials of later
    /// versions.
    pub fn new(sites: Arc<PluginSites>, activity: Arc<PluginActivity>) -> Self {
        Self { sites, activity }
    }
}

fn plain(name: &str) -> &str {
    name.strip_suffix('?').unwrap_or(name)
}

/// What a block gets: what its manifest names, in so far as the site lets the plugin have it.
fn data_of(known: &Known, plugin: &PluginInfo, block: &BlockInfo) -> PluginBlockData {
    let granted = known.site.activation(&plugin.id).map(|activation| activation.data_grant.as_ref());
    let asks = |kind: &str| block.data.iter().any(|data| data == kind);
    let grants =
        |kind: &str| granted.is_some_and(|granted| granted.is_none_or(|data| data.iter().any(|data| data == kind)));
    PluginBlockData {
        products: asks(PRODUCTS) && grants(PRODUCTS),
        entries: asks(PAGES) && grants(PAGES),
        stored: asks(STORED),
    }
}

/// What a plugin says about itself, and who published it.
fn described(plugin: &PluginInfo) -> String {
    let publisher = plugin.id.split('.').next().unwrap_or_default();
    format!("{} ({publisher})", plugin.summary).trim_start().to_owned()
}

/// Plugin session of one page.
struct Session {
    plugins: RenderSession,
    formatted: Formatted,
    failures: Failures,
    sampling: Option<Sampling>,
}

/// Keeps inputs of a page that is the same for all visitors.
struct Sampling {
    activity: Arc<PluginActivity>,
    website: WebsiteId,
    locale: String,
    calls: AtomicU32,
}

impl Sampling {
    fn take(&self, plugin: Option<Arc<str>>, entry: &str, question: impl FnOnce() -> Question) {
        let Some(plugin) = plugin else { return };
        let sample = || Sample { locale: self.locale.clone(), question: question() };
        self.activity.sample(SampledEntry { website: &self.website, plugin: &plugin, entry }, sample);
    }

    /// Whether the input of another call may be kept.
    fn has_room(&self) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed) < SAMPLED
    }
}

impl Session {
    /// The result as templates print it.
    fn printed(&self, name: &str, result: PluginValue) -> Value {
        printable(Value::from(result), self.plugins.formatter_output(name).unwrap_or_default())
    }

    /// Where inputs are kept, if there is room for another.
    fn sampling(&self) -> Option<&Sampling> {
        self.sampling.as_ref().filter(|sampling| sampling.has_room())
    }

    fn sample_formatter(&self, name: &str, value: &Value, arguments: &[&str]) {
        let Some(sampling) = self.sampling() else { return };
        sampling.take(self.plugins.plugin_of_formatter(name), &format!("formatter {name}"), || Question::Formatter {
            name: name.to_owned(),
            input: value.clone(),
            arguments: owned(arguments),
        });
    }
}

/// Counts the failures of a page: ten thousand calls that all fail would fill the log.
struct Failures {
    count: AtomicU32,
    activity: Arc<PluginActivity>,
    website: WebsiteId,
}

impl Failures {
    /// The sentence for the owner, after the log was told.
    fn words(&self, error: &PluginError) -> String {
        let before = self.count.fetch_add(1, Ordering::Relaxed);
        if before == 0 && error.kind.is_for_author() {
            let caller = PluginOnSite { site: self.website.as_str(), plugin: &error.plugin, version: &error.version };
            self.activity.line(caller, LogLine { level: "error", text: &error.kind.to_string() });
        }
        match before {
            0..LOGGED => tracing::warn!(%error, "a plugin failed on a page"),
            LOGGED => tracing::warn!(%error, "plugins failed on a page again and again; the rest is not logged"),
            _ => {}
        }
        error.for_owner()
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Arguments with the types that they have in the template.
pub(super) fn arguments(words: &[impl AsRef<str>]) -> Vec<PluginValue> {
    words.iter().map(|word| PluginValue::of_argument(word.as_ref())).collect()
}

/// Makes the texts of a formatter safe to print, as they are declared.
pub fn printable(value: Value, output: FormatterOutput) -> Value {
    match value {
        Value::String(text) => Value::String(match output {
            FormatterOutput::Text => escape_html(&text),
            FormatterOutput::Html => sanitise_plugin_html(&text),
        }),
        Value::Array(items) => items.into_iter().map(|item| printable(item, output)).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, member)| (escape_html(&name), printable(member, output))).collect()
        }
        other => other,
    }
}

impl Plugins for Session {
    fn has_formatter(&self, name: &str) -> bool {
        self.plugins.has_formatter(name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        self.plugins.has_predicate(plain(name))
    }

    fn format(&self, name: &str, values: &[&Value], words_in: &[&str]) -> Result<Option<Value>, String> {
        let value = values.first().copied().unwrap_or(&Value::Null);
        if let Some(known) = self.formatted.known(name, value, words_in) {
            return Ok(Some(known));
        }
        self.sample_formatter(name, value, words_in);
        let input = PluginValue::from(value);
        let output =
            self.plugins.format(name, &input, &arguments(words_in)).map_err(|error| self.failures.words(&error))?;
        let printed = self.printed(name, output);
        self.formatted.keep(name, value, words_in, printed.clone());
        Ok(Some(printed))
    }

    fn format_ahead(&self, name: &str, values: &[&Value], words_in: &[&str]) {
        if let Some(value) = values.first() {
            self.sample_formatter(name, value, words_in);
        }
        let arguments = arguments(words_in);
        self.formatted.ahead(name, values, words_in, |part| {
            let inputs: Vec<PluginValue> = part.iter().map(|value| PluginValue::from(*value)).collect();
            let outputs = self.plugins.format_many(name, &inputs, &arguments)?;
            Ok::<_, PluginError>(outputs.into_iter().map(|output| self.printed(name, output)).collect())
        });
    }

    fn test(&self, name: &str, value: &Value, words_in: &[&str]) -> Result<bool, String> {
        if let Some(sampling) = self.sampling() {
            let name = plain(name);
            sampling.take(self.plugins.plugin_of_predicate(name), &format!("predicate {name}"), || {
                Question::Predicate { name: name.to_owned(), input: value.clone(), arguments: owned(words_in) }
            });
        }
        let input = PluginValue::from(value);
        self.plugins.test(plain(name), &input, &arguments(words_in)).map_err(|error| self.failures.words(&error))
    }
}

impl PluginSession for Session {
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String> {
        if let Some(sampling) = self.sampling() {
            let (plugin, entry) = (self.plugins.plugin_of_block(input.kind), format!("block {}", input.kind));
            sampling.take(plugin, &entry, || Question::Block {
                name: input.kind.to_owned(),
                instance_id: input.id.to_owned(),
                settings: Value::Object(input.settings.clone()),
                data: input.data.clone(),
            });
        }
        let settings = settings_now(&self.plugins, input.kind, input.settings);
        let settings = settings.map_err(|error| self.failures.words(&error))?;
        let input = BlockInput {
            kind: input.kind.to_owned(),
            instance_id: input.id.to_owned(),
            settings: Value::Object(settings),
            data: input.data.clone(),
        };
        let output = self.plugins.render_block(&input).map_err(|error| self.failures.words(&error))?;
        let client = self.plugins.client_of_block(&input.kind);
        let client = client.map(|(title, script)| PluginBlockClient { address: client_address(&script.digest), title });
        // Zero says nothing: the block may be cached as long as its page.
        let cache_seconds = Some(output.cache_seconds).filter(|seconds| *seconds > 0);
        Ok(PluginBlockOutput { html: output.html, head: output.head, cache_seconds, client })
    }

    fn settings_taken_over(
        &self,
        kind: &str,
        saved: &Map<String, Value>,
    ) -> Result<Option<Map<String, Value>>, String> {
        saved_now(&self.plugins, kind, saved).map_err(|error| self.failures.words(&error))
    }
}

#[async_trait]
impl PluginBlocks for PluginParts {
    async fn words(&self, ctx: &TenantCtx) -> PluginWords {
        let infos = self.sites.infos(ctx.website()).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the words of plugins are not listed");
            Arc::default()
        });
        words_of(infos.iter().flat_map(|info| info.provides.clone()))
    }

    fn vocabulary(&self) -> Arc<dyn Plugins> {
        Arc::clone(&self.sites.words) as _
    }

    async fn kinds(&self, ctx: &TenantCtx, _: &TenantDb) -> Vec<PluginBlockKind> {
        let known = match self.sites.site_or_read(ctx.website()).await {
            Ok(known) => known,
            Err(error) => {
                tracing::error!(%error, "the blocks of plugins are not listed");
                return Vec::new();
            }
        };
        known
            .infos
            .iter()
            .flat_map(|plugin| {
                plugin.blocks.iter().map(|block| PluginBlockKind {
                    kind: block.kind.clone(),
                    own_name: block.name.clone(),
                    name: block.title.clone(),
                    description: described(plugin),
                    category: block.category.clone(),
                    settings_schema: block.settings_schema.clone(),
                    settings_version: block.own_settings_version(),
                    written_version: block.settings_version,
                    example: block.example.clone(),
                    plugin_id: plugin.id.clone(),
                    gets: data_of(&known, plugin, block),
                })
            })
            .collect()
    }

    async fn open(&self, ctx: &TenantCtx, page: &PluginPage) -> Arc<dyn PluginSession> {
        match self.sites.site_for_page(ctx.website(), page).await {
            Ok(site) => {
                let sampling = page.is_shared.then(|| Sampling {
                    activity: Arc::clone(&self.activity),
                    website: ctx.website().clone(),
                    locale: site.context.locale.clone(),
                    calls: AtomicU32::new(0),
                });
                let plugins = self.sites.host.render_session(site);
                let formatted = Formatted::default();
                let failures = Failures {
                    count: AtomicU32::new(0),
                    activity: Arc::clone(&self.activity),
                    website: ctx.website().clone(),
                };
                Arc::new(Session { plugins, formatted, failures, sampling })
            }
            Err(error) => {
                tracing::error!(%error, "a page is rendered without plugins");
                Arc::new(NoPlugins)
            }
        }
    }
}
