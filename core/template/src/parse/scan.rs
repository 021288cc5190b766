//! Splits a source into text and tags.

use memchr::{memchr, memchr2};

use super::tag::TagReader;
use crate::compile::Builder;
use crate::compile::code::Span;
use crate::error::{ErrorKind, TemplateError};
use crate::{ParseOptions, Source};

/// Reads a source from start to end, passes each part to the builder and returns the errors of single tags. An invalid
/// tag becomes text; a comment is dropped.
pub(crate) fn scan(source: &Source, options: &ParseOptions, builder: &mut Builder<'_>) -> Vec<TemplateError> {
    let text = source.text();
    let mut errors = Vec::new();
    let mut text_start = 0;
    let mut open: Option<usize> = None;
    let mut at = 0;
    while let Some(here) = next_brace(text.as_bytes(), at, open.is_some()) {
        at = here + 1;
        if text.as_bytes().get(here) == Some(&b'{') {
            open = Some(here);
            if text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(b"##")) {
                take_text(builder, text_start, here);
                let body = here + 3;
                let end = match text.get(body..).and_then(|rest| rest.find("##}")) {
                    Some(length) => body + length + 3,
                    None => {
                        let message = "Reached EOF in the middle of a multi-line comment";
                        errors.push(source.error(ErrorKind::EofInComment, here, message));
                        text.len()
                    }
                };
                (at, text_start, open) = (end, end, None);
            }
            continue;
        }
        let Some(start) = open.take() else { continue };
        let body = text.get(start + 1..here).unwrap_or("");
        let mut reader = TagReader::new(source, options, &mut builder.code, &mut errors, start);
        let signal = match kind(body, options) {
            Kind::Text => continue,
            Kind::Comment => None,
            Kind::Tag(body) => match reader.read(body) {
                Some(signal) => Some(signal),
                None => continue,
            },
        };
        take_text(builder, text_start, start);
        text_start = at;
        if let Some(signal) = signal {
            builder.tag(signal, Span::new(start, at));
        }
    }
    take_text(builder, text_start, text.len());
    errors
}

fn take_text(builder: &mut Builder<'_>, start: usize, end: usize) {
    if start < end {
        builder.text(Span::new(start, end));
    }
}

/// The next relevant brace: an opening one outside of tags, any one `inside` a tag, where it is usually near.
fn next_brace(bytes: &[u8], at: usize, inside: bool) -> Option<usize> {
    /// Most tags end within this many words of eight bytes, which are checked faster than a search is set up.
    const WORDS: usize = 4;
    let mut here = at;
    if !inside {
        return memchr(b'{', bytes.get(at..)?).map(|offset| at + offset);
    }
    for word in bytes.get(at..)?.as_chunks::<8>().0.iter().take(WORDS) {
        if let Some(offset) = first_brace(u64::from_le_bytes(*word)) {
            return Some(here + offset);
        }
        here += word.len();
    }
    memchr2(b'{', b'}', bytes.get(here..)?).map(|offset| here + offset)
}

/// The first brace among eight bytes. After XOR with a brace, a byte is zero where subtracting 1 sets an upper bit that
/// was not set before.
fn first_brace(word: u64) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let found = zeros(word ^ (ONES * u64::from(b'{'))) | zeros(word ^ (ONES * u64::from(b'}')));
    // Bits above the first may be wrong, the first never is.
    (found != 0).then_some(found.trailing_zeros() as usize / 8)
}

/// The text between two braces.
enum Kind<'t> {
    Text,
    Comment,
    Tag(&'t str),
}

fn kind<'t>(body: &'t str, options: &ParseOptions) -> Kind<'t> {
    let body = match (body.strip_prefix('^'), options.preprocess) {
        (Some(rest), true) => rest,
        (Some(_), false) => return Kind::Comment,
        (None, true) => return Kind::Text,
        (None, false) => body,
    };
    if body.starts_with('#') { Kind::Comment } else { Kind::Tag(body) }
}
