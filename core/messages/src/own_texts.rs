//! Texts that a site has in place of those of a catalogue.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufWriter};
use std::sync::OnceLock;

use polib::catalog::Catalog;
use polib::message::Message as PoMessage;
use polib::metadata::CatalogMetadata;
use polib::po_file::{parse_from_reader, write};
use stoa_locale::{Message, MessageError, MessageNode};

use crate::catalogue::{english, known};
use crate::language::{EMBEDDED, Entry, LANGUAGES, Language};

/// Texts of a site in one language, by key.
pub struct OwnTexts {
    language: &'static str,
    entries: HashMap<String, Entry>,
}

/// Why a text cannot replace that of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnTextError {
    /// No catalogue has the key.
    NoSuchKey,
    /// It is not ICU MessageFormat, or a plural does not have the categories of the language.
    Syntax(MessageError),
    /// The original has this argument, the text does not.
    Missing(String),
    /// The text has this argument, the original does not.
    Unknown(String),
}

/// A text of a catalogue as it is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// Its key.
    pub key: String,
    /// In English.
    pub english: String,
    /// In its language.
    pub text: String,
    /// What translators have to know.
    pub comment: String,
}

impl OwnTexts {
    /// Reads texts in a language, given as BCP 47 tag. What cannot replace a text of the catalogue is left out, such as
    /// a text whose key no longer exists: then the catalogue's is shown.
    #[must_use]
    pub fn read(language: &str, texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let language = known(language).unwrap_or_else(english);
        let entries = texts.into_iter().filter_map(|(key, text)| {
            let message = replacement(language, &key, &text).ok()?;
            Some((key, Entry::new(message, &language.locale)))
        });
        Self { entries: entries.collect(), language: language.tag }
    }

    /// BCP 47 tag of their language.
    #[must_use]
    pub fn language(&self) -> &'static str {
        self.language
    }

    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.get(key)
    }
}

impl fmt::Debug for OwnTexts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("OwnTexts").field("language", &self.language).finish_non_exhaustive()
    }
}

/// Checks that a text can replace that of a key in a language, given as BCP 47 tag.
///
/// # Errors
/// Why it cannot.
pub fn check_own_text(language: &str, key: &str, text: &str) -> Result<(), OwnTextError> {
    replacement(known(language).unwrap_or_else(english), key, text).map(drop)
}

/// Whether scripts of pages can show a text in place of an original: it has no offsets and formats of numbers, and
/// depends on a number or word only where the original does.
#[must_use]
pub fn suits_scripts(original: &str, text: &str) -> bool {
    has_choices(text).is_some_and(|own| !own || has_choices(original) != Some(false))
}

/// Whether a message depends on a number or word; none if scripts cannot format it.
fn has_choices(text: &str) -> Option<bool> {
    let message = Message::parse_icu(text).ok()?;
    let nodes = message.nodes()?;
    Some(nodes.iter().any(|node| matches!(node, MessageNode::Choice { .. })))
}

fn replacement(language: &Language, key: &str, text: &str) -> Result<Message, OwnTextError> {
    let original = language.entries.get(key).or_else(|| english().entries.get(key)).ok_or(OwnTextError::NoSuchKey)?;
    let message = Message::parse_icu(text).map_err(OwnTextError::Syntax)?;
    message.check_complete(&language.locale).map_err(OwnTextError::Syntax)?;
    let (wanted, given) = (original.message.arguments(), message.arguments());
    if let Some(name) = wanted.difference(&given).next() {
        return Err(OwnTextError::Missing((*name).to_owned()));
    }
    if let Some(name) = given.difference(&wanted).next() {
        return Err(OwnTextError::Unknown((*name).to_owned()));
    }
    Ok(message)
}

/// All texts of a language, given as BCP 47 tag, by key in alphabetical order.
#[must_use]
pub fn originals(language: &str) -> &'static [Original] {
    static ORIGINALS: [OnceLock<Vec<Original>>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];
    let tag = known(language).unwrap_or_else(english).tag;
    let mut places = EMBEDDED.iter().zip(&ORIGINALS);
    let Some((embedded, read)) = places.find(|(embedded, _)| embedded.tag == tag) else { return &[] };
    read.get_or_init(|| {
        let Ok(catalog) = parse_from_reader(embedded.file.as_bytes()) else { return Vec::new() };
        let of_view = |key: &str, english: &str, text: &str, comment: &str| Original {
            key: key.to_owned(),
            english: english.to_owned(),
            text: if text.is_empty() { english.to_owned() } else { text.to_owned() },
            comment: comment.to_owned(),
        };
        let mut found: Vec<Original> = catalog
            .messages()
            .filter_map(|view| {
                Some(of_view(view.msgctxt()?, view.msgid(), view.msgstr().ok()?, view.extracted_comments()))
            })
            .collect();
        found.sort_unstable_by(|one, other| one.key.cmp(&other.key));
        found
    })
}

/// The text of a key in a language, given as BCP 47 tag.
#[must_use]
pub fn original(language: &str, key: &str) -> Option<&'static Original> {
    let all = originals(language);
    all.binary_search_by(|text| text.key.as_str().cmp(key)).ok().and_then(|place| all.get(place))
}

/// A PO file of texts in a language, each with the text that a site has in its place.
///
/// # Errors
/// When it cannot be written to memory.
pub fn po_file<'t>(
    language: &str,
    texts: impl IntoIterator<Item = (&'t Original, Option<&'t str>)>,
) -> io::Result<Vec<u8>> {
    let mut catalog = Catalog::new(CatalogMetadata {
        project_id_version: "stoa".to_owned(),
        mime_version: "1.0".to_owned(),
        content_type: "text/plain; charset=UTF-8".to_owned(),
        content_transfer_encoding: "8bit".to_owned(),
        language: language.to_owned(),
        ..CatalogMetadata::default()
    });
    for (original, own) in texts {
        let message = PoMessage::build_singular()
            .with_extracted_comments(original.comment.clone())
            .with_msgctxt(original.key.clone())
            .with_msgid(original.english.clone())
            .with_msgstr(own.unwrap_or(&original.text).to_owned())
            .done();
        catalog.append_or_update(message);
    }
    let mut writer = BufWriter::new(Vec::new());
    write(&catalog, &mut writer)?;
    writer.into_inner().map_err(io::IntoInnerError::into_error)
}
