//! What is wrong with a theme folder, as a value with a place.

use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Visitors would miss something.
    Error,
    /// Nothing is missing on pages, but the author will want to know.
    Warning,
    /// Worth knowing, nothing to do.
    Note,
}

/// One finding in a theme folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// Stable name of the kind of finding, in kebab case.
    pub code: String,
    /// Path in the folder; empty when no file is to blame.
    pub file: String,
    /// Line, from 1; 0 without a place.
    pub line: u32,
    /// Character in the line, from 1; 0 without a place.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The line of the file, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Line and character of a place in a text, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: u32,
    /// Character in the line.
    pub column: u32,
}

impl Place {
    /// The place of a byte offset.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.get(line_start..).map_or(0, |line| line.chars().count()) + 1;
        Self { line: narrow(line), column: narrow(column) }
    }

    /// The place where a JSON text first has this name.
    pub(super) fn of_name(text: &str, name: &str) -> Self {
        text.find(&format!("\"{name}\"")).map_or(Self::default(), |offset| Self::of(text, offset))
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Problem {
    /// A finding in a file.
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

    /// With its place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        (self.line, self.column) = (place.line, place.column);
        self
    }

    /// With advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With the line it is about.
    #[must_use]
    pub fn quoting(mut self, text: &str) -> Self {
        let index = usize::try_from(self.line).ok().and_then(|line| line.checked_sub(1));
        self.source = index.and_then(|index| text.lines().nth(index)).map(str::to_owned);
        self
    }
}
