//! The port through which plugins render blocks and provide formatters and predicates.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use stoa_document::{Schema, note_version};
use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_page::PluginWords;
use stoa_template::Plugins;

/// A kind of block that a plugin renders.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginBlockKind {
    /// Name in documents.
    pub kind: String,
    /// Name in the plugin's manifest.
    pub own_name: String,
    /// Display name.
    pub name: String,
    /// Description in one line.
    pub description: String,
    /// Its group in the editor, as the plugin requests.
    pub category: Option<String>,
    /// JSON Schema of its settings.
    pub settings_schema: Value,
    /// The version of its settings; none when it takes settings of all its versions as they are.
    pub settings_version: Option<u32>,
    /// The version that the settings of a new block note.
    pub written_version: u32,
    /// Settings of a new block, in so far as they are not the defaults.
    pub example: Option<Value>,
    /// Publisher and name of the plugin.
    pub plugin_id: String,
    /// The data that it gets.
    pub gets: PluginBlockData,
}

/// The data that a plugin's block gets: what its manifest names and the owner of the site grants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PluginBlockData {
    /// The products of the store page that its setting `collection` names.
    pub products: bool,
    /// The entries of the page that its setting `collection` names, such as posts and events.
    pub entries: bool,
    /// What the plugin has stored for it.
    pub stored: bool,
}

impl PluginBlockKind {
    /// Settings of a new block: the example, completed by defaults; only these when the example breaks the schema. They
    /// note their version.
    pub(crate) fn new_settings(&self, schema: &Schema) -> Map<String, Value> {
        let mut settings = self.example_settings(schema);
        note_version(&mut settings, self.written_version);
        settings
    }

    fn example_settings(&self, schema: &Schema) -> Map<String, Value> {
        match &self.example {
            Some(Value::Object(example)) if schema.problems(example).is_empty() => schema.complete(example),
            Some(_) => {
                tracing::debug!(
                    plugin.id = self.plugin_id,
                    block.kind = self.kind,
                    "the example of a block kind does not match its settings schema"
                );
                schema.defaults()
            }
            None => schema.defaults(),
        }
    }
}

/// A plugin block to render.
#[derive(Clone, Debug)]
pub struct PluginBlockInput<'a> {
    /// Its kind.
    pub kind: &'a str,
    /// Its id in the document.
    pub id: &'a str,
    /// Its settings, with defaults filled in.
    pub settings: &'a Map<String, Value>,
    /// The block's data.
    pub data: &'a Value,
}

/// Output of a plugin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginBlockOutput {
    /// HTML of the block. It is sanitized before it is added to the page.
    pub html: String,
    /// Style elements for the page's head; other lines are dropped.
    pub head: Vec<String>,
    /// Seconds for which the block stays the same; the page is cached no longer. None: as long as any page.
    pub cache_seconds: Option<u32>,
    /// The script that shows it in a frame.
    pub client: Option<PluginBlockClient>,
}

/// The script of a plugin that shows a block in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginBlockClient {
    /// Address of the frame's page.
    pub address: String,
    /// What the block is, for screen readers.
    pub title: String,
}

/// The page that plugins are opened for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginPage {
    /// BCP 47 tag of its language; none for the primary one of the site.
    pub language: Option<String>,
    /// Whether it is drawn for the editor.
    pub in_editor: bool,
    /// Whether it is the same for all visitors, so that nothing on it is about one of them.
    pub is_shared: bool,
}

/// The plugins of one page: opened when rendering starts, dropped when it ends. Calls block only on the plugin itself.
pub trait PluginSession: Plugins {
    /// Renders a block.
    ///
    /// # Errors
    /// Why it could not be rendered, for the editor.
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String>;

    /// The settings of a block as they are to be saved for the version of its plugin that the site has; none when they
    /// are for it already.
    ///
    /// # Errors
    /// Why the plugin cannot take them over, for the editor.
    fn settings_taken_over(
        &self,
        _kind: &str,
        _saved: &Map<String, Value>,
    ) -> Result<Option<Map<String, Value>>, String> {
        Ok(None)
    }
}

