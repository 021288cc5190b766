//! The sections, rows, columns and blocks of a document.

use serde::Serialize;
use serde_json::{Map, Value, json};
use stoa_document::escape_html;
use stoa_document::{Background, Block, Document, Section, rich_text};
use stoa_template::{ErrorKind, RenderContext, TemplateError, render};

use crate::block::{BLOCK_SLOT, BlockDataSource, BlockTemplates, column};
use crate::devices;
use crate::draw::DrawError;
use crate::escape::script_json;

/// Sanitized output of a plugin block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SanitizedPluginOutput {
    /// HTML of the block.
    pub html: String,
    /// Style elements for the page's head.
    pub head: Vec<String>,
    /// Number of lines for the head that were dropped.
    pub refused: usize,
    /// For the script that shows the block in a frame; an object, or null without one.
    pub client: Value,
}

/// Source of the output of plugin blocks.
pub trait PluginOutputSource {
    /// The output of a block with its settings (defaults filled in) and its data.
    ///
    /// # Errors
    /// Why it could not be rendered, for the editor.
    fn drawing(
        &mut self,
        block: &Block,
        settings: &Map<String, Value>,
        data: &Value,
    ) -> Result<SanitizedPluginOutput, String>;
}

/// Renders documents within a page.
pub(crate) struct Layout<'a> {
    pub(crate) kinds: &'a dyn BlockTemplates,
    pub(crate) drawings: &'a mut dyn PluginOutputSource,
    pub(crate) context: &'a RenderContext<'a>,
    pub(crate) in_editor: bool,
    pub(crate) errors: Vec<DrawError>,
    pub(crate) head: Vec<String>,
    /// Whether a block has a script that shows it in a frame.
    pub(crate) has_clients: bool,
}

/// The background image of a section. The id alone identifies it in its URL: the rest is only for readability.
fn background_image(background: &Background) -> String {
    let address = format!("/assets/{}/background?format=", escape_html(&background.asset));
    let overlay = background.overlay.clamp(Background::MIN_OVERLAY, Background::MAX_OVERLAY);
    let (x, y) = (background.x.min(100), background.y.min(100));
    format!(
        "<div class=\"stoa-section__picture\" style=\"--overlay:{overlay}%\"><img src=\"{address}1500w\" \
         srcset=\"{address}750w 750w, {address}1500w 1500w, {address}2500w 2500w\" sizes=\"100vw\" alt=\"\" \
         loading=\"lazy\" decoding=\"async\" style=\"object-position:{x}% {y}%\"></div>\n"
    )
}

