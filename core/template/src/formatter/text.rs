//! Text formatters: escaping, truncating, cleaning.

use form_urlencoded::byte_serialize;
use memchr::memchr;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::escape::{clean_length, escape};
use super::telephone::phone_url;
use super::{Formatter, entry, first, printing, writing};
use crate::compile::call::{Arguments, Refused, Rule};
use crate::run::{Machine, Stop};
use crate::value::Node;

pub(super) static FORMATTERS: &[Formatter] = &[
    writing("encode-space", Rule::ANY, encode_space),
    writing("encode-uri", Rule::ANY, encode_uri),
    writing("encode-uri-component", Rule::ANY, encode_uri_component),
    printing("html", Rule::ANY, html, print_html),
    printing("htmlattr", Rule::ANY, html_attribute, print_attribute),
    printing("htmltag", Rule::ANY, html_attribute, print_attribute),
    writing("line-breaks", Rule::ANY, line_breaks),
    writing("phone-url", Rule::ANY, phone_url),
    entry("safe", Rule::ANY, safe),
    writing("slugify", Rule::ANY, slugify),
    writing("smartypants", Rule::ANY, smartypants),
    writing("str", Rule::ANY, str),
    writing("truncate", Rule { refused: Refused::Bare, ..Rule::checked(false, length_is_integer) }, truncate),
    writing("url-encode", Rule::ANY, url_encode),
];

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// Default length of `truncate`.
const TRUNCATE_LENGTH: usize = 100;
/// Default suffix of `truncate`.
const ELLIPSIS: &str = "...";
/// What `encode-uri-component` escapes: all but ASCII letters, digits and `-_.!~*()`.
pub(super) const ESCAPED_IN_COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'(')
    .remove(b')');
/// What `encode-uri` escapes: not the delimiters of a URL either.
const ESCAPED_IN_URI: &AsciiSet = &ESCAPED_IN_COMPONENT
    .remove(b';')
    .remove(b'/')
    .remove(b'?')
    .remove(b':')
    .remove(b'@')
    .remove(b'&')
    .remove(b'=')
    .remove(b'+')
    .remove(b'$')
    .remove(b',')
    .remove(b'#');

fn is_white(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

fn encode_space(_: &Arguments, node: Node<'_>, out: &mut String) {
    out.push_str(&node.to_text().replace(is_white, "&nbsp;"));
}

fn encode_uri(_: &Arguments, node: Node<'_>, out: &mut String) {
    out.extend(utf8_percent_encode(&node.to_text(), ESCAPED_IN_URI));
}

fn encode_uri_component(_: &Arguments, node: Node<'_>, out: &mut String) {
    out.extend(utf8_percent_encode(&node.to_text(), ESCAPED_IN_COMPONENT));
}

/// Escapes text for use between tags.
pub(crate) fn escape_html(text: &str, out: &mut String) {
    escape::<false>(text, out);
}

/// Escapes text for use in a double-quoted attribute.
pub(crate) fn escape_attribute(text: &str, out: &mut String) {
    escape::<true>(text, out);
}

fn html<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    escaped::<false>(machine, first(values))
}

fn html_attribute<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    escaped::<true>(machine, first(values))
}

type Printed = std::result::Result<(), Stop>;

fn print_html<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Printed {
    print_escaped::<false>(machine, first(values))
}

fn print_attribute<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Printed {
    print_escaped::<true>(machine, first(values))
}

#[inline]
pub(crate) fn print_escaped<const IN_ATTRIBUTE: bool>(machine: &mut Machine<'_>, node: Node<'_>) -> Printed {
    match node.as_str() {
        Some(text) => machine.write_with(|out| escape::<IN_ATTRIBUTE>(text, out)),
        None => print_escaped_scalar::<IN_ATTRIBUTE>(machine, node),
    }
}

#[inline(never)]
fn print_escaped_scalar<const IN_ATTRIBUTE: bool>(machine: &mut Machine<'_>, node: Node<'_>) -> Printed {
    machine.write_with(|out| escape::<IN_ATTRIBUTE>(&node.to_plain_text(), out))
}

/// Text that needs no escaping is not copied.
fn escaped<'r, const IN_ATTRIBUTE: bool>(machine: &mut Machine<'r>, node: Node<'r>) -> Result<'r> {
    match node.as_str() {
        Some(text) if clean_length::<IN_ATTRIBUTE>(text.as_bytes()) == text.len() => Ok(node),
        _ => {
            let mut out = String::new();
            escape::<IN_ATTRIBUTE>(&node.to_plain_text(), &mut out);
            machine.text(out)
        }
    }
}

fn line_breaks(_: &Arguments, node: Node<'_>, out: &mut String) {
    out.push_str(&node.to_plain_text().replace('\n', "<br/>"));
}

