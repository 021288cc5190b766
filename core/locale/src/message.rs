//! Messages with arguments: `{0 plural one {# file} other {# files}}`.

use std::collections::HashMap;

use crate::Locale;
use crate::number::{Number, NumberOptions};
use crate::plural::PluralKind;

/// Maximum nesting of choices.
pub(crate) const DEEPEST: usize = 16;

/// Errors of a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The locale has no such plural category.
    #[error("the {kind} key '{key}' is not valid for the locale")]
    PluralKey {
        /// plural or selectordinal.
        kind: &'static str,
        /// The key.
        key: String,
    },
    /// A plural lacks a category of the locale.
    #[error("the {kind} lacks the key '{key}' of the locale")]
    PluralIncomplete {
        /// plural or selectordinal.
        kind: &'static str,
        /// The missing key.
        key: &'static str,
    },
    /// Not the syntax of ICU MessageFormat.
    #[error("{expected} expected at byte {offset}")]
    Syntax {
        /// Where parsing ended, in bytes.
        offset: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// Only numbers can be used with an offset.
    #[error("the argument '{0}' with an offset is no number")]
    OffsetNumber(String),
    /// A name that messages must not have.
    #[error("the key '{0}' is reserved")]
    ReservedKey(String),
}

/// Source of a message's arguments.
pub trait MessageArguments {
    /// An argument as text.
    fn text(&self, name: &str) -> Option<String>;

    /// An argument as number; none if it is not a number.
    fn number(&self, name: &str) -> Option<Number>;

    /// An argument formatted by a formatter such as `money`. None if the formatter is unknown.
    fn format(&self, names: &[&str], formatter: &str, options: &[&str]) -> Option<String>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MessagePart {
    Text(String),
    /// The number of the plural.
    Count,
    /// The same, formatted for the locale.
    FormattedCount,
    Argument(String),
    Plural {
        name: String,
        kind: PluralKind,
        offset: i64,
        choices: Vec<(String, Message)>,
    },
    Select {
        name: String,
        choices: Vec<(String, Message)>,
    },
    Format {
        names: Vec<String>,
        formatter: String,
        options: Vec<String>,
    },
}

/// A parsed message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    pub(crate) pieces: Vec<MessagePart>,
}

impl Message {
    /// Parses a message. An invalid placeholder prints nothing.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        parse(text, 0, false)
    }

    /// Checks the names of a set of messages.
    ///
    /// # Errors
    ///
    /// If one is named `toString`.
    pub fn check_keys<'k>(keys: impl IntoIterator<Item = &'k str>) -> Result<(), MessageError> {
        match keys.into_iter().find(|key| *key == "toString") {
            Some(key) => Err(MessageError::ReservedKey(key.to_owned())),
            None => Ok(()),
        }
    }

    /// Checks that every plural key is a category of the locale.
    ///
    /// # Errors
    ///
    /// The first invalid key.
    pub fn check(&self, locale: &Locale) -> Result<(), MessageError> {
        for piece in &self.pieces {
            let (MessagePart::Plural { choices, .. } | MessagePart::Select { choices, .. }) = piece else { continue };
            if let MessagePart::Plural { kind, .. } = piece {
                let known = locale.plural_categories(*kind);
                let wrong = choices.iter().find(|(key, _)| !key.starts_with('=') && !known.contains(&key.as_str()));
                if let Some((key, _)) = wrong {
                    return Err(MessageError::PluralKey { kind: kind.keyword(), key: key.clone() });
                }
            }
            for (_, choice) in choices {
                choice.check(locale)?;
            }
        }
        Ok(())
    }

    /// Checks that arguments used with an offset are numbers.
    ///
    /// # Errors
    ///
    /// The first argument that is not a number.
    pub fn check_arguments(&self, arguments: &dyn MessageArguments) -> Result<(), MessageError> {
        for piece in &self.pieces {
            match piece {
                MessagePart::Plural { name, offset, .. } if *offset != 0 && arguments.number(name).is_none() => {
                    return Err(MessageError::OffsetNumber(name.clone()));
                }
                MessagePart::Plural { choices, .. } | MessagePart::Select { choices, .. } => {
                    for (_, choice) in choices {
                        choice.check_arguments(arguments)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Formats the message with arguments.
    #[must_use]
    pub fn format(&self, locale: &Locale, arguments: &dyn MessageArguments) -> String {
        let mut out = String::new();
        self.write(locale, arguments, None, &mut out);
        out
    }

    fn write(&self, locale: &Locale, arguments: &dyn MessageArguments, count: Option<&Number>, out: &mut String) {
        for piece in &self.pieces {
            match piece {
                MessagePart::Text(text) => out.push_str(text),
                MessagePart::Count => match count {
                    Some(number) => out.push_str(&number.to_string()),
                    None => out.push('#'),
                },
                MessagePart::FormattedCount => {
                    let number = count.map(|number| locale.format_number(number, &NumberOptions::default()));
                    out.push_str(&number.unwrap_or_default());
                }
                MessagePart::Argument(name) => out.push_str(&arguments.text(name).unwrap_or_default()),
                MessagePart::Plural { name, kind, offset, choices } => {
                    let number = arguments.number(name).unwrap_or_else(|| Number::from(0));
                    let counted = number.minus(*offset).unwrap_or_else(|| number.clone());
                    let category = locale.plural_category(&counted, *kind);
                    if let Some(choice) = plural_choice(choices, &number, category) {
                        choice.write(locale, arguments, Some(&counted), out);
                    }
                }
                MessagePart::Select { name, choices } => {
                    let value = arguments.text(name).unwrap_or_default();
                    if let Some(choice) = choose(choices, |key| key == value) {
                        choice.write(locale, arguments, count, out);
                    }
                }
                MessagePart::Format { names, formatter, options } => {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let options: Vec<&str> = options.iter().map(String::as_str).collect();
                    out.push_str(&arguments.format(&names, formatter, &options).unwrap_or_default());
                }
            }
        }
    }
}

/// The first matching choice, otherwise `other`.
fn choose(choices: &[(String, Message)], fits: impl Fn(&str) -> bool) -> Option<&Message> {
    choices
        .iter()
        .find(|(key, _)| fits(key))
        .or_else(|| choices.iter().find(|(key, _)| key == "other"))
        .map(|(_, choice)| choice)
}

fn plural_choice<'c>(choices: &'c [(String, Message)], number: &Number, category: &str) -> Option<&'c Message> {
    choose(choices, |key| match key.strip_prefix('=') {
        Some(exact) => Number::parse(exact).is_some_and(|exact| exact.equals(number)),
        None => key == category,
    })
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter == ','
}

/// The text up to the matching closing brace, and the rest.
fn split_braces(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (offset, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => return Some((text.get(..offset)?, text.get(offset + 1..)?)),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The closing brace of each opening brace, found in one pass.
fn closing_braces(text: &str) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut closed = HashMap::new();
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open.push(offset),
            b'}' => {
                if let Some(start) = open.pop() {
                    closed.insert(start, offset);
                }
            }
            _ => {}
        }
    }
    closed
}

fn parse(text: &str, depth: usize, in_choice: bool) -> Message {
    let closed = closing_braces(text);
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let here = text.len() - rest.len();
        rest = rest.get(letter.len_utf8()..).unwrap_or("");
        let piece = match (letter, closed.get(&here)) {
            ('\'', _) => {
                rest = quoted(rest, &mut plain);
                continue;
            }
            ('#', _) if in_choice => Some(MessagePart::Count),
            ('{', Some(end)) => {
                rest = text.get(end + 1..).unwrap_or("");
                tag_piece(text.get(here + 1..*end).unwrap_or(""), depth, in_choice)
            }
            (other, _) => {
                plain.push(other);
                continue;
            }
        };
        if !plain.is_empty() {
            pieces.push(MessagePart::Text(std::mem::take(&mut plain)));
        }
        pieces.extend(piece);
    }
    if !plain.is_empty() {
        pieces.push(MessagePart::Text(plain));
    }
    Message { pieces }
}

