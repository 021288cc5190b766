//! Problems in a theme folder, with their positions.

use serde::Serialize;

/// Severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something is missing on pages.
    Error,
    /// Pages are complete, but the author should know.
    Warning,
    /// Information that requires no action.
    Note,
}

/// A problem in a theme folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Severity.
    pub severity: Severity,
    /// Stable code of the kind of problem, in kebab case.
    pub code: String,
    /// Path in the folder; empty if it concerns no single file.
    pub file: String,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Character in the line, from 1; 0 if unknown.
    pub column: u32,
    /// Description.
    pub message: String,
    /// How to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The line of the file, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Line and character in a text, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextPosition {
    /// Line.
    pub line: u32,
    /// Character in the line.
    pub column: u32,
}

impl TextPosition {
    /// The position of a byte offset.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.get(line_start..).map_or(0, |line| line.chars().count()) + 1;
        Self { line: narrow(line), column: narrow(column) }
    }

    /// The position of the first occurrence of a name in a JSON text.
    pub(super) fn of_name(text: &str, name: &str) -> Self {
        text.find(&format!("\"{name}\"")).map_or(Self::default(), |offset| Self::of(text, offset))
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Problem {
    /// A problem in a file.
    pub fn new(severity: Severity, code: &str, file: &str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code: code.to_owned(),
            file: file.to_owned(),
            line: 0,
            column: 0,
            message: message.into(),
            help: None,
            source: None,
        }
    }

    /// An error in a file.
    pub fn error(code: &str, file: &str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, file, message)
    }

    /// A warning about a file.
    pub fn warning(code: &str, file: &str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, file, message)
    }

    /// Adds the position.
    #[must_use]
    pub fn at(mut self, place: TextPosition) -> Self {
        (self.line, self.column) = (place.line, place.column);
        self
    }

    /// Adds how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the line of source text.
    #[must_use]
    pub fn quoting(mut self, text: &str) -> Self {
        let index = usize::try_from(self.line).ok().and_then(|line| line.checked_sub(1));
        self.source = index.and_then(|index| text.lines().nth(index)).map(str::to_owned);
        self
    }
}
