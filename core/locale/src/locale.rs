//! Locales as hosts name them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use crate::data::{LocaleData, Source};
use crate::formatters::{Formatters, SHARED};

/// A language with region, for example `de-CH`.
///
/// What it has formatted with is kept for the next value; locales of the same name share that.
#[derive(Debug, Clone)]
pub struct Locale {
    inner: icu_locale_core::Locale,
    source: Source,
    formatters: Arc<Formatters>,
}

/// Why a locale is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LocaleError {
    /// The tag is not BCP 47.
    #[error("'{0}' is not a language tag")]
    Malformed(String),
}

/// Bytes of the longest tag whose formatters are shared.
const LONGEST_SHARED: usize = 64;

static DEFAULT: LazyLock<Locale> = LazyLock::new(|| {
    let inner = icu_locale_core::locale!("en-US");
    Locale { formatters: SHARED.of(&inner), inner, source: Source::usual() }
});

fn read(tag: &str) -> Result<icu_locale_core::Locale, LocaleError> {
    tag.replace('_', "-").parse().map_err(|_| LocaleError::Malformed(tag.to_owned()))
}

impl Locale {
    /// Reads a BCP 47 tag; `_` is taken for `-`.
    ///
    /// # Errors
    ///
    /// If the text is no such tag. A tag without data is fine: formatting falls back.
    pub fn parse(tag: &str) -> Result<Self, LocaleError> {
        let inner = read(tag)?;
        let formatters = if tag.len() > LONGEST_SHARED { Arc::default() } else { SHARED.of(&inner) };
        Ok(Self { inner, source: Source::usual(), formatters })
    }

    /// As [`Locale::parse`], but formats with data that the host has loaded.
    ///
    /// # Errors
    ///
    /// If the text is no BCP 47 tag.
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