/// Parses after an apostrophe: quoted text, a literal apostrophe, or an unclosed quote.
fn quoted<'t>(after: &'t str, plain: &mut String) -> &'t str {
    match after.split_once('\'') {
        Some(("", behind)) => {
            plain.push('\'');
            behind
        }
        Some((literal, behind)) => {
            plain.push_str(literal);
            behind
        }
        None => {
            plain.push('\'');
            after
        }
    }
}

fn tag_piece(inside: &str, depth: usize, in_choice: bool) -> Option<MessagePart> {
    if let Some(hidden) = inside.strip_prefix('-') {
        return Some(MessagePart::Text(format!("{{{hidden}}}")));
    }
    tag(inside, depth).or_else(|| in_choice.then(|| MessagePart::Text(format!("{{{inside}}}"))))
}

fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '@' | '$')
}

fn split_name(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|letter| !is_name_letter(letter)).unwrap_or(text.len());
    match text.split_at_checked(end)? {
        ("", _) => None,
        found => Some(found),
    }
}

fn tag(inside: &str, depth: usize) -> Option<MessagePart> {
    if depth >= DEEPEST {
        return None;
    }
    let mut names = Vec::new();
    let mut rest = inside.trim_matches(is_separator);
    loop {
        let (name, after) = split_name(rest)?;
        names.push(name.to_owned());
        match after.strip_prefix(';') {
            Some(next) => rest = next,
            None => {
                rest = after;
                break;
            }
        }
    }
    let trimmed = rest.trim_start_matches(is_separator);
    if trimmed.is_empty() {
        return names.into_iter().next().map(MessagePart::Argument);
    }
    if trimmed.len() == rest.len() {
        return None;
    }
    let (formatter, rest) = split_name(trimmed)?;
    let name = names.first()?.clone();
    match formatter {
        "plural" => plural(name, PluralKind::Cardinal, rest, depth),
        "selectordinal" => plural(name, PluralKind::Ordinal, rest, depth),
        "select" => Some(MessagePart::Select { name, choices: choices(rest, depth)?.1 }),
        _ => {
            let options = rest.split(is_separator).filter(|word| !word.is_empty()).map(str::to_owned).collect();
            Some(MessagePart::Format { names, formatter: formatter.to_owned(), options })
        }
    }
}

fn plural(name: String, kind: PluralKind, rest: &str, depth: usize) -> Option<MessagePart> {
    let (offset, choices) = choices(rest, depth)?;
    Some(MessagePart::Plural { name, kind, offset, choices })
}

/// `offset:1 key {text} key {text}`
fn choices(text: &str, depth: usize) -> Option<(i64, Vec<(String, Message)>)> {
    let mut offset = 0;
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("offset:") {
            let end = after.find(is_separator).unwrap_or(after.len());
            let (digits, behind) = after.split_at_checked(end)?;
            offset = digits.parse().ok()?;
            rest = behind.trim_start_matches(is_separator);
            continue;
        }
        let (key, after) = rest.split_once('{')?;
        let (body, behind) = split_braces(after)?;
        let key = key.trim_matches(is_separator);
        if key.is_empty() {
            return None;
        }
        found.push((key.to_owned(), parse(body, depth + 1, true)));
        rest = behind.trim_start_matches(is_separator);
    }
    (!found.is_empty()).then_some((offset, found))
}
