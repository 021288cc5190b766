//! A parsed template.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::compile::Builder;
use crate::compile::code::Code;
use crate::error::{ErrorKind, TemplateError};
use crate::parse::scan;
use crate::plugin::Plugins;
use crate::source::Source;

/// Parse options.
#[derive(Clone, Default)]
pub struct ParseOptions {
    /// Only tags that start with `^` are executed; all others are text. So a template can generate a template.
    pub preprocess: bool,
    /// A malformed tag is plain text: only unknown formatters and predicates, comments without end and the structure of
    /// blocks are errors. For sources that contain other languages with braces.
    pub lenient_text: bool,
    /// Formatters and predicates besides the built-in ones.
    pub plugins: Option<Arc<dyn Plugins>>,
}

impl fmt::Debug for ParseOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ParseOptions")
            .field("preprocess", &self.preprocess)
            .field("lenient_text", &self.lenient_text)
            .field("plugins", &self.plugins.is_some())
            .finish()
    }
}

/// A parsed source. Cheap to keep in an [`Arc`] and to render on many threads.
#[derive(Debug)]
pub struct Template {
    pub(crate) source: Source,
    pub(crate) code: Code,
    errors: Vec<TemplateError>,
    /// Length of the latest output, used to pre-allocate the next.
    pub(crate) output_bytes: AtomicUsize,
}

impl Template {
    /// Parses a source and stops at the first error. A source in an [`Arc`] is shared, any other is copied.
    ///
    /// # Errors
    ///
    /// The first error of the source.
    pub fn parse(source: impl Into<Arc<str>>, options: &ParseOptions) -> Result<Self, TemplateError> {
        let template = Self::parse_lenient(source, options);
        // An unclosed block is only known at the end of the source, but its error has the position of its start.
        let at_once = template.errors.iter().filter(|error| error.kind != ErrorKind::EofInBlock);
        match at_once.min_by_key(|error| error.position.offset).or(template.errors.first()) {
            Some(error) => Err(error.clone()),
            None => Ok(template),
        }
    }

    /// Parses a source and continues after errors: an invalid tag becomes text, and [`Template::errors`] lists the
    /// errors.
    #[must_use]
    pub fn parse_lenient(source: impl Into<Arc<str>>, options: &ParseOptions) -> Self {
        Self::parse_named(Source::new(source.into(), None), options)
    }

    /// All errors of a source: of single tags first, then of blocks.
    #[must_use]
    pub fn validate(source: impl Into<Arc<str>>, options: &ParseOptions) -> Vec<TemplateError> {
        Self::parse_lenient(source, options).errors
    }

    pub(crate) fn parse_named(source: Source, options: &ParseOptions) -> Self {
        let mut builder = Builder::new(&source);
        let mut errors = scan(&source, options, &mut builder);
        let (code, structural) = builder.finish();
        errors.extend(structural);
        Self { source, code, errors, output_bytes: AtomicUsize::new(0) }
    }

    /// Errors of the source.
    #[must_use]
    pub fn errors(&self) -> &[TemplateError] {
        &self.errors
    }

    /// The source text.
    #[must_use]
    pub fn source(&self) -> &str {
        self.source.text()
    }
}
