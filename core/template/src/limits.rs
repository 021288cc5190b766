//! Limits of a template: of its source, and of each run.

/// Limits of one render. Exceeding one ends the run with an error, never with a panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Maximum nesting of partial and macro calls.
    pub partial_depth: usize,
    /// Maximum number of executed instructions and formatter calls.
    pub steps: u64,
    /// Maximum number of bytes of text produced, in the page and in intermediate values.
    pub output_bytes: usize,
    /// Maximum nesting of sections, repeated blocks and calls of partials, across all partials.
    pub block_depth: usize,
    /// Maximum number of errors stored; later ones are counted but dropped.
    pub errors: usize,
    /// Maximum number of tokens of one expression.
    pub expression_tokens: Option<usize>,
    /// Maximum length of a text made by an expression, UTF-16 units.
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
    /// Limits for templates of site owners.
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

/// Maximum nesting of blocks in one source.
pub(crate) const SOURCE_BLOCK_DEPTH: usize = 100;
/// Maximum number of errors stored for one source; computing their positions takes time.
pub(crate) const SOURCE_ERRORS: usize = 1000;
/// Maximum number of references in one `if`.
pub(crate) const IF_REFERENCES: usize = 30;
/// Cost, in steps, of a call that loads locale data.
pub(crate) const LOCALE_STEPS: usize = 64;
/// Maximum number of parsed message formats cached during a run.
pub(crate) const FORMATTER_CACHE: usize = 100;