/// Removes everything between `<` and the next `>`.
pub(crate) fn without_tags(text: &str) -> String {
    tags_replaced(text, "")
}

/// Like [`without_tags`], but puts a space in place of each tag.
pub(crate) fn spaced_tags(text: &str) -> String {
    tags_replaced(text, " ")
}

fn tags_replaced(text: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = around_tag(rest) {
        out.push_str(before);
        out.push_str(by);
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The text before and after the first tag.
fn around_tag(text: &str) -> Option<(&str, &str)> {
    let start = memchr(b'<', text.as_bytes())?;
    let length = memchr(b'>', text.as_bytes().get(start..)?)?;
    Some((text.get(..start)?, text.get(start + length + 1..)?))
}

fn safe<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let node = first(values);
    match node.as_str() {
        Some(text) if around_tag(text).is_none() => Ok(node),
        _ if !node.is_truthy() => Ok(node),
        _ => machine.text(without_tags(&node.to_text())),
    }
}

/// Appends lower-case letters and digits joined by hyphens, for slugs and class names.
fn write_slug(text: &str, out: &mut String) {
    out.reserve(text.len());
    let mut in_space = false;
    let mut rest = text;
    while !rest.is_empty() {
        // Kept and replaced bytes are ASCII, so they are character boundaries.
        let length = rest.bytes().take_while(|letter| *letter == b'-' || letter.is_ascii_alphanumeric()).count();
        let (word, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let start = out.len();
        out.push_str(word);
        if let Some(word) = out.get_mut(start..) {
            word.make_ascii_lowercase();
        }
        in_space &= word.is_empty();
        let mut letters = behind.chars();
        if letters.next().is_some_and(is_white) {
            if !in_space {
                out.push('-');
            }
            in_space = true;
        }
        rest = letters.as_str();
    }
}

/// Like [`write_slug`].
pub(crate) fn slug(text: &str) -> String {
    let mut out = String::new();
    write_slug(text, &mut out);
    out
}

fn slugify(_: &Arguments, node: Node<'_>, out: &mut String) {
    write_slug(&node.to_plain_text(), out);
}

fn smartypants(_: &Arguments, node: Node<'_>, out: &mut String) {
    let text = node.to_plain_text().replace("--", "\u{2014}");
    out.reserve(text.len());
    let (mut before, mut printed_before): (Option<char>, Option<char>) = (None, None);
    for letter in text.chars() {
        let printed = match letter {
            '\'' => match before {
                None | Some('-' | '\u{2014}' | '(' | '[' | '"') => '\u{2018}',
                Some(white) if is_white(white) => '\u{2018}',
                Some(_) => '\u{2019}',
            },
            '"' => match printed_before {
                None | Some('-' | '\u{2014}' | '/' | '[' | '(' | '\u{2018}') => '\u{201c}',
                Some(white) if is_white(white) => '\u{201c}',
                Some(_) => '\u{201d}',
            },
            other => other,
        };
        out.push(printed);
        (before, printed_before) = (Some(letter), Some(printed));
    }
}

fn str(_: &Arguments, node: Node<'_>, out: &mut String) {
    out.push_str(&node.to_plain_text());
}

fn length_is_integer(arguments: &mut Arguments) -> std::result::Result<(), String> {
    match arguments.get(0).map(str::parse::<i64>) {
        Some(Err(_)) => Err("Bad value for length".to_owned()),
        _ => Ok(()),
    }
}

fn truncate(arguments: &Arguments, node: Node<'_>, out: &mut String) {
    let mut items = arguments.items();
    let length = items
        .next()
        .and_then(|text| text.parse::<i64>().ok())
        .map_or(TRUNCATE_LENGTH, |length| usize::try_from(length).unwrap_or(0));
    let text = node.to_text();
    match beyond(&text, length) {
        None => out.push_str(&text),
        Some(cut) => {
            out.push_str(up_to_space(text.get(..cut).unwrap_or("")));
            out.push_str(items.next().unwrap_or(ELLIPSIS));
        }
    }
}

/// Byte offset at which a text exceeds `length` UTF-16 units; none if it does not.
fn beyond(text: &str, length: usize) -> Option<usize> {
    // A byte is at most one UTF-16 unit.
    let start = text.as_bytes().get(..=length)?;
    if start.is_ascii() {
        return Some(length);
    }
    let mut units = 0;
    text.char_indices().find_map(|(offset, letter)| {
        units += letter.len_utf16();
        (units > length).then_some(offset)
    })
}

/// The text up to and including the last white space; all of it if there is none.
fn up_to_space(text: &str) -> &str {
    text.rfind(is_white).and_then(|space| text.get(..=space)).unwrap_or(text)
}

fn url_encode(_: &Arguments, node: Node<'_>, out: &mut String) {
    out.extend(byte_serialize(node.to_text().as_bytes()));
}
