//! Texts that templates bring along, a PO file for each language: the name under which a template reads a text is its
//! context, as in the catalogues.

use std::collections::BTreeMap;
use std::io::Read as _;

use polib::po_file::parse_from_reader;
use stoa_locale::Message;

use crate::catalogue::known;
use crate::language::Entry;

/// The language in which each text has to be.
const ENGLISH: &str = "en";

/// The texts of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateTexts {
    /// By name. A text with arguments is in the syntax of the template language, any other is plain.
    pub texts: BTreeMap<String, String>,
    /// What is wrong with texts that are left out, in sentences.
    pub problems: Vec<String>,
}

/// Reads the texts of a PO file in a language, given as tag of a catalogue. One without a translation is left out, so
/// that English is shown.
///
/// # Errors
/// Why the file cannot be read, as a sentence.
pub fn template_texts(tag: &str, file: &[u8]) -> Result<TemplateTexts, String> {
    let language = known(tag).filter(|language| language.tag == tag);
    let language = language.ok_or_else(|| format!("There is no language '{tag}': see the list in docs/themes.md."))?;
    let header = if has_header(file) { &[][..] } else { HEADER };
    let catalog =
        parse_from_reader(header.chain(file)).map_err(|error| format!("The file cannot be read: {error}."))?;
    let mut read = TemplateTexts::default();
    for view in catalog.messages() {
        let name = view.msgctxt().unwrap_or_default();
        if !is_name(name) {
            let original = view.msgid();
            read.problems
                .push(format!("The text '{original}' has no name: give one of letters and digits as msgctxt."));
            continue;
        }
        let text = view.msgstr().unwrap_or_default();
        let text = if text.is_empty() && tag == ENGLISH { view.msgid() } else { text };
        if text.is_empty() {
            continue;
        }
        let message = Message::parse_icu(text).and_then(|message| {
            message.check_complete(&language.locale)?;
            Ok(message)
        });
        match message {
            Ok(message) => {
                let Entry { message, text } = Entry::new(message, &language.locale);
                let is_plain = message.arguments().is_empty();
                let shown = if is_plain { text } else { message.to_template_syntax(tag == ENGLISH) };
                read.texts.insert(name.to_owned(), shown);
            }
            Err(error) => read.problems.push(format!("The text '{name}' cannot be read: {error}.")),
        }
    }
    Ok(read)
}

/// Whether templates can read a name.
fn is_name(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The header of files that people write by hand: the parser takes the first entry for it.
const HEADER: &[u8] = b"msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n";

fn has_header(file: &[u8]) -> bool {
    let mut lines = file.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).is_some_and(|line| line == b"msgid \"\"")
}

#[cfg(test)]
mod tests {
    use super::template_texts;

    const GERMAN: &str = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n\
        msgctxt \"hello\"\nmsgid \"Hello\"\nmsgstr \"Guten Tag\"\n\n\
        msgctxt \"pieces\"\nmsgid \"{count, plural, one {# piece} other {# pieces}}\"\n\
        msgstr \"{count, plural, one {# Stück} other {# Stücke}}\"\n\n\
        msgctxt \"later\"\nmsgid \"Later\"\nmsgstr \"\"\n\n\
        msgctxt \"broken\"\nmsgid \"{count\"\nmsgstr \"{count\"\n\n\
        msgid \"Nameless\"\nmsgstr \"Namenlos\"\n";

    #[test]
    fn texts_have_names_and_may_have_arguments() {
        let read = template_texts("de", GERMAN.as_bytes()).unwrap();
        assert_eq!(read.texts.get("hello").map(String::as_str), Some("Guten Tag"));
        assert!(read.texts["pieces"].contains("Stücke"), "{read:?}");
        assert_eq!(read.texts.len(), 2, "{read:?}");
        assert_eq!(read.problems.len(), 2, "{read:?}");
        let english = template_texts("en", GERMAN.as_bytes()).unwrap();
        assert_eq!(english.texts.get("later").map(String::as_str), Some("Later"));
        let by_hand =
            template_texts("de", b"# Own words.\nmsgctxt \"hello\"\nmsgid \"Hello\"\nmsgstr \"Servus\"\n").unwrap();
        assert_eq!(by_hand.texts.get("hello").map(String::as_str), Some("Servus"));
        assert!(template_texts("de-CH", b"").is_err() && template_texts("xx", b"").is_err());
    }
}
