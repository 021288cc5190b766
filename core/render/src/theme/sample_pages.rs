//! Renders sample pages with a theme, using the code for pages of sites.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value};
use stoa_document::Document;
use stoa_messages::Catalogue;
use stoa_page::{BlockContents, IslandFiles};
use stoa_site::design::ThemeDesign;
use stoa_site::site_texts::SiteWording;
use stoa_site::themes::{Problem, QUERIES, Theme, ThemeLibrary};
use stoa_site::website_settings::{AnalyticsSettings, CookieSettings};
use stoa_template::{ParseOptions, Plugins};

use super::parsed::ParsedTheme;
use super::sample::{SamplePage, Samples};
use crate::RenderError;
use crate::blocks::{BlockLibrary, SiteKinds};
use crate::data::{AreaData, LoadedBlockData, Names, PageData, add_theme_texts};
use crate::draw::{BlockError, LoadedPage, draw};
use crate::plugin::{PagePlugins, PluginBlockInput, PluginBlockOutput, PluginSession};

/// Environment for themes without a site.
pub struct ThemeEnvironment {
    library: ThemeLibrary,
    blocks: Arc<BlockLibrary>,
    vocabulary: Arc<dyn Plugins>,
}

/// A rendered sample page.
#[derive(Clone, Debug)]
pub struct DrawnSamplePage {
    /// HTTP status.
    pub status: u16,
    /// HTML of the whole page.
    pub html: String,
    /// Errors.
    pub problems: Vec<Problem>,
}

/// Formatter and predicate names of plugins are known here, but plugins do not run: values stay unformatted.
struct SamplePluginSession(Arc<dyn Plugins>);

impl Plugins for SamplePluginSession {
    fn has_formatter(&self, name: &str) -> bool {
        self.0.has_formatter(name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        self.0.has_predicate(name)
    }

    fn format(&self, _: &str, values: &[&Value], _: &[&str]) -> Result<Option<Value>, String> {
        Ok(values.first().map(|value| (*value).clone()))
    }

    fn test(&self, _: &str, _: &Value, _: &[&str]) -> Result<bool, String> {
        Ok(false)
    }
}

impl PluginSession for SamplePluginSession {
    fn render_block(&self, input: &PluginBlockInput<'_>) -> Result<PluginBlockOutput, String> {
        Err(format!("blocks of the kind '{}' are not rendered with sample data", input.kind))
    }
}

impl ThemeEnvironment {
    /// An environment with the themes of `library`, whose base theme is the fallback.
    ///
    /// # Errors
    /// When a built-in block is invalid.
    pub fn new(library: ThemeLibrary, vocabulary: Arc<dyn Plugins>) -> Result<Self, RenderError> {
        let options = ParseOptions { plugins: Some(Arc::clone(&vocabulary)), ..ParseOptions::default() };
        let blocks = Arc::new(BlockLibrary::embedded(&options)?);
        Ok(Self { library, blocks, vocabulary })
    }

    /// The installed themes.
    pub fn library(&self) -> &ThemeLibrary {
        &self.library
    }

    pub(super) fn blocks(&self) -> &BlockLibrary {
        &self.blocks
    }

    pub(super) fn vocabulary(&self) -> &Arc<dyn Plugins> {
        &self.vocabulary
    }

    pub(super) fn parse(&self, theme: Theme) -> Arc<ParsedTheme> {
        let options = ParseOptions { plugins: Some(Arc::clone(&self.vocabulary)), ..ParseOptions::default() };
        Arc::new(ParsedTheme::parse(theme, &self.library, &options))
    }

    /// Renders a sample page with a theme that is based on the base theme.
    pub fn page(&self, theme: &Theme, samples: &Samples, page: &SamplePage) -> DrawnSamplePage {
        self.draw(&self.parse(theme.clone()), samples, page)
    }

    pub(super) fn draw(&self, theme: &Arc<ParsedTheme>, samples: &Samples, page: &SamplePage) -> DrawnSamplePage {
        let kinds = SiteKinds::new(Arc::clone(&self.blocks), Vec::new());
        let mut data = samples.data_of(page);
        let queries = &theme.theme().queries;
        if !queries.is_empty() {
            let found = queries.iter().map(|query| samples.found(query, page)).collect();
            data.insert(QUERIES.to_owned(), Value::Array(found));
        }
        let areas = theme.theme().areas.iter().map(|field| {
            let document = samples.areas.get(&field.id).cloned().unwrap_or_default();
            AreaData { field: field.clone(), gathered: gathered(&document, HashMap::new(), &kinds), document }
        });
        let areas = areas.collect();
        let mut material = material(page, data, &kinds);
        add_theme_texts(&mut material, theme.theme());
        let drawn = draw(LoadedPage {
            material: PageData { areas, ..material },
            theme: Arc::clone(theme),
            look: ThemeDesign::default(),
            kinds,
            plugins: Arc::new(PagePlugins {
                vocabulary: Arc::clone(&self.vocabulary),
                session: Arc::new(SamplePluginSession(Arc::clone(&self.vocabulary))),
            }),
            // Islands load data from a site, and there is none.
            islands: Arc::new(IslandFiles::default()),
            in_editor: false,
            now: samples.now(),
        });
        DrawnSamplePage {
            status: page.status,
            html: drawn.html,
            problems: drawn.errors.into_iter().map(problem).collect(),
        }
    }
}

fn material(page: &SamplePage, data: Map<String, Value>, kinds: &SiteKinds) -> PageData {
    let language = data.get("website").and_then(|website| website.get("language")).and_then(Value::as_str);
    let language = language.unwrap_or("en-US").to_owned();
    let layout = page.document.clone().map(|document| {
        let gathered = gathered(&document, page.blocks.clone(), kinds);
        (document, gathered)
    });
    PageData {
        shopfront: None,
        template: page.template,
        status: page.status,
        wording: SiteWording::usual(&language),
        names: Names::of_language(&language),
        primary_language: language.clone(),
        language,
        data,
        layout,
        body_of_item: page.template == "blog.item",
        body_of_area: None,
        areas: Vec::new(),
        theme: String::new(),
        tags: BTreeSet::new(),
        share_image: None,
        indexed: false,
        cookies: CookieSettings::default(),
        analytics: AnalyticsSettings::default(),
    }
}

/// The blocks of a document with their data.
fn gathered(document: &Document, data: HashMap<String, Value>, kinds: &SiteKinds) -> LoadedBlockData {
    let mut contents = BlockContents { data, ..BlockContents::default() };
    for block in document.blocks() {
        contents.settings.insert(block.id.clone(), kinds.complete(block, Catalogue::for_language("en")));
    }
    LoadedBlockData { contents, ..LoadedBlockData::default() }
}

fn problem(error: BlockError) -> Problem {
    let file = error.file.unwrap_or_default();
    let message = match error.block_id {
        Some(id) => format!("The block '{id}': {}", error.message),
        None => error.message,
    };
    let mut problem = Problem::error("render-error", &file, message);
    (problem.line, problem.column) = (error.line, error.column);
    problem
}
