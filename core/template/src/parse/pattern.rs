//! The patterns that tags consist of. Each takes the text and returns its match and the rest.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use compact_str::CompactString;

use crate::compile::code::{index, place};

/// Kind of the first segment of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Head {
    /// `@`
    Current,
    /// Digits: an array index.
    Index,
    /// `@index0` or `@index`: the position in the current array, counted from this number.
    Position(u8),
    /// Another name that starts with `@`: a local variable.
    Local,
    /// A member.
    Member,
}

impl Head {
    fn of(segment: &str) -> Self {
        match segment.as_bytes() {
            b"@" => Self::Current,
            b"@index" => Self::Position(1),
            b"@index0" => Self::Position(0),
            [b'@', ..] => Self::Local,
            [digit, ..] if digit.is_ascii_digit() => Self::Index,
            _ => Self::Member,
        }
    }
}

/// Segments of a reference that remember where they were last found.
const REMEMBERED: usize = 2;

/// The position at which a member was last found. Objects of a list usually have the same layout, so it is tried first.
/// It is only a hint, so runs on many threads may share it.
#[derive(Debug, Default)]
pub(crate) struct PositionHint(AtomicU8);

impl PositionHint {
    pub(crate) const fn unknown() -> Self {
        Self(AtomicU8::new(0))
    }

    #[inline]
    pub(crate) fn guess(&self) -> usize {
        usize::from(self.0.load(Ordering::Relaxed))
    }

    /// Positions that are too large are not remembered.
    #[inline]
    pub(crate) fn remember(&self, place: usize) {
        if let Ok(place) = u8::try_from(place) {
            self.0.store(place, Ordering::Relaxed);
        }
    }
}

/// Common forms of references.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form<'t> {
    Current,
    /// A single member name, with its last position.
    Member(&'t str, &'t PositionHint),
    /// A member name and one segment below it.
    Pair,
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Current,
    Member,
    Pair,
    Other,
}

/// A dotted path as written in a template.
#[derive(Debug)]
pub(crate) struct Reference {
    text: CompactString,
    /// Length of the first segment in bytes.
    first: u32,
    head: Head,
    shape: Shape,
    places: [PositionHint; REMEMBERED],
}

impl Reference {
    fn new(text: &str, first: usize, segments: usize) -> Self {
        let head = Head::of(text.get(..first).unwrap_or(text));
        Self {
            text: text.into(),
            first: index(first),
            head,
            shape: match (head, segments) {
                (Head::Current, 1) => Shape::Current,
                (Head::Member, 1) => Shape::Member,
                (Head::Member, 2) => Shape::Pair,
                _ => Shape::Other,
            },
            places: Default::default(),
        }
    }

    /// Parses a whole text as a reference.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match reference(text) {
            Some((reference, "")) => Some(reference),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn head(&self) -> Head {
        self.head
    }

    /// The common forms, which have fast lookups.
    #[inline]
    pub(crate) fn form(&self) -> Form<'_> {
        let [place, ..] = &self.places;
        match self.shape {
            Shape::Current => Form::Current,
            Shape::Member => Form::Member(&self.text, place),
            Shape::Pair => Form::Pair,
            Shape::Other => Form::Other,
        }
    }

    /// The two segments of a pair, with their last positions.
    #[inline]
    pub(crate) fn pair(&self) -> (&str, &str, &[PositionHint; REMEMBERED]) {
        let (first, rest) = self.split();
        (first, rest.get(1..).unwrap_or(""), &self.places)
    }

    /// The first segment, and the rest with its dot.
    #[inline]
    pub(crate) fn split(&self) -> (&str, &str) {
        let text = self.text.as_str();
        match place(self.first) {
            first if first < text.len() => text.split_at_checked(first).unwrap_or((text, "")),
            _ => (text, ""),
        }
    }

    /// Last position of a segment; none for segments with a high index.
    #[inline]
    pub(crate) fn place(&self, segment: usize) -> Option<&PositionHint> {
        self.places.get(segment)
    }

    /// Whether it is only `@`.
    pub(crate) fn is_current(&self) -> bool {
        self.text == "@"
    }

    /// The name, if it is a single word without dots.
    pub(crate) fn single_name(&self) -> Option<&str> {
        match (self.head, self.split()) {
            (Head::Current | Head::Index, _) => None,
            (_, (name, "")) => Some(name),
            _ => None,
        }
    }
}

