//! Sentences about problems, with a stable code: clients get them in English, visitors in their language. The words in
//! other languages are messages with the key `problem.<code>`.

use std::collections::BTreeMap;
use std::fmt;

/// A sentence in English, with `{name}` in place of each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemText {
    code: &'static str,
    english: &'static str,
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemValue {
    /// A text, shown as it is.
    Text(String),
    /// A number, shown as the language writes it.
    Number(i64),
}

/// A sentence with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    text: ProblemText,
    values: Vec<(&'static str, ProblemValue)>,
}

/// What an error says, so that it can be said in other languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaidTexts {
    /// The sentence of its detail.
    pub detail: Option<Said>,
    /// The sentences of fields.
    pub fields: BTreeMap<String, Said>,
}

impl ProblemText {
    /// A sentence with its code: lower-case words with hyphens.
    pub const fn new(code: &'static str, english: &'static str) -> Self {
        Self { code, english }
    }

    /// The stable code.
    pub const fn code(self) -> &'static str {
        self.code
    }

    /// The sentence in English, with names in braces.
    pub const fn english(self) -> &'static str {
        self.english
    }

    /// The sentence with the values that `words` have, when they are this sentence in English.
    pub fn read(self, words: &str) -> Option<Said> {
        let (start, mut pattern) = self.english.split_once('{')?;
        let mut rest = words.strip_prefix(start)?;
        let mut said = Said::from(self);
        loop {
            let (name, after) = pattern.split_once('}')?;
            let Some((between, next)) = after.split_once('{') else {
                return Some(said.with(name, ProblemValue::read(name, rest.strip_suffix(after)?)));
            };
            let (value, remainder) = rest.split_once(between)?;
            said = said.with(name, ProblemValue::read(name, value));
            (rest, pattern) = (remainder, next);
        }
    }

    /// The sentence with a value.
    pub fn with(self, name: &'static str, value: impl Into<ProblemValue>) -> Said {
        Said::from(self).with(name, value)
    }
}

impl Said {
    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<ProblemValue>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        self.text.code
    }

    /// The values by name.
    pub fn values(&self) -> &[(&'static str, ProblemValue)] {
        &self.values
    }
}

impl From<ProblemText> for Said {
    fn from(text: ProblemText) -> Self {
        Self { text, values: Vec::new() }
    }
}

impl From<ProblemText> for String {
    fn from(text: ProblemText) -> Self {
        text.english.to_owned()
    }
}

impl fmt::Display for ProblemText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.english)
    }
}

/// The sentence in English.
impl fmt::Display for Said {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.text.english;
        while let Some((before, after)) = rest.split_once('{') {
            formatter.write_str(before)?;
            let Some((name, after)) = after.split_once('}') else { break };
            if let Some((_, value)) = self.values.iter().find(|(known, _)| *known == name) {
                fmt::Display::fmt(value, formatter)?;
            }
            rest = after;
        }
        formatter.write_str(rest)
    }
}

impl ProblemValue {
    /// The value that a sentence shows under a name: those of counts and limits are numbers.
    fn read(name: &str, shown: &str) -> Self {
        let number = if matches!(name, "count" | "least" | "most") { shown.parse().ok() } else { None };
        number.map_or_else(|| Self::Text(shown.to_owned()), Self::Number)
    }
}

impl fmt::Display for ProblemValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Number(number) => fmt::Display::fmt(number, formatter),
        }
    }
}

impl From<&str> for ProblemValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for ProblemValue {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for ProblemValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for ProblemValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<i32> for ProblemValue {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for ProblemValue {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for ProblemValue {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for ProblemValue {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// Defines sentences as constants, and `PROBLEM_TEXTS`, the list of them.
#[macro_export]
macro_rules! problem_texts {
    ($($(#[$about:meta])* $vis:vis $name:ident = $code:literal, $english:expr;)*) => {
        $($(#[$about])* $vis const $name: $crate::ProblemText = $crate::ProblemText::new($code, $english);)*

        /// All sentences defined here.
        pub const PROBLEM_TEXTS: &[$crate::ProblemText] = &[$($name),*];
    };
}

#[cfg(test)]
mod tests {
    use super::{ProblemText, Said};

    #[test]
    fn values_are_put_in_once() {
        let text = ProblemText::new("most-codes", "At most {count} codes, not {given}.");
        let said = text.with("count", 10_usize).with("given", "{count}");
        assert_eq!(said.to_string(), "At most 10 codes, not {count}.");
        assert_eq!(Said::from(text).to_string(), "At most  codes, not .");
        assert_eq!(said.code(), "most-codes");
    }

    #[test]
    fn values_are_read_from_english() {
        let text = ProblemText::new("most-codes", "At most {count} codes, not {given}.");
        let said = text.with("count", 10_usize).with("given", "all of them");
        assert_eq!(text.read(&said.to_string()), Some(said));
        assert_eq!(text.read("At most 10 codes."), None);
        assert_eq!(ProblemText::new("no-codes", "No codes.").read("No codes."), None);
    }
}
