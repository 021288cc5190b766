//! Calls of formatters and predicates: resolves names, splits and validates arguments.

use compact_str::CompactString;
use serde_json::Value;

use super::code::{index, place};
use crate::error::{ErrorKind, escaped};
use crate::formatter::Formatter;
use crate::parse::pattern::Reference;
use crate::predicate::Predicate;
use crate::{ArgumentFault, ParseOptions, formatter, predicate};

/// The arguments of a call.
#[derive(Debug, Clone)]
pub(crate) struct Arguments {
    /// Everything after the delimiter, as written.
    pub(crate) raw: CompactString,
    delimiter: char,
    /// Length of the text before the first delimiter, in bytes; the whole text if there is none.
    first: u32,
    /// Filled by rules that need references; an item that is not a reference is none.
    pub(crate) references: Vec<Option<Reference>>,
    /// Filled by rules that need values.
    pub(crate) operands: Vec<Operand>,
}

/// A JSON literal or a reference.
#[derive(Debug, Clone)]
pub(crate) enum Operand {
    Integer(i64),
    Literal(Box<Value>),
    Reference(Reference),
}

impl Arguments {
    const NONE: Self = Self {
        raw: CompactString::const_new(""),
        delimiter: ' ',
        first: 0,
        references: Vec::new(),
        operands: Vec::new(),
    };

    fn split(text: &str) -> Self {
        let mut letters = text.chars();
        let Some(delimiter) = letters.next() else { return Self::NONE };
        let raw = letters.as_str();
        let first = split_at(raw, delimiter).map_or(raw.len(), |(first, _)| first.len());
        Self { raw: raw.into(), delimiter, first: index(first), ..Self::NONE }
    }

    /// The text split at the delimiter, without empty items.
    pub(crate) fn items(&self) -> Items<'_> {
        let text = self.raw.as_str();
        let delimiter = self.delimiter;
        match text.split_at_checked(place(self.first)) {
            Some((item, "")) if !item.is_empty() => Items { item: Some(item), rest: None, delimiter },
            Some((item, rest)) if !item.is_empty() => {
                Items { item: Some(item), rest: rest.get(delimiter.len_utf8()..), delimiter }
            }
            _ => Items { item: None, rest: (!text.is_empty()).then_some(text), delimiter },
        }
    }

    pub(crate) fn get(&self, index: usize) -> Option<&str> {
        self.items().nth(index)
    }

    pub(crate) fn len(&self) -> usize {
        self.items().count()
    }

    /// The only item, if the text has no delimiter.
    pub(crate) fn single(&self) -> Option<&str> {
        (!self.is_empty() && place(self.first) == self.raw.len()).then_some(self.raw.as_str())
    }

    fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }
}

/// The text before and after the first delimiter. The delimiter is nearly always ASCII, and the texts are short.
#[inline]
fn split_at(text: &str, delimiter: char) -> Option<(&str, &str)> {
    match u8::try_from(delimiter) {
        Ok(byte) if byte.is_ascii() => {
            let place = text.bytes().position(|letter| letter == byte)?;
            Some((text.get(..place)?, text.get(place + 1..)?))
        }
        _ => text.split_once(delimiter),
    }
}

/// Items of arguments in order.
#[derive(Debug, Clone)]
pub(crate) struct Items<'a> {
    /// The next item, if already known.
    item: Option<&'a str>,
    rest: Option<&'a str>,
    delimiter: char,
}

impl<'a> Iterator for Items<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        if let Some(item) = self.item.take() {
            return Some(item);
        }
        let text = self.rest.take()?;
        self.split_off(text)
    }
}

impl<'a> Items<'a> {
    fn split_off(&mut self, mut text: &'a str) -> Option<&'a str> {
        loop {
            let (item, rest) = match split_at(text, self.delimiter) {
                Some((item, rest)) => (item, Some(rest)),
                None => (text, None),
            };
            match (item, rest) {
                ("", Some(rest)) => text = rest,
                ("", None) => return None,
                _ => {
                    self.rest = rest;
                    return Some(item);
                }
            }
        }
    }
}

/// How a plug-in validates its arguments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    /// Missing arguments are a separate error.
    pub(crate) required: bool,
    /// Handling of a call with rejected arguments, after reporting.
    pub(crate) refused: Refused,
    /// Rejects or prepares arguments.
    pub(crate) check: Option<Check>,
}

