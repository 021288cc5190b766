//! Texts for translators as XLIFF.

use std::fmt::Write as _;

use quick_xml::Reader;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::{BytesRef, BytesStart, Event};
use stoa_kernel::translation::{TranslatedKind, TranslationState};

use super::{FileText, WrittenText};
use crate::contributor_texts;

pub(super) const END: &str = "</xliff>\n";

pub(super) fn start(original: &str, translated: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" \
         version=\"2.0\" srcLang=\"{}\" trgLang=\"{}\">\n",
        written(original),
        written(translated)
    )
}

/// The file element of a resource. Its `original` names the resource, and the `name` of a unit the text.
pub(super) fn file(kind: TranslatedKind, id: &str, title: &str, texts: &[WrittenText<'_>]) -> String {
    let mut out = String::new();
    let place = format!("{kind}/{id}");
    // Writing to a text does not fail.
    let _ = writeln!(out, "<file id=\"{}\" original=\"{}\">", token(&place), written(&place));
    let _ = writeln!(out, "<notes><note category=\"title\">{}</note></notes>", written(title));
    for (number, own) in (1..).zip(texts) {
        let state = if own.state == TranslationState::Complete { "translated" } else { "initial" };
        let (key, label) = (written(&own.text.key), written(&own.text.label));
        let _ = write!(
            out,
            "<unit id=\"u{number}\" name=\"{key}\"><notes><note category=\"name\">{label}</note></notes>\
             <segment state=\"{state}\"><source xml:space=\"preserve\">{}</source>",
            written(&own.text.original)
        );
        if let Some(translation) = own.translation {
            let _ = write!(out, "<target xml:space=\"preserve\">{}</target>", written(translation));
        }
        out.push_str("</segment></unit>\n");
    }
    out.push_str("</file>\n");
    out
}

/// An id without the characters that ids of XML do not have. Tags have any: they stay apart by their numbers.
fn token(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' => out.push(letter),
            '-' | '/' | '_' => out.push('-'),
            // Writing to a text does not fail.
            other => _ = write!(out, "_{:x}", u32::from(other)),
        }
    }
    out
}

/// A text as XML, without the characters that XML does not allow.
fn written(text: &str) -> String {
    let is_allowed = |letter: &char| {
        matches!(letter, '\n' | '\t') || !(letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}'))
    };
    escape(text.replace("\r\n", "\n").chars().filter(is_allowed).collect::<String>()).into_owned()
}

