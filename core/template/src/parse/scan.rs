//! Splits a source into text and tags.

use std::ops::Range;

use memchr::memchr2;

use super::tag::{Signal, parse_tag};
use crate::error::{ErrorKind, TemplateError};
use crate::limits::SOURCE_ERRORS;
use crate::{ParseOptions, Source};

/// One part of a source.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) span: Range<usize>,
    pub(crate) piece: Piece,
}

#[derive(Debug)]
pub(crate) enum Piece {
    /// Copied to the output; the span is the text.
    Text,
    /// A comment. Prints nothing.
    Comment,
    Tag(Signal),
}

/// Reads a source from start to end, gives each part to `take` and returns what was wrong with single tags. A tag in
/// error becomes text.
pub(crate) fn scan(source: &Source, options: &ParseOptions, mut take: impl FnMut(Part)) -> Vec<TemplateError> {
    let text = source.text();
    let mut errors = Vec::new();
    let mut text_start = 0;
    let mut open: Option<usize> = None;
    let mut at = 0;
    let bytes = text.as_bytes();
    let take_text = |take: &mut dyn FnMut(Part), span: Range<usize>| {
        if !span.is_empty() {
            take(Part { span, piece: Piece::Text });
        }
    };
    while let Some(offset) = bytes.get(at..).and_then(|rest| memchr2(b'{', b'}', rest)) {
        let here = at + offset;
        let rest = text.get(here..).unwrap_or("");
        if rest.starts_with("{##") {
            take_text(&mut take, text_start..here);
            let end = match rest.get(3..).and_then(|body| body.find("##}")) {
                Some(length) => here + 3 + length + 3,
                None => {
                    errors.push(source.error(
                        ErrorKind::EofInComment,
                        here,
                        "Reached EOF in the middle of a multi-line comment",
                    ));
                    text.len()
                }
            };
            take(Part { span: here..end, piece: Piece::Comment });
            (at, text_start, open) = (end, end, None);
            continue;
        }
        at = here + 1;
        if rest.starts_with('{') {
            open = Some(here);
            continue;
        }
        let Some(start) = open.take() else { continue };
        let body = text.get(start + 1..here).unwrap_or("");
        let Some(piece) = read_tag(body, start, source, options, &mut errors) else { continue };
        take_text(&mut take, text_start..start);
        take(Part { span: start..at, piece });
        text_start = at;
    }
    take_text(&mut take, text_start..text.len());
    errors
}

/// What stands between two braces, or nothing if it is text.
fn read_tag(
    body: &str,
    start: usize,
    source: &Source,
    options: &ParseOptions,
    errors: &mut Vec<TemplateError>,
) -> Option<Piece> {
    let body = match (body.strip_prefix('^'), options.preprocess) {
        (Some(rest), true) => rest,
        (Some(_), false) => return Some(Piece::Comment),
        (None, true) => return None,
        (None, false) => body,
    };
    if body.starts_with('#') {
        return Some(Piece::Comment);
    }
    let mut report = |kind: ErrorKind, message: String| {
        let counts = !options.lenient_text || kind.is_unknown_name();
        if counts && errors.len() < SOURCE_ERRORS {
            errors.push(source.error(kind, start, message));
        }
    };
    parse_tag(body, options, &mut report).map(Piece::Tag)
}
