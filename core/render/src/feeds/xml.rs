//! XML output for RSS and Atom. Not the crates `rss` and `atom_syndication`: they hold a feed in types of their own,
//! while one model is written in three formats here. Tests read the results with `rss`.

use std::borrow::Cow;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

/// The namespace of Atom.
pub(super) const ATOM: &str = "http://www.w3.org/2005/Atom";

pub(super) type Xml = Writer<Vec<u8>>;

/// A complete document.
pub(super) fn document(write: impl FnOnce(&mut Xml) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    write(&mut xml)?;
    Ok(xml.into_inner())
}

/// An element with child elements.
pub(super) fn around(
    xml: &mut Xml,
    name: &str,
    attributes: &[(&str, &str)],
    write: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    let attributes = attributes.iter().map(|(name, value)| (*name, legal(value)));
    xml.create_element(name).with_attributes(attributes).write_inner_content(write)?;
    Ok(())
}

/// An element with text.
pub(super) fn text(xml: &mut Xml, name: &str, attributes: &[(&str, &str)], text: &str) -> io::Result<()> {
    let attributes = attributes.iter().map(|(name, value)| (*name, legal(value)));
    xml.create_element(name).with_attributes(attributes).write_text_content(BytesText::new(&legal(text)))?;
    Ok(())
}

/// An element with attributes only.
pub(super) fn empty(xml: &mut Xml, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
    let attributes = attributes.iter().map(|(name, value)| (*name, legal(value)));
    xml.create_element(name).with_attributes(attributes).write_empty()?;
    Ok(())
}

/// Removes characters that XML does not allow, even escaped.
fn legal(text: &str) -> Cow<'_, str> {
    let is_legal = |letter: char| match letter {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        other => other >= ' ',
    };
    if text.chars().all(is_legal) {
        return Cow::Borrowed(text);
    }
    text.chars().filter(|letter| is_legal(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_escaping_and_invalid_characters() {
        let of = |xml: &mut Xml| text(xml, "c", &[], "<ä>\u{1}\u{b} &amp;\n");
        let written = document(|xml| around(xml, "a", &[("b", "\"1\" & 2")], of)).unwrap();
        let written = String::from_utf8(written).unwrap();
        let inside = "<a b=\"&quot;1&quot; &amp; 2\"><c>&lt;ä&gt; &amp;amp;\n</c></a>";
        assert_eq!(written, format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>{inside}"));
    }
}
