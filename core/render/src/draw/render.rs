//! Renders a loaded page, with its plugin blocks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};
use stoa_document::Block;
use stoa_kernel::clock::Timestamp;
use stoa_page::{
    AnsweredCall, BlockDataSource, IslandFiles, Outcome, PageFacts, PluginCall, PluginOutputSource,
    SanitizedPluginOutput,
};
use stoa_site::design::ThemeDesign;
use stoa_template::Plugins;

use super::error::BlockError;
use super::plugin_output::Allowance;
use crate::blocks::SiteKinds;
use crate::data::{AreaData, PageData};
use crate::plugin::{PagePlugins, PluginBlockInput, PluginBlockOutput, PluginSession};
use crate::theme::ParsedTheme;

/// A page ready to render.
pub(crate) struct LoadedPage {
    pub(crate) material: PageData,
    pub(crate) theme: Arc<ParsedTheme>,
    /// Design settings of the site.
    pub(crate) look: ThemeDesign,
    pub(crate) kinds: SiteKinds,
    pub(crate) plugins: Arc<PagePlugins>,
    pub(crate) islands: Arc<IslandFiles>,
    pub(crate) in_editor: bool,
    pub(crate) now: Timestamp,
}

/// A rendered page.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub(crate) html: String,
    pub(crate) errors: Vec<BlockError>,
    /// Whether rendering was aborted midway.
    pub(crate) broken_off: bool,
    /// For how many seconds the page may be cached, as its plugin blocks request; none when they request nothing.
    pub(crate) cache_seconds: Option<u32>,
}

/// Output of plugin blocks, sanitized and within the page's limits.
pub(crate) struct SessionPluginOutputs {
    session: Arc<dyn PluginSession>,
    allowance: Allowance,
    /// The shortest time for which a block says that its output stays the same.
    cache_seconds: Option<u32>,
    /// Outputs by block id.
    made: HashMap<String, Result<SanitizedPluginOutput, String>>,
}

/// Records the plugin calls of a page.
pub(crate) struct Recorder {
    session: Arc<dyn PluginSession>,
    calls: Mutex<Vec<AnsweredCall>>,
}

impl LoadedPage {
    /// Page data before rendering.
    pub(crate) fn facts(&self) -> PageFacts {
        let theme = self.theme.theme();
        PageFacts {
            template: theme.page_template(self.material.template).to_owned(),
            regions: theme.regions(self.material.template).to_vec(),
            data: self.material.data.clone(),
            body_of_item: self.material.body_of_item,
            body_of_area: self.material.body_of_area.clone(),
            language: self.material.language.clone(),
            share_image: self.material.share_image.clone(),
            indexed: self.material.indexed,
            properties: self.look.rules(theme),
            fonts: self.look.fonts(theme),
        }
    }
}

/// Renders the blocks, the main template and the document around it.
pub(crate) fn draw(mut scene: LoadedPage) -> Drawn {
    let data = std::mem::take(&mut scene.material.data);
    let facts = PageFacts { data, ..scene.facts() };
    let mut drawings = SessionPluginOutputs::new(Arc::clone(&scene.plugins.session));
    drawn(&scene, facts, &mut drawings)
}

/// Renders a page to record its plugin calls, and returns the output of its plugin blocks by block id.
pub(crate) fn render_and_record(scene: &LoadedPage) -> HashMap<String, Outcome<SanitizedPluginOutput>> {
    let mut drawings = SessionPluginOutputs::new(Arc::clone(&scene.plugins.session));
    drawn(scene, scene.facts(), &mut drawings);
    drawings.made.into_iter().map(|(id, drawing)| (id, drawing.into())).collect()
}

fn drawn(scene: &LoadedPage, page: PageFacts, drawings: &mut SessionPluginOutputs) -> Drawn {
    let LoadedPage { material, theme, kinds, plugins, islands, in_editor, now, .. } = scene;
    let drawn = stoa_page::draw(stoa_page::PageInput {
        page,
        document: material
            .layout
            .as_ref()
            .map(|(document, gathered)| (document, &gathered.contents as &dyn BlockDataSource)),
        areas: material.areas.iter().map(AreaData::shown).collect(),
        alone: None,
        theme: &theme.page,
        kinds,
        plugins: Arc::clone(plugins) as Arc<dyn Plugins>,
        drawings,
        globals: &material.names,
        islands,
        island_messages: material.names.island_messages(),
        in_editor: *in_editor,
        now_ms: now.ms(),
    });
    let errors = drawn.errors.into_iter().map(|error| BlockError::of(error, theme)).collect();
    Drawn { html: drawn.html, errors, broken_off: drawn.broken_off, cache_seconds: drawings.cache_seconds }
}

impl SessionPluginOutputs {
    pub(crate) fn new(session: Arc<dyn PluginSession>) -> Self {
        Self { session, allowance: Allowance::of_page(), cache_seconds: None, made: HashMap::new() }
    }
}

impl PluginOutputSource for SessionPluginOutputs {
    fn drawing(
        &mut self,
        block: &Block,
        settings: &Map<String, Value>,
        data: &Value,
    ) -> Result<SanitizedPluginOutput, String> {
        let input = PluginBlockInput { kind: &block.kind, id: &block.id, settings, data };
        let drawing = self.session.render_block(&input).and_then(|drawn| {
            self.cache_seconds = [self.cache_seconds, drawn.cache_seconds].into_iter().flatten().min();
            self.allowance.admit(&block.kind, drawn)
        });
        self.made.insert(block.id.clone(), drawing.clone());
        drawing
    }
}

impl Recorder {
    pub(crate) fn new(session: Arc<dyn PluginSession>) -> Self {
        Self { session, calls: Mutex::default() }
    }

    /// The calls so far.
    pub(crate) fn calls(&self) -> Vec<AnsweredCall> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, name: &str, values: &[&Value], arguments: &[&str], outcome: Outcome<Option<Value>>) {
        let call = PluginCall {
            name: name.to_owned(),
            values: values.iter().map(|value| (*value).clone()).collect(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        };
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).push(AnsweredCall { call, outcome });
    }
}

impl Plugins for Recorder {
    fn has_formatter(&self, name: &str) -> bool {
        self.session.has_formatter(name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        self.session.has_predicate(name)
    }

    fn format(&self, name: &str, values: &[&Value], arguments: &[&str]) -> Result<Option<Value>, String> {
        let formatted = self.session.format(name, values, arguments);
        self.note(name, values, arguments, formatted.clone().into());
        formatted
    }

    fn format_ahead(&self, name: &str, values: &[&Value], arguments: &[&str]) {
        self.session.format_ahead(name, values, arguments);
    }

    fn test(&self, name: &str, value: &Value, arguments: &[&str]) -> Result<bool, String> {
        let tested = self.session.test(name, value, arguments);
        self.note(name, &[value], arguments, tested.clone().map(|truth| Some(Value::Bool(truth))).into());
        tested
    }
}

impl PluginSession for Recorder {
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String> {
        self.session.render_block(input)
    }
}
