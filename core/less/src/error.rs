//! Errors of compiling style sheets.

use std::fmt::Display;

use crate::{CSS_BYTES, MEMORY, TIME};

/// Kinds of compilation errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An error in a source file.
    Source,
    /// It took longer than [`TIME`].
    Time,
    /// It took more memory than [`MEMORY`].
    Memory,
    /// Mixins are nested too deeply: more than [`DEPTH`](crate::DEPTH) of stack.
    Depth,
    /// The output is larger than [`CSS_BYTES`].
    Size,
    /// The compiler itself failed.
    Broken,
}

/// A compilation error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct LessError {
    /// Kind of error.
    pub kind: ErrorKind,
    /// Path of the file; empty if unknown.
    pub file: String,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// The message.
    pub message: String,
}

/// Source position; empty if unknown.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(crate) struct SourcePosition {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl LessError {
    pub(crate) fn new(kind: ErrorKind, place: SourcePosition, message: String) -> Self {
        let SourcePosition { file, line, column } = place;
        Self { kind, file, line, column, message }
    }

    /// An internal error of the compiler, not caused by the style sheets.
    pub(crate) fn broken(reason: impl Display) -> Self {
        Self::new(ErrorKind::Broken, SourcePosition::default(), format!("The LESS compiler does not run: {reason}."))
    }

    /// A limit was exceeded.
    pub(crate) fn limit(kind: ErrorKind, place: SourcePosition) -> Self {
        let message = match kind {
            ErrorKind::Time => format!(
                "The style sheets take more than {} seconds to compile. Does a mixin call itself forever?",
                TIME.as_secs()
            ),
            ErrorKind::Memory => format!(
                "The style sheets take more than {} MiB to compile. Does a mixin call itself, or a list grow, forever?",
                MEMORY / 1024 / 1024
            ),
            ErrorKind::Size => {
                format!("The style sheets produce more than {} MiB of CSS.", CSS_BYTES / 1024 / 1024)
            }
            _ => "Mixins call each other too deeply. Does a mixin call itself forever?".to_owned(),
        };
        Self::new(kind, place, message)
    }
}