/// Handling of a call with rejected arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The tag becomes text.
    Text,
    /// The call runs without arguments.
    Bare,
    /// The call runs unchanged.
    AsItIs,
}

type Check = fn(&mut Arguments) -> Result<(), String>;

impl Rule {
    pub(crate) const ANY: Self = Self { required: false, refused: Refused::Text, check: None };

    pub(crate) const SOME: Self = Self { required: true, ..Self::ANY };

    /// Each argument is read as a reference.
    pub(crate) const REFERENCES: Self = Self::checked(false, |arguments| {
        arguments.references = arguments.items().map(Reference::parse).collect();
        Ok(())
    });

    pub(crate) const fn checked(required: bool, check: Check) -> Self {
        Self { required, refused: Refused::Text, check: Some(check) }
    }

    /// Whether a call without arguments needs no validation.
    fn needs_no_validation(&self) -> bool {
        !self.required && self.check.is_none()
    }

    fn apply(&self, arguments: &mut Arguments) -> Result<(), ArgumentFault> {
        if self.required && arguments.get(0).is_none() {
            return Err(ArgumentFault::Missing);
        }
        match self.check {
            Some(check) => check(arguments).map_err(ArgumentFault::Invalid),
            None => Ok(()),
        }
    }
}

/// Parses an argument as a JSON literal or a reference.
pub(crate) fn operand(text: &str) -> Option<Operand> {
    if let Some(integer) = short_integer(text) {
        return Some(Operand::Integer(integer));
    }
    let starts_literal = text
        .starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '"' | '-' | '[' | '{'))
        || matches!(text, "true" | "false" | "null");
    if starts_literal && let Ok(value) = serde_json::from_str(text) {
        return Some(Operand::Literal(Box::new(value)));
    }
    Reference::parse(text).map(Operand::Reference)
}

/// An integer of a few digits, parsed without the JSON parser.
fn short_integer(text: &str) -> Option<i64> {
    const DIGITS: usize = 9;
    let plain = text.len() <= DIGITS && text.bytes().all(|letter| letter.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if plain && !leading_zero { text.parse().ok() } else { None }
}

/// Parses every argument as an operand.
pub(crate) fn read_operands(arguments: &mut Arguments, least: usize, most: usize) -> Result<(), String> {
    let (mut count, mut wrong) = (0, None);
    let mut operands = Vec::with_capacity(most.min(2));
    for item in arguments.items() {
        count += 1;
        match operand(item) {
            Some(operand) => operands.push(operand),
            None => wrong = wrong.or(Some(item)),
        }
    }
    if count < least {
        return Err(format!("Not enough args. At least {least} expected"));
    }
    if count > most {
        return Err(format!("Too many args. Takes between {least} and {most}"));
    }
    if let Some(item) = wrong {
        return Err(format!("Argument {item} must be a valid JSON value or variable reference."));
    }
    arguments.operands = operands;
    Ok(())
}

/// The implementation of a call.
#[derive(Debug)]
pub(crate) enum Target<T: 'static> {
    BuiltIn(&'static T),
    Plugin(Box<str>),
    /// Unknown; reported at parse time.
    Unknown,
}

/// A call of a plug-in. Most have no arguments, so arguments are stored separately.
#[derive(Debug)]
pub(crate) struct Call<T: 'static> {
    pub(crate) target: Target<T>,
    arguments: Option<Box<Arguments>>,
}

impl<T> Call<T> {
    fn new(target: Target<T>, arguments: Arguments) -> Self {
        Self { target, arguments: (!arguments.is_empty()).then(|| Box::new(arguments)) }
    }