/// Reads a file. Segments of a unit are joined.
///
/// # Errors
/// A message when it is not such a file.
pub(super) fn read(text: &str) -> Result<Vec<FileText>, String> {
    let broken = || contributor_texts::NOT_AN_XLIFF_FILE.english().to_owned();
    let mut reader = Reader::from_str(text);
    let mut state = ReadState::default();
    loop {
        match reader.read_event().map_err(|_| broken())? {
            Event::Start(element) => state.open(&element).ok_or_else(broken)?,
            Event::Empty(element) => {
                state.open(&element).ok_or_else(broken)?;
                state.close(element.local_name().as_ref());
            }
            Event::End(element) => state.close(element.local_name().as_ref()),
            Event::Text(part) => state.add(&part.xml10_content().map_err(|_| broken())?),
            Event::CData(part) => state.add(&part.decode().map_err(|_| broken())?),
            Event::GeneralRef(reference) => state.add(&resolved(&reference).ok_or_else(broken)?),
            // Entities are not defined by files.
            Event::DocType(_) => return Err(broken()),
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    if state.is_xliff { Ok(state.texts) } else { Err(broken()) }
}

fn resolved(reference: &BytesRef<'_>) -> Option<String> {
    unescape(&format!("&{};", reference.decode().ok()?)).ok().map(std::borrow::Cow::into_owned)
}

#[derive(Default)]
struct ReadState {
    texts: Vec<FileText>,
    is_xliff: bool,
    /// The present file: kind and id.
    file: (Option<TranslatedKind>, String),
    unit: Option<FileText>,
    /// What is between two segments of the unit, if it is being read and has no translation.
    between: Option<String>,
    /// Which text of the unit is being read.
    part: Option<Part>,
}

#[derive(Clone, Copy)]
enum Part {
    Source,
    Target,
}

impl ReadState {
    /// None when a required attribute is missing.
    fn open(&mut self, element: &BytesStart<'_>) -> Option<()> {
        match element.local_name().as_ref() {
            b"xliff" => self.is_xliff = attribute(element, "version")?.starts_with("2."),
            b"file" => {
                let place = attribute(element, "original")?;
                let (kind, id) = place.split_once('/')?;
                self.file = (TranslatedKind::named(kind), id.to_owned());
            }
            b"unit" => {
                let (kind, id) = self.file.clone();
                let key = attribute(element, "name")?;
                self.unit = Some(FileText { kind, id, key, original: String::new(), translation: String::new() });
            }
            b"ignorable" => self.between = Some(String::new()),
            b"source" => self.part = Some(Part::Source),
            b"target" => {
                self.between = None;
                self.part = Some(Part::Target);
            }
            _ => {}
        }
        Some(())
    }

    fn close(&mut self, name: &[u8]) {
        match name {
            b"unit" => self.texts.extend(self.unit.take()),
            b"ignorable" => self.keep_between(),
            b"source" | b"target" => self.part = None,
            _ => {}
        }
    }

    /// The space between two translated segments is that of the original.
    fn keep_between(&mut self) {
        let between = self.between.take();
        if let (Some(between), Some(unit)) = (between, &mut self.unit)
            && !unit.translation.is_empty()
        {
            unit.translation.push_str(&between);
        }
    }

    fn add(&mut self, text: &str) {
        let Some(unit) = &mut self.unit else { return };
        match self.part {
            Some(Part::Source) => {
                unit.original.push_str(text);
                if let Some(between) = &mut self.between {
                    between.push_str(text);
                }
            }
            Some(Part::Target) => unit.translation.push_str(text),
            None => {}
        }
    }
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = element.try_get_attribute(name).ok()??;
    let text = std::str::from_utf8(&found.value).ok()?;
    Some(unescape(text).ok()?.into_owned())
}

#[cfg(test)]
mod tests {
    use stoa_entity::translations::TranslatableText;
    use stoa_kernel::translation::TextFormat;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = TranslatableText {
            key: "block/b1/items/0/title \"<&>\"".to_owned(),
            label: "Text".to_owned(),
            original: "<p>R&amp;D \u{1}</p>\n  two".to_owned(),
            format: TextFormat::Html,
            languages: Vec::new(),
        };
        let own = WrittenText { text: &text, translation: Some("<p>F&amp;E</p>"), state: TranslationState::Complete };
        let file = file(TranslatedKind::Page, "col_1", "Home & more", &[own]);
        let read = read(&format!("{}{file}{END}", start("en-US", "de"))).unwrap();
        let expected = FileText {
            kind: Some(TranslatedKind::Page),
            id: "col_1".to_owned(),
            key: text.key.clone(),
            original: "<p>R&amp;D </p>\n  two".to_owned(),
            translation: "<p>F&amp;E</p>".to_owned(),
        };
        assert_eq!(read, [expected]);
    }

    #[test]
    fn segments_are_joined_with_the_space_between_them() {
        let segment = |source: &str, target: &str| {
            format!("<segment><source>{source}</source><target>{target}</target></segment>")
        };
        let (one, two) = (segment("One.", "Eins."), segment("Two.", "Zwei."));
        let text = format!(
            "<xliff version=\"2.0\"><file original=\"page/col_1\"><unit name=\"title\">\
             {one}<ignorable><source> </source></ignorable>{two}</unit></file></xliff>"
        );
        let read = read(&text).unwrap();
        assert_eq!((read[0].original.as_str(), read[0].translation.as_str()), ("One. Two.", "Eins. Zwei."));
    }

    #[test]
    fn other_files_refused() {
        for text in ["", "Kind,Id", "<html></html>", "<xliff version=\"1.2\"></xliff>", "<xliff version=\"2.0\"><file>"]
        {
            assert!(read(text).is_err(), "{text}");
        }
        let entities = "<!DOCTYPE x [<!ENTITY a \"b\">]><xliff version=\"2.0\"></xliff>";
        assert!(read(entities).is_err());
    }
}
