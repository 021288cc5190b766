//! Renders a page from its blocks to the whole HTML document.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value, json};
use stoa_document::{Block, Document, escape_html};
use stoa_template::{ErrorKind, Limits, Locale, Mode, ParseOptions, Plugins, RenderContext, TemplateError, render};

use crate::block::{BlockDataSource, BlockTemplates};
use crate::head::{Frame, IslandFiles, PluginParts};
use crate::island_messages::{IslandMessages, place_messages};
use crate::layout::{Layout, PluginOutputSource, empty_state};
use crate::legacy_names::{add_frame, add_legacy_names};
use crate::theme::PageTheme;

/// Page data before rendering.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageFacts {
    /// The theme's template for its page type.
    pub template: String,
    /// Regions of the document around it, in order.
    pub regions: Vec<String>,
    /// Data for templates, without rendered parts.
    pub data: Map<String, Value>,
    /// Whether the rendered blocks are the body of the item instead of the page.
    pub body_of_item: bool,
    /// The area of which the rendered blocks are the body, instead of the page.
    pub body_of_area: Option<String>,
    /// BCP 47 tag.
    pub language: String,
    /// URL of the image for social sharing.
    pub share_image: Option<String>,
    /// Whether search engines may index the page.
    pub indexed: bool,
    /// The theme's settings as one CSS rule; empty without settings.
    pub properties: String,
    /// URLs of fonts to preload.
    pub fonts: Vec<String>,
}

/// An area of blocks in the theme.
#[derive(Clone, Copy)]
pub struct AreaShown<'a> {
    /// Its id in templates.
    pub id: &'a str,
    /// Its display name.
    pub label: &'a str,
    /// Its blocks.
    pub document: &'a Document,
    /// Data of its blocks.
    pub contents: &'a dyn BlockDataSource,
}

/// A page ready to render.
pub struct PageInput<'a> {
    /// Its data.
    pub page: PageFacts,
    /// Its blocks and their data.
    pub document: Option<(&'a Document, &'a dyn BlockDataSource)>,
    /// The areas of blocks in the theme.
    pub areas: Vec<AreaShown<'a>>,
    /// A single block to render instead of the page, with its element.
    pub alone: Option<&'a Block>,
    /// The theme.
    pub theme: &'a PageTheme,
    /// The kinds of blocks.
    pub kinds: &'a dyn BlockTemplates,
    /// Formatters and predicates of plugins.
    pub plugins: Arc<dyn Plugins>,
    /// Output of plugin blocks.
    pub drawings: &'a mut dyn PluginOutputSource,
    /// Names that every template can read besides the page's data: an object.
    pub globals: &'a Value,
    /// Scripts and styles of the islands.
    pub islands: &'a IslandFiles,
    /// The messages that their scripts show, in the page's language.
    pub island_messages: &'a IslandMessages,
    /// Whether a block that cannot be rendered shows its error. This is the only difference in the editor.
    pub in_editor: bool,
    /// The time, milliseconds since 1970 UTC.
    pub now_ms: i64,
}

/// An error while a page was rendered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawError {
    /// The block; none when the theme caused the error.
    pub block_id: Option<String>,
    /// Name of the theme's template that caused the error; none when it is the block's own.
    pub template: Option<String>,
    /// What went wrong.
    pub message: String,
    /// Line in the engine's text, from 1; 0 if unknown.
    pub line: u32,
    /// Character in the line, from 1; 0 if unknown.
    pub column: u32,
    /// Byte offset in the engine's text.
    pub offset: u32,
}

/// A rendered page.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// HTML of the whole page.
    pub html: String,
    /// Errors.
    pub errors: Vec<DrawError>,
    /// Whether a template of the theme exceeded a limit, so that the page is incomplete.
    pub broken_off: bool,
}

/// Renders the blocks, the main template and the document around it.
pub fn draw(scene: PageInput<'_>) -> Drawn {
    let PageInput {
        page: mut facts,
        document,
        areas,
        alone,
        theme,
        kinds,
        plugins,
        drawings,
        globals,
        islands,
        island_messages,
        in_editor,
        now_ms,
    } = scene;
    let locale = Locale::parse(&facts.language).unwrap_or_default();
    let context = RenderContext { now_ms, ..context_of(theme, globals, plugins, &locale) };
    add_legacy_names(theme, &mut facts.data);
    add_direction(&mut facts.data, &locale);
    let mut page = Value::Object(std::mem::take(&mut facts.data));
    let (errors, head) = (Vec::new(), Vec::new());
    let mut layout = Layout { kinds, drawings, context: &context, in_editor, errors, head, has_clients: false };
    if let (Some(block), Some((_, contents))) = (alone, document) {
        let mut html = String::new();
        layout.block(block, contents, &mut page, &mut html);
        return Drawn { html, errors: layout.errors, broken_off: false };
    }
    let body = document.map(|(document, contents)| layout.draw(document, contents, &mut page));
    let edited = areas.iter().find(|area| facts.body_of_area.as_deref() == Some(area.id)).copied();
    if let Some(names) = &theme.original {
        let drawn = rendered_areas(&areas, edited.zip(body.as_deref()), &mut layout, &mut page);
        if let Some(page) = page.as_object_mut() {
            page.insert(names.areas.clone(), Value::Object(drawn));
        }
    }
    let Layout { mut errors, head, has_clients, .. } = layout;
    let plugins = PluginParts { lines: &head, has_clients };
    let before = errors.len();
    let mut run = ThemeRenderer { theme, context: &context, errors: &mut errors, broken_off: false };
    let mut html = if edited.is_some() { run.document(&facts, islands, plugins, &mut page) } else { String::new() };
    // An area that the templates of a plain page do not contain is edited in place of the page.
    if !edited.is_some_and(|area| html.contains(&opening(area.id))) {
        run.errors.truncate(before);
        run.broken_off = false;
        place_body(&mut page, body, facts.body_of_item);
        html = run.document(&facts, islands, plugins, &mut page);
    }
    let broken_off = run.broken_off;
    place_messages(&mut html, island_messages);
    Drawn { html, errors, broken_off }
}

