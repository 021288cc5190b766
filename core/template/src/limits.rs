//! What bounds a template: its source, and each run of it.

/// Bounds of one render. Every one of them ends the run with an error, never with a panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Partials and macros called inside one another.
    pub partial_depth: usize,
    /// Executed instructions and formatter calls.
    pub steps: u64,
    /// Bytes of text made, in the page and in pieces on their way to it.
    pub output_bytes: usize,
    /// Sections, repeated blocks and calls of partials open inside one another, over all partials.
    pub block_depth: usize,
    /// Errors kept; later ones are counted but dropped.
    pub errors: usize,
    /// Tokens of one expression.
    pub expression_tokens: Option<usize>,
    /// UTF-16 units of a text made by an expression.
    pub expression_string: Option<usize>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            partial_depth: 16,
            steps: 1_000_000,
            output_bytes: 64 * 1024 * 1024,
            block_depth: 200,
            errors: 1000,
            expression_tokens: None,
            expression_string: None,
        }
    }
}

impl Limits {
    /// The bounds for templates that site owners write.
    #[must_use]
    pub fn for_sites() -> Self {
        Self {
            output_bytes: 16 * 1024 * 1024,
            expression_tokens: Some(1000),
            expression_string: Some(65_536),
            ..Self::default()
        }
    }
}

/// Blocks that may be open inside one another in one source.
pub(crate) const SOURCE_BLOCK_DEPTH: usize = 100;
/// Errors kept of one source; finding their places costs time.
pub(crate) const SOURCE_ERRORS: usize = 1000;
/// References in one `if`.
pub(crate) const IF_REFERENCES: usize = 30;
/// Steps of a call that loads locale data.
pub(crate) const LOCALE_STEPS: usize = 64;
/// Message formats kept parsed during a run.
pub(crate) const FORMATTER_CACHE: usize = 100;