impl Clone for Reference {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), places: Default::default(), ..*self }
    }
}

impl PartialEq for Reference {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, segment) in self.text.split('.').enumerate() {
            if index > 0 {
                formatter.write_str(".")?;
            }
            match segment.parse::<usize>() {
                Ok(number) => write!(formatter, "{number}")?,
                Err(_) => formatter.write_str(segment)?,
            }
        }
        Ok(())
    }
}

fn is_word_letter(letter: u8) -> bool {
    /// Lookup table: letters, digits, `_` and `-`.
    static LETTERS: [bool; 256] = {
        let mut letters = [false; 256];
        let mut letter = 0u8;
        while letter < 128 {
            if let Some(slot) = letters.split_at_mut(letter as usize).1.first_mut() {
                *slot = letter.is_ascii_alphanumeric() || letter == b'_' || letter == b'-';
            }
            letter += 1;
        }
        letters
    };
    LETTERS.get(usize::from(letter)).copied().unwrap_or(false)
}

fn is_path_letter(letter: u8) -> bool {
    is_word_letter(letter) || letter == b'.' || letter == b'/'
}

/// White space allowed inside instructions.
pub(crate) fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// Number of accepted letters at the start.
#[inline]
fn run_length(letters: &[u8], accepts: impl Fn(u8) -> bool) -> usize {
    letters.iter().position(|letter| !accepts(*letter)).unwrap_or(letters.len())
}

fn split_run(text: &str, accepts: impl Fn(u8) -> bool) -> (&str, &str) {
    text.split_at_checked(run_length(text.as_bytes(), accepts)).unwrap_or((text, ""))
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

/// A word followed by `?`; the match includes the `?`.
pub(crate) fn predicate(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = word(text)?;
    predicate_of(text, name, rest)
}

/// Like [`predicate`], when the word at the start of the text and the rest are known.
pub(crate) fn predicate_of<'t>(text: &'t str, word: &str, rest: &'t str) -> Option<(&'t str, &'t str)> {
    let rest = rest.strip_prefix('?')?;
    Some((text.get(..word.len() + 1)?, rest))
}

/// At least one white-space character.
pub(crate) fn spaces(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(is_space);
    (rest.len() < text.len()).then_some(rest)
}

/// End of the segment that begins at an offset.
fn segment_end(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let (mark, name) = match rest {
        [b'@' | b'$', name @ ..] => (1, name),
        _ => (0, rest),
    };
    match name.first() {
        Some(letter) if letter.is_ascii_alphabetic() => Some(start + mark + run_length(name, is_word_letter)),
        Some(digit) if mark == 0 && digit.is_ascii_digit() => {
            let length = run_length(rest, |letter| letter.is_ascii_digit());
            let digits = std::str::from_utf8(rest.get(..length)?).ok()?;
            digits.parse::<usize>().is_ok().then_some(start + length)
        }
        _ => rest.starts_with(b"@").then_some(start + 1),
    }
}

/// Segments joined by dots.
pub(crate) fn reference(text: &str) -> Option<(Reference, &str)> {
    let bytes = text.as_bytes();
    let first = segment_end(bytes, 0)?;
    let (mut end, mut segments) = (first, 1);
    while bytes.get(end) == Some(&b'.')
        && let Some(next) = segment_end(bytes, end + 1)
    {
        (end, segments) = (next, segments + 1);
    }
    let (whole, rest) = text.split_at_checked(end)?;
    Some((Reference::new(whole, first, segments), rest))
}

/// References separated by a comma with optional plain spaces around it.
pub(crate) fn references(text: &str, mut take: impl FnMut(Reference)) -> Option<&str> {
    let (first, mut rest) = reference(text)?;
    take(first);
    while rest.starts_with([',', ' '])
        && let Some(after) = rest.trim_start_matches(' ').strip_prefix(',')
        && let Some((next, remaining)) = reference(after.trim_start_matches(' '))
    {
        take(next);
        rest = remaining;
    }
    Some(rest)
}
