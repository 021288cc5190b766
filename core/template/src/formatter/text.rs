//! Formatters of text: escaping, cutting, cleaning.

use super::escape::{between_tags, clean_length, escape, in_attribute};
use super::{Formatter, entry, first, printing};
use crate::compile::call::{Arguments, Rule};
use crate::run::{Machine, Stop};
use crate::value::Node;

pub(super) static FORMATTERS: &[Formatter] = &[
    entry("encode-space", Rule::ANY, encode_space),
    entry("encode-uri", Rule::ANY, encode_uri),
    entry("encode-uri-component", Rule::ANY, encode_uri_component),
    printing("html", Rule::ANY, html, print_html),
    printing("htmlattr", Rule::ANY, html_attribute, print_attribute),
    printing("htmltag", Rule::ANY, html_attribute, print_attribute),
    entry("line-breaks", Rule::ANY, line_breaks),
    entry("safe", Rule::ANY, safe),
    entry("slugify", Rule::ANY, slugify),
    entry("smartypants", Rule::ANY, smartypants),
    entry("str", Rule::ANY, str),
    entry("truncate", Rule { lenient: true, ..Rule::checked(false, length_is_integer) }, truncate),
    entry("url-encode", Rule::ANY, url_encode),
];

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// Length of `truncate` if none is given.
const TRUNCATE_LENGTH: usize = 100;
/// What `truncate` appends if nothing is given.
const ELLIPSIS: &str = "...";

fn is_white(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

fn encode_space<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = first(values).to_text();
    machine.text(text.replace(is_white, "&nbsp;"))
}

/// Percent-encodes the UTF-8 bytes of what is not kept.
pub(super) fn percent_encoded(text: &str, kept: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |value: u8| DIGITS.get(usize::from(value)).copied().map_or('0', char::from);
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    out
}

fn encode_uri<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = percent_encoded(&first(values).to_text(), "-_.!~*();/?:@&=+$,#");
    machine.text(text)
}

fn encode_uri_component<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = percent_encoded(&first(values).to_text(), "-_.!~*()");
    machine.text(text)
}

/// Escapes text for use between tags.
pub(crate) fn escape_html(text: &str, out: &mut String) {
    escape(text, between_tags, out);
}

/// Escapes text for use in a double-quoted attribute.
pub(crate) fn escape_attribute(text: &str, out: &mut String) {
    escape(text, in_attribute, out);
}

fn html<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    escaped(machine, first(values), between_tags)
}

fn html_attribute<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    escaped(machine, first(values), in_attribute)
}

type Printed = std::result::Result<(), Stop>;

fn print_html<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Printed {
    print_escaped(machine, first(values), between_tags)
}

fn print_attribute<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Printed {
    print_escaped(machine, first(values), in_attribute)
}

#[inline]
fn print_escaped(machine: &mut Machine<'_>, node: Node<'_>, entity: impl Fn(u8) -> Option<&'static str>) -> Printed {
    match node.as_str() {
        Some(text) => machine.write_with(|out| escape(text, entity, out)),
        None => machine.write_with(|out| escape(&node.to_plain_text(), entity, out)),
    }
}

/// Text that needs no escaping stays where it is.
fn escaped<'r>(machine: &mut Machine<'r>, node: Node<'r>, entity: impl Fn(u8) -> Option<&'static str>) -> Result<'r> {
    match node.as_str() {
        Some(text) if clean_length(text.as_bytes(), &entity) == text.len() => Ok(Node::Text(text)),
        _ => {
            let mut out = String::new();
            escape(&node.to_plain_text(), entity, &mut out);
            machine.text(out)
        }
    }
}

fn line_breaks<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = first(values).to_plain_text().replace('\n', "<br/>");
    machine.text(text)
}

/// Takes out everything between `<` and the next `>`.
pub(crate) fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let Some((_, behind)) = after.split_once('>') else { break };
        out.push_str(before);
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// As [`without_tags`], but leaves a space where a tag was.
pub(crate) fn spaced_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let Some((_, behind)) = after.split_once('>') else { break };
        out.push_str(before);
        out.push(' ');
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn safe<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let node = first(values);
    match node.as_str() {
        Some(text) if !text.contains('<') => Ok(node),
        _ if !node.is_truthy() => Ok(node),
        _ => machine.text(without_tags(&node.to_text())),
    }
}

/// Lower-case letters and digits joined by hyphens, for addresses and class names.
pub(crate) fn slug(text: &str) -> String {
    let mut out = String::new();
    let mut in_space = false;
    for letter in text.chars() {
        match letter {
            white if is_white(white) => {
                if !in_space {
                    out.push('-');
                }
                in_space = true;
                continue;
            }
            '-' => out.push('-'),
            plain if plain.is_ascii_alphanumeric() => out.push(plain.to_ascii_lowercase()),
            _ => continue,
        }
        in_space = false;
    }
    out
}

fn slugify<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = slug(&first(values).to_plain_text());
    machine.text(text)
}

fn smartypants<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = first(values).to_plain_text().replace("--", "\u{2014}");
    let mut out = String::with_capacity(text.len());
    let mut before: Option<char> = None;
    for letter in text.chars() {
        let printed = match letter {
            '\'' => match before {
                None | Some('-' | '\u{2014}' | '(' | '[' | '"') => '\u{2018}',
                Some(white) if is_white(white) => '\u{2018}',
                Some(_) => '\u{2019}',
            },
            '"' => match out.chars().next_back() {
                None | Some('-' | '\u{2014}' | '/' | '[' | '(' | '\u{2018}') => '\u{201c}',
                Some(white) if is_white(white) => '\u{201c}',
                Some(_) => '\u{201d}',
            },
            other => other,
        };
        out.push(printed);
        before = Some(letter);
    }
    machine.text(out)
}

fn str<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = first(values).to_plain_text().into_owned();
    machine.text(text)
}

fn length_is_integer(arguments: &mut Arguments) -> std::result::Result<(), String> {
    match arguments.get(0).map(str::parse::<i64>) {
        Some(Err(_)) => Err("Bad value for length".to_owned()),
        _ => Ok(()),
    }
}

fn truncate<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let length = arguments
        .get(0)
        .and_then(|text| text.parse::<i64>().ok())
        .map_or(TRUNCATE_LENGTH, |length| usize::try_from(length).unwrap_or(0));
    let text = truncated(&first(values).to_text(), length, arguments.get(1).unwrap_or(ELLIPSIS));
    machine.text(text)
}

/// Cuts after the last white space within `length` UTF-16 units, or at `length` if there is none.
pub(super) fn truncated(text: &str, length: usize, ellipsis: &str) -> String {
    let mut units = 0;
    let mut cut = text.len();
    for (offset, letter) in text.char_indices() {
        units += letter.len_utf16();
        if units > length {
            cut = offset;
            break;
        }
    }
    if cut == text.len() {
        return text.to_owned();
    }
    let kept = text.get(..cut).unwrap_or("");
    let at_space = kept
        .char_indices()
        .rev()
        .find(|(_, letter)| is_white(*letter))
        .map(|(offset, letter)| offset + letter.len_utf8());
    let kept = at_space.and_then(|end| kept.get(..end)).unwrap_or(kept);
    format!("{kept}{ellipsis}")
}

fn url_encode<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = percent_encoded(&first(values).to_text(), "-_.* ").replace(' ', "+");
    machine.text(text)
}
