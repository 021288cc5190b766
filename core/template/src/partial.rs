//! Templates that other templates call by name.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::source::Source;
use crate::template::{ParseOptions, Template};

/// One partial, parsed on first use.
#[derive(Debug)]
pub struct Partial {
    source: Source,
    parsed: OnceLock<Arc<Template>>,
}

impl Partial {
    /// A partial with the name it is called by. A source in an [`Arc`] is shared, any other is copied.
    #[must_use]
    pub fn new(name: &str, source: impl Into<Arc<str>>) -> Self {
        Self { source: Source::new(source.into(), Some(name.into())), parsed: OnceLock::new() }
    }

    /// The parsed template. The options of the first use apply.
    pub(crate) fn template(&self, options: &ParseOptions) -> &Arc<Template> {
        self.parsed.get_or_init(|| Arc::new(Template::parse_named(self.source.clone(), options)))
    }

    /// Errors of its source.
    #[must_use]
    pub fn errors(&self, options: &ParseOptions) -> Vec<crate::TemplateError> {
        self.template(options).errors().to_vec()
    }
}

/// Source of partials for a render.
pub trait Partials: Send + Sync {
    /// The partial of this name.
    fn find(&self, name: &str) -> Option<Arc<Partial>>;
}

/// Partials in memory. Keep one for each theme: each partial is parsed at most once.
#[derive(Debug, Default, Clone)]
pub struct PartialSet {
    partials: HashMap<String, Arc<Partial>>,
}

impl PartialSet {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a partial.
    pub fn insert(&mut self, name: &str, source: &str) {
        self.partials.insert(name.to_owned(), Arc::new(Partial::new(name, source)));
    }
}

impl<N: AsRef<str>, S: AsRef<str>> FromIterator<(N, S)> for PartialSet {
    fn from_iter<I: IntoIterator<Item = (N, S)>>(pairs: I) -> Self {
        let mut set = Self::new();
        for (name, source) in pairs {
            set.insert(name.as_ref(), source.as_ref());
        }
        set
    }
}

impl Partials for PartialSet {
    fn find(&self, name: &str) -> Option<Arc<Partial>> {
        self.partials.get(name).cloned()
    }
}
