//! Locales by name.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use crate::data::{LocaleData, Source};
use crate::formatters::{Formatters, SHARED};

/// A language with an optional region, for example `de-CH`.
///
/// Its formatters are cached; locales of the same name share them.
#[derive(Debug, Clone)]
pub struct Locale {
    inner: icu_locale_core::Locale,
    source: Source,
    formatters: Arc<Formatters>,
}

/// Why a locale is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LocaleError {
    /// The tag is not BCP 47.
    #[error("'{0}' is not a language tag")]
    Malformed(String),
}

/// Maximum length of a tag whose formatters are shared, bytes.
const MAX_SHARED_LENGTH: usize = 64;

static DEFAULT: LazyLock<Locale> = LazyLock::new(|| {
    let inner = icu_locale_core::locale!("en-US");
    Locale { formatters: SHARED.of(&inner), inner, source: Source::usual() }
});

fn read(tag: &str) -> Result<icu_locale_core::Locale, LocaleError> {
    tag.replace('_', "-").parse().map_err(|_| LocaleError::Malformed(tag.to_owned()))
}

impl Locale {
    /// Parses a BCP 47 tag; `_` is accepted for `-`.
    ///
    /// # Errors
    ///
    /// If the text is not such a tag. A tag without data is valid: formatting falls back.
    pub fn parse(tag: &str) -> Result<Self, LocaleError> {
        let inner = read(tag)?;
        let formatters = if tag.len() > MAX_SHARED_LENGTH { Arc::default() } else { SHARED.of(&inner) };
        Ok(Self { inner, source: Source::usual(), formatters })
    }

    /// Like [`Locale::parse`], but formats with data loaded by the host.
    ///
    /// # Errors
    ///
    /// If the text is not a BCP 47 tag.
    pub fn with_data(tag: &str, data: &Arc<LocaleData>) -> Result<Self, LocaleError> {
        Ok(Self { inner: read(tag)?, source: Source::Blobs(Arc::clone(data)), formatters: Arc::default() })
    }

    /// American English.
    #[must_use]
    pub fn default_ref() -> &'static Self {
        &DEFAULT
    }

    pub(crate) fn icu(&self) -> &icu_locale_core::Locale {
        &self.inner
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn formatters(&self) -> &Formatters {
        &self.formatters
    }
}

impl Default for Locale {
    fn default() -> Self {
        DEFAULT.clone()
    }
}

impl PartialEq for Locale {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Eq for Locale {}

impl Hash for Locale {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, formatter)
    }
}
