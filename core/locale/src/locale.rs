//! Locales as hosts name them.

use std::fmt;
use std::sync::LazyLock;

/// A language with region, for example `de-CH`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Locale {
    inner: icu_locale_core::Locale,
}

/// Why a locale is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LocaleError {
    /// The tag is not BCP 47.
    #[error("'{0}' is not a language tag")]
    Malformed(String),
}

static DEFAULT: LazyLock<Locale> = LazyLock::new(|| Locale { inner: icu_locale_core::locale!("en-US") });

impl Locale {
    /// Reads a BCP 47 tag; `_` is taken for `-`.
    ///
    /// # Errors
    ///
    /// If the text is no such tag. A tag without data is fine: formatting falls back.
    pub fn parse(tag: &str) -> Result<Self, LocaleError> {
        tag.replace('_', "-").parse().map(|inner| Self { inner }).map_err(|_| LocaleError::Malformed(tag.to_owned()))
    }

    /// American English.
    #[must_use]
    pub fn default_ref() -> &'static Self {
        &DEFAULT
    }

    pub(crate) fn icu(&self) -> &icu_locale_core::Locale {
        &self.inner
    }
}

impl Default for Locale {
    fn default() -> Self {
        DEFAULT.clone()
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, formatter)
    }
}
