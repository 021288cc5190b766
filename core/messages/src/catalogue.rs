//! Lookup of a message along a chain of languages.

use serde_json::Value as Json;

use crate::for_scripts::sent;
use crate::language::{EMBEDDED, Entry, Language};
use crate::own_texts::OwnTexts;
use crate::pseudo::pseudo_language;
use crate::value::{Arguments, Value};

/// Subtags of Chinese in traditional characters.
const TRADITIONAL: [&str; 4] = ["Hant", "HK", "MO", "TW"];

/// The messages for a reader: in a language and, for keys that it lacks, those that follow it. A site can have texts of
/// its own in their place, which it lends for `'a`.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    own: &'static Language,
    /// The same language without its region or script, that of the site, and English.
    fallbacks: [&'static Language; 3],
    /// Texts of the site in the same language.
    of_site: Option<&'a OwnTexts>,
}

/// The messages as they are in the catalogues.
pub type Catalogue = Texts<'static>;

impl Catalogue {
    /// The messages in a language, given as BCP 47 tag; in English if there is no catalogue for it.
    #[must_use]
    pub fn for_language(tag: &str) -> Self {
        Self::chain(known(tag), None)
    }

    /// The messages in the language of a reader; in that of the site if none is given or there is no catalogue for it.
    #[must_use]
    pub fn for_reader(tag: Option<&str>, site: &str) -> Self {
        let site = known(site);
        Self::chain(tag.and_then(known).or(site), site)
    }

    pub(crate) fn chain(own: Option<&'static Language>, site: Option<&'static Language>) -> Self {
        let english = english();
        let own = own.unwrap_or(english);
        let wider = own.tag.rsplit_once('-').and_then(|(wider, _)| known(wider));
        // What is missing is looked up again where it was not found.
        Self { own, fallbacks: [wider.unwrap_or(own), site.unwrap_or(own), english], of_site: None }
    }

    /// With the texts of a site in place of those of the catalogue. Texts in another language are left out.
    #[must_use]
    pub fn with_own<'o>(self, of_site: Option<&'o OwnTexts>) -> Texts<'o> {
        let Self { own, fallbacks, .. } = self;
        Texts { own, fallbacks, of_site: of_site.filter(|texts| texts.language() == own.tag) }
    }
}

impl<'a> Texts<'a> {
    /// BCP 47 tag of the language.
    #[must_use]
    pub fn language(&self) -> &'static str {
        self.own.tag
    }

    /// Whether the language is written from right to left.
    #[must_use]
    pub fn is_right_to_left(&self) -> bool {
        self.own.locale.is_right_to_left()
    }

    /// The HTML attribute for the direction of the language, with a space before it; empty from left to right.
    #[must_use]
    pub fn dir_attribute(&self) -> &'static str {
        if self.is_right_to_left() { " dir=\"rtl\"" } else { "" }
    }

    /// The text of a message without plurals, with `{name}` in place of each argument.
    #[must_use]
    pub fn text(&self, key: &'static str) -> &'a str {
        self.find(key).unwrap_or(key)
    }

    /// As [`Texts::text`], for a key that need not exist; none if English does not have it.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&'a str> {
        self.entry(key).map(|(_, entry)| entry.text.as_str())
    }

    /// A message with its arguments. An argument without a value prints nothing.
    #[must_use]
    pub fn format(&self, key: &'static str, values: &[(&str, Value<'_>)]) -> String {
        self.find_and_format(key, values).unwrap_or_else(|| key.to_owned())
    }

    /// As [`Texts::format`], for a key that need not exist; none if English does not have it.
    #[must_use]
    pub fn find_and_format(&self, key: &str, values: &[(&str, Value<'_>)]) -> Option<String> {
        let (language, entry) = self.entry(key)?;
        Some(entry.message.format(&language.locale, &Arguments { locale: &language.locale, values }))
    }

    /// Whether the site has a text of its own for a key.
    #[must_use]
    pub fn is_own(&self, key: &str) -> bool {
        self.of_site.is_some_and(|texts| texts.entry(key).is_some())
    }

    /// The messages of a group of keys for templates, by the rest of their keys, in alphabetical order. A message with
    /// arguments is in the syntax of the template language, any other is plain text.
    #[must_use]
    pub fn for_templates(&self, group: &str) -> Vec<(&'static str, String)> {
        let mut texts: Vec<(&'static str, String)> = english()
            .entries
            .keys()
            .filter_map(|key| {
                let name = key.strip_prefix(group)?.strip_prefix('.')?;
                let (language, entry) = self.entry(key)?;
                let is_plain = entry.message.arguments().is_empty();
                // English is shown in the place of other languages too, whose `one` may be other numbers.
                let source = || entry.message.to_template_syntax(language.tag == "en");
                Some((name, if is_plain { entry.text.clone() } else { source() }))
            })
            .collect();
        texts.sort_unstable();
        texts
    }

    /// The messages of a group of keys for scripts of pages, by the rest of their keys, in alphabetical order, in
    /// the form that `for_scripts.rs` describes.
    #[must_use]
    pub fn for_scripts(&self, group: &str) -> Vec<(&'static str, Json)> {
        let mut messages: Vec<(&'static str, Json)> = english()
            .entries
            .keys()
            .filter_map(|key| {
                let name = key.strip_prefix(group)?.strip_prefix('.')?;
                Some((name, sent(&self.entry(key)?.1.message)?))
            })
            .collect();
        messages.sort_unstable_by_key(|(name, _)| *name);
        messages
    }

    fn entry(&self, key: &str) -> Option<(&'static Language, &'a Entry)> {
        if let Some(entry) = self.of_site.and_then(|texts| texts.entry(key)) {
            return Some((self.own, entry));
        }
        if let Some(entry) = self.own.entries.get(key) {
            return Some((self.own, entry));
        }
        let found = self.fallbacks.into_iter().find_map(|next| Some((next, next.entries.get(key)?)));
        if found.is_some() {
            metrics::counter!("stoa_messages_missing_total", "language" => self.own.tag).increment(1);
        }
        found
    }
}

/// Whether there is a catalogue for a language, given as BCP 47 tag.
#[must_use]
pub fn has_language(tag: &str) -> bool {
    position(tag).is_some()
}

pub(crate) fn known(tag: &str) -> Option<&'static Language> {
    pseudo_language(tag).or_else(|| EMBEDDED.get(position(tag)?).map(|embedded| embedded.language()))
}

pub(crate) fn english() -> &'static Language {
    let [english, ..] = &EMBEDDED;
    english.language()
}

/// The catalogue of a tag: `de` for `de-AT`, and `pt-BR` for `pt`. None for Chinese in traditional characters as long
/// as there is only one in simplified ones.
fn position(tag: &str) -> Option<usize> {
    let mut wanted = Some(tag);
    while let Some(tag) = wanted {
        if let Some(position) = EMBEDDED.iter().position(|embedded| embedded.tag.eq_ignore_ascii_case(tag)) {
            return Some(position);
        }
        wanted = tag.rsplit_once('-').map(|(wider, _)| wider);
    }
    let language = primary(tag);
    let is_traditional = |part: &str| TRADITIONAL.iter().any(|known| known.eq_ignore_ascii_case(part));
    if language.eq_ignore_ascii_case("zh") && tag.split('-').any(is_traditional) {
        return None;
    }
    EMBEDDED.iter().position(|embedded| primary(embedded.tag).eq_ignore_ascii_case(language))
}

fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}
