//! A source text with its line index.

use std::sync::Arc;

use crate::error::{ErrorKind, Position, TemplateError};

/// Text of a template, and its name if it is a partial.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    text: Arc<str>,
    name: Option<Arc<str>>,
}

impl Source {
    pub(crate) fn new(text: Arc<str>, name: Option<Arc<str>>) -> Self {
        Self { text, name }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Line and character of a byte offset.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.get(line_start..).map_or(0, |line| line.chars().count()) + 1;
        Position { line: narrow(line), column: narrow(column), offset: narrow(offset) }
    }

    pub(crate) fn error(&self, kind: ErrorKind, offset: usize, message: impl Into<String>) -> TemplateError {
        let mut error = TemplateError::new(kind, self.position(offset), message);
        error.template = self.name.clone();
        error
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
