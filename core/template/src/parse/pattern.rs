//! The small patterns that tags are made of. Each takes the text and gives back what it matched
//! and the rest.

use std::fmt;

use compact_str::CompactString;

/// One step of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    /// `@`
    Current,
    /// Digits: an array index.
    Index(usize),
    /// `@index0` or `@index` in front: the position in the array that is gone through, from this number.
    Position(u8),
    /// Another name that starts with `@`, in front: a local variable.
    Local(CompactString),
    /// A member.
    Member(CompactString),
}

impl Segment {
    fn named(name: &str, leads: bool) -> Self {
        match name {
            "@index" if leads => Self::Position(1),
            "@index0" if leads => Self::Position(0),
            local if leads && local.starts_with('@') => Self::Local(local.into()),
            member => Self::Member(member.into()),
        }
    }

    fn name(&self) -> Option<&str> {
        match self {
            Self::Current | Self::Index(_) => None,
            Self::Position(0) => Some("@index0"),
            Self::Position(_) => Some("@index"),
            Self::Local(name) | Self::Member(name) => Some(name),
        }
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(number) => write!(formatter, "{number}"),
            other => formatter.write_str(other.name().unwrap_or("@")),
        }
    }
}

/// A dotted path as written in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) first: Segment,
    pub(crate) rest: Box<[Segment]>,
}

impl Reference {
    /// A whole text as a reference.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match reference(text) {
            Some((reference, "")) => Some(reference),
            _ => None,
        }
    }

    /// Whether it is `@` alone.
    pub(crate) fn is_current(&self) -> bool {
        self.rest.is_empty() && self.first == Segment::Current
    }

    /// The name, if it is one word without dots.
    pub(crate) fn single_name(&self) -> Option<&str> {
        if self.rest.is_empty() { self.first.name() } else { None }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(formatter)?;
        self.rest.iter().try_for_each(|segment| write!(formatter, ".{segment}"))
    }
}

/// One reference or more.
#[derive(Debug)]
pub(crate) struct References {
    pub(crate) first: Reference,
    pub(crate) more: Box<[Reference]>,
}

impl References {
    pub(crate) fn len(&self) -> usize {
        1 + self.more.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Reference> {
        std::iter::once(&self.first).chain(&self.more)
    }
}

fn is_word_letter(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || letter == b'_' || letter == b'-'
}

fn is_path_letter(letter: u8) -> bool {
    is_word_letter(letter) || letter == b'.' || letter == b'/'
}

/// White space as it may stand inside instructions.
pub(crate) fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

fn split_run(text: &str, accepts: impl Fn(u8) -> bool) -> (&str, &str) {
    let length = text.bytes().take_while(|letter| accepts(*letter)).count();
    text.split_at_checked(length).unwrap_or((text, ""))
}

/// A letter, then letters, digits, `_`, `-`.
pub(crate) fn word(text: &str) -> Option<(&str, &str)> {
    if !text.bytes().next().is_some_and(|letter| letter.is_ascii_alphabetic()) {
        return None;
    }
    Some(split_run(text, is_word_letter))
}

/// Letters, digits, `_`, `-`, `.`, `/`.
pub(crate) fn path(text: &str) -> Option<(&str, &str)> {
    match split_run(text, is_path_letter) {
        ("", _) => None,
        found => Some(found),
    }
}

/// `@` and a word; the match keeps the `@`.
pub(crate) fn definition(text: &str) -> Option<(&str, &str)> {
    let (_, rest) = word(text.strip_prefix('@')?)?;
    text.split_at_checked(text.len() - rest.len())
}

/// A word with `?` behind it; the match keeps the `?`.
pub(crate) fn predicate(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = word(text)?;
    let rest = rest.strip_prefix('?')?;
    Some((text.get(..name.len() + 1)?, rest))
}

/// At least one white-space character.
pub(crate) fn spaces(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(is_space);
    (rest.len() < text.len()).then_some(rest)
}

fn segment(text: &str, leads: bool) -> Option<(Segment, &str)> {
    let first = *text.as_bytes().first()?;
    if first.is_ascii_digit() {
        let (digits, rest) = split_run(text, |letter| letter.is_ascii_digit());
        return Some((Segment::Index(digits.parse().ok()?), rest));
    }
    let bare = match first {
        b'@' | b'$' => text.get(1..)?,
        _ => text,
    };
    match word(bare) {
        Some((_, rest)) => {
            let name = text.get(..text.len() - rest.len())?;
            Some((Segment::named(name, leads), rest))
        }
        None if first == b'@' => Some((Segment::Current, bare)),
        None => None,
    }
}

/// Segments joined by dots.
pub(crate) fn reference(text: &str) -> Option<(Reference, &str)> {
    let (first, mut rest) = segment(text, true)?;
    let mut segments = Vec::new();
    while let Some((next, after)) = rest.strip_prefix('.').and_then(|text| segment(text, false)) {
        segments.reserve_exact(1);
        segments.push(next);
        rest = after;
    }
    Some((Reference { first, rest: segments.into() }, rest))
}

/// References separated by a comma with optional plain spaces around it.
pub(crate) fn references(text: &str) -> Option<(References, &str)> {
    let (first, mut rest) = reference(text)?;
    let mut more = Vec::new();
    while let Some(after) = rest.trim_start_matches(' ').strip_prefix(',') {
        match reference(after.trim_start_matches(' ')) {
            Some((next, remaining)) => {
                more.push(next);
                rest = remaining;
            }
            None => break,
        }
    }
    Some((References { first, more: more.into() }, rest))
}
