use std::sync::Arc;

use serde_json::{Value, json};
use stoa_template::{Limits, Locale, Mode, ParseOptions, RenderContext, TemplateError, render};

use super::head::{Frame, IslandFiles};
use super::layout::{BlockError, Layout};
use super::plugin_output::Allowance;
use crate::blocks::SiteKinds;
use crate::data::Material;
use crate::plugin::{PagePlugins, PluginSession};
use crate::theme::{ParsedTheme, add_frame, add_words};

/// A page about to be drawn.
pub(crate) struct Scene {
    pub(crate) material: Material,
    pub(crate) theme: Arc<ParsedTheme>,
    pub(crate) kinds: SiteKinds,
    pub(crate) plugins: Arc<PagePlugins>,
    pub(crate) islands: Arc<IslandFiles>,
    pub(crate) in_editor: bool,
    pub(crate) now_ms: i64,
}

/// A page as HTML.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub(crate) html: String,
    pub(crate) errors: Vec<BlockError>,
}

/// Draws the blocks, the main template and the document around it.
pub(crate) fn draw(scene: Scene) -> Drawn {
    let Scene { mut material, theme, kinds, plugins, islands, in_editor, now_ms } = scene;
    let locale = Locale::parse(&material.language).unwrap_or_default();
    let session: Arc<dyn PluginSession> = Arc::clone(&plugins.session);
    let context = RenderContext {
        partials: Some(&theme.partials),
        options: ParseOptions { plugins: Some(plugins), ..ParseOptions::default() },
        locale: Some(&locale),
        now_ms,
        limits: Limits::for_sites(),
        mode: Mode::Safe,
        ..RenderContext::default()
    };
    add_words(theme.theme(), &mut material.data);
    let mut page = Value::Object(std::mem::take(&mut material.data));
    let mut layout = Layout {
        kinds: &kinds,
        session: session.as_ref(),
        context: &context,
        in_editor,
        errors: Vec::new(),
        head: Vec::new(),
        allowance: Allowance::of_page(),
    };
    let body = material.layout.as_ref().map(|(document, gathered)| layout.draw(document, gathered, &mut page));
    let Layout { mut errors, head, .. } = layout;
    place_body(&mut page, body, material.body_of_item);
    let main = from_theme(&theme, theme.theme().page_template(material.template), &page, &context, &mut errors);
    if let Some(data) = page.as_object_mut() {
        let frame = Frame {
            data,
            styles: &theme.styles,
            properties: &theme.properties,
            islands: &islands,
            plugin_lines: &head,
            share_image: material.share_image.as_deref(),
            indexed: material.indexed,
            in_editor,
        };
        let (headers, footers) = (frame.headers(), frame.footers());
        add_frame(theme.theme(), data, &headers, &footers, &main);
        let stoa = json!({"headers": headers, "footers": footers, "main-content": main});
        data.insert("stoa".to_owned(), stoa);
    }
    let regions = theme.theme().regions(material.template).iter();
    let html = regions.map(|region| from_theme(&theme, region, &page, &context, &mut errors)).collect();
    Drawn { html, errors }
}

fn place_body(page: &mut Value, body: Option<String>, of_item: bool) {
    let target = if of_item { page.get_mut("item") } else { Some(page) };
    if let (Some(body), Some(target)) = (body, target.and_then(Value::as_object_mut)) {
        target.insert("body".to_owned(), Value::String(body));
    }
}

fn from_theme(
    theme: &ParsedTheme,
    name: &str,
    page: &Value,
    context: &RenderContext<'_>,
    errors: &mut Vec<BlockError>,
) -> String {
    let Some(template) = theme.template(name) else {
        let message = format!("The theme has no template '{name}'.");
        errors.push(BlockError { block_id: None, file: Some(name.to_owned()), message, line: 0, column: 0 });
        return String::new();
    };
    let outcome = render(template, page, context);
    for error in &outcome.errors {
        note(theme, name, error, errors);
    }
    outcome.output
}

/// Notes an error of the theme, and what is wrong in a partial that did not parse.
fn note(theme: &ParsedTheme, name: &str, error: &TemplateError, errors: &mut Vec<BlockError>) {
    let (file, place) = theme.place(name, error);
    let message = error.message.clone();
    errors.push(BlockError { block_id: None, file: Some(file), message, line: place.line, column: place.column });
    for cause in &error.causes {
        note(theme, name, cause, errors);
    }
}