/// The installed plugins, as far as pages need them.
#[async_trait]
pub trait PluginBlocks: Send + Sync {
    /// Names of the formatters and predicates of the plugins that the site can use. They are sent to browsers, so that
    /// nothing of the plugins of other sites is among them.
    async fn words(&self, ctx: &TenantCtx) -> PluginWords;

    /// The names of all plugins for the parser, with those of plugins that are installed later: templates are parsed
    /// once.
    fn vocabulary(&self) -> Arc<dyn Plugins>;

    /// The kinds of blocks of the site's plugins.
    async fn kinds(&self, ctx: &TenantCtx, db: &TenantDb) -> Vec<PluginBlockKind>;

    /// Opens the site's plugins for one page.
    async fn open(&self, ctx: &TenantCtx, page: &PluginPage) -> Arc<dyn PluginSession>;
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
        Err(format!("no plugin provides the formatter '{name}'"))
    }

    fn test(&self, name: &str, _: &Value, _: &[&str]) -> Result<bool, String> {
        Err(format!("no plugin provides the predicate '{name}'"))
    }
}

impl PluginSession for NoPlugins {
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String> {
        Err(format!("no plugin renders blocks of the kind '{}'", input.kind))
    }
}

#[async_trait]
impl PluginBlocks for NoPlugins {
    async fn words(&self, _: &TenantCtx) -> PluginWords {
        PluginWords::default()
    }

    fn vocabulary(&self) -> Arc<dyn Plugins> {
        Arc::new(NoPlugins)
    }

    async fn kinds(&self, _: &TenantCtx, _: &TenantDb) -> Vec<PluginBlockKind> {
        Vec::new()
    }

    async fn open(&self, _: &TenantCtx, _: &PluginPage) -> Arc<dyn PluginSession> {
        Arc::new(NoPlugins)
    }
}

/// A site's plugins together with the formatter and predicate names of all plugins: a template runs with the same names
/// that it was parsed with.
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

    fn format_ahead(&self, name: &str, values: &[&Value], arguments: &[&str]) {
        self.session.format_ahead(name, values, arguments);
    }

    fn test(&self, name: &str, value: &Value, arguments: &[&str]) -> Result<bool, String> {
        self.session.test(name, value, arguments)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use stoa_document::Schema;

    use super::{PluginBlockData, PluginBlockKind};

    #[test]
    fn new_block_takes_the_example_that_matches_its_schema() {
        let schema = json!({"type": "object", "properties": {
            "text": {"type": "string", "maxLength": 20, "default": ""},
            "tone": {"type": "string", "enum": ["info", "warning"], "default": "info"},
        }});
        let settings = |example: Option<Value>, version: Option<u32>| {
            let kind = PluginBlockKind {
                kind: "callout".to_owned(),
                own_name: "callout".to_owned(),
                name: "Callout".to_owned(),
                description: String::new(),
                category: None,
                settings_schema: schema.clone(),
                settings_version: version,
                written_version: version.unwrap_or(1),
                example,
                plugin_id: "stoa.callout".to_owned(),
                gets: PluginBlockData::default(),
            };
            Value::Object(kind.new_settings(&Schema::from_json(&schema).unwrap()))
        };
        assert_eq!(settings(None, Some(1)), json!({"text": "", "tone": "info"}));
        assert_eq!(
            settings(Some(json!({"text": "Closed on Monday"})), None),
            json!({"text": "Closed on Monday", "tone": "info"})
        );
        assert_eq!(settings(Some(json!({"text": 5})), None), json!({"text": "", "tone": "info"}));
        let noted = json!({"text": "", "tone": "info", "$saved": {"version": 2}});
        assert_eq!(settings(None, Some(2)), noted, "a later version knows what they are for");
    }
}
