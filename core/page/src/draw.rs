use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value, json};
use stoa_document::{Block, Document};
use stoa_template::{ErrorKind, Limits, Locale, Mode, ParseOptions, Plugins, RenderContext, TemplateError, render};

use crate::block::{BlockTemplates, BlocksShown};
use crate::head::{Frame, IslandFiles};
use crate::layout::{Layout, PluginDrawings};
use crate::theme::PageTheme;
use crate::words::{add_frame, add_words};

/// What is known of a page before it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageFacts {
    /// The theme's template for its kind.
    pub template: String,
    /// Regions of the document around it, in their order.
    pub regions: Vec<String>,
    /// What templates see, without what is drawn.
    pub data: Map<String, Value>,
    /// Whether the drawn blocks are the body of the item instead of the page's.
    pub body_of_item: bool,
    /// BCP 47 tag.
    pub language: String,
    /// Address of the picture shown when the page is shared.
    pub share_image: Option<String>,
    /// Whether search engines may list the page.
    pub indexed: bool,
    /// The settings of the theme as one rule of a style sheet; empty when it has none.
    pub properties: String,
    /// Addresses of the fonts that are fetched before the style sheets are read.
    pub fonts: Vec<String>,
}

/// A page about to be drawn.
pub struct Scene<'a> {
    /// What is known of it.
    pub page: PageFacts,
    /// Its blocks and what they show.
    pub document: Option<(&'a Document, &'a dyn BlocksShown)>,
    /// The block that is drawn instead of the page, with the element around it.
    pub alone: Option<&'a Block>,
    /// The theme it is drawn with.
    pub theme: &'a PageTheme,
    /// The kinds of blocks.
    pub kinds: &'a dyn BlockTemplates,
    /// Formatters and predicates of plugins.
    pub plugins: Arc<dyn Plugins>,
    /// Blocks of plugins.
    pub drawings: &'a mut dyn PluginDrawings,
    /// Scripts and styles of the islands.
    pub islands: &'a IslandFiles,
    /// Whether a block that cannot be drawn says so in its place. Nothing else differs for editors.
    pub in_editor: bool,
    /// The time, milliseconds since 1970 UTC.
    pub now_ms: i64,
}

/// Something that went wrong while a page was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawError {
    /// The block; none when the theme is to blame.
    pub block_id: Option<String>,
    /// Name of the theme's template that is to blame; none when it is the block's own.
    pub template: Option<String>,
    /// What went wrong.
    pub message: String,
    /// Line in the engine's text, from 1; 0 when it has no place.
    pub line: u32,
    /// Character in the line, from 1; 0 when it has no place.
    pub column: u32,
    /// Bytes from the start of the engine's text.
    pub offset: u32,
}

/// A page as HTML.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The whole page.
    pub html: String,
    /// What went wrong.
    pub errors: Vec<DrawError>,
    /// Whether a template of the theme ran into a limit, so that the page breaks off in its midst.
    pub broken_off: bool,
}

/// Draws the blocks, the main template and the document around it.
pub fn draw(scene: Scene<'_>) -> Drawn {
    let Scene { page: mut facts, document, alone, theme, kinds, plugins, drawings, islands, in_editor, now_ms } = scene;
    let locale = Locale::parse(&facts.language).unwrap_or_default();
    let context = RenderContext {
        partials: Some(&theme.partials),
        options: ParseOptions { plugins: Some(plugins), ..ParseOptions::default() },
        locale: Some(&locale),
        now_ms,
        limits: Limits::for_sites(),
        mode: Mode::Safe,
        ..RenderContext::default()
    };
    add_words(theme, &mut facts.data);
    if let Some(Value::Object(website)) = facts.data.get_mut("website") {
        let direction = if locale.is_right_to_left() { "rtl" } else { "ltr" };
        website.insert("direction".to_owned(), direction.into());
    }
    let mut page = Value::Object(std::mem::take(&mut facts.data));
    let mut layout = Layout { kinds, drawings, context: &context, in_editor, errors: Vec::new(), head: Vec::new() };
    if let (Some(block), Some((_, contents))) = (alone, document) {
        let mut html = String::new();
        layout.block(block, contents, &mut page, &mut html);
        return Drawn { html, errors: layout.errors, broken_off: false };
    }
    let body = document.map(|(document, contents)| layout.draw(document, contents, &mut page));
    let Layout { mut errors, head, .. } = layout;
    place_body(&mut page, body, facts.body_of_item);
    let mut theme = ThemeRun { theme, context: &context, errors: &mut errors, broken_off: false };
    let main = theme.template(&facts.template, &page);
    if let Some(data) = page.as_object_mut() {
        let frame = Frame {
            data,
            styles: &theme.theme.styles,
            properties: &facts.properties,
            fonts: &facts.fonts,
            islands,
            plugin_lines: &head,
            share_image: facts.share_image.as_deref(),
            indexed: facts.indexed,
        };
        let (headers, footers) = (frame.headers(), frame.footers());
        add_frame(theme.theme, data, &headers, &footers, &main);
        let stoa = json!({"headers": headers, "footers": footers, "main-content": main});
        data.insert("stoa".to_owned(), stoa);
    }
    let html = facts.regions.iter().map(|region| theme.template(region, &page)).collect();
    let broken_off = theme.broken_off;
    Drawn { html, errors, broken_off }
}

fn place_body(page: &mut Value, body: Option<String>, of_item: bool) {
    let target = if of_item { page.get_mut("item") } else { Some(page) };
    if let (Some(body), Some(target)) = (body, target.and_then(Value::as_object_mut)) {
        target.insert("body".to_owned(), Value::String(body));
    }
}

/// The templates of the theme as they draw one page.
struct ThemeRun<'a> {
    theme: &'a PageTheme,
    context: &'a RenderContext<'a>,
    errors: &'a mut Vec<DrawError>,
    broken_off: bool,
}

impl ThemeRun<'_> {
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

/// Notes an error of the theme, and what is wrong in a partial that did not parse.
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
