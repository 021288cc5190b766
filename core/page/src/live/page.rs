//! A page that is rendered again after each edit.

use std::sync::Arc;

use serde_json::{Map, Value};
use stoa_document::{Block, Document};
use stoa_template::{ParseOptions, Plugins};

use super::block_data_cache::BlockDataCache;
use super::kinds::Kinds;
use super::plugin_answers::RecordingPlugins;
use super::preview_data::{PageArea, Questions};
use super::{read, write};
use crate::block::{BlockDataSource, BlockTemplates};
use crate::draw::{AreaShown, DrawError, PageFacts, PageInput, draw};
use crate::head::IslandFiles;
use crate::island_messages::IslandMessages;
use crate::theme::{PageTheme, Sheet, with_drafted_style};

/// The current state of an edit. Omitted fields are as sent by the server.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// Its blocks.
    pub document: Option<Document>,
    /// A block of the page to render alone.
    pub block: Option<Block>,
    /// Templates and style sheets of the theme by path; sources for the engine.
    pub files: Map<String, Value>,
    /// The theme's settings as one CSS rule.
    pub properties: Option<String>,
    /// The time, milliseconds since 1970 UTC.
    pub now_ms: i64,
}

/// A rendered page.
#[derive(Clone, Debug)]
pub struct RenderedPage {
    /// HTML of the whole page, or of the block alone.
    pub html: String,
    /// Errors.
    pub errors: Vec<DrawError>,
    /// Requests needed for the page to be as visitors would see it; none if nothing is missing.
    pub questions: Option<Questions>,
    /// Whether the whole page has to be rendered instead: a plugin renders the block and may add lines to the head.
    pub incomplete: bool,
}

/// A page that is rendered again after each edit.
pub struct LivePage {
    page: PageFacts,
    document: Option<Document>,
    areas: Vec<PageArea>,
    theme: PageTheme,
    /// Original sources of the theme's templates as sent by the server.
    originals: Map<String, Value>,
    /// Templates that currently differ from the originals.
    drafted: Map<String, Value>,
    sheets: Vec<(String, Sheet)>,
    kinds: Kinds,
    globals: Value,
    islands: IslandFiles,
    island_messages: IslandMessages,
    calls: Arc<RecordingPlugins>,
    options: ParseOptions,
    knowledge: BlockDataCache,
}

impl RenderedPage {
    /// JSON for browsers: `{"html": …, "errors": […], "questions": … or null, "incomplete": …}`.
    pub fn into_json(self) -> Value {
        let mut errors = Vec::new();
        for error in self.errors {
            errors.push(write::error(error));
        }
        let questions = self.questions.map_or(Value::Null, write::questions);
        write::object(vec![
            ("html", Value::String(self.html)),
            ("errors", Value::Array(errors)),
            ("questions", questions),
            ("incomplete", Value::Bool(self.incomplete)),
        ])
    }
}

impl Edit {
    /// Parses an edit.
    ///
    /// # Errors
    /// What is wrong with the structure of the document, as text.
    pub fn from_json(mut value: Value) -> Result<Self, String> {
        Ok(Self {
            document: document(read::take(&mut value, "document"))?,
            block: read::block(read::take(&mut value, "block")),
            files: read::object(read::take(&mut value, "files")),
            properties: read::text(read::take(&mut value, "properties")),
            now_ms: value.get("nowMs").and_then(Value::as_i64).unwrap_or(0),
        })
    }
}

fn area(mut value: Value) -> Result<PageArea, String> {
    let [id, label] = ["id", "label"].map(|name| read::text(read::take(&mut value, name)).unwrap_or_default());
    let document = document(read::take(&mut value, "document"))?.unwrap_or_default();
    Ok(PageArea { id, label, document })
}

fn document(value: Value) -> Result<Option<Document>, String> {
    if value.is_null() {
        return Ok(None);
    }
    Document::from_json(&value).map(Some)
}

impl LivePage {
    /// Parses the server's preview data: a [`super::PreviewData`].
    ///
    /// # Errors
    /// What is wrong with the structure of the document, as text.
    pub fn from_json(mut material: Value) -> Result<Self, String> {
        let calls = Arc::new(RecordingPlugins::new(read::words(read::take(&mut material, "words"))));
        let plugins: Arc<dyn Plugins> = Arc::clone(&calls) as Arc<dyn Plugins>;
        let options = ParseOptions { plugins: Some(plugins), ..ParseOptions::default() };
        let mut theme = read::take(&mut material, "theme");
        let mut page = Self {
            theme: PageTheme::new(
                read::text(read::take(&mut theme, "name")).unwrap_or_default(),
                read::original_names(read::take(&mut theme, "original")),
                read::texts(read::take(&mut theme, "navigations")),
                read::texts(read::take(&mut theme, "styles")),
            ),
            page: read::page_facts(read::take(&mut material, "page")),
            document: document(read::take(&mut material, "document"))?,
            areas: read::list(read::take(&mut material, "areas")).into_iter().map(area).collect::<Result<_, _>>()?,
            originals: read::object(read::take(&mut theme, "templates")),
            drafted: Map::new(),
            sheets: read::sheets(read::take(&mut material, "sheets")),
            kinds: Kinds::parse(read::object(read::take(&mut material, "kinds")), &options),
            globals: read::take(&mut material, "globals"),
            islands: read::islands(read::take(&mut material, "islands")),
            island_messages: read::island_messages(read::take(&mut material, "islandMessages")),
            calls,
            options,
            knowledge: BlockDataCache::default(),
        };
        for (name, text) in &page.originals {
            put(&mut page.theme, name, text, &page.options);
        }
        page.learn(read::take(&mut material, "known"));
        Ok(page)
    }

