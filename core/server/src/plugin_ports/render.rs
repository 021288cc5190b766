//! Blocks, formatters and predicates by plugins.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_plugin_host::model::{BlockInput, Value as PluginValue};
use stoa_plugin_host::{PluginError, Provision, RenderSession};
use stoa_render::PluginWords;
use stoa_render::plugin::{
    NoPlugins, PluginBlockInput, PluginBlockKind, PluginBlockOutput, PluginBlocks, PluginSession,
};
use stoa_template::Plugins;

use super::PluginSites;

/// Implements the plugin trait of render.
pub struct PluginParts {
    sites: Arc<PluginSites>,
}

impl PluginParts {
    /// Blocks, formatters and predicates by the plugins of `sites`.
    pub fn new(sites: Arc<PluginSites>) -> Self {
        Self { sites }
    }
}

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

fn plain(name: &str) -> &str {
    name.strip_suffix('?').unwrap_or(name)
}

/// Plugin session of one page.
struct Session(RenderSession);

fn words(error: &PluginError) -> String {
    tracing::warn!(%error, "a plugin failed on a page");
    error.to_string()
}

fn arguments(words: &[&str]) -> Vec<PluginValue> {
    words.iter().map(|word| PluginValue::Text((*word).to_owned())).collect()
}

impl Plugins for Session {
    fn has_formatter(&self, name: &str) -> bool {
        self.0.has_formatter(name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        self.0.has_predicate(plain(name))
    }

    fn format(&self, name: &str, values: &[&Value], words_in: &[&str]) -> Result<Option<Value>, String> {
        let input = values.first().map_or(PluginValue::None, |value| PluginValue::from(*value));
        let output = self.0.format(name, &input, &arguments(words_in)).map_err(|error| words(&error))?;
        Ok(Some(Value::from(output)))
    }

    fn test(&self, name: &str, value: &Value, words_in: &[&str]) -> Result<bool, String> {
        let input = PluginValue::from(value);
        self.0.test(plain(name), &input, &arguments(words_in)).map_err(|error| words(&error))
    }
}

impl PluginSession for Session {
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String> {
        let input = BlockInput {
            kind: input.kind.to_owned(),
            instance_id: input.id.to_owned(),
            settings: Value::Object(input.settings.clone()),
            data: input.data.clone(),
            slots: Vec::new(),
        };
        let output = self.0.render_block(&input).map_err(|error| words(&error))?;
        // Zero says nothing: the block may be cached as long as its page.
        let cache_seconds = Some(output.cache_seconds).filter(|seconds| *seconds > 0);
        Ok(PluginBlockOutput { html: output.html, head: output.head, cache_seconds })
    }
}

#[async_trait]
impl PluginBlocks for PluginParts {
    fn words(&self) -> PluginWords {
        words_of(self.sites.host.plugins().flat_map(|plugin| plugin.provides.clone()))
    }

    async fn kinds(&self, _: &TenantCtx, _: &TenantDb) -> Vec<PluginBlockKind> {
        self.sites
            .host
            .plugins()
            .flat_map(|plugin| {
                plugin.blocks.iter().map(|block| PluginBlockKind {
                    kind: block.kind.clone(),
                    name: plugin.name.clone(),
                    description: plugin.summary.clone(),
                    category: block.category.clone(),
                    settings_schema: block.settings_schema.clone(),
                    plugin_id: plugin.id.clone(),
                })
            })
            .collect()
    }

    async fn open(&self, ctx: &TenantCtx, _: &TenantDb) -> Arc<dyn PluginSession> {
        match self.sites.site(ctx.website()).await {
            Ok(site) => Arc::new(Session(self.sites.host.render_session(site))),
            Err(error) => {
                tracing::error!(%error, "a page is rendered without plugins");
                Arc::new(NoPlugins)
            }
        }
    }
}
