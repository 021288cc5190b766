//! Errors while a page is rendered.

use serde::Serialize;
use stoa_page::DrawError;

use crate::theme::ParsedTheme;

/// An error while a page was rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockError {
    /// The block; none when the theme caused the error.
    pub block_id: Option<String>,
    /// File of the theme or name of the partial that caused the error; none when it is the block's own template.
    pub file: Option<String>,
    /// What went wrong.
    pub message: String,
    /// Line in the template, from 1; 0 if unknown.
    pub line: u32,
    /// Character in the line, from 1; 0 if unknown.
    pub column: u32,
}

impl BlockError {
    /// With the position in the file instead of that in the engine's text.
    pub(super) fn of(error: DrawError, theme: &ParsedTheme) -> Self {
        let DrawError { block_id, template, message, line, column, offset } = error;
        let place = template.as_deref().filter(|_| line > 0).and_then(|name| theme.place(name, offset));
        match place {
            Some((file, place)) => Self { block_id, file: Some(file), message, line: place.line, column: place.column },
            None => Self { block_id, file: template, message, line, column },
        }
    }
}