/// What all templates of a page get, besides its data and the time.
fn context_of<'a>(
    theme: &'a PageTheme,
    globals: &'a Value,
    plugins: Arc<dyn Plugins>,
    locale: &'a Locale,
) -> RenderContext<'a> {
    RenderContext {
        partials: Some(&theme.partials),
        globals: Some(globals),
        options: ParseOptions { plugins: Some(plugins), ..ParseOptions::default() },
        locale: Some(locale),
        limits: Limits::for_sites(),
        mode: Mode::Safe,
        ..RenderContext::default()
    }
}

/// Adds the direction in which the language of the page is read.
fn add_direction(data: &mut Map<String, Value>, locale: &Locale) {
    if let Some(Value::Object(website)) = data.get_mut("website") {
        let direction = if locale.is_right_to_left() { "rtl" } else { "ltr" };
        website.insert("direction".to_owned(), direction.into());
    }
}

/// The rendered areas by id. The one being edited shows its draft blocks.
fn rendered_areas(
    areas: &[AreaShown<'_>],
    edited: Option<(AreaShown<'_>, &str)>,
    layout: &mut Layout<'_>,
    page: &mut Value,
) -> Map<String, Value> {
    let mut drawn = Map::new();
    for area in areas {
        let blocks = match edited {
            Some((own, blocks)) if own.id == area.id => blocks.to_owned(),
            _ => layout.draw(area.document, area.contents, page),
        };
        drawn.insert(area.id.to_owned(), Value::String(area_element(area, &blocks, layout.in_editor)));
    }
    drawn
}

/// An area within its element; nothing for visitors if it is empty.
fn area_element(area: &AreaShown<'_>, blocks: &str, in_editor: bool) -> String {
    let inner = match blocks.trim().is_empty() {
        false => blocks.to_owned(),
        true if in_editor => empty_state(&format!("{}: this area is empty.", area.label)),
        true => return String::new(),
    };
    format!("{}{inner}</div>\n", opening(area.id))
}

fn opening(area_id: &str) -> String {
    format!("<div class=\"stoa-area\" data-area-id=\"{}\">\n", escape_html(area_id))
}

fn place_body(page: &mut Value, body: Option<String>, of_item: bool) {
    let target = if of_item { page.get_mut("item") } else { Some(page) };
    if let (Some(body), Some(target)) = (body, target.and_then(Value::as_object_mut)) {
        target.insert("body".to_owned(), Value::String(body));
    }
}

/// Runs the templates of the theme for one page.
struct ThemeRenderer<'a> {
    theme: &'a PageTheme,
    context: &'a RenderContext<'a>,
    errors: &'a mut Vec<DrawError>,
    broken_off: bool,
}

impl ThemeRenderer<'_> {
    /// Renders the main template and the document around it.
    fn document(
        &mut self,
        facts: &PageFacts,
        islands: &IslandFiles,
        plugins: PluginParts<'_>,
        page: &mut Value,
    ) -> String {
        let theme = self.theme;
        let main = self.template(&facts.template, page);
        if let Some(data) = page.as_object_mut() {
            let frame = Frame {
                data,
                styles: &theme.styles,
                properties: &facts.properties,
                fonts: &facts.fonts,
                islands,
                plugins,
                share_image: facts.share_image.as_deref(),
                indexed: facts.indexed,
            };
            let (headers, footers) = (frame.headers(), frame.footers());
            add_frame(theme, data, &headers, &footers, &main);
            let stoa = json!({"headers": headers, "footers": footers, "main-content": main});
            data.insert("stoa".to_owned(), stoa);
        }
        facts.regions.iter().map(|region| self.template(region, page)).collect()
    }

    fn template(&mut self, name: &str, page: &Value) -> String {
        let Some(template) = self.theme.template(name) else {
            let message = format!("The theme has no template '{name}'.");
            self.errors.push(DrawError { template: Some(name.to_owned()), message, ..DrawError::default() });
            return String::new();
        };
        let outcome = render(template, page, self.context);
        for error in &outcome.errors {
            self.broken_off |= error.kind == ErrorKind::CodeLimitReached;
            note(name, error, self.errors);
        }
        outcome.output
    }
}

/// Records an error of the theme, and the errors of a partial that did not parse.
fn note(name: &str, error: &TemplateError, errors: &mut Vec<DrawError>) {
    errors.push(DrawError {
        block_id: None,
        template: Some(error.template.as_deref().unwrap_or(name).to_owned()),
        message: error.message.clone(),
        line: error.position.line,
        column: error.position.column,
        offset: error.position.offset,
    });
    for cause in &error.causes {
        note(name, cause, errors);
    }
}