    /// Stores the server's response: [`super::Answers`].
    pub fn learn(&mut self, mut answers: Value) {
        for answer in read::list(read::take(&mut answers, "blocks")) {
            self.knowledge.learn(&self.kinds, answer);
        }
        for answer in read::list(read::take(&mut answers, "calls")) {
            self.calls.learn(answer);
        }
    }

    /// Renders the page.
    pub fn draw(&mut self, edit: &Edit) -> RenderedPage {
        let alone = edit.block.as_ref();
        if alone.is_some_and(|block| self.kinds.is_plugin(&block.kind)) {
            return RenderedPage { html: String::new(), errors: Vec::new(), questions: None, incomplete: true };
        }
        if alone.is_none() {
            self.take_templates(&edit.files);
        }
        let document = edit.document.as_ref().or(self.document.as_ref());
        let (contents, mut blocks) = match (alone, document) {
            (Some(block), _) => self.knowledge.contents(&mut std::iter::once(block), &self.kinds),
            (None, Some(document)) => self.knowledge.contents(&mut document.blocks(), &self.kinds),
            (None, None) => Default::default(),
        };
        let mut in_areas = Vec::new();
        for area in self.areas.iter().filter(|_| alone.is_none()) {
            let (contents, open) = self.knowledge.contents(&mut area.document.blocks(), &self.kinds);
            blocks.extend(open);
            in_areas.push((area, contents));
        }
        let areas = in_areas.iter().map(|(area, contents)| AreaShown {
            id: &area.id,
            label: &area.label,
            document: &area.document,
            contents,
        });
        let mut page = self.page.clone();
        page.data.insert("now".to_owned(), edit.now_ms.into());
        if let Some(properties) = &edit.properties {
            page.properties.clone_from(properties);
        }
        let drawn = draw(PageInput {
            page,
            document: document.map(|document| (document, &contents as &dyn BlockDataSource)),
            areas: areas.collect(),
            alone,
            theme: &self.theme,
            kinds: &self.kinds,
            plugins: Arc::clone(&self.calls) as Arc<dyn Plugins>,
            drawings: &mut self.knowledge,
            globals: &self.globals,
            islands: &self.islands,
            island_messages: &self.island_messages,
            in_editor: true,
            now_ms: edit.now_ms,
        });
        let html = self.with_drafted_styles(drawn.html, &edit.files);
        let questions = Questions { blocks, calls: self.calls.take_unknown() };
        let asks = !questions.blocks.is_empty() || !questions.calls.is_empty();
        RenderedPage { html, errors: drawn.errors, questions: asks.then_some(questions), incomplete: false }
    }

    /// The page with the style sheets of the draft, and those that the server has not published, in place.
    fn with_drafted_styles(&self, mut html: String, files: &Map<String, Value>) -> String {
        for (path, sheet) in &self.sheets {
            let text = files.get(path).and_then(Value::as_str).or(sheet.text.as_deref());
            if let Some(text) = text {
                html = with_drafted_style(html, &sheet.address, text);
            }
        }
        html
    }

    /// Parses templates that changed since the last time.
    fn take_templates(&mut self, files: &Map<String, Value>) {
        let mut wanted = Map::new();
        for (path, text) in files {
            if !self.sheets.iter().any(|(sheet, _)| sheet == path) {
                wanted.insert(path.rsplit('/').next().unwrap_or(path).to_owned(), text.clone());
            }
        }
        for name in self.drafted.keys().filter(|name| !wanted.contains_key(*name)) {
            let original = self.originals.get(name).unwrap_or(&Value::Null);
            put(&mut self.theme, name, original, &self.options);
        }
        for (name, text) in &wanted {
            if self.drafted.get(name) != Some(text) {
                put(&mut self.theme, name, text, &self.options);
            }
        }
        self.drafted = wanted;
    }
}

fn put(theme: &mut PageTheme, name: &str, text: &Value, options: &ParseOptions) {
    theme.put(name, text.as_str().unwrap_or_default(), options);
}
