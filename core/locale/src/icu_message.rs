//! Messages in the syntax of ICU MessageFormat, as catalogues contain them:
//! `{count, plural, one {# file} other {# files}}`.
//!
//! The syntax of the template language is older and lenient; this one is strict, so that a mistake of a translator is
//! found. Both make the same [`Message`].

use std::collections::BTreeSet;

use crate::Locale;
use crate::message::{DEEPEST, Message, MessageError, MessagePart};
use crate::plural::PluralKind;

impl Message {
    /// Parses a message in the syntax of ICU MessageFormat. Types of arguments are `plural`, `selectordinal`, `select`
    /// and `number`. An apostrophe quotes only before a brace or, in a plural, before `#`.
    ///
    /// # Errors
    ///
    /// Where the syntax is violated.
    pub fn parse_icu(text: &str) -> Result<Self, MessageError> {
        let mut reader = Reader { text, rest: text };
        let message = reader.message(0, false)?;
        if reader.rest.is_empty() { Ok(message) } else { Err(reader.expected("no closing brace")) }
    }

    /// The names of its arguments.
    #[must_use]
    pub fn arguments(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        self.collect_arguments(&mut names);
        names
    }

    fn collect_arguments<'m>(&'m self, found: &mut BTreeSet<&'m str>) {
        for piece in &self.pieces {
            match piece {
                MessagePart::Text(_) | MessagePart::Count | MessagePart::FormattedCount => {}
                MessagePart::Argument(name) => {
                    found.insert(name);
                }
                MessagePart::Plural { name, choices, .. } | MessagePart::Select { name, choices } => {
                    found.insert(name);
                    for (_, choice) in choices {
                        choice.collect_arguments(found);
                    }
                }
                MessagePart::Format { names, .. } => found.extend(names.iter().map(String::as_str)),
            }
        }
    }

    /// Checks that every plural has exactly the categories of the locale, besides exact numbers such as `=0`.
    ///
    /// # Errors
    ///
    /// The first invalid or missing key.
    pub fn check_complete(&self, locale: &Locale) -> Result<(), MessageError> {
        self.check(locale)?;
        for piece in &self.pieces {
            let (MessagePart::Plural { choices, .. } | MessagePart::Select { choices, .. }) = piece else { continue };
            if let MessagePart::Plural { kind, .. } = piece {
                let missing = |category: &&str| !choices.iter().any(|(key, _)| key == category);
                if let Some(key) = locale.plural_categories(*kind).into_iter().find(missing) {
                    return Err(MessageError::PluralIncomplete { kind: kind.keyword(), key });
                }
            }
            for (_, choice) in choices {
                choice.check_complete(locale)?;
            }
        }
        Ok(())
    }
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn expected(&self, expected: &'static str) -> MessageError {
        MessageError::Syntax { offset: self.text.len() - self.rest.len(), expected }
    }

    fn take(&mut self, sign: &str) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn require(&mut self, sign: &str, expected: &'static str) -> Result<(), MessageError> {
        self.skip_space();
        if self.take(sign) { Ok(()) } else { Err(self.expected(expected)) }
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn word(&mut self, expected: &'static str) -> Result<&'t str, MessageError> {
        self.skip_space();
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = self.rest.find(|letter| !is_letter(letter)).unwrap_or(self.rest.len());
        match self.rest.split_at_checked(end) {
            Some((word, rest)) if !word.is_empty() => {
                self.rest = rest;
                Ok(word)
            }
            _ => Err(self.expected(expected)),
        }
    }

    /// Up to the end of the text, or to the closing brace of a choice.
    fn message(&mut self, depth: usize, in_plural: bool) -> Result<Message, MessageError> {
        if depth > DEEPEST {
            return Err(self.expected("less nesting"));
        }
        let mut pieces = Vec::new();
        let mut plain = String::new();
        while let Some(letter) = self.rest.chars().next().filter(|letter| *letter != '}') {
            if letter == '\'' {
                self.apostrophe(in_plural, &mut plain)?;
                continue;
            }
            self.rest = self.rest.get(letter.len_utf8()..).unwrap_or_default();
            let piece = match letter {
                '{' => self.argument(depth)?,
                '#' if in_plural => MessagePart::FormattedCount,
                other => {
                    plain.push(other);
                    continue;
                }
            };
            if !plain.is_empty() {
                pieces.push(MessagePart::Text(std::mem::take(&mut plain)));
            }
            pieces.push(piece);
        }
        if !plain.is_empty() {
            pieces.push(MessagePart::Text(plain));
        }
        Ok(Message { pieces })
    }

    /// Two apostrophes are one; one before a special sign quotes up to the next; any other is itself.
    fn apostrophe(&mut self, in_plural: bool, plain: &mut String) -> Result<(), MessageError> {
        self.take("'");
        if self.take("'")
            || !self.rest.starts_with(|sign: char| matches!(sign, '{' | '}') || (sign == '#' && in_plural))
        {
            plain.push('\'');
            return Ok(());
        }
        loop {
            let Some((quoted, rest)) = self.rest.split_once('\'') else { return Err(self.expected("an apostrophe")) };
            plain.push_str(quoted);
            self.rest = rest;
            if !self.take("'") {
                return Ok(());
            }
            plain.push('\'');
        }
    }

    /// After the opening brace.
    fn argument(&mut self, depth: usize) -> Result<MessagePart, MessageError> {
        let name = self.word("the name of an argument")?.to_owned();
        self.skip_space();
        if self.take("}") {
            return Ok(MessagePart::Argument(name));
        }
        self.require(",", "a comma or a closing brace")?;
        let part = match self.word("a type")? {
            "plural" => self.plural(name, PluralKind::Cardinal, depth)?,
            "selectordinal" => self.plural(name, PluralKind::Ordinal, depth)?,
            "select" => {
                self.require(",", "a comma")?;
                MessagePart::Select { name, choices: self.choices(depth, false)? }
            }
            "number" => MessagePart::Format { names: vec![name], formatter: "number".to_owned(), options: Vec::new() },
            _ => return Err(self.expected("plural, selectordinal, select or number")),
        };
        self.require("}", "a closing brace")?;
        Ok(part)
    }

    fn plural(&mut self, name: String, kind: PluralKind, depth: usize) -> Result<MessagePart, MessageError> {
        self.require(",", "a comma")?;
        self.skip_space();
        let mut offset = 0;
        if self.take("offset:") {
            offset = self.word("a number")?.parse().map_err(|_| self.expected("a number"))?;
        }
        Ok(MessagePart::Plural { name, kind, offset, choices: self.choices(depth, true)? })
    }

    /// `key {message} key {message}`, with `other` among the keys.
    fn choices(&mut self, depth: usize, of_plural: bool) -> Result<Vec<(String, Message)>, MessageError> {
        let mut found: Vec<(String, Message)> = Vec::new();
        loop {
            self.skip_space();
            if self.rest.starts_with('}') {
                break;
            }
            let exact = if of_plural && self.take("=") { "=" } else { "" };
            let key = format!("{exact}{}", self.word("a key")?);
            if found.iter().any(|(known, _)| *known == key) {
                return Err(self.expected("a key only once"));
            }
            self.require("{", "an opening brace")?;
            let message = self.message(depth + 1, of_plural)?;
            self.require("}", "a closing brace")?;
            found.push((key, message));
        }
        if found.iter().any(|(key, _)| key == "other") { Ok(found) } else { Err(self.expected("the key other")) }
    }
}
