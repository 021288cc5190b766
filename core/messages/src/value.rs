//! Values of the arguments of a message.

use stoa_locale::{Locale, MessageArguments, Number, NumberOptions};

/// The value of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A text, shown as it is.
    Text(&'a str),
    /// A number, shown as the language writes it.
    Integer(i64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

/// The arguments of a message, by name.
pub(crate) struct Arguments<'a> {
    pub(crate) locale: &'a Locale,
    pub(crate) values: &'a [(&'a str, Value<'a>)],
}

impl Arguments<'_> {
    fn value(&self, name: &str) -> Option<Value<'_>> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

impl MessageArguments for Arguments<'_> {
    fn text(&self, name: &str) -> Option<String> {
        Some(match self.value(name)? {
            Value::Text(text) => text.to_owned(),
            Value::Integer(number) => self.locale.format_number(&Number::from(number), &NumberOptions::default()),
        })
    }

    fn number(&self, name: &str) -> Option<Number> {
        match self.value(name)? {
            Value::Text(text) => Number::parse(text),
            Value::Integer(number) => Some(Number::from(number)),
        }
    }

    fn format(&self, names: &[&str], formatter: &str, _: &[&str]) -> Option<String> {
        let number = self.number(names.first()?).filter(|_| formatter == "number")?;
        Some(self.locale.format_number(&number, &NumberOptions::default()))
    }
}

/// Shows each argument as its name in braces.
pub(crate) struct Placeholders;

impl MessageArguments for Placeholders {
    fn text(&self, name: &str) -> Option<String> {
        Some(format!("{{{name}}}"))
    }

    fn number(&self, _: &str) -> Option<Number> {
        None
    }

    fn format(&self, names: &[&str], _: &str, _: &[&str]) -> Option<String> {
        self.text(names.first()?)
    }
}
