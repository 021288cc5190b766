//! Tags in templates of the original form. Not an HTML parser: a template is not a document, and its markup may be open
//! at any tag.

use std::collections::BTreeMap;

/// Their prefix.
pub(super) const TAG: &str = "<squarespace:";
/// Known attribute names, in lower case.
const KEYS: [&str; 14] = [
    "navigationid",
    "template",
    "id",
    "src",
    "collection",
    "source",
    "folder",
    "limit",
    "skip",
    "featured",
    "tag",
    "category",
    "label",
    "columns",
];

/// A tag with its attributes.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) attributes: BTreeMap<&'a str, &'a str>,
    /// Its length, in bytes.
    pub(super) end: usize,
    /// Whether it is self-closing, so that there is no closing tag.
    pub(super) closed: bool,
}

impl<'a> Tag<'a> {
    /// Reads a tag from its `<` on; none when it is not closed. Attribute names are case-insensitive.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let behind = text.get(TAG.len()..)?;
        let name = behind.get(..behind.find(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '>'))?)?;
        let mut at = TAG.len() + name.len();
        let mut attributes = BTreeMap::new();
        loop {
            let rest = text.get(at..)?.trim_start();
            at = text.len() - rest.len();
            if rest.starts_with("/>") {
                return Some(Self { name, attributes, end: at + 2, closed: true });
            }
            if rest.starts_with('>') {
                return Some(Self { name, attributes, end: at + 1, closed: false });
            }
            let word = rest.find(|letter: char| letter.is_whitespace() || matches!(letter, '=' | '/' | '>'))?;
            let (key, behind) = rest.split_at_checked(word)?;
            let behind = match behind.trim_start().strip_prefix('=') {
                Some(written) => {
                    let (value, behind) = value(written.trim_start())?;
                    attributes.insert(known_key(key), value);
                    behind
                }
                // A slash that is not at the end of the tag.
                None if key.is_empty() => behind.get(1..)?,
                None => {
                    attributes.insert(known_key(key), "");
                    behind
                }
            };
            at = text.len() - behind.len();
        }
    }
}

/// Whether a text has this prefix, ignoring case.
pub(super) fn starts_with(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

fn known_key(key: &str) -> &str {
    KEYS.into_iter().find(|known| key.eq_ignore_ascii_case(known)).unwrap_or(key)
}

/// The value at the start of a text, quoted or up to a space, and the rest.
fn value(text: &str) -> Option<(&str, &str)> {
    if let Some(quote) = text.chars().next().filter(|letter| matches!(letter, '"' | '\'')) {
        return text.get(1..)?.split_once(quote);
    }
    let end = text.find(|letter: char| letter.is_whitespace() || letter == '>')?;
    let (value, behind) = text.split_at_checked(end)?;
    match value.strip_suffix('/') {
        Some(value) if behind.starts_with('>') => text.split_at_checked(value.len()),
        _ => Some((value, behind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attribute_syntax_variants() {
        let check = |text: &str, closed: bool, expected: &[(&str, &str)]| {
            let behind = format!("{text}<b title=\"x\">");
            let tag = Tag::read(&behind).unwrap();
            let attributes: Vec<_> = tag.attributes.into_iter().collect();
            assert_eq!((attributes.as_slice(), tag.end, tag.closed), (expected, text.len(), closed), "{text}");
        };
        check("<squarespace:query>", false, &[]);
        check("<squarespace:query/>", true, &[]);
        check(
            "<squarespace:query\n  Collection = \"a > b\"\n  limit='3'\n/>",
            true,
            &[("collection", "a > b"), ("limit", "3")],
        );
        check(
            "<squarespace:query featured source=/blog/ skip=2>",
            false,
            &[("featured", ""), ("skip", "2"), ("source", "/blog/")],
        );
        check("<squarespace:category source=/blog/>", true, &[("source", "/blog")]);
        check("<squarespace:query / lock-layout=\"true\">", false, &[("lock-layout", "true")]);
    }

    #[test]
    fn unclosed_tags_ignored() {
        for text in
            ["<squarespace:query", "<squarespace:query limit=\"3", "<squarespace:query limit=3", "<squarespace:query a"]
        {
            assert!(Tag::read(text).is_none(), "{text}");
        }
    }
}
