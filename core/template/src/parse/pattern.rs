//! The small patterns that tags are made of. Each takes the text and gives back what it matched
//! and the rest.

/// One step of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    /// `@`
    Current,
    /// Digits: an array index.
    Index(usize),
    /// A member, or a local variable if it starts with `@`.
    Name(Box<str>),
}

/// A dotted path as written in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) segments: Box<[Segment]>,
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
        matches!(self.segments.as_ref(), [Segment::Current])
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

fn split_run(text: &str, accepts: fn(u8) -> bool) -> (&str, &str) {
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

fn segment(text: &str) -> Option<(Segment, &str)> {
    let first = text.chars().next()?;
    if first.is_ascii_digit() {
        let (digits, rest) = split_run(text, |letter| letter.is_ascii_digit());
        return Some((Segment::Index(digits.parse().ok()?), rest));
    }
    let bare = match first {
        '@' | '$' => text.get(1..)?,
        _ => text,
    };
    match word(bare) {
        Some((_, rest)) => {
            let name = text.get(..text.len() - rest.len())?;
            Some((Segment::Name(name.into()), rest))
        }
        None if first == '@' => Some((Segment::Current, bare)),
        None => None,
    }
}

/// Segments joined by dots.
pub(crate) fn reference(text: &str) -> Option<(Reference, &str)> {
    let (first, mut rest) = segment(text)?;
    let mut segments = vec![first];
    while let Some((next, after)) = rest.strip_prefix('.').and_then(segment) {
        segments.push(next);
        rest = after;
    }
    Some((Reference { segments: segments.into() }, rest))
}

/// References separated by a comma with optional plain spaces around it.
pub(crate) fn references(text: &str) -> Option<(Vec<Reference>, &str)> {
    let (first, mut rest) = reference(text)?;
    let mut found = vec![first];
    while let Some(after) = rest.trim_start_matches(' ').strip_prefix(',') {
        match reference(after.trim_start_matches(' ')) {
            Some((next, remaining)) => {
                found.push(next);
                rest = remaining;
            }
            None => break,
        }
    }
    Some((found, rest))
}
