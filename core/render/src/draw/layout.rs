//! The sections, rows, columns and blocks of a document.

use serde::Serialize;
use serde_json::{Map, Value, json};
use stoa_document::{Block, Document, Section};
use stoa_template::{ErrorKind, RenderContext, TemplateError, render};

use super::escape::escape_html;
use super::plugin_output::Allowance;
use crate::blocks::{BLOCK_SLOT, BuiltIn, SiteKinds};
use crate::data::Gathered;
use crate::plugin::{PluginBlockInput, PluginSession};

/// Something that went wrong while a page was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockError {
    /// The block; none when the theme is to blame.
    pub block_id: Option<String>,
    /// File of the theme or name of the partial that is to blame; none when it is the block's own template.
    pub file: Option<String>,
    /// What went wrong.
    pub message: String,
    /// Line in the template, from 1; 0 when it has no place.
    pub line: u32,
    /// Character in the line, from 1; 0 when it has no place.
    pub column: u32,
}

/// Draws documents into a page.
pub(super) struct Layout<'a> {
    pub(super) kinds: &'a SiteKinds,
    pub(super) session: &'a dyn PluginSession,
    pub(super) context: &'a RenderContext<'a>,
    pub(super) in_editor: bool,
    pub(super) errors: Vec<BlockError>,
    pub(super) head: Vec<String>,
    pub(super) allowance: Allowance,
}

impl Layout<'_> {
    /// Draws a document. `page` is the page's data; the block in turn stands in it while it is
    /// drawn, so that no data is copied for each of them.
    pub(super) fn draw(&mut self, document: &Document, gathered: &Gathered, page: &mut Value) -> String {
        let mut out = String::new();
        for section in &document.sections {
            self.section(section, gathered, page, &mut out);
        }
        if let Some(page) = page.as_object_mut() {
            page.shift_remove(BLOCK_SLOT);
        }
        out
    }

    fn section(&mut self, section: &Section, gathered: &Gathered, page: &mut Value, out: &mut String) {
        let settings = section.settings;
        out.push_str(&format!(
            "<section class=\"stoa-section\" data-tone=\"{}\" data-width=\"{}\" data-padding=\"{}\" data-section-id=\"{}\">\n",
            settings.tone.name(),
            settings.width.name(),
            settings.padding.name(),
            escape_html(&section.id)
        ));
        for row in &section.rows {
            out.push_str("<div class=\"stoa-row\">\n");
            for column in &row.columns {
                out.push_str(&format!("<div class=\"stoa-col\" style=\"--span:{}\">\n", column.span));
                for block in &column.blocks {
                    self.block(block, gathered, page, out);
                }
                out.push_str("</div>\n");
            }
            out.push_str("</div>\n");
        }
        out.push_str("</section>\n");
    }

    fn block(&mut self, block: &Block, gathered: &Gathered, page: &mut Value, out: &mut String) {
        let before = self.errors.len();
        let drawn = if self.kinds.is_plugin(&block.kind) {
            self.by_plugin(block, gathered)
        } else {
            self.built_in(block, gathered, page)
        };
        let html = match drawn {
            Some(html) => html,
            None if self.in_editor => placeholder(block, self.errors.get(before..).unwrap_or_default()),
            None => return,
        };
        let (kind, id) = (escape_html(&block.kind), escape_html(&block.id));
        out.push_str(&format!("<div class=\"stoa-block stoa-block-{kind}\" data-block-id=\"{id}\">{html}</div>\n"));
    }

    fn built_in(&mut self, block: &Block, gathered: &Gathered, page: &mut Value) -> Option<String> {
        let kinds = self.kinds;
        let Some(kind) = kinds.library().get(&block.kind) else {
            self.note(block, format!("There is no block of the kind '{}'.", block.kind));
            return None;
        };
        let node = json!({
            "id": block.id,
            "kind": block.kind,
            "settings": gathered.settings.get(&block.id),
            "data": gathered.blocks.get(&block.id),
        });
        if let Some(page) = page.as_object_mut() {
            page.insert(BLOCK_SLOT.to_owned(), node);
        }
        let outcome = render(&kind.template, page, self.context);
        let failed = outcome.errors.iter().any(is_fatal);
        self.errors.extend(outcome.errors.iter().map(|error| block_error(block, error)));
        (!failed).then_some(outcome.output)
    }

    fn by_plugin(&mut self, block: &Block, gathered: &Gathered) -> Option<String> {
        let (no_settings, no_data) = (Map::new(), Value::Object(Map::new()));
        let input = PluginBlockInput {
            kind: &block.kind,
            id: &block.id,
            settings: gathered.settings.get(&block.id).unwrap_or(&no_settings),
            data: gathered.blocks.get(&block.id).unwrap_or(&no_data),
        };
        let drawn = self.session.render_block(&input).and_then(|drawn| self.allowance.admit(drawn));
        let admitted = match drawn {
            Ok(admitted) => admitted,
            Err(message) => {
                self.note(block, message);
                return None;
            }
        };
        if admitted.refused > 0 {
            let lines = admitted.refused;
            self.note(block, format!("The plugin wanted {lines} lines in the page's head that are not plain styles."));
        }
        for line in admitted.head {
            if !self.head.contains(&line) {
                self.head.push(line);
            }
        }
        Some(admitted.html)
    }

    fn note(&mut self, block: &Block, message: String) {
        self.errors.push(BlockError { block_id: Some(block.id.clone()), file: None, message, line: 0, column: 0 });
    }
}

/// Whether an error leaves nothing worth showing: the source is wrong, the run was broken off, or a
/// part of it is not there.
pub(super) fn is_fatal(error: &TemplateError) -> bool {
    let broken_off = [
        ErrorKind::CodeLimitReached,
        ErrorKind::ApplyPartialMissing,
        ErrorKind::ApplyPartialSyntax,
        ErrorKind::ApplyPartialRecursionDepth,
        ErrorKind::UnexpectedError,
    ];
    error.kind.is_syntax() || broken_off.contains(&error.kind)
}

fn block_error(block: &Block, error: &TemplateError) -> BlockError {
    let position = error.position;
    let in_partial = error.template.is_some();
    let column = if in_partial { position.column } else { BuiltIn::column(position.line, position.column) };
    BlockError {
        block_id: Some(block.id.clone()),
        file: error.template.as_deref().map(str::to_owned),
        message: error.message.clone(),
        line: position.line,
        column,
    }
}

fn placeholder(block: &Block, errors: &[BlockError]) -> String {
    let mut lines = String::new();
    for error in errors {
        let place =
            if error.line == 0 { String::new() } else { format!(" (line {}, column {})", error.line, error.column) };
        lines.push_str(&format!("<p>{}{place}</p>", escape_html(&error.message)));
    }
    format!(
        "<div class=\"stoa-block-error\" role=\"alert\" style=\"border:2px dashed #b3261e;padding:1rem;color:#b3261e;\
         background:#fff;font:14px/1.4 system-ui,sans-serif\"><strong>This block could not be drawn: {}</strong>{lines}</div>",
        escape_html(&block.kind)
    )
}
