use serde::Serialize;
use stoa_page::DrawError;

use crate::theme::ParsedTheme;

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

impl BlockError {
    /// With the place in the file instead of that in the engine's text.
    pub(super) fn of(error: DrawError, theme: &ParsedTheme) -> Self {
        let DrawError { block_id, template, message, line, column, offset } = error;
        let place = template.as_deref().filter(|_| line > 0).and_then(|name| theme.place(name, offset));
        match place {
            Some((file, place)) => Self { block_id, file: Some(file), message, line: place.line, column: place.column },
            None => Self { block_id, file: template, message, line, column },
        }
    }
}
