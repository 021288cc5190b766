//! The catalogue of one language: its PO file, parsed once.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use polib::po_file::parse_from_reader;
use stoa_locale::{Locale, Message};

use crate::value::Placeholders;

/// A message, and its text with `{name}` for each argument.
pub(crate) struct Entry {
    pub(crate) message: Message,
    pub(crate) text: String,
}

impl Entry {
    pub(crate) fn new(message: Message, locale: &Locale) -> Self {
        let text = message.format(locale, &Placeholders);
        Self { message, text }
    }
}

/// The messages of a language, by key.
pub(crate) struct Language {
    pub(crate) tag: &'static str,
    pub(crate) locale: Locale,
    pub(crate) entries: HashMap<String, Entry>,
}

impl Language {
    /// Reads a PO file. What cannot be read is missing, so that English is shown; the tests read each file strictly.
    pub(crate) fn read(tag: &'static str, file: &str) -> Self {
        Self::read_changed(tag, file, str::to_owned)
    }

    /// As [`Language::read`], with each message changed.
    pub(crate) fn read_changed(tag: &'static str, file: &str, change: impl Fn(&str) -> String) -> Self {
        let locale = Locale::parse(tag).unwrap_or_default();
        let mut entries = HashMap::new();
        if let Ok(catalog) = parse_from_reader(file.as_bytes()) {
            for view in catalog.messages() {
                let (Some(key), Ok(source)) = (view.msgctxt(), view.msgstr()) else { continue };
                if !source.is_empty()
                    && let Ok(message) = Message::parse_icu(&change(source))
                {
                    entries.insert(key.to_owned(), Entry::new(message, &locale));
                }
            }
        }
        Self { tag, locale, entries }
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Language").field("tag", &self.tag).finish_non_exhaustive()
    }
}

/// A PO file in the program.
pub(crate) struct Embedded {
    pub(crate) tag: &'static str,
    pub(crate) file: &'static str,
    language: OnceLock<Language>,
}

impl Embedded {
    /// Parsed at the first use.
    pub(crate) fn language(&'static self) -> &'static Language {
        self.language.get_or_init(|| Language::read(self.tag, self.file))
    }
}

macro_rules! languages {
    ($($tag:literal)*) => {
        /// BCP 47 tags of the languages with a catalogue, English first.
        pub const LANGUAGES: &[&str] = &[$($tag),*];

        pub(crate) static EMBEDDED: [Embedded; LANGUAGES.len()] = [$(Embedded {
            tag: $tag,
            file: include_str!(concat!("../catalogues/", $tag, ".po")),
            language: OnceLock::new(),
        }),*];
    };
}

languages! { "en" "de" "fr" "es" "it" "pt-BR" "nl" "ja" "zh-Hans" "ar" "he" }