impl Layout<'_> {
    /// Renders a document. `page` is the page's data; each block is inserted into it while it is rendered, so that data
    /// is not copied for each block.
    pub(crate) fn draw(&mut self, document: &Document, contents: &dyn BlockDataSource, page: &mut Value) -> String {
        let mut out = String::new();
        for section in &document.sections {
            self.section(section, contents, page, &mut out);
        }
        if let Some(page) = page.as_object_mut() {
            page.shift_remove(BLOCK_SLOT);
        }
        out
    }

    fn section(&mut self, section: &Section, contents: &dyn BlockDataSource, page: &mut Value, out: &mut String) {
        let settings = &section.settings;
        out.push_str(&format!(
            "<section class=\"stoa-section\" data-tone=\"{}\" data-width=\"{}\" data-padding=\"{}\"{} data-section-id=\"{}\">\n",
            if settings.background.is_some() { "picture" } else { settings.tone.name() },
            settings.width.name(),
            settings.padding.name(),
            devices::of_section(section),
            escape_html(&section.id)
        ));
        if let Some(background) = &settings.background {
            out.push_str(&background_image(background));
        }
        for row in &section.rows {
            out.push_str(&format!("<div class=\"stoa-row\"{}>\n", devices::of_row(row)));
            for (index, column) in row.columns.iter().enumerate() {
                let differing = devices::of_column(row, index);
                out.push_str(&format!("<div class=\"stoa-col\" style=\"--span:{}{differing}\">\n", column.span));
                for block in &column.blocks {
                    self.block(block, contents, page, out);
                }
                out.push_str("</div>\n");
            }
            out.push_str("</div>\n");
        }
        out.push_str("</section>\n");
    }

    /// Renders a block within its element.
    pub(crate) fn block(&mut self, block: &Block, contents: &dyn BlockDataSource, page: &mut Value, out: &mut String) {
        let before = self.errors.len();
        let drawn = if self.kinds.is_plugin(&block.kind) {
            self.by_plugin(block, contents)
        } else {
            self.built_in(block, contents, page)
        };
        let html = match drawn {
            Some(html) if !html.trim().is_empty() => html,
            Some(_) if self.in_editor => {
                let problem = contents.data(&block.id).and_then(|data| data.pointer("/prepared/problem")?.as_str());
                problem.or_else(|| self.kinds.empty_hint(&block.kind)).map(empty_state).unwrap_or_default()
            }
            Some(_) => return,
            None if self.in_editor => placeholder(block, self.errors.get(before..).unwrap_or_default()),
            None => return,
        };
        let (kind, id) = (escape_html(&block.kind), escape_html(&block.id));
        let differing = devices::of_block(block);
        out.push_str(&format!(
            "<div class=\"stoa-block stoa-block-{kind}\"{differing} data-block-id=\"{id}\">{html}</div>\n"
        ));
    }

    fn built_in(&mut self, block: &Block, contents: &dyn BlockDataSource, page: &mut Value) -> Option<String> {
        let kinds = self.kinds;
        let Some(template) = kinds.template(&block.kind) else {
            self.note(block, format!("There is no block of the kind '{}'.", block.kind));
            return None;
        };
        let mut settings = json!(contents.settings(&block.id));
        rich_text::draw_all(&mut settings);
        let node = json!({
            "id": block.id,
            "kind": block.kind,
            "settings": settings,
            "data": contents.data(&block.id),
        });
        if let Some(page) = page.as_object_mut() {
            page.insert(BLOCK_SLOT.to_owned(), node);
        }
        let outcome = render(template, page, self.context);
        let failed = outcome.errors.iter().any(is_fatal);
        self.errors.extend(outcome.errors.iter().map(|error| block_error(block, error)));
        (!failed).then_some(outcome.output)
    }

    fn by_plugin(&mut self, block: &Block, contents: &dyn BlockDataSource) -> Option<String> {
        let (no_settings, no_data) = (Map::new(), Value::Object(Map::new()));
        let settings = contents.settings(&block.id).unwrap_or(&no_settings);
        let data = contents.data(&block.id).unwrap_or(&no_data);
        let drawing = match self.drawings.drawing(block, settings, data) {
            Ok(drawing) => drawing,
            Err(message) => {
                self.note(block, message);
                return None;
            }
        };
        if drawing.refused > 0 {
            let lines = drawing.refused;
            self.note(block, format!("The plugin returned {lines} lines for the page head that are not plain styles."));
        }
        for line in drawing.head {
            if !self.head.contains(&line) {
                self.head.push(line);
            }
        }
        if drawing.client.is_null() || drawing.html.trim().is_empty() {
            return Some(drawing.html);
        }
        self.has_clients = true;
        let client = script_json(&drawing.client);
        Some(format!(
            "<div class=\"stoa-plugin-client\"><div>{}</div><script type=\"application/json\">{client}</script></div>",
            drawing.html
        ))
    }

    fn note(&mut self, block: &Block, message: String) {
        self.errors.push(DrawError { block_id: Some(block.id.clone()), message, ..DrawError::default() });
    }
}

/// Whether an error makes the output useless: a source error, an aborted run, or a missing part.
pub(crate) fn is_fatal(error: &TemplateError) -> bool {
    let broken_off = [
        ErrorKind::CodeLimitReached,
        ErrorKind::ApplyPartialMissing,
        ErrorKind::ApplyPartialSyntax,
        ErrorKind::ApplyPartialRecursionDepth,
        ErrorKind::UnexpectedError,
    ];
    error.kind.is_syntax() || broken_off.contains(&error.kind)
}

fn block_error(block: &Block, error: &TemplateError) -> DrawError {
    let position = error.position;
    let in_partial = error.template.is_some();
    DrawError {
        block_id: Some(block.id.clone()),
        template: error.template.as_deref().map(str::to_owned),
        message: error.message.clone(),
        line: position.line,
        column: if in_partial { position.column } else { column(position.line, position.column) },
        offset: position.offset,
    }
}

/// Placeholder for an empty block in the editor; visitors see nothing.
pub(crate) fn empty_state(hint: &str) -> String {
    format!(
        "<p class=\"stoa-block-empty\" style=\"border:1px dashed;padding:1rem;font:14px/1.4 system-ui,sans-serif\">{}</p>",
        escape_html(hint)
    )
}

fn placeholder(block: &Block, errors: &[DrawError]) -> String {
    let mut lines = String::new();
    for error in errors {
        let place =
            if error.line == 0 { String::new() } else { format!(" (line {}, column {})", error.line, error.column) };
        lines.push_str(&format!("<p>{}{place}</p>", escape_html(&error.message)));
    }
    format!(
        "<div class=\"stoa-block-error\" role=\"alert\" style=\"border:2px dashed #b3261e;padding:1rem;color:#b3261e;\
         background:#fff;font:14px/1.4 system-ui,sans-serif\"><strong>This block could not be rendered: {}</strong>\
         {lines}</div>",
        escape_html(&block.kind)
    )
}