    #[inline]
    pub(crate) fn arguments(&self) -> &Arguments {
        static NONE: Arguments = Arguments::NONE;
        self.arguments.as_deref().unwrap_or(&NONE)
    }
}

impl Call<Formatter> {
    pub(crate) fn is_by_plugin(&self) -> bool {
        matches!(self.target, Target::Plugin(_))
    }

    /// The formatter, if it can print directly to the page.
    #[inline]
    pub(crate) fn printer(&self) -> Option<&'static Formatter> {
        match self.target {
            Target::BuiltIn(known) if known.prints() => Some(known),
            _ => None,
        }
    }
}

pub(crate) type FormatterCall = Call<Formatter>;
pub(crate) type PredicateCall = Call<Predicate>;

type Report<'a> = dyn FnMut(ErrorKind, &str) + 'a;

pub(crate) fn formatter(
    name: &str,
    text: &str,
    options: &ParseOptions,
    report: &mut Report<'_>,
) -> Option<FormatterCall> {
    let known = formatter::find(name);
    if let Some(known) = known
        && text.is_empty()
        && known.rule.needs_no_validation()
    {
        return Some(Call { target: Target::BuiltIn(known), arguments: None });
    }
    let mut arguments = Arguments::split(text);
    let (target, outcome, refused) = if let Some(known) = known {
        (Target::BuiltIn(known), known.rule.apply(&mut arguments), known.rule.refused)
    } else if let Some(plugins) = options.plugins.as_ref().filter(|plugins| plugins.has_formatter(name)) {
        let items: Vec<&str> = arguments.items().collect();
        (Target::Plugin(name.into()), plugins.check_formatter(name, &items), Refused::Text)
    } else {
        report(ErrorKind::FormatterUnknown, &format!("Formatter '{}' is unknown", escaped(name)));
        return None;
    };
    match outcome {
        Ok(()) => return Some(Call::new(target, arguments)),
        Err(ArgumentFault::Missing) => {
            let message = format!("Formatter '{name}' needs arguments but none were provided.");
            report(ErrorKind::FormatterNeedsArgs, &message);
        }
        Err(ArgumentFault::Invalid(why)) => {
            let message = format!("Formatter '{name}' arguments are invalid: '{}'", escaped(&why));
            report(ErrorKind::FormatterArgsInvalid, &message);
        }
    }
    match refused {
        Refused::Text => None,
        Refused::Bare => Some(Call::new(target, Arguments::NONE)),
        Refused::AsItIs => Some(Call::new(target, arguments)),
    }
}

/// `name` ends in `?`.
pub(crate) fn predicate(
    name: &str,
    text: &str,
    options: &ParseOptions,
    report: &mut Report<'_>,
) -> Option<PredicateCall> {
    let mut arguments = Arguments::split(text);
    let (target, outcome) = if let Some(known) = predicate::find(name) {
        (Target::BuiltIn(known), known.rule.apply(&mut arguments))
    } else if let Some(plugins) = options.plugins.as_ref().filter(|plugins| plugins.has_predicate(name)) {
        let items: Vec<&str> = arguments.items().collect();
        (Target::Plugin(name.into()), plugins.check_predicate(name, &items))
    } else {
        report(ErrorKind::PredicateUnknown, &format!("Predicate '{}' is unknown", escaped(name)));
        return Some(Call::new(Target::Unknown, arguments));
    };
    match outcome {
        Ok(()) => return Some(Call::new(target, arguments)),
        Err(ArgumentFault::Missing) => {
            let message = format!("Predicate '.{name}' requires arguments but none were provided.");
            report(ErrorKind::PredicateNeedsArgs, &message);
            if matches!(target, Target::BuiltIn(_)) {
                return Some(Call::new(Target::Unknown, arguments));
            }
        }
        Err(ArgumentFault::Invalid(why)) => {
            let message = format!("Predicate {name} arguments invalid: '{}'", escaped(&why));
            report(ErrorKind::PredicateArgsInvalid, &message);
        }
    }
    None
}
