//! The port through which plugins draw blocks and add formatters and predicates.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_page::PluginWords;
use stoa_template::Plugins;

/// A kind of block that a plugin draws.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginBlockKind {
    /// Name in documents.
    pub kind: String,
    /// Name for people.
    pub name: String,
    /// One line on what it is for.
    pub description: String,
    /// JSON Schema of its settings.
    pub settings_schema: Value,
    /// Publisher and name of the plugin.
    pub plugin_id: String,
}

/// A block that a plugin draws.
#[derive(Clone, Debug)]
pub struct PluginBlockInput<'a> {
    /// Its kind.
    pub kind: &'a str,
    /// Its id in the document.
    pub id: &'a str,
    /// Its settings, complete with defaults.
    pub settings: &'a Map<String, Value>,
    /// What the page knows of the block.
    pub data: &'a Value,
}

/// What a plugin drew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginBlockOutput {
    /// The block. It is cleaned before it reaches the page.
    pub html: String,
    /// Style elements for the page's head; other lines are left out.
    pub head: Vec<String>,
}

/// The plugins of one page: opened when the page is begun, dropped when it is done. Calls do not
/// wait for anything but the plugin itself.
pub trait PluginSession: Plugins {
    /// Draws a block.
    ///
    /// # Errors
    /// Why it could not be drawn, for the editor.
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String>;
}

/// The plugins of this installation, as far as pages need them.
#[async_trait]
pub trait PluginBlocks: Send + Sync {
    /// All formatters and predicates of all installed plugins: templates are parsed once for all sites.
    fn words(&self) -> PluginWords;

    /// The kinds of blocks that the site's plugins draw.
    async fn kinds(&self, ctx: &TenantCtx, db: &TenantDb) -> Vec<PluginBlockKind>;

    /// Opens the site's plugins for one page.
    async fn open(&self, ctx: &TenantCtx, db: &TenantDb) -> Arc<dyn PluginSession>;
}

/// An installation without plugins.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPlugins;

impl Plugins for NoPlugins {
    fn has_formatter(&self, _: &str) -> bool {
        false
    }

    fn has_predicate(&self, _: &str) -> bool {
        false
    }

    fn format(&self, name: &str, _: &[&Value], _: &[&str]) -> Result<Option<Value>, String> {
        Err(format!("no plugin offers the formatter '{name}'"))
    }

    fn test(&self, name: &str, _: &Value, _: &[&str]) -> Result<bool, String> {
        Err(format!("no plugin offers the predicate '{name}'"))
    }
}

impl PluginSession for NoPlugins {
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String> {
        Err(format!("no plugin draws blocks of the kind '{}'", input.kind))
    }
}

#[async_trait]
impl PluginBlocks for NoPlugins {
    fn words(&self) -> PluginWords {
        PluginWords::default()
    }

    async fn kinds(&self, _: &TenantCtx, _: &TenantDb) -> Vec<PluginBlockKind> {
        Vec::new()
    }

    async fn open(&self, _: &TenantCtx, _: &TenantDb) -> Arc<dyn PluginSession> {
        Arc::new(NoPlugins)
    }
}

/// A page's plugins with the words of all: what a template was parsed with is what it runs with.
pub(crate) struct PagePlugins {
    pub(crate) vocabulary: Arc<dyn Plugins>,
    pub(crate) session: Arc<dyn PluginSession>,
}

impl Plugins for PagePlugins {
    fn has_formatter(&self, name: &str) -> bool {
        self.vocabulary.has_formatter(name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        self.vocabulary.has_predicate(name)
    }

    fn format(&self, name: &str, values: &[&Value], arguments: &[&str]) -> Result<Option<Value>, String> {
        self.session.format(name, values, arguments)
    }

    fn test(&self, name: &str, value: &Value, arguments: &[&str]) -> Result<bool, String> {
        self.session.test(name, value, arguments)
    }
}
