//! Input of a render from the host.

use std::collections::HashMap;
use std::fmt;

use serde_json::Value;
use stoa_locale::Locale;

use crate::limits::Limits;
use crate::partial::Partials;
use crate::template::ParseOptions;

/// Handling of errors at run time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Safe mode: the error is recorded, the instruction prints nothing, the run continues.
    #[default]
    Safe,
    /// Strict mode: the first error ends the run.
    Strict,
}

/// Documents for the `inject` instruction.
pub trait Injectables: Send + Sync {
    /// The document at a path.
    fn document(&self, path: &str) -> Option<&Value>;
}

impl Injectables for HashMap<String, Value> {
    fn document(&self, path: &str) -> Option<&Value> {
        self.get(path)
    }
}

impl Injectables for serde_json::Map<String, Value> {
    fn document(&self, path: &str) -> Option<&Value> {
        self.get(path)
    }
}

/// Everything that a render depends on besides template and data.
#[derive(Clone)]
pub struct RenderContext<'c> {
    /// Partials for `apply` and `include`.
    pub partials: Option<&'c dyn Partials>,
    /// Documents for `inject`.
    pub injectables: Option<&'c dyn Injectables>,
    /// An object whose members every scope can read below the data, even in a partial that hides the outer scopes. The
    /// host can share one between runs.
    pub globals: Option<&'c Value>,
    /// Parse options of partials, and plug-ins of the host.
    pub options: ParseOptions,
    /// Locale of dates, numbers and money. Without one those formatters print nothing.
    pub locale: Option<&'c Locale>,
    /// The current time, milliseconds since 1970 UTC.
    pub now_ms: i64,
    /// Limits of the run.
    pub limits: Limits,
    /// Error handling.
    pub mode: Mode,
    /// Whether `include` is enabled. If not, it prints nothing.
    pub include: bool,
}

impl Default for RenderContext<'_> {
    fn default() -> Self {
        Self {
            partials: None,
            injectables: None,
            globals: None,
            options: ParseOptions::default(),
            locale: Some(Locale::default_ref()),
            now_ms: 0,
            limits: Limits::default(),
            mode: Mode::Safe,
            include: true,
        }
    }
}

impl fmt::Debug for RenderContext<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RenderContext")
            .field("locale", &self.locale)
            .field("now_ms", &self.now_ms)
            .field("limits", &self.limits)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}
